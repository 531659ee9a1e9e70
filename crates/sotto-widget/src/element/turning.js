// The browser's Back and Forward turn the pages of a survey. The page has three entries for that, whatever the survey
// and the answers: one before, one on which it stands, one ahead. It stands on the one between as long as there is a way
// back, and is led there again after each step. So neither the number of entries nor a moment at which it grows tells
// which pages were passed over: the length of the history is seen by the page around a frame, too.

const [BEFORE, BETWEEN, AHEAD] = [0, 1, 2];

const place = () => history.state?.sotto;

const add = (how, sotto) => history[how]({ ...history.state, sotto }, "");

// Who can go back and forward, the one that was used last first.
let turners = [];

// Whether what is pressed is pressed by Back or Forward.
let isTurning = false;

// Where the page stood, and where a step of its own leads to.
let stood = place();
let awaited;

const lead = (steps) => {
  awaited = stood = BETWEEN;
  history.go(steps);
};

/** Puts the page between two entries. To be called when somebody has pressed something, and not for what they chose. */
export function stand(turner) {
  turners = [turner, ...turners.filter((other) => other !== turner)];
  if (place() === BETWEEN || place() === AHEAD) return;
  add("replaceState", BEFORE);
  add("pushState", BETWEEN);
  add("pushState", AHEAD);
  lead(-1);
}

/** Turns nothing of that any more. */
export const leave = (turner) => {
  turners = turners.filter((other) => other !== turner);
};

// The browser scrolls to where an entry was left, and the focus is elsewhere by now.
const show = () => requestAnimationFrame(() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (active !== document.body) active?.scrollIntoView({ block: "nearest" });
});

function back() {
  if (!turners.some((turner) => turner.back())) return;
  show();
  // Once it is drawn. On the first page there is nothing to go back to: the next Back leaves it.
  setTimeout(() => {
    if (place() === BEFORE && turners.some((turner) => turner.goesBack())) lead(1);
  });
}

function forward() {
  if (turners.some((turner) => turner.forward())) show();
}

addEventListener("popstate", () => {
  const [from, to] = [stood, place()];
  stood = to;
  if (to !== undefined && to === awaited) {
    awaited = undefined;
    return;
  }
  awaited = undefined;
  if (from === undefined || to === undefined) return;
  if (to < from) back();
  if (to > from) forward();
  if (to === AHEAD) lead(-1);
});

/** Turns the pages of the survey in a box as its own buttons do. */
export function turnPages(box) {
  // In a dialog that is closed, nothing turns.
  const find = (buttons) => box.checkVisibility() && box.querySelector(buttons);
  const press = (buttons) => {
    const button = find(buttons);
    isTurning = true;
    if (button) button.click();
    isTurning = false;
    return Boolean(button);
  };
  const turner = {
    goesBack: () => Boolean(find("[data-action=back]")),
    back: () => press("[data-action=back]"),
    forward: () => press("[part~=primary]:is([data-action=next], [data-action=review])"),
  };
  box.addEventListener("click", ({ target, isTrusted }) => {
    const leadsOn = target.closest("[data-action=next], [data-action=review]");
    // A key of the survey's own presses as well.
    const isPressed = isTrusted || navigator.userActivation?.isActive;
    if (isPressed && !isTurning && (leadsOn || turner.goesBack())) stand(turner);
  });
  // After a reload the page stands where it stood.
  turners.push(turner);
  return () => leave(turner);
}

// The offer below a survey's first page: to keep the answers on this device until they are sent. It comes with the first
// press or key, so that nothing moves on a page that nobody has touched; it is off until somebody takes it, and made on pages of the collector's own alone: another page could read what its own origin keeps.

const loadDraft = (take) => take("./widget-draft.js", () => import("./widget-draft.js"));

// What the names of drafts begin with.
const DRAFT = "sotto-draft:";

// Whether anything is kept, of whatever survey. Reading may be forbidden, and then nothing is.
function kept() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(DRAFT));
  } catch {
    return undefined;
  }
}

const sheet = new CSSStyleSheet();
// Below the first page alone: not where there is a way back, nor on any other screen.
sheet.replaceSync(`.keep { margin-block-start: 1em }
.keep label { display: flex; gap: .75em; align-items: center; min-height: 2.75em; cursor: pointer }
.keep input { flex: none; width: 1.25em; height: 1.25em; margin: 0 }
.keep p { margin-block-start: .25em; color: var(--muted); font-size: .9375em }
.keep[hidden], :is(:has([data-action=back]), :not(:has([data-screen=form]))) ~ .keep { display: none }`);

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const NOTHING = { translate() {}, forget() {}, end() {} };

/**
 * Makes the offer below the survey in `box`, and brings back what was kept on an earlier visit. `view` has the survey,
 * the options of its element, and what imports modules.
 */
export function offer(box, { element, root, options, survey, take }) {
  const names = kept();
  // The twin that measures a frame is as high as what it measures, and keeps nothing.
  const isTwin = Boolean(element.unconditional);
  if (!((options.hosted || isTwin) && names && self.indexedDB && self.crypto?.subtle)) return NOTHING;
  const name = `${DRAFT}${survey.id}:${new URL(options.collector).origin}`;
  let keeping;

  const input = make("input", { type: "checkbox", autocomplete: "off" });
  const words = make("span");
  const more = make("p", { id: "keep-words" });
  input.setAttribute("aria-describedby", more.id);
  const part = make("div", { className: "survey keep" }, make("label", {}, input, words), more);
  part.setAttribute("part", "keep");
  // The twin has it at once: a frame is as high before it as with it.
  part.hidden = !isTwin;
  const arrive = () => {
    part.hidden = false;
  };
  for (const gesture of ["click", "keydown"]) box.addEventListener(gesture, arrive);
  const translate = () => {
    part.lang = options.language;
    part.dir = options.messages.direction;
    words.textContent = options.messages["draft-offer"];
    more.textContent = options.messages["draft-words"];
  };
  const stand = () => {
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    box.after(part);
  };
  translate();
  stand();

  // Where it cannot be kept, the box does not say that it is.
  const refused = (error) => {
    console.error("sotto-survey:", error);
    input.checked = false;
    input.disabled = true;
  };
  // One after the other: to begin, to end and to begin anew.
  let last = Promise.resolve();
  const next = (act) => {
    last = last.then(act).catch(refused);
  };
  const begin = (draft) => next(async () => {
    const { keep } = await loadDraft(take);
    keeping ??= await keep(box, name, survey.version, draft);
  });
  const end = () => next(async () => {
    input.checked = false;
    if (keeping) await keeping.erase();
    // What another visit kept is there without anybody having begun here.
    else if (kept()?.includes(name)) await (await loadDraft(take)).erase(name);
    keeping = undefined;
  });
  const bringBack = () => next(async () => {
    const drafts = await loadDraft(take);
    await drafts.sweep(names);
    const draft = await drafts.kept(name, survey.version);
    if (!draft) return;
    await draft.giveBack(box);
    input.checked = true;
    arrive();
    begin(draft);
  });
  input.addEventListener("change", () => input.checked ? begin() : end());
  const progress = ({ detail: { screen } }) => {
    if (/^(sending|receipt)$/.test(screen)) {
      end();
      part.remove();
    } else if (screen === "form" && !part.isConnected) stand();
  };
  element.addEventListener("sotto-progress", progress);
  // Nothing is lost by leaving, and nobody has to be asked.
  const lose = (event) => keeping && !keeping.isBusy() && event.stopImmediatePropagation();
  addEventListener("beforeunload", lose, true);
  if (!isTwin && names.length) {
    if (box.querySelector("[data-screen=form]")) bringBack();
    else end();
  }
  return {
    translate,
    forget: end,
    end() {
      element.removeEventListener("sotto-progress", progress);
      removeEventListener("beforeunload", lose, true);
      next(() => keeping?.stop());
      part.remove();
    },
  };
}

// A first page that stood in the page's HTML before its program was here. What the program draws takes its place in one
// task, and takes over what a person did meanwhile: nothing is seen to change.

/** The first page that a root began with, as long as it is there. */
export const drawnBefore = (root) => root.querySelector("link")?.nextElementSibling;

const pressed = new WeakMap();
const touched = new WeakSet();

/** Remembers what nothing shows later: the button that was pressed last, and lines that were touched. */
export const watch = (root) => root.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-action]");
  if (button) pressed.set(root, button);
  if (target.type === "range") touched.add(target);
});

/** Resolves when nobody presses on anything in it: a click needs the same element from its beginning to its end. */
export async function untouched(root) {
  while (root.querySelector(":active")) {
    await new Promise((done) => {
      for (const type of ["pointerup", "pointercancel", "keyup", "dragend"]) {
        // The click comes after that, from a finger a little later.
        addEventListener(type, () => setTimeout(done, 100), { once: true });
      }
    });
  }
}

const within = (box) => [...box.querySelectorAll("*")];

// Without texts side by side, of which HTML makes one.
const plain = (box) => {
  const copy = box.cloneNode(true);
  copy.normalize();
  return copy;
};

/**
 * Puts `box` in the place of `old`. If both are the same page, whatever was chosen, typed, opened or pressed in the old
 * one is done in the new one, which has listeners by now, and the focus stays where it was. If they are not, because the
 * survey or the reader's language has changed or something has been altered on its way, nothing of that was meant for
 * what stands here now.
 */
export function adopt(root, old, box, sheet) {
  const [were, are] = [old, box].map(within);
  are.forEach((element, place) => {
    if (element.localName === "details") element.open = were[place]?.open;
  });
  const isSame = plain(old).isEqualNode(plain(box));
  const at = were.indexOf(root.activeElement);
  const { selectionStart, selectionEnd } = were[at] ?? {};
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(box);
  if (!isSame) return;
  are.forEach((element, place) => {
    const was = were[place];
    const { checked, value } = was;
    const isAsItWas = element.checked === checked && element.value === value && !touched.has(was);
    if (element.localName !== "input" || isAsItWas) return;
    Object.assign(element, { checked, value });
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  });
  are[at]?.focus({ preventScroll: true });
  if (selectionStart >= 0) are[at].setSelectionRange?.(selectionStart, selectionEnd);
  are[were.indexOf(pressed.get(root))]?.click();
}

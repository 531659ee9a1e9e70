// A first page that stood in the page's HTML before its program was here. What the program draws takes its place in one
// task, and takes over what a person did meanwhile: nothing is seen to change.

/** The first page that a root began with, as long as it is there. Extensions put styles of their own beside it. */
export const drawnBefore = (root) => root.querySelector("[data-first] ~ div");

// What was touched in a root, in the order in which it was touched last.
const touched = new WeakMap();
const composing = new WeakSet();

/** Remembers what nothing shows later: what was touched before what, and words that are begun. */
export function watch(root) {
  if (touched.has(root)) return;
  const order = new Set();
  touched.set(root, order);
  for (const type of ["click", "input"]) {
    root.addEventListener(type, ({ target }) => {
      order.delete(target);
      order.add(target);
    });
  }
  // What was pressed before anybody could hear of it looks so (first_page.css).
  for (const button of root.querySelectorAll("[data-action]")) {
    if (getComputedStyle(button).scale < 1) order.add(button);
  }
  root.addEventListener("compositionstart", () => composing.add(root));
  root.addEventListener("compositionend", () => composing.delete(root));
}

/**
 * Resolves when nobody presses on anything in it, and no input method puts a word together: both need the same element
 * from their beginning to their end.
 */
export async function untouched(root) {
  while (composing.has(root) || root.querySelector(":active")) {
    await new Promise((done) => {
      for (const type of ["pointerup", "pointercancel", "keyup", "dragend", "compositionend"]) {
        // The click comes after that, from a finger a little later.
        addEventListener(type, () => setTimeout(done, 100), { once: true });
      }
    });
  }
}

const within = (box) => [...box.querySelectorAll("*")];

// Without texts side by side, of which HTML makes one, and without what a person opens or closes.
const plain = (box) => {
  const copy = box.cloneNode(true);
  copy.normalize();
  for (const details of copy.querySelectorAll("details")) details.open = false;
  return copy;
};

/**
 * Puts `box` in the place of `old`. If both are the same page, whatever was chosen, typed, opened or pressed in the old
 * one is done in the new one, which has listeners by now, and the focus stays where it was. If they are not, because the
 * survey or the reader's language has changed or something has been altered on its way, nothing of that was meant for
 * what stands here now.
 */
export function adopt(root, old, box, sheets) {
  const [were, are] = [old, box].map(within);
  const order = touched.get(root) ?? new Set();
  const isSame = plain(old).isEqualNode(plain(box));
  const { activeElement } = root;
  const at = were.indexOf(activeElement);
  const { selectionStart, selectionEnd } = were[at] ?? {};
  root.adoptedStyleSheets = sheets;
  root.replaceChildren(box);
  if (!isSame) return;
  // Of two that rule each other out, a number and the box that declines it, the last one counts.
  const unheard = were.filter((was) => /^(input|details)$/.test(was.localName) && !order.has(was));
  for (const was of [...unheard, ...order]) {
    const element = are[were.indexOf(was)];
    if (!element) continue;
    const { checked, value, open } = was;
    if (open !== element.open) element.open = open;
    const isAsItWas = element.checked === checked && element.value === value && !(was.type === "range" && order.has(was));
    if (element.localName !== "input" || isAsItWas) continue;
    Object.assign(element, { checked, value });
    // What was typed to search counts once the keyboard is elsewhere.
    const left = element.role === "combobox" && was !== activeElement ? ["focusout"] : [];
    for (const type of ["input", "change", ...left]) element.dispatchEvent(new Event(type, { bubbles: true }));
  }
  are[at]?.focus({ preventScroll: true });
  // Elements other than fields have none, or refuse to be asked.
  if (Number.isInteger(selectionStart)) are[at].setSelectionRange(selectionStart, selectionEnd);
  const pressed = [...order].findLast((was) => was.closest("[data-action]"))?.closest("[data-action]");
  are[were.indexOf(pressed)]?.click();
}

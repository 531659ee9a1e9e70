// A browser opens a font, in each of its sizes and weights, when it first lays out a text in it, and
// that takes a phone as long as all the rest of the first layout. So it is done while the browser waits for
// the program: some of the texts that will stand there are laid out in the fonts of a first question, and
// taken away in the same moment, before anything of them can be seen or read aloud.
import { isHere } from "./programs.js";

// Those that style.css gives to a first question: size in em, weight, texts.
const FONTS = [
  [1.5, 600, "who-can-see"],
  [1, 600, "who-can-see"],
  [.9375, 400, "label-loss"],
  [.9375, 600, "label-first"],
  [1.125, 600, "required"],
  [1, 400, "required"],
];

const idle = (open) => globalThis.requestIdleCallback?.(open);

/** Opens them, one whenever the browser has nothing to do, until the program is here. */
export function openFonts(element, sheet, texts) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "closed" });
  root.adoptedStyleSheets = [sheet];
  const box = document.createElement("div");
  box.className = "survey";
  root.append(box);
  const fonts = FONTS.values();
  const open = () => {
    const { value, done } = fonts.next();
    if (done || isHere()) return;
    const [size, weight, ...keys] = value;
    box.style.fontSize = `${size}em`;
    box.style.fontWeight = weight;
    box.textContent = keys.map((key) => texts[key]).join(" ");
    element.shadowRoot.append(host);
    // To ask for a size is to have it laid out.
    host.getBoundingClientRect();
    host.remove();
    idle(open);
  };
  idle(open);
}

// display="dialog": the survey opens above the page, in the browser's own <dialog>, and gives the
// focus back when it is closed. Attribute `opener` is the id of the button that opens it; without
// one, a button stands in the element's place.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`:host([opener]) { display: contents }
:host { color-scheme: light dark }
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
dialog { border: 0; padding: 0; background: none; width: min(44rem, 100% - 1rem); max-height: calc(100% - 1rem) }
dialog::backdrop { background: rgb(0 0 0 / .5) }
form { position: sticky; inset-block-start: 0; display: flex; justify-content: end; padding: .25rem; z-index: 1; pointer-events: none }
form button { pointer-events: auto; width: 2.75rem; height: 2.75rem; flex: none; border: 1px solid; border-radius: 50%; font-size: 1.25rem; line-height: 1; padding: 0; background: Canvas; color: CanvasText }
:focus-visible { outline: 3px solid; outline-offset: -5px }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; cursor: pointer }`);

const FORWARDED = ["src", "collector", "lang", "theme", "epsilon-pin", "issuing-key", "invite"];

export function show(element, root, { words: [, , close], before }) {
  if (before?.forward) {
    before.forward();
    return before;
  }
  before?.close();
  root.adoptedStyleSheets = [sheet];
  const make = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const survey = make("sotto-survey");
  const forward = () => {
    for (const name of FORWARDED) {
      if (element.hasAttribute(name)) survey.setAttribute(name, element.getAttribute(name));
    }
    for (const name of ["survey", "transport", "invite"]) {
      if (element[name] !== survey[name]) survey[name] = element[name];
    }
  };
  forward();
  const shut = make("button", { type: "button", textContent: "×", ariaLabel: close });
  shut.part = "close";
  const dialog = make("dialog", {}, make("form", {}, shut), survey);
  dialog.part = "dialog";
  const open = () => dialog.open || dialog.showModal();
  shut.onclick = () => dialog.close();
  let opener = document.getElementById(element.getAttribute("opener") ?? "");
  root.replaceChildren(dialog);
  if (!opener) {
    opener = make("button", { type: "button" }, make("slot"));
    opener.part = "opener";
    root.prepend(opener);
  }
  // A dialog has a name: the one it was given, else that of what opens it.
  dialog.ariaLabel = element.getAttribute("aria-label") ?? ((opener.textContent || element.textContent).trim() || null);
  opener.setAttribute("aria-haspopup", "dialog");
  opener.addEventListener("click", open);
  if (element.hasAttribute("open")) open();
  return {
    open,
    forward,
    forget: () => survey.forget(),
    close() {
      opener.removeEventListener("click", open);
      dialog.remove();
    },
  };
}

// display="dialog": the survey opens above the page, in the browser's own <dialog>, and gives the
// focus back when it is closed. Attribute `opener` is the id of the button that opens it; without
// one, a button stands in the element's place. The survey inside is an element of its own, and
// follows the one outside: attributes, properties, language.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`:host([opener]) { display: contents }
:host { color-scheme: light dark }
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
dialog { border: 0; padding: 0; background: none; width: min(44em, 100% - 1em); max-height: calc(100% - 1em); font: var(--sotto-size, medium) sans-serif }
dialog::backdrop { background: rgb(0 0 0 / .5) }
form { all: initial; font: inherit; color-scheme: inherit; position: sticky; inset-block-start: 0; display: flex; justify-content: end; padding: .25em; z-index: 1; pointer-events: none }
form button { pointer-events: auto; width: 2.2em; height: 2.2em; min-height: 0; flex: none; border: 1px solid; border-radius: 50%; font-size: 1.25em; line-height: 1; padding: 0; background: Canvas; color: CanvasText }
:focus-visible { outline: 3px solid; outline-offset: -5px }
button { font: inherit; min-height: 2.75em; padding: .5em 1em; cursor: pointer }`);

const ATTRIBUTES = ["src", "collector", "lang", "theme", "pin", "epsilon-pin", "issuing-key", "log-key", "invite", "arm", "history"];
const PROPERTIES = ["survey", "transport", "invite"];

// What `::part()` reaches in a survey that stands on the page, it reaches here.
const PARTS = "survey, label, again, earlier, progress, problems, question, option, level, field, slider, odds, button, primary, secondary, link, answers, sent, closing, code, beyond, exact, forget, keep";

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

export function show(element, root, { language, before }) {
  if (before?.follow) {
    before.follow(language);
    return before;
  }
  before?.close();
  root.adoptedStyleSheets = [sheet];
  const survey = make("sotto-survey");
  survey.setAttribute("exportparts", PARTS);
  // The first page, if the page had it in its HTML.
  survey.shadowRoot.append(...root.querySelector("[data-first]")?.parentNode.childNodes ?? []);
  const shut = make("button", { type: "button", textContent: "×", part: "close", onclick: () => dialog.close() });
  const dialog = make("dialog", { part: "dialog" }, make("form", {}, shut), survey);
  const own = make("button", { type: "button", part: "opener" }, make("slot"));
  root.replaceChildren(dialog);

  // Back closes it, from the first page of what is in it.
  const turner = {
    goesBack: () => dialog.open,
    back: () => dialog.open && !dialog.close(),
    forward: () => !dialog.open && !dialog.showModal(),
  };
  let forgetTurner = () => {};
  const followHistory = async () => {
    const { stand, leave } = await import("./widget-visit.js");
    stand(turner);
    forgetTurner = () => leave(turner);
  };
  const open = (event) => {
    if (dialog.open) return;
    dialog.showModal();
    if (event && element.getAttribute("history") !== "off") followHistory().catch(console.error);
  };
  let opener;
  const openBy = (button) => {
    if (button === opener) return;
    opener?.removeEventListener("click", open);
    opener?.removeAttribute("aria-haspopup");
    opener = button;
    opener?.addEventListener("click", open);
    opener?.setAttribute("aria-haspopup", "dialog");
    if (opener === own) root.prepend(own);
    else own.remove();
  };

  const follow = (spoken = shut.lang) => {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value === null) survey.removeAttribute(name);
      else survey.setAttribute(name, value);
    }
    // display="dialog steps": what is shown in the dialog has that shape.
    const [, shape] = element.getAttribute("display")?.split(" ") ?? [];
    if (shape) survey.setAttribute("display", shape);
    for (const name of PROPERTIES) {
      if (element[name] !== survey[name]) survey[name] = element[name];
    }
    openBy(document.getElementById(element.getAttribute("opener") ?? "") ?? own);
    // A dialog has a name: the one it was given, else that of what opens it.
    const name = opener === own ? element.textContent : opener.textContent;
    dialog.ariaLabel = element.getAttribute("aria-label") ?? (name.trim() || null);
    shut.lang = spoken;
    shut.ariaLabel = CLOSE[spoken];
  };
  follow(language);
  const observer = new MutationObserver(() => follow());
  observer.observe(element, { attributes: true, attributeFilter: [...ATTRIBUTES, "opener", "aria-label"] });
  if (element.hasAttribute("open")) open();
  return {
    follow,
    forget: () => survey.forget().then(() => true),
    close() {
      observer.disconnect();
      openBy(undefined);
      forgetTurner();
      dialog.remove();
    },
  };
}

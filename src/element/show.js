// The program that the loader fetches: puts a survey into the shadow root of an element, and passes
// between the two what each must know. It never touches an answer.
import init, { mount, parameters } from "sotto-glue";
import style from "./style.css";
import { post } from "./post.js";
import { refuseOthersThan } from "./pin.js";

// The folder of this file, which is a collector's if nothing else is said.
const here = import.meta.url.replace(/[^/]*$/, "");

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

const fail = (kind) => (cause) => {
  throw Object.assign(new Error(cause?.message ?? cause, { cause }), { kind });
};

// What stands on pages just now, to be told when the program stops: a fault in it ends it for good,
// and whoever is in the middle of a survey would press its buttons in vain.
const standing = new Set();

const stopped = ({ error, reason = error }) => {
  const ours = reason instanceof WebAssembly.RuntimeError && reason.stack.includes(import.meta.url);
  if (!ours) return;
  for (const { element, root, messages } of standing) {
    const message = document.createElement("p");
    message.role = "alert";
    message.className = "survey";
    message.dataset.failure = "broken";
    message.textContent = messages["failed-broken"];
    root.replaceChildren(message);
    element.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind: "broken" } }));
  }
  standing.clear();
};
addEventListener("error", stopped);
addEventListener("unhandledrejection", stopped);

export const start = (wasm) => init({ module_or_path: wasm });

// Shows a survey, in place of what was shown before. A survey that is the same keeps its choices.
export async function show(element, root, { survey, messages, language, before, current }) {
  // Starting the program and drawing the survey need not be one task: the page stays quick to answer.
  await globalThis.scheduler?.yield?.();
  const attribute = (name) => element.getAttribute(name);
  const pin = attribute("epsilon-pin");
  const collector = new URL(attribute("collector") ?? here, document.baseURI)
    .href.replace(/\/*$/, "/");
  const options = {
    survey,
    messages,
    language,
    collector,
    framed: parent !== self && !frameElement,
    headingLevel: document.querySelector("h1") ? 2 : 1,
    transport: (url, body) => (element.transport ?? post)(url, body),
    emit: (type, detail) =>
      element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail })),
  };
  const same = JSON.stringify([survey, collector, pin]);
  if (current() && before?.same === same) {
    before.handle.update(options);
    return before;
  }
  if (pin !== null) {
    await refuseOthersThan(pin, () => parameters(survey)).catch(fail("pin"));
  }
  // Meanwhile the element may have left the page, or have been told to show something else.
  if (!current()) return undefined;
  before?.close();
  const box = document.createElement("div");
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(box);
  let handle;
  try {
    handle = mount(box, options);
  } catch (error) {
    fail("survey")(error);
  }
  const place = { element, root, messages };
  standing.add(place);
  return {
    same,
    handle,
    forget: () => void handle.forget(),
    close: () => standing.delete(place) && handle.unmount(),
  };
}

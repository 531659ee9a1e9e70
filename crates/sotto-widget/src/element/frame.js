// display="frame": the survey runs in a frame on the collector's own origin. This page sees the
// frame's height and the names of its states, never a choice; it needs no WebAssembly, and may
// forbid it. The frame is told the name of the theme, and follows it.

// The folder of this file, which is a collector's if nothing else is said.
const here = import.meta.url.replace(/[^/]*$/, "");

const sheet = new CSSStyleSheet();
// Where the two documents' schemes are one, nothing is painted between the page and the survey.
sheet.replaceSync(":host(:not([hidden])) { display: block } :host { color-scheme: light dark } :host([theme=light]) { color-scheme: light } :host([theme=dark]) { color-scheme: dark } iframe { display: block; width: 100%; border: 0; min-height: var(--sotto-reserve, 36rem) }");

export function show(element, root, { language, before }) {
  before?.close();
  const attribute = (name) => element.getAttribute(name);
  const collector = new URL(attribute("collector") ?? here, document.baseURI);
  const page = new URL("embed/frame.html", collector.href.replace(/\/*$/, "/"));
  const survey = new URL(attribute("src"), document.baseURI).pathname.split("/").pop().replace(/\.(json|sotto)$/, "");
  const arm = attribute("arm");
  const { lang } = element.closest("[lang]") ?? element;
  // The collector draws the first page in that language.
  page.search = new URLSearchParams({ survey, ...lang && { lang }, ...arm !== null && { arm } });
  const given = new URLSearchParams();
  for (const name of ["theme", "pin", "epsilon-pin", "issuing-key", "log-key", "invite"]) {
    const value = element[name] ?? attribute(name);
    if (value) given.set(name, value);
  }
  // display="frame steps": what is shown in the frame has that shape.
  const [, shape] = attribute("display").split(" ");
  if (shape) given.set("display", shape);
  // Behind the #, which no server sees.
  page.hash = given;
  const frame = document.createElement("iframe");
  frame.src = page;
  frame.title = attribute("aria-label") ?? FRAME_TITLE[language];
  frame.part = "frame";
  frame.referrerPolicy = "no-referrer";
  frame.allow = "";
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(frame);
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== page.origin || !data?.sotto) return;
    if (data.sotto === "height" && Number.isFinite(data.height)) {
      frame.style.height = `${Math.min(Math.max(data.height, 0), 100_000)}px`;
    }
    if (data.sotto === "state") {
      const { type, screen, kind } = data;
      if (/^sotto-(ready|progress|sent|error)$/.test(type)) {
        element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { screen, kind } }));
      }
    }
  };
  addEventListener("message", hear);
  const tell = (message) => frame.contentWindow?.postMessage(message, page.origin);
  const tellTheme = () => tell({ sotto: "theme", theme: /^(light|dark)$/.exec(attribute("theme"))?.[0] });
  const observer = new MutationObserver(tellTheme);
  frame.onload = () => {
    // Whom it may answer.
    tell({ sotto: "hello" });
    tellTheme();
    observer.observe(element, { attributeFilter: ["theme"] });
  };
  return {
    forget: () => true,
    close() {
      removeEventListener("message", hear);
      observer.disconnect();
      frame.remove();
    },
  };
}

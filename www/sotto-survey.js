// Defines <sotto-survey>: a box that keeps its place, and fetches what it needs when it comes near
// the view. Everything else is in the program it loads; docs/embedding.md says what it offers.

// Filled in by scripts/bundle/loader.mjs: names that carry a hash of the content; for each language
// where its texts are, and the words that must be said when nothing could be loaded. Every name
// stands where a bundler can read it.
const program = () => import("__WIDGET_JS__");
const WASM = new URL("__WIDGET_WASM__", import.meta.url);
const WASM_INTEGRITY = "__WASM_INTEGRITY__";
const DISPLAYS = {
  dialog: () => import("__DIALOG_JS__"),
  frame: () => import("__FRAME_JS__"),
};
const LANGUAGES = "__LANGUAGES__";

const waiting = new CSSStyleSheet();
waiting.replaceSync(`:host(:not([hidden])) { display: block }
div { min-height: var(--sotto-reserve, 36rem) }
p { font: 1rem/1.5 system-ui, sans-serif; border-inline-start: 4px solid; padding: .5rem 1rem; margin: 0 }
button { font: inherit; min-height: 3rem; display: block }`);

const failed = (kind) => (cause) => {
  throw Object.assign(new Error(kind, { cause }), { kind });
};

async function get(url, read = (response) => response.json(), how = { credentials: "omit", referrerPolicy: "no-referrer" }) {
  const response = await fetch(url, { ...how, signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return read(response);
}

// Compiles while it arrives, wherever the server says what it is.
const compile = (response) =>
  (response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes))
  ).catch(failed("unsupported"));

let started;
async function start() {
  // The WASM is asked for as a page's <link rel="preload"> would, so that it is fetched once.
  const [module, wasm] = await Promise.all([
    program(),
    get(WASM, compile, { integrity: WASM_INTEGRITY }),
  ]);
  await module.start(wasm, (url, integrity) => get(url, compile, { integrity })).catch(failed("unsupported"));
  return module;
}
const load = () => started ??= start().catch((error) => {
  started = undefined;
  throw error;
});

function pick(wanted) {
  const primary = (tag) => tag.split("-")[0].toLowerCase();
  const serving = (tag) => Object.keys(LANGUAGES).find((language) => primary(language) === primary(tag));
  return (wanted ? [wanted] : navigator.languages).map(serving).find(Boolean) ?? "en";
}

const view = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) target.restart();
  }
}, { rootMargin: "600px" });

class SottoSurvey extends HTMLElement {
  static observedAttributes = ["src", "collector", "display", "epsilon-pin", "lang"];

  #root = this.attachShadow({ mode: "open" });
  #given = {};
  #shown;
  #turn = 0;
  #started = false;

  constructor() {
    super();
    for (const name of ["survey", "transport", "invite"]) {
      // What the page may have set before this script was here.
      this.#given[name] = this[name];
      Object.defineProperty(this, name, {
        get: () => this.#given[name],
        set: (value) => {
          this.#given[name] = value;
          if (name !== "transport") this.#changed();
        },
      });
    }
  }

  connectedCallback() {
    if (this.#started) return;
    this.#show(waiting, "div");
    // What is shown elsewhere than here never comes into view.
    if (this.hasAttribute("display")) this.restart();
    else view.observe(this);
  }

  disconnectedCallback() {
    // An element that is only moved is connected again before this comes to pass.
    queueMicrotask(() => {
      if (this.isConnected) return;
      view.unobserve(this);
      this.#started = false;
      this.#turn++;
      this.#close();
    });
  }

  attributeChangedCallback(name, before, now) {
    if (before !== now) this.#changed(name);
  }

  // Forgets, on this device, that this survey was answered, and starts over.
  async forget() {
    if (!this.#shown) await this.restart();
    // What is shown elsewhere than here starts over by itself.
    if (this.#shown?.forget()) return;
    this.#close();
    await this.restart();
  }

  async restart() {
    view.unobserve(this);
    this.#started = true;
    const turn = ++this.#turn;
    const language = pick(this.lang);
    const [texts, ...words] = LANGUAGES[language];
    const src = this.getAttribute("src");
    const display = DISPLAYS[this.getAttribute("display")];
    if (!this.survey && src === null) return;
    let messages;
    try {
      // All at once: nothing waits for another to be here before it is asked for.
      const [module, survey, , status] = await Promise.all(display
        ? [display()]
        : [
          load(),
          this.survey ?? get(new URL(src, document.baseURI)),
          get(texts).then((texts) => messages = texts),
          program().then(({ ask }) => ask(this)).catch(() => {}),
        ]);
      if (turn !== this.#turn) return;
      this.#shown = await module.show(this, this.#root, {
        survey,
        messages,
        language,
        status,
        words,
        before: this.#shown,
        current: () => turn === this.#turn,
      }) ?? this.#shown;
      await this.#shown?.whole;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error, messages, words);
    }
  }

  #changed(name) {
    if (!this.#started) return;
    this.restart();
  }

  #show(sheet, name) {
    const box = document.createElement(name);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.replaceChildren(box);
    return box;
  }

  #close() {
    this.#shown?.close();
    this.#shown = undefined;
  }

  #fail(error, messages, [words, retry]) {
    console.error("sotto-survey:", error);
    this.#close();
    const kind = error.kind ?? "loading";
    const message = this.#show(waiting, "p");
    message.role = "alert";
    message.lang = pick(this.lang);
    message.dir = "auto";
    message.dataset.failure = kind;
    message.textContent = messages?.[`failed-${kind}`] ?? words;
    if (kind === "loading") {
      const again = document.createElement("button");
      again.textContent = retry;
      again.onclick = () => this.restart();
      message.append(again);
      addEventListener("online", () => message.isConnected && this.restart(), { once: true });
    }
    this.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind } }));
  }
}

customElements.get("sotto-survey") ?? customElements.define("sotto-survey", SottoSurvey);

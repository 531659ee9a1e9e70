// Defines <sotto-survey>; its program is loaded when one comes near the view. Properties: `survey`
// (an object, in place of `src`), `transport` (async (url, body) => ({ status }), in place of fetch).

// Filled in by scripts/finish-bundle.mjs with names that carry a hash of the content.
const WIDGET_JS = "__WIDGET_JS__";
const WIDGET_WASM = "__WIDGET_WASM__";

// What has to be said when nothing else could be loaded.
const WORDS = {
  en: {
    unsupported: "This survey needs WebAssembly to protect your answers on your device, and your browser or this page does not allow it. Nothing was sent.",
    loading: "This survey could not be loaded. Nothing was sent.",
    retry: "Try again",
  },
  "zh-CN": {
    unsupported: "这项调查需要WebAssembly在您的设备上保护您的回答，而您的浏览器或本页面不允许使用它。没有发送任何内容。",
    loading: "未能加载这项调查。没有发送任何内容。",
    retry: "重试",
  },
};

const here = (path) => new URL(path, import.meta.url);

const waiting = new CSSStyleSheet();
waiting.replaceSync(`:host(:not([hidden])) { display: block }
div { min-height: 36rem }
p { font: 1rem/1.5 system-ui, sans-serif; border-inline-start: 4px solid; padding: .5rem 1rem; margin: 0 }
button { font: inherit; min-height: 3rem; display: block }`);

const failed = (kind) => (cause) => {
  throw Object.assign(new Error(kind, { cause }), { kind });
};

async function json(url) {
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.json();
}

let program;
const load = () => program ??= start().catch((error) => {
  program = undefined;
  throw error;
});

async function start() {
  // Both at once: the module's code need not be here before its WASM is asked for.
  const [module, wasm] = await Promise.all([import(here(WIDGET_JS)), fetch(here(WIDGET_WASM))])
    .catch(failed("loading"));
  if (!wasm.ok) failed("loading")(wasm.status);
  await module.default({ module_or_path: wasm }).catch(failed("unsupported"));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(module.style());
  return { mount: module.mount, sheet };
}

function pick(wanted) {
  const languages = Object.keys(WORDS);
  const primary = (tag) => tag.split("-")[0].toLowerCase();
  const serving = (tag) => languages.find((language) => primary(language) === primary(tag));
  return (wanted ? [wanted] : navigator.languages).map(serving).find(Boolean) ?? "en";
}

const view = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) target.restart();
  }
}, { rootMargin: "600px" });

class SottoSurvey extends HTMLElement {
  static observedAttributes = ["src", "collector", "lang", "epsilon-pin"];

  #root = this.attachShadow({ mode: "open" });
  #given = {};
  #handle;
  #turn = 0;
  #started = false;

  constructor() {
    super();
    for (const name of ["survey", "transport"]) {
      // What the page may have set before this script was here.
      this.#given[name] = this[name];
      Object.defineProperty(this, name, {
        get: () => this.#given[name],
        set: (value) => {
          this.#given[name] = value;
          if (this.#started) this.restart();
        },
      });
    }
  }

  connectedCallback() {
    this.#show(waiting, "div");
    view.observe(this);
  }

  disconnectedCallback() {
    view.unobserve(this);
    this.#started = false;
    this.#turn++;
    this.#unmount();
  }

  attributeChangedCallback(_name, before, now) {
    if (this.#started && before !== now) this.restart();
  }

  // Forgets, on this device, that this survey was answered, and starts over.
  async forget() {
    if (!this.#handle) await this.restart();
    this.#handle?.forget();
    await this.restart();
  }

  async restart() {
    view.unobserve(this);
    this.#started = true;
    const turn = ++this.#turn;
    const language = pick(this.lang);
    const src = this.getAttribute("src");
    if (!this.survey && src === null) return;
    try {
      const [{ mount, sheet }, messages, survey] = await Promise.all([
        load(),
        json(here(`messages/widget.${language}.json`)).catch(failed("loading")),
        this.survey ?? json(new URL(src, document.baseURI)).catch(failed("loading")),
      ]);
      if (turn !== this.#turn) return;
      this.#unmount();
      const box = this.#show(sheet, "div");
      const collector = this.getAttribute("collector");
      try {
        this.#handle = mount(box, {
          survey,
          messages,
          language,
          collector: (collector === null ? here(".") : new URL(collector, document.baseURI)).href.replace(/\/*$/, "/"),
          epsilonPin: this.getAttribute("epsilon-pin"),
          framed: parent !== self && !frameElement,
          headingLevel: document.querySelector("h1") ? 2 : 1,
          transport: this.transport,
          emit: (type, detail) => this.#emit(type, detail),
        });
      } catch (error) {
        this.#fail("survey", messages["invalid-survey"], error);
      }
    } catch (error) {
      if (turn === this.#turn) this.#fail(error.kind, WORDS[language][error.kind], error, WORDS[language].retry);
    }
  }

  // Shows a box, in the style of the waiting or of the survey.
  #show(sheet, name) {
    const box = document.createElement(name);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.replaceChildren(box);
    return box;
  }

  #unmount() {
    this.#handle?.unmount();
    this.#handle = undefined;
  }

  #fail(kind, words, error, retry) {
    console.error("sotto-survey:", error);
    this.#unmount();
    const message = this.#show(waiting, "p");
    message.role = "alert";
    message.dataset.failure = kind;
    message.textContent = words;
    if (kind === "loading") {
      const again = document.createElement("button");
      again.textContent = retry;
      again.onclick = () => this.restart();
      message.append(again);
      addEventListener("online", () => message.isConnected && this.restart(), { once: true });
    }
    this.#emit("sotto-error", { kind });
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

if (!customElements.get("sotto-survey")) {
  customElements.define("sotto-survey", SottoSurvey);
}

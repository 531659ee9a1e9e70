// Defines <sotto-survey>: a box that keeps its place, and fetches what it needs when it comes near
// the view. Everything else is in the program it loads; docs/embedding.md says what it offers.

// Every file's name stands where a bundler can read it. scripts/bundle writes into this file the names as
// they are with their hashes, and what it reads beside them:
// - LANGUAGES: the tags of the languages, and `textsOf`: where the texts of one are and, if they are checked, their hash;
// - WASM_INTEGRITY: the hash of the program, or nothing;
// - WORDS: what is said where no texts can be had.
const program = () => take("./widget.js", () => import("./widget.js"));
const WASM = new URL("./widget_bg.wasm", import.meta.url);
const DISPLAYS = {
  dialog: () => take("./widget-dialog.js", () => import("./widget-dialog.js")),
  frame: () => take("./widget-frame.js", () => import("./widget-frame.js")),
};

// What the page knows of the modules' hashes.
const maps = document.querySelectorAll("script[type=importmap]");

// Imports a module beside this one, once. A browser may remember for the life of the page that a module could
// not be had (the HTML standard asked for that until 2026: whatwg/html#6768): from the second try on it is
// asked for at an address of its own as well.
const modules = {};
const failed = {};
let tries = 0;
const take = (file, load) => modules[file] ??= load()
  .catch((error) => failed[file] ? takeAfresh(file) : Promise.reject(error))
  .catch((error) => {
    failed[file] = true;
    delete modules[file];
    throw error;
  });

// The page's map knows a module by its address alone: a script holds the new one to the same hash.
async function takeAfresh(file) {
  const { href } = new URL(file, import.meta.url);
  const src = `${href}?${++tries}`;
  for (const { text } of maps) {
    for (const [name, integrity] of Object.entries(JSON.parse(text).integrity ?? {})) {
      if (new URL(name, document.baseURI).href !== href) continue;
      await new Promise((onload, onerror) =>
        document.head.append(make("script", { type: "module", integrity, src, onload, onerror })));
    }
  }
  return import(src);
}

const waiting = new CSSStyleSheet();
waiting.replaceSync(`:host(:not([hidden])){display:block}
div{min-height:var(--sotto-reserve,36rem)}
p{font:medium/1.5 system-ui,sans-serif;border-inline-start:4px solid;padding:.5em 1em;margin:0}
button{font:inherit;min-height:3em;display:block}`);

// Whoever answers with a fault is there. `how` may say what another status means.
async function get(url, how, read) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...how });
  const { ok, status } = response;
  if (!ok) throw Object.assign(Error(`${url}: status ${status}`), { kind: status > 499 ? "server" : how[status] });
  return read(response);
}

const getPlainly = (url, how, read) =>
  get(url, { credentials: "omit", referrerPolicy: "no-referrer", ...how }, (response) => response[read]());

// In its compiled form where whoever has it knows of that.
const getSurvey = (url) =>
  getPlainly(url, { headers: { accept: "application/vnd.sotto.survey,*/*" }, 404: "missing" }, "arrayBuffer");

const getTexts = (language, [url, integrity] = textsOf(language)) => getPlainly(url, { integrity }, "json");

// Compiles while it arrives, wherever the server says what it is.
const compile = async (response) => response.headers.get("content-type") === "application/wasm"
  ? WebAssembly.compileStreaming(response)
  : WebAssembly.compile(await response.arrayBuffer());

const getWasm = (url, integrity, signal) => get(url, { integrity, signal }, compile);

// The common program's WASM. It is asked for with the first survey, before anybody knows which program that needs,
// and as a page's <link rel="preload"> would ask, so that it is fetched once. It is given up where all that asked
// need the whole program instead.
let asking = 0;
let controller;
let wasm;
const common = {
  get: () => wasm ??= fetchCommon(),
  giveUp() {
    if (--asking) return;
    controller?.abort();
    wasm = undefined;
  },
};

function fetchCommon() {
  const { signal } = controller = new AbortController();
  setTimeout(controller.abort.bind(controller), 60_000);
  const fetched = wasm = getWasm(WASM, WASM_INTEGRITY, signal);
  // Whoever asks the next time has it fetched again.
  fetched.catch(() => {
    if (wasm === fetched) controller = undefined;
  });
  return fetched;
}

async function load() {
  const module = await program();
  module.fetchBy(common, getWasm, take);
  return module;
}

// A tag as the browser understands it, if it does.
function locale(tag) {
  try {
    return new Intl.Locale(tag);
  } catch {
    return { language: tag };
  }
}

// Of some languages the one that suits best: the first of the wanted ones that is there in any form. Where there are
// several forms it is the one that means the same in full (zh-TW is zh-Hant-TW), or that is written the same way
// (zh-Hant). Only then is that asked: a browser takes milliseconds to learn what tags mean in full.
function pick(wanted, tags) {
  return wanted.map((tag) => {
    if (tags.includes(tag)) return tag;
    const near = tags.filter((other) => locale(other).language === locale(tag).language);
    const same = (key) => near[1] && near.find((other) => locale(other).maximize()[key] === locale(tag).maximize()[key]);
    return same("baseName") ?? same("script") ?? near[0];
  }).find(Boolean);
}

const make = (name, more) => Object.assign(document.createElement(name), more);

const view = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) target.restart();
  }
}, { rootMargin: "600px" });

// On a phone the network takes longest: there the program is asked for at once. Elsewhere it would be here before
// the first frame of a page that has its first questions in it, and would delay that frame.
const isSeenFirst = !matchMedia("(pointer: coarse)").matches;

// Once the page has been drawn as it is or, in a hidden tab, a little later.
function seen(then) {
  requestAnimationFrame(() => setTimeout(then));
  setTimeout(then, 200);
}

class SottoSurvey extends HTMLElement {
  static observedAttributes = ["src", "collector", "display", "pin", "epsilon-pin", "log-key", "lang"];

  // The page may have one with the first questions in it.
  #root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
  #given = {};
  #shown;
  #turn = 0;
  #started = false;
  #waits = {};
  #again = () => this.restart();

  constructor() {
    super();
    for (const name of ["survey", "transport", "invite"]) {
      // What the page may have set before this script was here.
      this.#given[name] = this[name];
      Object.defineProperty(this, name, {
        get: () => this.#given[name],
        set: (value) => {
          this.#given[name] = value;
          if (name === "transport") this.#shown?.follow?.();
          else this.#changed();
        },
      });
    }
  }

  connectedCallback() {
    if (this.#started) return;
    const elsewhere = this.#elsewhere;
    // A dialog takes no place; what was drawn before has its own.
    if (elsewhere !== DISPLAYS.dialog && (elsewhere || !this.#root.querySelector("[data-first]"))) {
      this.#waits = this.#show("div", { role: "status" });
    }
    // What is shown elsewhere than here never comes into view.
    if (elsewhere) this.restart();
    // Once whoever puts it there has said all about it.
    else (isSeenFirst && this.#root.querySelector("[data-first]") ? seen : queueMicrotask)(() => this.#look());
  }

  // Where a page begins with its survey, nothing waits until the page has been drawn. From inside a
  // frame it cannot be told where the view is.
  #look() {
    if (this.#started) return;
    const place = this.getBoundingClientRect();
    if (self === parent && place.width && place.top < innerHeight + 600 && place.bottom > -600) this.restart();
    else view.observe(this);
  }

  disconnectedCallback() {
    // An element that is only moved is connected again before this comes to pass.
    queueMicrotask(() => {
      if (this.isConnected) return;
      view.unobserve(this);
      removeEventListener("online", this.#again);
      this.#started = false;
      this.#turn++;
      this.#close();
    });
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "lang" && this.#shown?.speak) this.#shown.speak();
    else this.#changed();
  }

  // What shows it elsewhere than in place. A shape may stand behind its name.
  get #elsewhere() {
    return DISPLAYS[this.getAttribute("display")?.split(" ")[0]];
  }

  // The languages that are asked for, the best first: the element's own alone, or that of the page around it and
  // then the browser's. An empty attribute says that the page's does not count.
  get #wanted() {
    let near = this;
    while (near && !near.matches?.("[lang]")) near = near.parentNode ?? near.host;
    return this.lang ? [this.lang] : [near?.lang, ...navigator.languages].filter(Boolean);
  }

  // Forgets, on this device, that this survey was answered, and starts over.
  async forget() {
    if (!this.#shown) await this.restart();
    // What is shown elsewhere than here starts over by itself.
    if (await this.#shown?.forget()) return;
    this.#close();
    await this.restart();
  }

  async restart() {
    view.unobserve(this);
    removeEventListener("online", this.#again);
    this.#started = true;
    const turn = ++this.#turn;
    let language = pick(this.#wanted, LANGUAGES) ?? "en";
    const src = this.getAttribute("src");
    const display = this.#elsewhere;
    if (!this.survey && src === null) return;
    const texts = display ? undefined : getTexts(language);
    // Whoever waits longer is told for what, in the words that are there first.
    setTimeout(async () => {
      if (!this.#waits.isConnected) return;
      const { loading } = await (texts ?? getTexts(language)).catch(() => WORDS);
      Object.assign(this.#waits, { lang: language, textContent: loading });
    }, 1000);
    if (!display) {
      asking++;
      if (!controller) fetchCommon();
    }
    try {
      // All at once: nothing waits for another to be here before it is asked for.
      const [module, survey, messages, status] = await Promise.all(display
        ? [display()]
        : [
          load(),
          this.survey ?? getSurvey(src),
          texts,
          program().then((module) => module.begin(this, texts)).catch(() => {}),
        ]);
      if (turn !== this.#turn) return;
      this.#shown = await module.show(this, this.#root, {
        survey,
        messages,
        language,
        wanted: () => this.#wanted,
        tags: LANGUAGES,
        getTexts,
        pick,
        status,
        before: this.#shown,
        current: () => turn === this.#turn,
      }) ?? this.#shown;
      await this.#shown?.whole;
    } catch (error) {
      try {
        // Where not even an empty program can be compiled, the browser has no WebAssembly, or the page forbids it.
        display ?? new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
      } catch {
        error.kind ??= "unsupported";
      }
      error.kind ??= "loading";
      const messages = await (texts ?? getTexts(language)).catch(() => (language = "en", WORDS));
      if (turn === this.#turn) this.#fail(error, messages, language);
    }
  }

  #changed() {
    if (this.#started) this.restart();
  }

  #show(name, more) {
    const box = make(name, more);
    this.#root.adoptedStyleSheets = [waiting];
    this.#root.replaceChildren(box);
    return box;
  }

  #close() {
    this.#shown?.close();
    this.#shown = undefined;
  }

  #fail(error, messages, language) {
    console.error("sotto-survey:", error);
    const isInside = this.#root.activeElement;
    this.#close();
    const { kind } = error;
    const message = this.#show("p", {
      role: "alert",
      lang: language,
      dir: "auto",
      tabIndex: -1,
      textContent: messages[`failed-${kind}`] ?? messages["failed-loading"],
    });
    message.dataset.failure = kind;
    // What has to do with the network alone.
    if (/loading|unread|missing|server/.test(kind)) {
      message.append(make("button", { textContent: messages["try-again"], onclick: this.#again }));
      addEventListener("online", this.#again, { once: true });
    }
    // Whoever was here, with the keyboard, stays here.
    if (isInside) (message.lastElementChild ?? message).focus();
    this.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind } }));
  }
}

customElements.get("sotto-survey") ?? customElements.define("sotto-survey", SottoSurvey);

// Defines <sotto-results src="https://COLLECTOR/api/v1/surveys/census">: the live results of a survey, in a
// frame on the collector's own origin. The page around it needs no WebAssembly and no styles for it, and
// sees nothing of it but its height; docs/embedding.md says what it offers.
const sheet = new CSSStyleSheet();
sheet.replaceSync(":host(:not([hidden])) { display: block } :host { color-scheme: light dark } :host([theme=light]) { color-scheme: light } :host([theme=dark]) { color-scheme: dark } iframe { display: block; width: 100%; border: 0; height: var(--sotto-reserve, 36rem) }");

// Where the results of a survey at that address are shown: /api/v1/surveys/census, its /results, or the page
// /results/census.
function addressOf(src) {
  const { origin, pathname } = new URL(src, document.baseURI);
  const [, folder, survey] = /^(.*\/)(?:api\/v1\/surveys|results)\/([a-z0-9][a-z0-9-]{0,63})(?:\/results)?$/.exec(pathname) ?? [];
  return survey && { folder: origin + folder, survey };
}

class SottoResults extends HTMLElement {
  static observedAttributes = ["src", "lang", "token"];

  #root = this.attachShadow({ mode: "open" });
  #frame;
  #isWaiting = false;
  #hear = ({ source, origin, data }) => {
    if (source !== this.#frame?.contentWindow || origin !== new URL(this.#frame.src).origin) return;
    if (data?.sotto === "height" && Number.isFinite(data.height)) {
      this.#frame.style.height = `${Math.min(Math.max(data.height, 0), 100_000)}px`;
    }
  };
  #theme = new MutationObserver(() => this.#tell());

  connectedCallback() {
    this.#root.adoptedStyleSheets = [sheet];
    addEventListener("message", this.#hear);
    this.#theme.observe(this, { attributeFilter: ["theme"] });
    this.attributeChangedCallback();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#theme.disconnect();
    this.#root.replaceChildren();
    this.#frame = undefined;
  }

  // Once for all attributes that change together.
  attributeChangedCallback() {
    if (this.#isWaiting || !this.isConnected) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.isConnected) this.#show();
    });
  }

  #show() {
    const found = addressOf(this.getAttribute("src") ?? "");
    if (!found) {
      console.error("<sotto-results>: src should be the address of a survey at a collector, such as https://COLLECTOR/api/v1/surveys/census");
      return;
    }
    const page = new URL("embed/results.html", found.folder);
    const lang = this.getAttribute("lang");
    page.search = new URLSearchParams({ survey: found.survey, ...lang && { lang } });
    // Behind the #, which no server sees.
    const token = this.getAttribute("token");
    if (token) page.hash = new URLSearchParams({ token });
    const frame = document.createElement("iframe");
    frame.src = page;
    frame.title = this.getAttribute("aria-label") ?? found.survey;
    frame.part = "frame";
    frame.referrerPolicy = "no-referrer";
    frame.loading = "lazy";
    frame.allow = "";
    frame.onload = () => {
      // Whom it may answer.
      frame.contentWindow?.postMessage({ sotto: "hello" }, page.origin);
      this.#tell();
    };
    this.#root.replaceChildren(this.#frame = frame);
  }

  #tell() {
    const theme = /^(light|dark)$/.exec(this.getAttribute("theme"))?.[0];
    this.#frame?.contentWindow?.postMessage({ sotto: "theme", theme }, new URL(this.#frame.src).origin);
  }
}

if (!customElements.get("sotto-results")) customElements.define("sotto-results", SottoResults);

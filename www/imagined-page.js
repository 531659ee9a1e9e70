// The element <imagined-people lang survey people>: the results page of imagined people, for the studio, which loads
// this script when they are asked for (src/imagined_people.rs). A program that does not start is an error of this script.

import init, { Shown } from "./imagined.js";

const ready = init({ module_or_path: new URL("./imagined_bg.wasm", import.meta.url) });
ready.catch(() => document.getElementById("imagined-page")?.dispatchEvent(new Event("error")));

class ImaginedPeople extends HTMLElement {
  static observedAttributes = ["lang", "survey", "people"];

  #shown;

  connectedCallback() {
    this.#show();
  }

  attributeChangedCallback() {
    this.#show();
  }

  disconnectedCallback() {
    this.#shown?.end();
    this.#shown = undefined;
  }

  async #show() {
    try {
      await ready;
    } catch {
      return;
    }
    const [language, survey, people] = ImaginedPeople.observedAttributes.map((name) => this.getAttribute(name));
    // It may have gone meanwhile, or not be told everything yet.
    if (!this.isConnected || !language || !survey || !people) return;
    if (this.#shown) this.#shown.update(language, survey, Number(people));
    else this.#shown = new Shown(this, language, survey, Number(people));
  }
}

customElements.define("imagined-people", ImaginedPeople);

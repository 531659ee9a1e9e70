// The element <imagined-people lang survey people unfinished>: the results page of imagined people, for the studio, which
// loads this script when they are asked for (src/imagined_people.rs). A program that does not start is an error of this
// script.

import init, { Shown } from "./imagined.js";

let started;

// Anew after each time that it did not start.
const start = () => {
  started ??= init({ module_or_path: new URL("./imagined_bg.wasm", import.meta.url) }).catch((error) => {
    started = undefined;
    document.getElementById("imagined-page")?.dispatchEvent(new Event("error"));
    throw error;
  });
  return started;
};

class ImaginedPeople extends HTMLElement {
  static observedAttributes = ["lang", "survey", "people", "unfinished"];

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
    if (!this.isConnected) return;
    try {
      await start();
    } catch {
      return;
    }
    const [language, survey, people] = ["lang", "survey", "people"].map((name) => this.getAttribute(name));
    // It may have gone meanwhile, or not be told everything yet.
    if (!this.isConnected || !language || !survey || !people) return;
    const told = [language, survey, Number(people), this.hasAttribute("unfinished")];
    if (this.#shown) this.#shown.update(...told);
    else this.#shown = new Shown(this, ...told);
  }
}

customElements.define("imagined-people", ImaginedPeople);

// The only script an embedding page names. It costs next to nothing until a <sotto-survey> is there.

// Filled in by scripts/finish-bundle.mjs with names that carry a hash of the content.
const WIDGET_JS = "__WIDGET_JS__";
const WIDGET_WASM = "__WIDGET_WASM__";

let widget;

function load() {
  widget ??= (async () => {
    // Both at once: the module's code need not be here before its WASM is asked for.
    const wasm = fetch(new URL(WIDGET_WASM, import.meta.url));
    const module = await import(new URL(WIDGET_JS, import.meta.url));
    await module.default({ module_or_path: wasm });
    return module;
  })();
  return widget;
}

class SottoSurvey extends HTMLElement {
  connectedCallback() {
    load();
  }
}

if (!customElements.get("sotto-survey")) {
  customElements.define("sotto-survey", SottoSurvey);
}

// Starts the site. A file and not an inline script, so that a strict content security policy holds.
const { js, wasm } = document.getElementById("boot").dataset;
const { default: init } = await import(new URL(js, document.baseURI));
await init({ module_or_path: new URL(wasm, document.baseURI) });

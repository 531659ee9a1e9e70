// The script of the Web Worker that simulates a crowd: new Worker("crowd-worker.js", { type: "module" }).
// `main` of src/bin/crowd.rs sets `onmessage`; messages sent before that would be lost, so the page
// waits for this worker's first message.

// Filled in by scripts/finish-bundle.mjs with names that carry a hash of the content.
import init from "__CROWD_JS__";

await init({ module_or_path: new URL("__CROWD_WASM__", import.meta.url) });

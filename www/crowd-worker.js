// The script of the Web Worker that simulates a crowd: new Worker("crowd-worker.js", { type: "module" }).
// Messages sent before the program is there would be lost, so the page waits for "Ready"; all that is
// said is typed in crates/sotto-crowd/src/protocol.rs.

// Filled in by scripts/finish-bundle.mjs with names that carry a hash of the content.
import init, { simulate } from "__CROWD_JS__";

await init({ module_or_path: new URL("__CROWD_WASM__", import.meta.url) });
onmessage = ({ data }) => simulate(data, (message) => postMessage(message));
postMessage("Ready");

// The script of the Web Worker that simulates a crowd: new Worker("crowd-worker.js", { type: "module" }).
// Messages sent before the program is there would be lost, so the page waits for "Ready"; all that is
// said is typed in crates/sotto-crowd/src/protocol.rs.

import init, { simulate } from "./crowd.js";

await init({ module_or_path: new URL("./crowd_bg.wasm", import.meta.url) });
onmessage = ({ data }) => simulate(data, (message) => postMessage(message));
postMessage("Ready");

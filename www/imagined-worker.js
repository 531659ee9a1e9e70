// The script of the Web Worker that draws imagined people: new Worker("imagined-worker.js", { type: "module" }).
// What is asked and told is typed in crates/sotto-crowd/src/rehearsal/draw.rs; null says that the program did not
// start or broke down.

import init, { rehearse } from "./imagined.js";

const ready = init({ module_or_path: new URL("./imagined_bg.wasm", import.meta.url) });
onmessage = async ({ data }) => {
  try {
    await ready;
    rehearse(data, (message) => postMessage(message));
  } catch {
    postMessage(null);
  }
};

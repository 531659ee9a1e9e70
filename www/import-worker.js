// The script of the Web Worker that reads a file of another program: new Worker("import-worker.js", { type: "module" }).
// It is asked once, with the bytes, the name and the language; what it answers is typed in
// crates/sotto-studio/src/reading.rs, and null says that the program did not start or broke down.

import init, { read } from "./import.js";

const ready = init({ module_or_path: new URL("./import_bg.wasm", import.meta.url) });
onmessage = async ({ data: [bytes, name, language] }) => {
  try {
    await ready;
    postMessage(read(bytes, name, language));
  } catch {
    postMessage(null);
  }
};

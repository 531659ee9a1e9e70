// The script of the Web Worker that reads and writes files of other programs:
// new Worker("import-worker.js", { type: "module" }). It is asked once, with the name of one of the program's functions
// and what that takes; what it answers is typed in crates/sotto-studio/src/reading.rs, and null says that the program
// did not start or broke down.

import init, { read, read_translations, write_translations } from "./import.js";

const tasks = { read, read_translations, write_translations };
const ready = init({ module_or_path: new URL("./import_bg.wasm", import.meta.url) });
onmessage = async ({ data: [task, ...given] }) => {
  try {
    await ready;
    postMessage(tasks[task](...given));
  } catch {
    postMessage(null);
  }
};

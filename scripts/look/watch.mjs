// Tells when a file that something is built from was saved.
import { watch } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./site.mjs";

const FOLDERS = ["crates", "src", "www"];
// Of the project's own folder, in which much else comes and goes.
const FILES = ["Cargo.lock", "Cargo.toml", "Trunk.toml", "index.html"];
// An editor writes a file in several steps, and somebody may save several files.
const QUIET = 100;
// What editors leave beside a file.
const NOT_SAVED = /(^|\/)(\.|#)|~$|\.sw.$|(^|\/)4913$/;

/** Calls `onSave` with the files that were saved; while it works, further ones are gathered. */
export function onSaves(onSave) {
  const saved = new Set();
  let timer;
  let isAtWork = false;
  const work = async () => {
    if (isAtWork || saved.size === 0) return;
    isAtWork = true;
    const files = [...saved];
    saved.clear();
    await onSave(files);
    isAtWork = false;
    work();
  };
  const note = (file) => {
    saved.add(file);
    clearTimeout(timer);
    timer = setTimeout(work, QUIET);
  };
  for (const folder of FOLDERS) {
    watch(join(ROOT, folder), { recursive: true }, (_, file) => {
      if (file && !NOT_SAVED.test(file)) note(join(folder, file));
    });
  }
  watch(ROOT, (_, file) => {
    if (FILES.includes(file)) note(file);
  });
}

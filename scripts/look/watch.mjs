// Tells when a file that something is built from was saved.
import { readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["crates", "deploy", "docs", "src", "www"];
// Of the project's own folder, in which much else comes and goes.
const FILES = ["Cargo.lock", "Cargo.toml", "DESIGN.md", "README.md", "Trunk.toml", "index.html"];
// An editor writes a file in several steps, and somebody may save several files.
const QUIET = 100;
// What editors leave beside a file.
const NOT_SAVED = /(^|\/)(\.|#)|~$|\.sw.$|(^|\/)4913$/;

/** Calls `onSave` with the files below `root` that were saved; while it works, further ones are gathered. */
export function onSaves(root, onSave) {
  const known = new Set(FILES);
  const watchers = new Map();
  const noted = new Set();
  let timer;
  let isAtWork = false;
  const kind = (path) => statSync(join(root, path), { throwIfNoEntry: false });
  const work = async () => {
    if (isAtWork || noted.size === 0) return;
    isAtWork = true;
    // Neither there nor known: an editor wrote it beside the file that it then became.
    const saved = [...noted].filter((path) => kind(path) || known.has(path));
    noted.clear();
    for (const path of saved) known.add(path);
    if (saved.length > 0) await onSave(saved);
    isAtWork = false;
    work();
  };
  const note = (path) => {
    if (NOT_SAVED.test(path)) return;
    if (kind(path)?.isDirectory()) return watchBelow(path).forEach(note);
    noted.add(path);
    clearTimeout(timer);
    timer = setTimeout(work, QUIET);
  };
  // One watcher for each folder: one for all that is below would lose a file which an editor replaces by another.
  const watchBelow = (folder) => {
    watchers.get(folder)?.close();
    const watcher = watch(join(root, folder), (_, name) => note(join(folder, name)));
    // The folder is gone.
    watcher.on("error", () => watcher.close());
    watchers.set(folder, watcher);
    return readdirSync(join(root, folder), { withFileTypes: true }).map(({ name }) => join(folder, name));
  };
  const know = (folder) => {
    for (const path of watchBelow(folder)) {
      if (NOT_SAVED.test(path)) continue;
      if (kind(path)?.isDirectory()) know(path);
      else known.add(path);
    }
  };
  FOLDERS.forEach(know);
  watch(root, (_, name) => {
    if (FILES.includes(name)) note(name);
  });
}

// For pages that trust a file by its hash and not by its address: integrity.json, the hash of every
// file of the widget whose name never changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "./files.mjs";
import { integrity } from "./loader.mjs";

export function writeIntegrity(folder) {
  const files = filesIn(folder).filter((file) => /^(sotto-survey|widget)(-[a-z]+)*-[0-9a-f]{16}/.test(file));
  const hashes = Object.fromEntries(files.map((file) => [file, integrity(readFileSync(join(folder, file)))]));
  writeFileSync(join(folder, "integrity.json"), `${JSON.stringify(hashes, null, 2)}\n`);
}

// For pages that trust a file by its hash and not by its address: integrity.json, the hash of every
// file of the widget whose name never changes.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "./files.mjs";

const NEVER_CHANGING = /^(sotto-survey|widget[\w-]*|messages\/widget\.[\w-]+)-[0-9a-f]{16}[._]/;

// As browsers check it (Subresource Integrity).
export function integrity(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

export function writeIntegrity(folder) {
  const files = filesIn(folder).filter((file) => NEVER_CHANGING.test(file));
  const hashes = Object.fromEntries(files.map((file) => [file, integrity(readFileSync(join(folder, file)))]));
  writeFileSync(join(folder, "integrity.json"), `${JSON.stringify(hashes, null, 2)}\n`);
}

// The service worker's version: the hash of its file, by which it tells its own cache from that of another version.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./hash-names.mjs";

const PLACE = "\"unstamped\"";

export function stampWorker(folder) {
  const file = join(folder, "sw.js");
  const text = readFileSync(file, "utf8");
  if (!text.includes(PLACE)) throw new Error(`sw.js has no place for its version: ${PLACE}`);
  writeFileSync(file, text.replace(PLACE, JSON.stringify(hashOf(text))));
}

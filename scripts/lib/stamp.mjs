// Prints one hash over the names and contents of the files and folders given.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { filesIn } from "../bundle/files.mjs";

const hash = createHash("sha256");
for (const path of process.argv.slice(2)) {
  const files = statSync(path).isDirectory() ? filesIn(path).map((file) => `${path}/${file}`) : [path];
  for (const file of files) {
    const content = createHash("sha256").update(readFileSync(file)).digest("hex");
    hash.update(`${file}\0${content}\n`);
  }
}
console.log(hash.digest("hex"));

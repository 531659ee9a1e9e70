// Compares two built trees, each with dist/ and target/release/sotto, or two releases: every file by its hash.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { filesIn } from "../bundle/files.mjs";

const BINARY = "target/release/sotto";

/** Holds random reports, and so do the sums that name it. */
const isRandom = (file) => file === "SHA256SUMS" || file.endsWith("-record.tar.gz");

/** Hash by path of all that is shipped. */
function built(tree) {
  const hash = (file) => createHash("sha256").update(readFileSync(`${tree}/${file}`)).digest("hex");
  if (existsSync(`${tree}/SHA256SUMS`)) {
    const files = filesIn(tree).filter((file) => !isRandom(file));
    return new Map(files.map((file) => [file, hash(file)]));
  }
  for (const needed of ["dist/index.html", BINARY]) {
    if (!existsSync(`${tree}/${needed}`)) {
      console.error(`✗ ${tree} has no ${needed}: build it with ./run --release --build-only.`);
      process.exit(2);
    }
  }
  const files = [...filesIn(`${tree}/dist`).map((file) => `dist/${file}`), BINARY];
  return new Map(files.map((file) => [file, hash(file)]));
}

const [one, other] = process.argv.slice(2, 4).map(built);
const names = [...new Set([...one.keys(), ...other.keys()])].sort();
const different = names.filter((name) => one.get(name) !== other.get(name));
for (const name of different) {
  const [here, there] = [one, other].map((files) => files.get(name) ?? "missing");
  console.log(`✗ ${name}\n  ${here}\n  ${there}`);
}
if (different.length > 0) {
  console.log(`✗ ${different.length} of ${names.length} files differ.`);
  process.exit(1);
}
if (one.has(BINARY)) console.log(`${one.get(BINARY)}  ${BINARY}`);
console.log(`✓ ${names.length} files are the same in both.`);

// The command behind scripts/sizes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sizes, sizeTable } from "./sizes.mjs";

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith("-"))
  ?? fileURLToPath(new URL("../../dist", import.meta.url));
if (!existsSync(join(folder, "index.html"))) {
  console.error(`There is no built site in ${folder}: run scripts/build-site first.`);
  process.exit(1);
}
console.log(words.includes("--json") ? JSON.stringify(sizes(folder), null, 2) : sizeTable(folder));

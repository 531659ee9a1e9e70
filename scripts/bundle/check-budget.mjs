// Holds what a respondent downloads against scripts/bundle/budget.json:
// check-budget.mjs [FOLDER]. Ends with 1 and a sentence for every part that has grown beyond it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { respondentSizes } from "./sizes.mjs";

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = process.argv[2] ?? inProject("dist");
if (!existsSync(join(folder, "sotto-survey.js"))) {
  console.error(`There is no built site in ${folder}: run scripts/build-site first.`);
  process.exit(1);
}

const budget = JSON.parse(readFileSync(inProject("scripts/bundle/budget.json"), "utf8"));
const sizes = respondentSizes(folder);
const limits = { ...budget.parts, ...budget.sums };

const number = (bytes) => bytes.toLocaleString("en");
let overdrawn = 0;
console.log(`${"bytes by brotli".padEnd(34)}${"now".padStart(10)}${"at most".padStart(10)}`);
for (const [part, limit] of Object.entries(limits)) {
  console.log(`${part.padEnd(34)}${number(sizes[part]).padStart(10)}${number(limit).padStart(10)}`);
  if (sizes[part] > limit) overdrawn++;
}
for (const [part, limit] of Object.entries(limits)) {
  if (sizes[part] > limit) {
    console.error(`✗ What a respondent downloads (${part}) weighs ${number(sizes[part])} bytes, ${number(sizes[part] - limit)} more than scripts/bundle/budget.json allows. Make it smaller; raise the budget only for something a respondent needs, and say so in the commit.`);
  }
}
process.exit(overdrawn ? 1 : 0);

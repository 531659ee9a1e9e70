// Compares what respondents and learners download with scripts/bundle/budget.json: check-budget.mjs [FOLDER].
// Ends with 1 and a sentence for everything that has outgrown its limit.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { limitedSizes } from "./sizes.mjs";

const [folder = fileURLToPath(new URL("../../dist", import.meta.url))] = process.argv.slice(2);
const { limits } = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));
if (!existsSync(join(folder, "sotto-survey.js"))) {
  console.error(`There is no built site in ${folder}: run scripts/build-site first.`);
  process.exit(1);
}

const number = (bytes) => bytes.toLocaleString("en");
console.log(`${"bytes by brotli".padEnd(28)}${"now".padStart(11)}${"at most".padStart(11)}`);
const outgrown = Object.entries(limitedSizes(folder)).filter(([what, bytes]) => {
  console.log(`${what.padEnd(28)}${number(bytes).padStart(11)}${number(limits[what]).padStart(11)}`);
  return bytes > limits[what];
});
for (const [what, bytes] of outgrown) {
  console.error(`✗ What a browser downloads (${what}) weighs ${number(bytes)} bytes, ${number(bytes - limits[what])} more than scripts/bundle/budget.json allows. Make it smaller; raise the limit only for something a respondent or a learner needs, and say so in the commit.`);
}
process.exit(outgrown.length ? 1 : 0);

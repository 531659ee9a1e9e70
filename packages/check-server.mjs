// Imports the npm package where there is no page, as frameworks do that draw pages on a server: check-server.mjs
// FOLDER…, each with the package installed and the sample survey `census` beside it.
import { execFileSync } from "node:child_process";

const CODE = `
  import { readFileSync } from "node:fs";
  import * as whole from "sotto-survey";
  import * as headless from "sotto-survey/headless";
  import "sotto-survey/sotto-survey.js";
  const survey = JSON.parse(readFileSync("census.json", "utf8"));
  const bodies = [];
  for (const { perturb } of [whole, headless]) {
    for (const answer of ["yes", "no"]) bodies.push(await perturb(survey, { "over-50": answer }));
  }
  const pinned = await headless.pin(survey) === await whole.pin(survey);
  console.log(JSON.stringify({ lengths: bodies.map((body) => body.length), pinned, defined: "customElements" in globalThis }));
`;

for (const folder of process.argv.slice(2)) {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", CODE], { cwd: folder, encoding: "utf8" });
  const { lengths, pinned, defined } = JSON.parse(said);
  if (!pinned || defined || lengths.length !== 4 || lengths.some((length) => length !== lengths[0])) {
    throw new Error(`${folder}: on a server the package says ${said}`);
  }
}

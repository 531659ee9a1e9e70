// Trunk's last step: makes the glue small, bundles the widget's scripts, publishes the site's surveys,
// gives files names that carry a hash, checks every page against the content security policy, and
// writes compressed copies and a table of sizes.
//
// Trunk tells by its environment where the unfinished bundle lies.
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { writeCompressed } from "./bundle/compress.mjs";
import { assertNoInlineCode } from "./bundle/csp.mjs";
import { shorten } from "./bundle/glue.mjs";
import { hashNames, hashedName } from "./bundle/hash-names.mjs";
import { writeIntegrity } from "./bundle/integrity.mjs";
import { writePlaces } from "./bundle/places.mjs";
import { programs } from "./bundle/programs.mjs";
import { sizeTable } from "./bundle/sizes.mjs";
import { publishSurveys } from "./bundle/surveys.mjs";
import { STRICT_LOADER, bundleWidget } from "./bundle/widget.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) {
  console.error("finish-bundle.mjs is run by trunk; see scripts/build-site.");
  process.exit(2);
}
const isRelease = process.env.TRUNK_PROFILE === "release";

try {
  const built = programs().flatMap(({ name }) => [`${name}.js`, `${name}_bg.wasm`]);
  if (isRelease) {
    for (const { name } of programs()) await shorten(join(folder, `${name}.js`), join(folder, `${name}_bg.wasm`));
  }
  await publishSurveys(folder);
  await bundleWidget(folder, isRelease);
  hashNames(folder, (file) => built.includes(file) || /^widget-/.test(file));
  const strict = join(folder, STRICT_LOADER);
  renameSync(strict, join(folder, hashedName("sotto-survey.js", readFileSync(strict))));
  assertNoInlineCode(folder);
  writeIntegrity(folder);
  writePlaces(folder);
  if (isRelease) {
    writeCompressed(folder);
    console.log(sizeTable(folder));
  }
} catch (error) {
  console.error(`The bundle is not fit to serve: ${error.message}`);
  process.exit(1);
}

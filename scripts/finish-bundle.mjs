// Trunk's last step: the widget's files made small, names that carry a hash, a check of every page
// against the content security policy, compressed copies, and a table of sizes.
//
// Trunk tells by its environment where the unfinished bundle lies.
import { assertNoInlineCode } from "./bundle/csp.mjs";
import { writeCompressed } from "./bundle/compress.mjs";
import { hashNames } from "./bundle/names.mjs";
import { writeIntegrity } from "./bundle/integrity.mjs";
import { finishPages } from "./bundle/pages.mjs";
import { sizeTable } from "./bundle/sizes.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) {
  console.error("finish-bundle.mjs is run by trunk; see scripts/build-site.");
  process.exit(2);
}

try {
  const release = process.env.TRUNK_PROFILE === "release";
  finishPages(folder, await hashNames(folder, release));
  assertNoInlineCode(folder);
  writeIntegrity(folder);
  if (release) {
    writeCompressed(folder);
    console.log(sizeTable(folder));
  }
} catch (error) {
  console.error(`The bundle is not fit to serve: ${error.message}`);
  process.exit(1);
}

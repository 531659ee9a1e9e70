// What every bundle ends with, whether it is shipped or only looked at: publishes the site's surveys, bundles the widget's
// scripts, gives files names that carry a hash, makes pages of the documents, and checks every page against the content
// security policy. What is shipped is made small as well, and gets compressed copies beside it.
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { writeCompressed } from "./compress.mjs";
import { assertNoInlineCode } from "./csp.mjs";
import { writeDocuments } from "./documents/write.mjs";
import { shorten } from "./glue.mjs";
import { hashNames, hashedName } from "./hash-names.mjs";
import { writeIntegrity } from "./integrity.mjs";
import { writePlaces } from "./places.mjs";
import { filesOf, programs } from "./programs.mjs";
import { publishSurveys } from "./surveys.mjs";
import { STRICT_LOADER, bundleWidget } from "./widget.mjs";
import { stampWorker } from "./worker.mjs";

/** Finishes the folder in which the pages, all of www/ and every program's glue and WASM stand. */
export async function finish(folder, { isShipped }) {
  const built = programs().map(filesOf);
  if (isShipped) {
    for (const [glue, wasm] of built) await shorten(join(folder, glue), join(folder, wasm));
  }
  await publishSurveys(folder);
  await bundleWidget(folder, isShipped);
  hashNames(folder, (file) => built.flat().includes(file) || /^widget-/.test(file));
  const strict = join(folder, STRICT_LOADER);
  renameSync(strict, join(folder, hashedName("sotto-survey.js", readFileSync(strict))));
  stampWorker(folder);
  await writeDocuments(folder);
  assertNoInlineCode(folder);
  writeIntegrity(folder);
  writePlaces(folder);
  if (isShipped) writeCompressed(folder);
}

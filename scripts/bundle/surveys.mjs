// The site's surveys as a collector would publish them: in JSON with every mechanism's integers, and beside
// it in the compiled form (NAME.sotto), so that the widget need not fetch the program that makes it.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hashOf } from "./hash-names.mjs";
import { inFile } from "./in-file.mjs";

export async function publishSurveys(folder) {
  const [glue, wasm] = ["widget-headless.js", "widget-headless_bg.wasm"].map((file) => join(folder, file));
  const module = readFileSync(wasm);
  // Whoever watches bundles more than once, and a module of the same address is not loaded again.
  const { compile, initSync, publish } = await import(`${pathToFileURL(glue)}?${hashOf(readFileSync(glue))}${hashOf(module)}`);
  initSync({ module });
  const surveys = join(folder, "surveys");
  for (const name of readdirSync(surveys).filter((file) => file.endsWith(".json"))) {
    const file = join(surveys, name);
    const published = inFile(file, () => publish(JSON.parse(readFileSync(file, "utf8"))));
    writeFileSync(file, JSON.stringify(published));
    writeFileSync(file.replace(/json$/, "sotto"), compile(published));
  }
}

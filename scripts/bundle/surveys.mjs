// The site's surveys as a collector would publish them: with every mechanism's integers, so that the
// widget need not fetch the program that computes them.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function publishSurveys(folder) {
  const { initSync, publish } = await import(pathToFileURL(join(folder, "widget-headless.js")));
  initSync({ module: readFileSync(join(folder, "widget-headless_bg.wasm")) });
  const surveys = join(folder, "surveys");
  for (const name of readdirSync(surveys).filter((file) => file.endsWith(".json"))) {
    const file = join(surveys, name);
    writeFileSync(file, JSON.stringify(publish(JSON.parse(readFileSync(file, "utf8")))));
  }
}

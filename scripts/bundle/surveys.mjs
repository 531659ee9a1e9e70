// The site's surveys as a collector would publish them: in JSON with every mechanism's integers, and beside
// it in the compiled form (NAME.sotto), so that the widget need not fetch the program that makes it.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function publishSurveys(folder) {
  const { compile, initSync, publish } = await import(pathToFileURL(join(folder, "widget-headless.js")));
  initSync({ module: readFileSync(join(folder, "widget-headless_bg.wasm")) });
  const surveys = join(folder, "surveys");
  for (const name of readdirSync(surveys).filter((file) => file.endsWith(".json"))) {
    const file = join(surveys, name);
    const published = publish(JSON.parse(readFileSync(file, "utf8")));
    writeFileSync(file, JSON.stringify(published));
    writeFileSync(file.replace(/json$/, "sotto"), compile(published));
  }
}

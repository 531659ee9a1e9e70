// The surveys of the site as a collector would publish them: with every mechanism's integers, which
// the widget would otherwise have to fetch a program for.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function publishSurveys(folder, glue, wasm) {
  const { initSync, publish } = await import(pathToFileURL(glue));
  initSync({ module: readFileSync(wasm) });
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
    const file = join(folder, name);
    const survey = publish(JSON.parse(readFileSync(file, "utf8")));
    writeFileSync(file, JSON.stringify(survey));
  }
}

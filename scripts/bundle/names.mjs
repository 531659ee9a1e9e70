// Gives each program's JavaScript and WASM a name made from its content, and writes that name
// wherever the program is loaded from. A server can then let browsers keep these files for ever,
// and a changed file can never be paired with an old one.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Who loads which program, and by which words in their text.
const PROGRAMS = [
  { name: "site", loader: "index.html" },
  { name: "widget", loader: "sotto-survey.js", js: "__WIDGET_JS__", wasm: "__WIDGET_WASM__" },
  { name: "crowd", loader: "crowd-worker.js", js: "__CROWD_JS__", wasm: "__CROWD_WASM__" },
];

export function hashNames(folder) {
  for (const program of PROGRAMS) {
    const built = find(folder, program.name);
    const wasm = rename(folder, built.wasm, program.name, "_bg.wasm");
    // The glue names its WASM (as the default that our loaders don't rely on), so that its own
    // hash has to come second.
    replaceIn(join(folder, built.js), [[`${program.name}_bg.wasm`, wasm]]);
    const js = rename(folder, built.js, program.name, ".js");

    const loader = join(folder, program.loader);
    const words = program.js
      ? [[program.js, `./${js}`], [program.wasm, `./${wasm}`]]
      : [[built.js, js], [built.wasm, wasm]];
    for (const word of replaceIn(loader, words)) {
      throw new Error(`${program.loader} does not contain ${word}, so it cannot load ${program.name}`);
    }
  }
}

function find(folder, name) {
  const files = readdirSync(folder);
  const one = (ending) => {
    const pattern = new RegExp(`^${name}(-[0-9a-f]+)?${ending}$`);
    const found = files.filter((file) => pattern.test(file));
    if (found.length !== 1) {
      throw new Error(`expected one built file like ${name}${ending.replace("\\", "")}, found ${found.length}`);
    }
    return found[0];
  };
  return { js: one("\\.js"), wasm: one("_bg\\.wasm") };
}

function rename(folder, file, name, ending) {
  const hash = createHash("sha256").update(readFileSync(join(folder, file))).digest("hex").slice(0, 16);
  const hashed = `${name}-${hash}${ending}`;
  renameSync(join(folder, file), join(folder, hashed));
  return hashed;
}

// Returns the words that the file does not contain.
function replaceIn(file, words) {
  let text = readFileSync(file, "utf8");
  const missing = words.map(([word]) => word).filter((word) => !text.includes(word));
  for (const [word, replacement] of words) {
    text = text.replaceAll(word, replacement);
  }
  writeFileSync(file, text);
  return missing;
}

// Gives each program's JavaScript and WASM a name made from its content, and writes that name
// wherever the program is loaded from. A server can then let browsers keep these files for ever,
// and a changed file can never be paired with an old one.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integrity } from "./integrity.mjs";
import { finishLanguages, wordsModule } from "./languages.mjs";
import { finishLoader } from "./loader.mjs";
import { bundled, cut, shortenNames, squeezed } from "./program.mjs";
import { publishSurveys } from "./surveys.mjs";

// The programs that pages of our own load, and by which words in their text.
const PROGRAMS = [
  { name: "site", loader: "index.html" },
  { name: "crowd", loader: "crowd-worker.js", js: "__CROWD_JS__", wasm: "__CROWD_WASM__" },
];

// Other ways to show the widget than in its place on the page; loaded alone.
const DISPLAYS = ["dialog", "frame"];

export async function hashNames(folder, minify) {
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
  return widget(folder, minify);
}

// The names of the widget's files.
async function widget(folder, minify) {
  const built = find(folder, "widget");
  const glue = join(folder, built.js);
  const { parts: bytesOf, foreseen } = cut(glue, join(folder, built.wasm), minify);
  const parts = Object.entries(bytesOf).map(([part, bytes]) =>
    [part, { file: `./${write(folder, `widget-${part}`, bytes, ".wasm")}`, integrity: integrity(bytes) }]);
  const unlinkable = await bundled("unlinkable.js", undefined, minify);
  // By a name that stays, too: for whoever speaks the protocol without the widget.
  writeFileSync(join(folder, "sotto-unlinkable.js"), unlinkable);
  const alone = { "sotto-unlinkable": `./${write(folder, "widget-unlinkable", unlinkable)}` };
  alone["sotto-pin"] = `./${write(folder, "widget-pin", await bundled("pin.js", undefined, minify))}`;
  const gate = await bundled("gate.js", undefined, minify, { alone });
  alone["sotto-publish"] = `./${await publisher(folder, minify)}`;
  alone["sotto-gate"] = `./${write(folder, "widget-gate", gate)}`;
  const names = {
    __WIDGET_WASM__: `./${rename(folder, built.wasm, "widget", "_bg.wasm")}`,
    __WIDGET_JS__: `./${write(folder, "widget", await bundled("show.js", glue, minify, { alone, parts: Object.fromEntries(parts), foreseen }))}`,
  };
  rmSync(glue);
  const languages = finishLanguages(folder);
  const words = wordsModule(languages);
  for (const display of DISPLAYS) {
    const text = await bundled(`${display}.js`, undefined, minify, { words });
    names[`__${display.toUpperCase()}_JS__`] = `./${write(folder, `widget-${display}`, text)}`;
  }
  await finishLoader(folder, names, languages, minify);
  return names;
}

// The program that publishes surveys: first those of the site itself, so that their pages need not.
async function publisher(folder, minify) {
  const built = find(folder, "publish");
  const [glue, wasm] = [join(folder, built.js), join(folder, built.wasm)];
  await publishSurveys(join(folder, "surveys"), glue, wasm);
  if (minify) shortenNames(glue, wasm);
  replaceIn(glue, [["publish_bg.wasm", rename(folder, built.wasm, "widget-publish", "_bg.wasm")]]);
  const text = await squeezed(readFileSync(glue, "utf8"), minify);
  rmSync(glue);
  return write(folder, "widget-publish", text);
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

function hashed(name, bytes, ending) {
  return `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}${ending}`;
}

function rename(folder, file, name, ending) {
  const to = hashed(name, readFileSync(join(folder, file)), ending);
  renameSync(join(folder, file), join(folder, to));
  return to;
}

function write(folder, name, content, ending = ".js") {
  const file = hashed(name, content, ending);
  writeFileSync(join(folder, file), content);
  return file;
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

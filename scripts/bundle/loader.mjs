// The loader, www/sotto-survey.js: filled in with the names of what it loads and with the words that
// it must have at hand, and made small. Twice: under a name that stays, for pages that want what is
// newest, and under a name with a hash, which never changes and takes no other WASM and no other texts
// than its own.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { esbuild } from "./esbuild.mjs";
import { integrity } from "./integrity.mjs";

// What the loader says where it can have no texts, in English: there is no survey, and how to try again.
const WORDS = ["failed-loading", "try-again"];

// `languages` is what `finishLanguages` gives.
export async function finishLoader(folder, names, languages, minify) {
  const file = join(folder, "sotto-survey.js");
  const source = readFileSync(file, "utf8");
  const wasm = readFileSync(join(folder, names.__WIDGET_WASM__));
  const english = languages.find(({ language }) => language === "en").texts;
  const words = Object.fromEntries(WORDS.map((key) => [key, english[key]]));
  const loose = await filled(source, names, "", places(languages, false), words, minify);
  const strict = await filled(source, names, integrity(wasm), places(languages, true), words, minify);
  writeFileSync(file, loose);
  const hash = createHash("sha256").update(strict).digest("hex").slice(0, 16);
  writeFileSync(join(folder, `sotto-survey-${hash}.js`), strict);
}

async function filled(source, names, wasmIntegrity, places, words, minify) {
  let text = source;
  const fill = (word, value) => {
    if (!text.includes(`"${word}"`)) throw new Error(`sotto-survey.js does not contain "${word}"`);
    text = text.replace(`"${word}"`, () => value);
  };
  for (const [word, name] of Object.entries(names)) fill(word, JSON.stringify(name));
  fill("__WASM_INTEGRITY__", JSON.stringify(wasmIntegrity));
  fill("__LANGUAGES__", places);
  fill("__WORDS__", JSON.stringify(words));
  if (!minify) return text;
  const { transform } = await esbuild();
  const squeezed = text.replace(/replaceSync\(`([^`]*)`\)/g, (_, css) =>
    `replaceSync(${JSON.stringify(css.replace(/\s+/g, " ").replace(/ ?([{}:;,]) ?/g, "$1"))})`);
  const { code } = await transform(squeezed, { format: "esm", minify, target: "es2022", charset: "utf8" });
  return code;
}

// For each language its file, and the hash by which that is taken, if it is.
function places(languages, isStrict) {
  const place = ({ language, file, hash }) =>
    `${JSON.stringify(language)}: [new URL("./${file}", import.meta.url)${isStrict ? `, "${hash}"` : ""}]`;
  return `{ ${languages.map(place)} }`;
}

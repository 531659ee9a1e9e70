// The loader, www/sotto-survey.js: filled in with the names of what it loads and with the words that
// it must have at hand, and made small. Twice: under a name that stays, for pages that want what is
// newest, and under a name with a hash, which never changes and takes no other WASM than its own.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { esbuild } from "./esbuild.mjs";

// In this order in the loader: no survey, try again, close.
const WORDS = ["failed-loading", "try-again", "close"];

export async function finishLoader(folder, names, minify) {
  const file = join(folder, "sotto-survey.js");
  const source = readFileSync(file, "utf8");
  const wasm = readFileSync(join(folder, names.__WIDGET_WASM__));
  const loose = await filled(source, names, "", folder, minify);
  const strict = await filled(source, names, integrity(wasm), folder, minify);
  writeFileSync(file, loose);
  const hash = createHash("sha256").update(strict).digest("hex").slice(0, 16);
  writeFileSync(join(folder, `sotto-survey-${hash}.js`), strict);
}

// As browsers check it (Subresource Integrity).
export function integrity(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

async function filled(source, names, wasmIntegrity, folder, minify) {
  let text = source;
  const fill = (word, value) => {
    if (!text.includes(`"${word}"`)) throw new Error(`sotto-survey.js does not contain "${word}"`);
    text = text.replace(`"${word}"`, () => value);
  };
  for (const [word, name] of Object.entries(names)) fill(word, JSON.stringify(name));
  fill("__WASM_INTEGRITY__", JSON.stringify(wasmIntegrity));
  fill("__LANGUAGES__", languages(join(folder, "messages")));
  if (!minify) return text;
  const { transform } = await esbuild();
  const squeezed = text.replace(/replaceSync\(`([^`]*)`\)/g, (_, css) =>
    `replaceSync(${JSON.stringify(css.replace(/\s+/g, " ").replace(/ ?([{}:;,]) ?/g, "$1"))})`);
  const { code } = await transform(squeezed, { format: "esm", minify, target: "es2022", charset: "utf8" });
  return code;
}

function languages(messages) {
  const files = readdirSync(messages).filter((file) => /^widget\..*\.json$/.test(file)).sort();
  const entries = files.map((file) => {
    const texts = JSON.parse(readFileSync(join(messages, file), "utf8"));
    const language = file.slice("widget.".length, -".json".length);
    const words = WORDS.map((key) => {
      if (!texts[key]) throw new Error(`messages/${file} has no text "${key}"`);
      return JSON.stringify(texts[key]);
    });
    return `${JSON.stringify(language)}: [new URL("./messages/${file}", import.meta.url), ${words}]`;
  });
  return `{ ${entries.join(", ")} }`;
}

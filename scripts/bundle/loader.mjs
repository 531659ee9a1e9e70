// The loader, www/sotto-survey.js: filled in with the names of what it loads and with the words that
// it must have at hand, and made small.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { esbuild } from "./esbuild.mjs";

// In this order in the loader: no survey, try again, close.
const WORDS = ["failed-loading", "try-again", "close"];

export async function finishLoader(folder, names, minify) {
  const file = join(folder, "sotto-survey.js");
  let text = readFileSync(file, "utf8");
  const fill = { ...names, __WORDS__: words(join(folder, "messages")) };
  for (const [word, value] of Object.entries(fill)) {
    if (!text.includes(`"${word}"`)) throw new Error(`sotto-survey.js does not contain "${word}"`);
    text = text.replace(`"${word}"`, () => JSON.stringify(value));
  }
  if (minify) {
    const { transform } = await esbuild();
    const squeezed = text.replace(/replaceSync\(`([^`]*)`\)/g, (_, css) =>
      `replaceSync(${JSON.stringify(css.replace(/\s+/g, " ").replace(/ ?([{}:;,]) ?/g, "$1"))})`);
    ({ code: text } = await transform(squeezed, { format: "esm", minify, target: "es2022", charset: "utf8" }));
  }
  writeFileSync(file, text);
}

function words(messages) {
  const files = readdirSync(messages).filter((file) => /^widget\..*\.json$/.test(file)).sort();
  return Object.fromEntries(files.map((file) => {
    const texts = JSON.parse(readFileSync(join(messages, file), "utf8"));
    const language = file.slice("widget.".length, -".json".length);
    return [language, WORDS.map((key) => {
      if (!texts[key]) throw new Error(`messages/${file} has no text "${key}"`);
      return texts[key];
    })];
  }));
}

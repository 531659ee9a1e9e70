// The widget's languages: each a file of texts, which gets a name that carries a hash of its content.
// Some words are needed without such a file, and are written into the programs that need them.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { integrity } from "./integrity.mjs";

// Those of the loader, of a dialog and of a frame.
const NEEDED_AT_ONCE = ["failed-loading", "try-again", "close", "frame-title"];

// Every language with its file, the file's hash, and its texts.
export function finishLanguages(folder) {
  const files = readdirSync(join(folder, "messages")).filter((file) => /^widget\..*\.json$/.test(file));
  return files.sort().map((name) => {
    const bytes = readFileSync(join(folder, "messages", name));
    const texts = JSON.parse(bytes);
    for (const key of NEEDED_AT_ONCE) {
      if (!texts[key]) throw new Error(`messages/${name} has no text "${key}"`);
    }
    const language = name.slice("widget.".length, -".json".length);
    const digits = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const file = `messages/widget.${language}-${digits}.json`;
    renameSync(join(folder, "messages", name), join(folder, file));
    return { language, file, texts, hash: integrity(bytes) };
  });
}

// A module that exports each of those words by its key, in all languages.
export function wordsModule(languages) {
  const inAll = (key) => Object.fromEntries(languages.map(({ language, texts }) => [language, texts[key]]));
  return NEEDED_AT_ONCE.map((key) => {
    const name = key.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return `export const ${name} = ${JSON.stringify(inAll(key))};`;
  }).join("\n");
}

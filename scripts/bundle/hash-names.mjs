// Gives files names that carry a hash of their content, `widget.js` → `widget-0123456789abcdef.js`, and
// writes the new name wherever a page or a script names the file. A server can then let browsers keep
// such files for ever, and a changed file is never paired with an old one.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "./files.mjs";

export const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);

export const hashedName = (name, content) => name.replace(/(_bg\.wasm|\.\w+)$/, `-${hashOf(content)}$1`);

/** Renames all files that `isHashed` picks; a file that names another comes after it. */
export function hashNames(folder, isHashed) {
  const left = new Set(filesIn(folder).filter(isHashed));
  const texts = new Map(filesIn(folder).filter((file) => /\.(html|js)$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  // As it stands in a text: relative, and in quotation marks.
  const mention = (name) => new RegExp(`(?<=(["'\`])(\\.{0,2}/)*)${name.replaceAll(".", "\\.")}(?=\\1)`, "g");
  const isNamedIn = (name, text) => text?.search(mention(name)) >= 0;
  while (left.size) {
    const name = [...left].find((name) => ![...left].some((other) => other !== name && isNamedIn(other, texts.get(name))));
    if (!name) throw new Error(`these files name each other in a circle: ${[...left].join(", ")}`);
    left.delete(name);
    const to = hashedName(name, texts.get(name) ?? readFileSync(join(folder, name)));
    renameSync(join(folder, name), join(folder, to));
    if (texts.has(name)) texts.set(to, texts.get(name));
    texts.delete(name);
    let isNamed = false;
    for (const [file, text] of texts) {
      if (!isNamedIn(name, text)) continue;
      isNamed = true;
      texts.set(file, text.replace(mention(name), to));
    }
    if (!isNamed) throw new Error(`no page or script names ${name}, so nothing can load it`);
  }
  for (const [file, text] of texts) writeFileSync(join(folder, file), text);
}

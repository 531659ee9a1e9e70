// The site is served with a content security policy that forbids inline scripts and styles. A page
// that has one would break in the visitor's browser only: better to break the build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "./files.mjs";

const FORBIDDEN = [
  [/<script\b(?![^>]*\bsrc\s*=)[^>]*>/i, "an inline script"],
  [/<style\b/i, "an inline style sheet"],
  [/<[^>]+\sstyle\s*=/i, "a style attribute"],
  [/<[^>]+\son[a-z]+\s*=/i, "an event handler attribute"],
  [/<[^>]+\s(?:href|src|action)\s*=\s*["']?\s*javascript:/i, "a javascript: address"],
];

export function assertNoInlineCode(folder) {
  for (const page of filesIn(folder).filter((file) => file.endsWith(".html"))) {
    const text = readFileSync(join(folder, page), "utf8").replace(/<!--[\s\S]*?-->/g, "");
    for (const [pattern, what] of FORBIDDEN) {
      const found = text.match(pattern);
      if (found) {
        throw new Error(`${page} has ${what}: ${found[0].slice(0, 80)}`);
      }
    }
  }
}

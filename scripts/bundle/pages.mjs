// Pages that are about one survey ask for the widget's program at once, before its loader has been
// read and has asked for it: in the place of the comment `<!-- widget -->` in their head.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesIn } from "./files.mjs";

export function finishPages(folder, { __WIDGET_JS__: js, __WIDGET_WASM__: wasm }) {
  for (const page of filesIn(folder).filter((file) => file.endsWith(".html"))) {
    const file = join(folder, page);
    const text = readFileSync(file, "utf8");
    const to = (name) => `${relative(dirname(page), ".") || "."}/${name.replace("./", "")}`;
    const hints = `<link rel="modulepreload" href="${to(js)}">
    <link rel="preload" href="${to(wasm)}" as="fetch" type="application/wasm" crossorigin>`;
    const finished = text.replace("<!-- widget -->", hints);
    if (finished !== text) writeFileSync(file, finished);
  }
}

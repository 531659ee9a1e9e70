// What each part of the built site weighs, raw and as it travels.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotli, gzip } from "./compress.mjs";
import { filesIn } from "./files.mjs";
import { PARTS } from "./parts.mjs";

const ROWS = [
  ["loader", /^sotto-survey\.js$/],
  ["widget js", /^widget-[0-9a-f]+\.js$/],
  ["widget wasm, first", /^widget-[0-9a-f]+_bg\.wasm$/],
  ...Object.keys(PARTS).map((part) => [`widget wasm, ${part}`, new RegExp(`^widget-${part}-[0-9a-f]+\\.wasm$`)]),
  ["publish js", /^widget-publish-[0-9a-f]+\.js$/],
  ["publish wasm", /^widget-publish-[0-9a-f]+_bg\.wasm$/],
  ["widget's other displays", /^widget-(dialog|frame)-[0-9a-f]+\.js$/],
  ["widget's pin and gate", /^widget-(pin|gate|unlinkable)-[0-9a-f]+\.js$/],
  ["styles", /^styles\/.*\.css$/],
  ["messages, all languages", /^messages\/.*\.json$/],
  ["site html and boot", /^(index\.html|boot\.js)$/],
  ["site js", /^site-[0-9a-f]+\.js$/],
  ["site wasm", /^site-[0-9a-f]+_bg\.wasm$/],
  ["crowd js", /^crowd-([0-9a-f]+|worker)\.js$/],
  ["crowd wasm", /^crowd-[0-9a-f]+_bg\.wasm$/],
  ["snippets", /^snippets\/.*\.js$/],
];

// One row per part that the folder has: its name and its bytes raw, by gzip and by brotli.
export function sizes(folder) {
  const files = filesIn(folder);
  return ROWS.flatMap(([part, pattern]) => {
    const contents = files.filter((file) => pattern.test(file)).map((file) => readFileSync(join(folder, file)));
    const sum = (weigh) => contents.reduce((total, bytes) => total + weigh(bytes), 0);
    const row = {
      part,
      raw: sum((bytes) => bytes.length),
      gzip: sum((bytes) => gzip(bytes).length),
      brotli: sum((bytes) => brotli(bytes).length),
    };
    return contents.length ? [row] : [];
  });
}

// What a respondent downloads, by brotli: each part, and sums of them. The largest language stands for
// all. The five questions of five-questions.html need no part of the program but the first and the rest.
export function respondentSizes(folder) {
  const named = Object.fromEntries(sizes(folder).map(({ part, brotli }) => [part, brotli]));
  const languages = filesIn(folder)
    .filter((file) => /^messages\/widget\..*\.json$/.test(file))
    .map((file) => brotli(readFileSync(join(folder, file))).length);
  const some = ["widget wasm, mechanisms", "widget wasm, forms"];
  const before = ["loader", "widget js", "widget wasm, first"];
  const parts = { "one language": Math.max(...languages) };
  for (const part of [...before, "widget wasm, rest", ...some]) parts[part] = named[part];
  const sum = (...of) => of.reduce((total, part) => total + parts[part], 0);
  const first = sum(...before, "one language");
  const five = first + parts["widget wasm, rest"];
  return {
    ...parts,
    "until the first question is seen": first,
    "five questions": five,
    "a survey of every kind": five + sum(...some),
  };
}

export function sizeTable(folder) {
  const line = (cells) => cells[0].padEnd(28) + cells.slice(1).map((cell) => cell.padStart(11)).join("");
  const rows = sizes(folder).map(({ part, raw, gzip, brotli }) =>
    line([part, ...[raw, gzip, brotli].map((bytes) => bytes.toLocaleString("en"))]));
  return [line(["bytes", "raw", "gzip", "brotli"]), ...rows].join("\n");
}

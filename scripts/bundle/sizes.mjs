// What the built site weighs, raw and as it travels.
import { join } from "node:path";
import { weights } from "./compress.mjs";
import { filesIn } from "./files.mjs";

const filesThatTravel = (folder) => filesIn(folder).filter((file) => !/\.(br|gz)$/.test(file));

// A file as it is called without its hash; the files of a folder are taken together.
function groupOf(file) {
  const [first, ...rest] = file.split("/");
  return rest.length ? `${first}/` : first.replace(/-[0-9a-f]{16}(_bg)?(?=\.)/, "");
}

/** Each group's bytes: raw, by gzip and by brotli. */
export function sizes(folder) {
  const groups = {};
  for (const file of filesThatTravel(folder)) {
    const group = groups[groupOf(file)] ??= { raw: 0, gzip: 0, brotli: 0 };
    for (const [how, bytes] of Object.entries(weights(join(folder, file)))) group[how] += bytes;
  }
  return groups;
}

// The largest of these files, by brotli.
const largest = (folder, pattern) => Math.max(...filesThatTravel(folder)
  .filter((file) => pattern.test(file))
  .map((file) => weights(join(folder, file)).brotli));

const sum = (files) => Object.values(files).reduce((total, bytes) => total + bytes, 0);

/** What a respondent downloads, by brotli: each file, and sums of them. The largest language stands for all. */
function respondentSizes(folder) {
  const of = (pattern) => largest(folder, pattern);
  const common = {
    "loader": of(/^sotto-survey\.js$/),
    "widget.js": of(/^widget-[0-9a-f]{16}\.js$/),
    "widget-visit.js": of(/^widget-visit-[0-9a-f]{16}\.js$/),
    "widget.wasm": of(/^widget-[0-9a-f]{16}_bg\.wasm$/),
    "one language": of(/^messages\/widget\./),
  };
  const whole = {
    "widget-whole.js": of(/^widget-whole-[0-9a-f]{16}\.js$/),
    "widget-whole.wasm": of(/^widget-whole-[0-9a-f]{16}_bg\.wasm$/),
  };
  // A survey that needs the whole program gives the common one's WASM up before it arrives.
  const every = { ...common, ...whole, "widget.wasm": 0 };
  return {
    ...common,
    ...whole,
    "five questions": sum(common),
    "a survey of every kind": sum(every),
    "one language of a class’s phones": of(/^messages\/phone\./),
  };
}

/** The programs that a learner downloads, by brotli: that of the first lesson and the map, and those of later lessons. */
function lessonSizes(folder) {
  const program = (name) => sum([
    largest(folder, new RegExp(`^${name}-[0-9a-f]{16}\\.js$`)),
    largest(folder, new RegExp(`^${name}-[0-9a-f]{16}_bg\\.wasm$`)),
  ]);
  return {
    "a first lesson": program("learn"),
    "a further lesson": program("learn-further"),
    "a lesson for students": program("learn-students"),
  };
}

/** All that has a limit. */
export const limitedSizes = (folder) => ({ ...respondentSizes(folder), ...lessonSizes(folder) });

export function sizeTable(folder) {
  const line = (cells) => cells[0].padEnd(28) + cells.slice(1).map((cell) => cell.padStart(11)).join("");
  const rows = Object.entries(sizes(folder)).map(([group, { raw, gzip, brotli }]) =>
    line([group, ...[raw, gzip, brotli].map((bytes) => bytes.toLocaleString("en"))]));
  return [line(["bytes", "raw", "gzip", "brotli"]), ...rows].join("\n");
}

// The npm package's last step: finish-package.mjs FOLDER VERSION. Its version, the program without an
// interface made small, and no file that the .br and .gz of the site would double.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WASM_FEATURES, shortenNames, squeezed } from "./program.mjs";

const [folder, version] = process.argv.slice(2);
const file = (name) => join(folder, name);

const wasm = file("headless-program_bg.wasm");
execFileSync("wasm-opt", [...WASM_FEATURES, "-Oz", wasm, "-o", wasm]);
const glue = file("headless-program.js");
shortenNames(glue, wasm);
writeFileSync(glue, await squeezed(readFileSync(glue, "utf8"), true));

const description = JSON.parse(readFileSync(file("package.json"), "utf8"));
writeFileSync(file("package.json"), `${JSON.stringify({ ...description, version }, null, 2)}\n`);

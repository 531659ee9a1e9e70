// One program for looking: from the WASM that Cargo made to NAME.js and NAME_bg.wasm, as Trunk makes them for what is
// shipped. It is kept, and made anew only when what it is made from has changed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";

/** What all programs are made with. */
export const bindgenVersion = () => execFileSync("wasm-bindgen", ["--version"]);

/** Makes a program in a folder of `kept`, unless it is there, and returns that folder. */
export async function makeProgram({ name }, { wasm, kept, version }) {
  const folder = join(kept, name);
  const mark = join(folder, "made-from");
  const madeFrom = createHash("sha256").update(version).update(readFileSync(wasm)).digest("hex");
  if (existsSync(mark) && readFileSync(mark, "utf8") === madeFrom) return folder;
  const half = `${folder}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const words = ["--target", "web", "--no-typescript", "--out-dir", half, "--out-name", name, wasm];
  await run("wasm-bindgen", words, `wasm-bindgen could not read the program ${name}; what it said stands above.`);
  writeFileSync(join(half, "made-from"), madeFrom);
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
  return folder;
}

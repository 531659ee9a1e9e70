// The site for looking: compiled the quickest way, neither made small nor compressed, in a folder of its own. Nothing of it
// is shipped. The folder is replaced only by one that is whole.
import { appendFileSync, copyFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { finish } from "../bundle/finish.mjs";
import { filesOf, programs } from "../bundle/programs.mjs";
import { atOnce } from "./at-once.mjs";
import { frontPage } from "./front-page.mjs";
import { run } from "./processes.mjs";
import { bindgenVersion, makeProgram } from "./program.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export const ROOT = here("../..").replace(/\/$/, "");
export const SITE = join(ROOT, "target/look/site");
const KEPT = join(ROOT, "target/look/programs");
const [HALF, OLD] = [`${SITE}.half`, `${SITE}.old`];
const STATE = "build.json";

// What the front door and a survey on a page take. Visitors of other rooms can wait.
const FIRST = ["site", "widget", "widget-whole", "widget-headless"];
const NO_PROGRAM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Every program, or those without which there is no page at all. */
export const all = programs;
export const first = () => programs().filter(({ name }) => FIRST.includes(name));

const compiled = ({ name }) => join(ROOT, "target/wasm32-unknown-unknown/debug", `${name}.wasm`);
const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** When the programs were compiled, as one text. */
export const madeAt = () => programs().map((program) => timeOf(compiled(program))).join();

/** Whether every program has been built here before, so that little is left to do. */
export const isBuilt = () => programs().every(({ name }) => existsSync(join(KEPT, name, "made-from")));

/**
 * Compiles programs with the profile of the tests, which builds quickest, and by one call of Cargo: so the widget's common
 * program can do all that the whole one can. Which of the two a page loads is told by its survey, as on the shipped site.
 */
export function compile(asked) {
  const common = ["build", "--offline", "--locked", "--target-dir", "target", "--target", "wasm32-unknown-unknown", "-p", "sotto"];
  const words = [...common, ...asked.flatMap(({ name }) => ["--bin", name])];
  return run("cargo", words, "The browser side does not compile; what cargo said stands above.", { cwd: ROOT });
}

/**
 * Bundles the programs that are compiled; the others' addresses say that they are being built. With `reloads`, pages load
 * themselves anew when the state's number changes.
 */
export async function bundleWith(ready, { state, reloads }) {
  clearAway();
  cpSync(join(ROOT, "www"), HALF, { recursive: true, dereference: true });
  writeFileSync(join(HALF, "index.html"), frontPage());
  const version = bindgenVersion();
  await atOnce(ready, async (program) => {
    const made = await makeProgram(program, { wasm: compiled(program), kept: KEPT, version });
    for (const file of filesOf(program)) copyFileSync(join(made, file), join(HALF, file));
  });
  const isReady = ({ name }) => ready.some((program) => program.name === name);
  for (const program of programs().filter((program) => !isReady(program))) {
    const [glue, wasm] = filesOf(program).map((file) => join(HALF, file));
    copyFileSync(here("in-page/being-built.js"), glue);
    writeFileSync(wasm, NO_PROGRAM);
  }
  if (reloads) {
    const reloading = readFileSync(here("in-page/reloading.js"));
    for (const script of ["boot.js", "documents.js", "sotto-survey.js"]) appendFileSync(join(HALF, script), reloading);
  }
  writeFileSync(join(HALF, STATE), JSON.stringify(state));
  await finish(HALF, { isShipped: false });
  if (existsSync(SITE)) renameSync(SITE, OLD);
  renameSync(HALF, SITE);
  rmSync(OLD, { recursive: true, force: true });
}

/** Tells pages that are open how far the build is. */
export function tell(state) {
  const file = join(SITE, STATE);
  writeFileSync(`${file}.half`, JSON.stringify(state));
  renameSync(`${file}.half`, file);
}

/** The addresses that pages have, which a collector reads when it starts. */
export const places = () => readFileSync(join(SITE, "places.json"), "utf8");

/** Removes what an interrupted build left. */
function clearAway() {
  for (const left of [HALF, OLD]) rmSync(left, { recursive: true, force: true });
}

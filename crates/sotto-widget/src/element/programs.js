// The two programs that can show a survey, built from one source. The common one knows every type of
// question and the mechanisms that most surveys name; it is fetched together with the survey. The whole one
// knows every mechanism, those for surveys in waves, and rankings; it takes over where the compiled survey says
// that it is needed. Nothing else decides which one is loaded: no request, and no moment of one, depends on what a
// person does.
import init, * as common from "sotto-glue";

// Each program is known by the address of its glue.
const COMMON = { ...common, url: import.meta.url };
const WHOLE = new URL("./widget-whole.js", import.meta.url).href;

/** The address of the program in which a fault arose: the one nearest to the fault in its stack. */
export const faulty = (stack) => [COMMON.url, WHOLE]
  .filter((url) => stack.includes(url))
  .sort((one, other) => stack.indexOf(one) - stack.indexOf(other))[0];

let fetchWasm;
let importAgain;
let whole;

/**
 * Starts the common program, compiled. `fetched` fetches and compiles the file of a certain hash; `again` makes
 * of a module's address what may ask for it a second time.
 */
export async function start(wasm, fetched, again) {
  fetchWasm = fetched;
  importAgain = again;
  await init({ module_or_path: wasm });
}

/** Whether the common program has arrived. */
export const isHere = () => Boolean(fetchWasm);

// Where a compiled survey says which program it needs.
const PROGRAM = 7;

/** The program that a compiled survey needs. Given anything else, it returns a program that will refuse it. */
export async function programFor(survey) {
  if (!survey[PROGRAM]) return COMMON;
  whole ??= loadWhole().catch((error) => {
    // The next survey tries again.
    whole = undefined;
    throw error;
  });
  return whole;
}

async function loadWhole() {
  const [program, wasm] = await Promise.all([
    import("./widget-whole.js").catch(importAgain(WHOLE)),
    fetchWasm(new URL("./widget-whole_bg.wasm", import.meta.url), WHOLE_INTEGRITY),
  ]);
  await program.default({ module_or_path: wasm });
  return { ...program, url: WHOLE };
}

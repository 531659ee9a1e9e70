// The two programs that can show a survey, built from one source. The common one knows every type of question and
// the mechanisms that most surveys name; it is fetched together with the survey. The whole one knows every
// mechanism, those for surveys in waves, rankings, arms that a link names, closing words, words in place of the widget's, answers in later words, pictures, dates, months and times, and one question at a time; where the compiled survey says that
// it is needed it is fetched instead, and the common one is given up. Nothing else decides which one is loaded: no
// request, and no moment of one, depends on what a person does.
import init, * as glue from "sotto-glue";

// Each program is known by the address of its glue.
const COMMON = { ...glue, url: import.meta.url };
const WHOLE = new URL("./widget-whole.js", import.meta.url).href;

/** The address of the program in which a fault arose: the one nearest to the fault in its stack. */
export const faulty = (stack) => [COMMON.url, WHOLE]
  .filter((url) => stack.includes(url))
  .sort((one, other) => stack.indexOf(one) - stack.indexOf(other))[0];

// The common program's WASM, and how another one's is fetched: by its address and its hash.
let commonFile;
let fetchWasm;

/** Imports a module beside this one. */
export let take;

/** Says by what the programs and the modules beside this one are fetched. */
export function fetchBy(common, fetched, taken) {
  commonFile = common;
  fetchWasm = fetched;
  take = taken;
}

let here = false;

/** Whether a program has arrived. */
export const isHere = () => here;

// Where a compiled survey says which program it needs, and that it has a look of its own, which any program passes over.
const PROGRAM = 7;
const LOOK = 32;

/** The program that a compiled survey needs, or the whole one where a page needs that. Given anything else, it returns a program that will refuse it. */
export async function programFor(survey, needsWhole) {
  const isWhole = needsWhole || survey[PROGRAM] & ~LOOK;
  if (isWhole) commonFile.giveUp();
  const program = await (isWhole ? whole() : common());
  here = true;
  return program;
}

/** Whether a compiled survey, or rather its program, is told by the link which arms are asked. */
export const takesArms = (survey) => survey[PROGRAM] & 2;

/** Whether a compiled survey has a look of its own. */
export const hasLook = (survey) => survey[PROGRAM] & LOOK;

let starting;
const common = () => starting ??= commonFile.get()
  .then(async (compiled) => {
    await init({ module_or_path: compiled });
    return COMMON;
  })
  .catch((error) => {
    starting = undefined;
    throw error;
  });

// Programs beside the common one, and the hash that each one's WASM has.
const others = {};
const other = (file, load, wasm, integrity) => others[file] ??= Promise.all([take(file, load), fetchWasm(wasm, integrity)])
  .then(async ([program, wasm]) => {
    await program.default({ module_or_path: wasm });
    return program;
  })
  .catch((error) => {
    // The next survey tries again.
    delete others[file];
    throw error;
  });

const whole = async () => ({
  ...await other("./widget-whole.js", () => import("./widget-whole.js"), new URL("./widget-whole_bg.wasm", import.meta.url), WHOLE_INTEGRITY),
  url: WHOLE,
});

/** The program that publishes a survey which a page has made. */
export const publisher = () =>
  other("./widget-headless.js", () => import("./widget-headless.js"), new URL("./widget-headless_bg.wasm", import.meta.url), HEADLESS_INTEGRITY);

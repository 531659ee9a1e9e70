// The parts of the program beside the first, which reads a survey and draws its first question:
// `rest`, which everybody loads as soon as the first is here, and what only some surveys need. Which
// of these is told by the published survey alone, before anything of it is shown: no request, and no
// moment of one, depends on what a person does.
//
// A part is told apart by its hash. Without one of its parts the program stops at the first call into
// it, as at any other fault.
import init, { imports } from "sotto-glue";
import { FIRST, FORESEEN, PARTS } from "sotto-parts";

let first;
let fetched;

/** Starts the first part, compiled. `fetchPart` fetches and compiles the file of a certain hash. */
export async function start(wasm, fetchPart) {
  fetched = fetchPart;
  first = init({ module_or_path: wasm });
  await first;
  // Whoever waits for it is told if it fails.
  load("rest").catch(() => {});
}

/** Whether the first part has come. */
export const isHere = () => Boolean(first);

const loaded = new Map();

/** Resolves when a part is in its place. One that could not be had is asked for anew the next time. */
export function load(part) {
  if (!loaded.has(part)) {
    const loading = Promise.all([first, fetched(...PARTS[part])])
      .then(([exports, wasm]) => WebAssembly.instantiate(wasm, { ...imports(), [FIRST]: exports }));
    loaded.set(part, loading);
    loading.catch(() => loaded.delete(part));
  }
  return loaded.get(part);
}

// The first question can be one of these without the rest being there.
const FIRST_TYPES = ["yes-no", "single-choice", "likert", "multiple-choice"];
const UNREPORTED = ["statement", "consent"];
const COMMON_MECHANISMS = ["two-coins", "randomized-response", "direct-encoding", "subset-selection", "optimized-unary-encoding", "hybrid", "square-wave"];
const LONG_TYPES = ["matrix", "numbers"];

/**
 * The parts that must be there before a survey is read. Anything can stand in the place of a survey:
 * whatever has the form of one is looked at, and the program itself refuses the others.
 */
export function needed(survey) {
  // Cut by another compiler's names, the parts may call each other in other ways than those below.
  if (!FORESEEN) return Object.keys(PARTS);
  const questions = (Array.isArray(survey?.questions) ? survey.questions : []).filter(Boolean);
  const parts = new Set();
  for (const { type, mechanism = "auto", condition } of questions) {
    if (mechanism !== "auto" && !COMMON_MECHANISMS.includes(mechanism)) parts.add("mechanisms");
    if (condition !== undefined || LONG_TYPES.includes(type)) parts.add("forms");
  }
  if (survey?.["epsilon-first"] !== undefined) parts.add("mechanisms");
  const first = questions.find(({ type }) => !UNREPORTED.includes(type));
  // Where the first page asks nothing, it is drawn to its end.
  const begins = survey?.pages === undefined || survey.pages?.[0]?.questions?.includes?.(first?.id);
  // What is in a part may call the rest.
  if (parts.size || !begins || !FIRST_TYPES.includes(first?.type)) parts.add("rest");
  return [...parts];
}

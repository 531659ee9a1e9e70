// What a respondent waits for inside the widget, in headless Chromium with a quarter of the
// processor: opening and filtering a list of 10,000 options, perturbing 30 questions. Called by
// ./controls. "Work" is all that the page's main thread did, layout and paint included.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LAUNCH, serve } from "./served.mjs";

const [dist, peer, ...more] = process.argv.slice(2);
if (!peer) {
  console.error("usage: benches/widget/controls PEER_FOLDER [--runs N]");
  process.exit(2);
}
const runs = more[0] === "--runs" ? Number(more[1]) : 15;
const playwright = pathToFileURL(resolve(peer, "node_modules/playwright-core/index.js"));
const { default: { chromium } } = await import(playwright);

const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const FRAME = 1000 / 60;
// e to the power of a half, rounded down: 30 questions stay below the greatest ε there is.
const EPSILON = "0.5";
const WEIGHTS = ["1648721", "1000000"];
const title = (text) => ({ en: text });
const option = (id, text) => ({ id, title: title(text) });
const survey = (id, questions) => ({
  sotto: 1, id, version: 1, title: title("Measured"), languages: ["en"], plan: "fixed", epsilon: String(questions.length * EPSILON),
  questions: questions.map((question, place) => ({
    id: `q${place}`, title: title(`Question ${place}`), mechanism: "direct-encoding", epsilon: EPSILON, weights: WEIGHTS, ...question,
  })),
});
// Names of three syllables each, no two alike.
const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "we", "xi", "yo", "zu", "bra", "cle"];
const name = (place) => [place % 22, Math.floor(place / 22) % 22, Math.floor(place / 484)].map((part) => SYLLABLES[part]).join("");
const SURVEYS = {
  "long-list": survey("long-list", [{
    type: "dropdown",
    options: Array.from({ length: 10_000 }, (_, place) => option(`o${place}`, name(place))),
  }]),
  "thirty": survey("thirty", Array.from({ length: 30 }, (_, place) => place % 2
    ? { type: "yes-no" }
    : { type: "single-choice", options: Array.from({ length: 8 }, (_, choice) => option(`o${choice}`, `Option ${choice}`)) })),
};

const { origin, close } = await serve(dist, (path) => {
  const [, id] = /^\/surveys\/([^/]+)\.json$/.exec(path) ?? [];
  return SURVEYS[id] && JSON.stringify(SURVEYS[id]);
});
const browser = await chromium.launch(LAUNCH);
const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const protocol = await tab.context().newCDPSession(tab);
// Of the thread's own time: what other programs take from the processor is not ours.
await protocol.send("Performance.enable", { timeDomain: "threadTicks" });

async function show(id) {
  await tab.goto(`${origin}/embed/survey.html`);
  await tab.evaluate((id) => {
    const survey = document.createElement("sotto-survey");
    survey.setAttribute("src", `../surveys/${id}.json`);
    survey.transport = async () => ({ status: 201 });
    document.querySelector("sotto-survey").replaceWith(survey);
  }, id);
  await tab.waitForSelector("sotto-survey [data-screen=form]");
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const work = async () =>
  (await protocol.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;

// Two frames after an act, everything that follows from it has been drawn.
const drawn = () => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The main thread's work for an act, in milliseconds, less that of doing nothing in the same way.
async function workOf(act) {
  const before = await work();
  await act();
  await drawn();
  return await work() - before;
}

console.log(`1/${SLOWDOWN} of the processor; medians of ${runs} runs (the greatest), in milliseconds; a frame is ${FRAME.toFixed(1)}.`);
console.log("What measuring itself takes is measured in turns, and taken off.\n");
console.log("| | work | |\n|---|---|---|");
function row(what, values, itself = 0) {
  const [typical, greatest] = [median(values), Math.max(...values)].map((value) => value - itself);
  console.log(`| ${what} | ${typical.toFixed(1)} (${greatest.toFixed(1)}) | ${typical < FRAME ? "within a frame" : "more than a frame"} |`);
}

await show("long-list");
await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
const field = (script) => tab.evaluate(`(() => {
  const field = document.querySelector("sotto-survey").shadowRoot.querySelector("[role=combobox]");
  ${script}
})()`);
const type = (text) => field(`field.value = ${JSON.stringify(text)};
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));`);
const ACTS = [
  ["nothing", () => field("")],
  ["focus a field of 10,000 options", () => field("field.focus();")],
  ["open its list", () => field("field.click();")],
  ["filter by one letter", () => type("b")],
  ["filter by two", () => type("br")],
  ["filter by five", () => type("brace")],
  ["back to everything", () => type("")],
  ["close", () => field("field.blur();")],
];
const measured = ACTS.map(() => []);
for (let run = -2; run < runs; run++) {
  for (const [index, [, act]] of ACTS.entries()) {
    const took = await workOf(act);
    if (run >= 0) measured[index].push(took);
  }
}
const [itself, ...others] = measured;
row("measuring itself", itself);
others.forEach((values, index) => row(ACTS[index + 1][0], values, median(itself)));

await protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 });
await show("thirty");
await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
// From the press of the button until the state is "sending": drawing 30 reports, writing the body,
// keeping it, and telling the page.
const sent = await tab.evaluate(async (runs) => {
  const survey = document.querySelector("sotto-survey");
  const find = async (selector) => {
    for (;;) {
      const found = survey.shadowRoot.querySelector(selector);
      if (found) return found;
      await new Promise((done) => setTimeout(done));
    }
  };
  const times = [];
  for (let run = 0; run < runs; run++) {
    for (let place = 0; place < 30; place++) {
      (await find(`[data-screen=form] [name=q${place}]`)).click();
    }
    (await find("[data-screen=form] [data-action=review]")).click();
    const button = await find("[data-screen=review] [data-action=send]");
    // Nobody presses it before it can be seen. And the emulation of a slow processor holds a page up a
    // while after it has been busy: that belongs to drawing the review.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await new Promise(requestIdleCallback);
    const sending = new Promise((done) => survey.addEventListener("sotto-progress", () => done(performance.now()), { once: true }));
    const begin = performance.now();
    button.click();
    times.push(await sending - begin);
    await find("[data-screen=receipt]");
    await survey.forget();
  }
  return times;
}, runs);
row("perturb, keep and hand over 30 questions", sent);
await browser.close();
close();

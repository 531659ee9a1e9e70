// What a key costs in the studio, in headless Chromium with a quarter of the processor: all that the page's main thread does
// for it until it is drawn, in a small survey and in one of 60 questions with 20 options each. Called by ./keys.
import { pathToFileURL } from "node:url";
import { LAUNCH, serve } from "../widget/served.mjs";

const [dist, ...more] = process.argv.slice(2);
const runs = more[0] === "--runs" ? Number(more[1]) : 40;
const { default: { chromium } } = await import(pathToFileURL(process.env.SOTTO_PLAYWRIGHT));

const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const FRAME = 1000 / 60;
// So long between keys, in milliseconds: as long as somebody takes who types fast.
const BETWEEN = 120;

const title = (text) => ({ en: text });
const survey = (questions, options) => ({
  sotto: 1, id: "measured", version: 1, title: title("Measured"), languages: ["en"], plan: "sample", sample: 1, epsilon: "ln 3",
  population: "sampled",
  questions: Array.from({ length: questions }, (_, place) => ({
    id: `q-${place}`, type: "single-choice", title: title(`How much does statement ${place} hold of you?`),
    options: Array.from({ length: options }, (_, choice) => ({ id: `o-${choice}`, title: title(`Answer number ${choice}`) })),
  })),
});
// One whose names in the data follow the words, as before the first publishing.
const kept = (questions, options) => JSON.stringify({
  text: JSON.stringify(survey(questions, options)), made_from: null, is_named: false, names_stay: false, sources: {},
  respondents: 100_000, written: Date.now(),
});

const { origin, close } = await serve(dist);
const browser = await chromium.launch(LAUNCH);
const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];

// The main thread's work for each of some keys, and the longest task once nobody types any more.
async function measured(width, questions, options, entry, field) {
  const tab = await browser.newPage({ viewport: { width, height: 900 } });
  const protocol = await tab.context().newCDPSession(tab);
  // Of the thread's own time: what other programs take from the processor is not ours.
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () =>
    (await protocol.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const drawn = () => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const workOf = async (act) => {
    const before = await work();
    await act();
    await drawn();
    return await work() - before;
  };
  await tab.addInitScript((text) => localStorage.setItem("sotto-studio-draft-1-1", text), kept(questions, options));
  await tab.goto(`${origin}/studio/?lang=en`);
  await tab.waitForSelector(`#entry-${questions - 1}`, { timeout: 120_000, state: "attached" });
  await tab.evaluate((entry) => document.querySelector(entry).click(), entry);
  await tab.waitForSelector(field);
  await tab.evaluate(() => new Promise(requestIdleCallback));
  await tab.evaluate((field) => {
    const input = document.querySelector(field);
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: "longtask" });
  }, field);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const itself = [];
  for (let run = 0; run < 10; run++) itself.push(await workOf(async () => {}));
  const keys = [];
  const text = "the quick brown fox jumps over a lazy dog and ";
  for (let run = 0; run < runs; run++) {
    const begin = Date.now();
    keys.push(await workOf(() => tab.keyboard.press(text[run % text.length])));
    await new Promise((done) => setTimeout(done, Math.max(0, BETWEEN - (Date.now() - begin))));
  }
  await tab.evaluate(() => { globalThis.longest = 0; });
  await new Promise((done) => setTimeout(done, 6_000));
  const longest = await tab.evaluate(() => globalThis.longest);
  await tab.close();
  const less = at(itself, 0.5);
  return { keys: keys.map((value) => Math.max(0, value - less)), longest };
}

console.log(`1/${SLOWDOWN} of the processor; ${runs} keys, ${BETWEEN} ms apart, in milliseconds of work; a frame is ${FRAME.toFixed(1)}.`);
console.log("What measuring itself takes is measured before, and taken off. The last column is the longest task once nobody types.\n");
console.log("| survey | width | field | median | nine in ten | most | | longest task after |\n|---|---|---|---|---|---|---|---|");
for (const [questions, options] of [[8, 5], [60, 20]]) {
  for (const width of [1280, 390]) {
    for (const [what, entry, field] of [
      ["a question's words", `#entry-${questions >> 1}`, "#question-title-0"],
      ["an option's words", `#entry-${questions >> 1}`, "#options-1-0"],
      ["the survey's title", "#entry-survey", "#survey-title-0"],
    ]) {
      const { keys, longest } = await measured(width, questions, options, entry, field);
      const median = at(keys, 0.5);
      console.log(`| ${questions} × ${options} | ${width} | ${what} | ${median.toFixed(1)} | ${at(keys, 0.9).toFixed(1)} | ${Math.max(...keys).toFixed(1)} | ${median <= FRAME ? "within a frame" : "**more than a frame**"} | ${longest.toFixed(0)} |`);
    }
  }
}
await browser.close();
close();

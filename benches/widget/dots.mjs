// How long each frame takes while people as dots move, in headless Chromium with a quarter of the processor: the dots of
// "Two coins", which a press moves, and those of "Hearing the crowd", which move by themselves. Called by ./dots.
import { pathToFileURL } from "node:url";
import { LAUNCH, serve } from "./served.mjs";

const [dist, ...more] = process.argv.slice(2);
const runs = more[0] === "--runs" ? Number(more[1]) : 5;
const { default: { chromium } } = await import(pathToFileURL(process.env.SOTTO_PLAYWRIGHT));

const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const FRAME = 1000 / 60;
// The longest movement and its delay.
const MOVES = 1100;

const { origin, close } = await serve(dist);
const browser = await chromium.launch(LAUNCH);

// Runs in the page: the times between frames from now on, for so many milliseconds, in which the dots must have moved.
const frames = (moves) => new Promise((done, fail) => {
  const places = () => [...document.querySelectorAll(".person-dot")].map((dot) => {
    const { cx, cy } = getComputedStyle(dot);
    return [cx, cy];
  }).join();
  const before = places();
  const times = [];
  let last;
  let begin;
  const look = (now) => {
    begin ??= now;
    if (last !== undefined) times.push(now - last);
    last = now;
    if (now - begin < moves) requestAnimationFrame(look);
    else if (places() === before) fail(new Error("no dot has moved"));
    else done(times);
  };
  requestAnimationFrame(look);
});

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
console.log(`1/${SLOWDOWN} of the processor; the frames of ${runs} runs, in milliseconds; a frame is ${FRAME.toFixed(1)}.\n`);
console.log("| | frames | median | 95th of 100 | worst | later than 1.5 frames |\n|---|---|---|---|---|---|");
function row(what, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const late = times.filter((time) => time > 1.5 * FRAME).length;
  console.log(`| ${what} | ${times.length} | ${median(times).toFixed(1)} | ${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)} | ${sorted.at(-1).toFixed(1)} | ${late} |`);
}

async function open(lesson, viewport) {
  const tab = await browser.newPage({ viewport });
  await tab.goto(`${origin}/learn/?lesson=${lesson}&lang=en`);
  await tab.waitForSelector(".press button");
  await tab.evaluate(() => document.fonts.ready);
  const protocol = await tab.context().newCDPSession(tab);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return tab;
}

for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
  const at = `${viewport.width} × ${viewport.height}`;
  const coins = await open("two-coins", viewport);
  const steps = ["flip", "say", "less", "double"].map(() => []);
  const hearing = await open("hearing-the-crowd", viewport);
  const scenes = [];
  const idle = [];
  for (let run = 0; run < runs; run++) {
    await coins.bringToFront();
    await coins.locator(".people-dots").scrollIntoViewIfNeeded();
    for (const [index, step] of steps.entries()) {
      // Of flipping no dot moves, it changes its look.
      const pressed = coins.evaluate(() => document.querySelector("#dots-next").click());
      if (index === 0 || index === 2) await pressed.then(() => coins.waitForTimeout(MOVES));
      else step.push(...(await Promise.all([coins.evaluate(frames, MOVES), pressed]))[0]);
    }
    await hearing.bringToFront();
    await hearing.evaluate(() => document.querySelector("#ask").click());
    await hearing.waitForSelector("[data-scene=rows]");
    scenes.push(...await hearing.evaluate(frames, 3 * 1600 + MOVES));
    idle.push(...await hearing.evaluate(() => new Promise((done) => {
      const times = [];
      let last;
      const look = (now) => {
        if (last !== undefined) times.push(now - last);
        last = now;
        if (times.length < 60) requestAnimationFrame(look);
        else done(times);
      };
      requestAnimationFrame(look);
    })));
  }
  row(`${at}: nothing moves`, idle);
  row(`${at}: 32 people go to what they say`, steps[1]);
  row(`${at}: the rest doubles`, steps[3]);
  row(`${at}: a crowd speaks, and what chance adds is taken out`, scenes);
  await coins.close();
  await hearing.close();
}
await browser.close();
close();

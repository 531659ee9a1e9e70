// Opens the kit's pages on Python's file server, and answers a survey there: try-kit.mjs FOLDER PATH, where PATH is the kit's
// below FOLDER, which is served.
import { spawn } from "node:child_process";
import { newPage, withBrowser } from "./browser.mjs";

const [folder, path] = process.argv.slice(2);
const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"], {
  stdio: ["ignore", "pipe", "pipe"],
});
process.on("exit", () => server.kill("SIGKILL"));
server.stderr.resume();
const port = await new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (part) => {
    said += part;
    const found = said.match(/ port (\d+) /);
    if (found) resolve(found[1]);
  });
  server.on("exit", () => reject(new Error("Python's file server did not start")));
  setTimeout(() => reject(new Error("Python's file server has not started within 20 seconds")), 20_000).unref();
});
const origin = `http://127.0.0.1:${port}/`;

const PAGES = {
  "": "#flip-yes",
  "studio/": "h1",
  "learn/": "h1",
  "learn/?lesson=two-coins": "h1",
  "classroom/": "h1",
  "docs/": "h1",
};
/** What a host without a collector says, and rightly: nothing of the kit's own. */
const isOfHost = (complaint) => /status of (404|501)/.test(complaint);

await withBrowser(async (browser) => {
  for (const [page, shown] of Object.entries(PAGES)) {
    const complaints = [];
    const tab = await newPage(browser, complaints);
    const elsewhere = [];
    tab.on("request", (request) => {
      const address = request.url();
      if (/^https?:/.test(address) && !address.startsWith(origin + path)) elsewhere.push(address);
    });
    await tab.goto(origin + path + page);
    await tab.waitForSelector(shown, { state: "visible" });
    await tab.waitForLoadState("networkidle");
    const others = complaints.filter((complaint) => !isOfHost(complaint));
    if (others.length > 0) throw new Error(`${page || "the front door"} complains: ${others.join("; ")}`);
    const outside = elsewhere.filter((address) => !address.startsWith(`${origin}favicon.ico`));
    if (outside.length > 0) throw new Error(`${page || "the front door"} asks outside of the kit: ${outside.join(" ")}`);
    console.log(`✓ ${page || "the front door"}`);
    await tab.context().close();
  }
  // A survey from a file, with no collector: it is asked and scrambled, the copy waits, and that is said.
  const tab = await newPage(browser, []);
  await tab.goto(`${origin}${path}five-questions.html`);
  await tab.locator("sotto-survey input[type=radio]").first().check({ force: true });
  for (let pages = 0; pages < 10; pages++) {
    const next = tab.locator("sotto-survey [data-action=next], sotto-survey [data-action=review]").first();
    const ends = (await next.getAttribute("data-action")) === "review";
    await next.click();
    if (ends) break;
  }
  await tab.click("sotto-survey [data-action=send]");
  await tab.waitForSelector("sotto-survey [data-screen=receipt], sotto-survey [data-failure]");
  console.log("✓ a survey is answered");
});
server.kill();
process.exit(0);

// Opens built pages in Chromium and answers the survey on each: check-page.mjs FOLDER…
// Each page embeds the sample survey `census` with the npm package, and puts into `window.headless` the
// copies that it perturbed without our interface, the statuses of posting them, and whether the call
// failed while the program could not be fetched. CHROME names the browser, SOTTO_PLAYWRIGHT the module that
// drives it.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

const { default: playwright } = await import(pathToFileURL(process.env.SOTTO_PLAYWRIGHT));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

// The folder as a site, and a collector that counts everything.
function serve(folder, posted) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        posted.push({ path: request.url, body });
        response.writeHead(201).end();
      });
      return;
    }
    try {
      const bytes = readFileSync(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function hold(condition, words) {
  if (!condition) throw new Error(words);
}

async function check(browser, folder) {
  const posted = [];
  const server = await serve(folder, posted);
  const context = await browser.newContext();
  // What comes late on a slow machine has come.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.click('sotto-survey label:has(input[name="over-50"][value="no"])');
    await page.click("sotto-survey [data-action=review]");
    await page.click("sotto-survey [data-action=send]");
    const shown = await page.textContent("sotto-survey [data-screen=receipt] pre[data-body]");
    const { bodies, failed = true, statuses = [] } = await (await page.waitForFunction(() => window.headless)).jsonValue();
    const to = (survey) => posted.filter(({ path }) => path === `/api/v1/surveys/${survey}/submissions`);
    hold(to("census").length === 1, "the copy was not posted once");
    hold(to("census")[0].body === shown, "the receipt does not show what was posted");
    hold(failed, "the program without the interface came from nowhere");
    hold(statuses.every((status) => status === 201), "a copy made without the interface did not arrive");
    hold(to("headless").length === statuses.length, "a copy made without the interface was posted elsewhere");
    hold(posted.length === 1 + statuses.length, "something else was posted");
    for (const body of bodies) {
      hold(body.length === shown.length, "a copy made without the interface has another length");
      const keys = (text) => JSON.stringify(Object.keys(JSON.parse(text).reports));
      hold(keys(body) === keys(shown), "a copy made without the interface has other questions");
    }
    hold(complaints.length === 0, `the console complains: ${complaints.join("; ")}`);
  } finally {
    await context.close();
    server.close();
  }
}

const browser = await playwright.chromium.launch({
  executablePath: process.env.CHROME,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
let failed = 0;
for (const folder of process.argv.slice(2)) {
  try {
    await check(browser, folder);
    console.log(`✓ ${folder}`);
  } catch (error) {
    failed++;
    console.log(`✗ ${folder}: ${error.message}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);

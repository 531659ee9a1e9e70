// Time from navigation to the first question that can be seen, and until a choice is taken by the program, in
// headless Chromium with an empty profile, over localhost with brotli: ours, ours with its first page in the HTML, and a
// peer's page in turns, on this machine as it is and as a slow phone. Called by ./measure.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, peer, ...more] = process.argv.slice(2);
if (!peer) {
  console.error("usage: benches/widget/measure PEER_FOLDER [--runs N] [--first-page FILE]");
  process.exit(2);
}
const given = (flag) => more.includes(flag) ? more[more.indexOf(flag) + 1] : undefined;
const runs = Number(given("--runs") ?? 9);
const firstPage = given("--first-page");
const playwright = pathToFileURL(resolve(peer, "node_modules/playwright-core/index.js"));
const { default: { chromium } } = await import(playwright);

const PAGES = [
  { name: "sotto", folder: dist, path: "/five-questions.html" },
  ...firstPage ? [{ name: "sotto, first page in the HTML", folder: dist, path: "/five-questions.html", first: readFileSync(firstPage, "utf8") }] : [],
  { name: "surveyjs", folder: join(peer, "surveyjs"), path: "/index.html" },
];
// 1.6 Mbit/s, 150 ms, a quarter of the processor, a finger.
const PROFILES = [
  { name: "this machine" },
  {
    name: "slow phone",
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
    slowdown: 4,
    device: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
];
const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
  ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

// As the collector serves it: the first page in the element, and its style in the page's policy, by its hash.
function filled(page, first) {
  const [, style] = first.match(/<style data-first>(.*?)<\/style>/s);
  const hash = createHash("sha256").update(style).digest("base64");
  return page.replace("</sotto-survey>", () => `${first}</sotto-survey>`)
    .replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`);
}

function serve({ folder, path, first }) {
  const compressed = new Map();
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url, "http://localhost").pathname));
    try {
      if (!compressed.has(file)) {
        let bytes = readFileSync(file);
        if (first && file === join(folder, path)) bytes = Buffer.from(filled(String(bytes), first));
        compressed.set(file, brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(file).size },
        }));
      }
      const bytes = compressed.get(file);
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        "content-encoding": "br",
        "content-length": bytes.length,
        "cache-control": "no-store",
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

// Runs in the page, from before its first script. "Seen" is the frame after the one in which the
// first radio button has a box that can be seen.
function watch() {
  const seen = window.measured = { seen: 0, ready: 0, blocked: 0, shifted: 0, violations: 0 };
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("longtask", (entry) => (seen.blocked += Math.max(0, entry.duration - 50)));
  observe("layout-shift", (entry) => (seen.shifted += entry.value));
  document.addEventListener("securitypolicyviolation", () => seen.violations++);
  // Of a peer nothing tells it but that the question can be seen.
  const tell = () => {
    if (!document.querySelector("sotto-survey")) seen.ready = seen.seen;
    if (seen.seen && seen.ready) window.told("");
  };
  document.addEventListener("sotto-ready", () => {
    seen.ready = performance.now();
    tell();
  });
  const find = (root) => {
    const found = root.querySelector("input[type=radio]");
    if (found) return found;
    for (const element of root.querySelectorAll("*")) {
      const inside = element.shadowRoot && find(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  let drawn = false;
  const look = () => {
    const radio = find(document);
    const box = radio && (radio.closest("label") ?? radio.parentElement).getBoundingClientRect();
    if (drawn) {
      seen.seen = performance.now();
      tell();
    } else requestAnimationFrame(look);
    drawn = Boolean(box && box.width > 1 && box.height > 1);
  };
  requestAnimationFrame(look);
}

async function visit(origin, page, { network, slowdown, device }) {
  const profile = mkdtempSync(join(tmpdir(), "measure-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROME ?? "/usr/bin/chromium",
    headless: true,
    viewport: { width: 1280, height: 900 },
    ...device,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const tab = context.pages()[0] ?? await context.newPage();
    const protocol = await context.newCDPSession(tab);
    await protocol.send("Network.enable");
    await protocol.send("Performance.enable");
    let bytes = 0;
    const outside = new Set();
    protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    protocol.on("Network.requestWillBeSent", ({ request }) => {
      if (/^https?:/.test(request.url) && !request.url.startsWith(origin)) outside.add(request.url);
    });
    if (network) await protocol.send("Network.emulateNetworkConditions", network);
    if (slowdown) await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    // The page says so itself: to be asked again and again would take its time.
    await protocol.send("Runtime.enable");
    await protocol.send("Runtime.addBinding", { name: "told" });
    const told = new Promise((done, fail) => {
      const patience = setTimeout(() => fail(new Error(`${page.name}: nothing was seen for a minute`)), 60_000);
      protocol.once("Runtime.bindingCalled", () => (clearTimeout(patience), done()));
    });
    await tab.addInitScript(watch);
    await tab.goto(`${origin}${page.path}`, { waitUntil: "load", timeout: 120_000 });
    await told;
    const measured = await tab.evaluate(() => window.measured);
    const { metrics } = await protocol.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize").value;
    return { ...measured, bytes, heap, outside: outside.size };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const servers = await Promise.all(PAGES.map(serve));
console.log("| profile | page | first question seen, ms (range) | program ready, ms | blocked, ms | shifted | kB | JS heap, MB | other origins | violations |");
console.log("|---|---|---|---|---|---|---|---|---|---|");
const ratios = [];
for (const profile of PROFILES) {
  const rows = PAGES.map(() => []);
  // The first turn fills caches of the machine and is not counted.
  for (let turn = -1; turn < runs; turn++) {
    for (const [index, page] of PAGES.entries()) {
      const row = await visit(`http://127.0.0.1:${servers[index].address().port}`, page, profile);
      if (turn >= 0) rows[index].push(row);
    }
  }
  for (const [index, page] of PAGES.entries()) {
    const of = (key) => rows[index].map((row) => row[key]);
    const seen = of("seen");
    console.log(`| ${profile.name} | ${page.name} | ${median(seen).toFixed(0)} (${Math.min(...seen).toFixed(0)}–${Math.max(...seen).toFixed(0)}) | ${median(of("ready")).toFixed(0)} | ${median(of("blocked")).toFixed(0)} | ${median(of("shifted")).toFixed(3)} | ${(median(of("bytes")) / 1000).toFixed(1)} | ${(median(of("heap")) / 1_048_576).toFixed(1)} | ${Math.max(...of("outside"))} | ${Math.max(...of("violations"))} |`);
  }
  const seen = rows.map((own) => median(own.map((row) => row.seen)));
  for (const [index, { name }] of PAGES.entries()) {
    if (index + 1 < PAGES.length) ratios.push(`${profile.name}, ${name}: ${(seen[index] / seen.at(-1)).toFixed(2)} of the peer's time, medians of ${runs} runs in turns`);
  }
}
console.log(`\n${ratios.join("\n")}`);
servers.forEach((server) => server.close());

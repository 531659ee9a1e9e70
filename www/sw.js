// The service worker of the pages on which surveys are answered: once such a page has been opened, it opens without
// network, too. www/embed/offline.js registers it, and tells it what a page has loaded.
//
// Its cache holds two kinds of entries: contents, each under its own hash, and for each page the list of what it loads,
// with the hash of each. A list is written last, so that a page is kept whole or as it was before. While there is
// network, that is what answers; a copy that is posted never comes here.

// scripts/bundle/worker.mjs puts the hash of this file in its place: another file has another cache.
const VERSION = "unstamped";
const PREFIX = "sotto-offline-";
const CACHE = PREFIX + VERSION;

// The folder that the site is in.
const BASE = new URL(".", location.href).href;

// So many pages are kept. Each shares the programs with the others.
const MOST = 20;

// Whoever has not answered by then, in milliseconds, is gone.
const PATIENCE = 5000;

// What a page is allowed comes with it.
const HEADERS = [
  "content-type",
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];

// Nothing is ever asked for at these two addresses.
const pageKey = (url) => `${BASE}sw.js?page=${encodeURIComponent(url)}`;
const contentKey = (hash) => `${BASE}sw.js?content=${hash}`;

const bare = (url) => url.replace(/#.*/s, "");

// A file whose name has the hash of what is in it never changes (as `is_hashed` of the collector has it).
const isHashed = (url) => /-[0-9a-f]{16}(_bg\.wasm|\.\w+)$/.test(new URL(url).pathname);

// What is kept under a key. A cache is not opened to be read: that would make it anew for a worker which another version
// has just replaced.
const read = (key) => caches.match(key, { cacheName: CACHE });

const listOf = async (page) => (await read(pageKey(page)))?.json();

async function lists(cache) {
  const found = (await cache.keys()).filter(({ url }) => url.startsWith(pageKey("")));
  return Promise.all(found.map(async (key) => ({ key, list: await (await cache.match(key)).json() })));
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Fetches what stands at an address, as the page would, and keeps it. Returns its hash.
async function take(cache, url) {
  const response = await fetch(url, {
    cache: isHashed(url) ? "default" : "no-cache",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { accept: "application/vnd.sotto.survey,*/*" },
  });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const headers = HEADERS.filter((name) => response.headers.has(name)).map((name) => [name, response.headers.get(name)]);
  const body = await response.arrayBuffer();
  const whole = new Blob([JSON.stringify(headers), body]);
  const hash = hex(await crypto.subtle.digest("SHA-256", await whole.arrayBuffer()));
  if (!await cache.match(contentKey(hash))) await cache.put(contentKey(hash), new Response(body, { headers }));
  return hash;
}

// Keeps a page with all that it has loaded, in place of what was kept of it before.
async function keep(page, urls) {
  const cache = await caches.open(CACHE);
  const had = Object.assign({}, ...(await lists(cache)).map(({ list }) => list));
  const list = {};
  for (const url of new Set([page, ...urls])) {
    const known = isHashed(url) && had[url];
    list[url] = known && await cache.match(contentKey(known)) ? known : await take(cache, url);
  }
  // What is written anew stands last.
  await cache.delete(pageKey(page));
  await cache.put(pageKey(page), new Response(JSON.stringify(list)));
  await sweep(cache);
}

// Deletes the pages that were kept longest ago, where there are too many, and what no page needs any more.
async function sweep(cache) {
  const all = await lists(cache);
  const left = all.slice(-MOST);
  for (const { key } of all.slice(0, -MOST)) await cache.delete(key);
  const needed = new Set(left.flatMap(({ list }) => Object.values(list)).map(contentKey));
  for (const { url } of await cache.keys()) {
    if (url.startsWith(contentKey("")) && !needed.has(url)) await cache.delete(url);
  }
}

async function drop(page) {
  if (!await listOf(page)) return;
  const cache = await caches.open(CACHE);
  await cache.delete(pageKey(page));
  await sweep(cache);
}

// One after the other: what one has written and not yet listed, another would sweep away.
let last = Promise.resolve();
const inTurn = (act) => {
  const done = last.then(act);
  last = done.catch(() => {});
  return done;
};

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// From the network, or as it was kept where nobody answers, or whoever does cannot just now. What is there no more is
// no more kept, either.
async function answered(page, request) {
  const url = bare(request.url);
  const hash = (await listOf(page))?.[url];
  const kept = hash && await read(contentKey(hash));
  if (!kept) return fetch(request);
  if (isHashed(url)) return kept;
  const asked = fetch(request).catch(() => {});
  const response = await Promise.race([asked, sleep(PATIENCE)]);
  if (!response || response.status > 499) return kept;
  if (response.status === 404 || response.status === 410) await inTurn(() => drop(page));
  return response;
}

// A short address leads to its page, as it does at the collector.
async function ledOn(request) {
  const response = await Promise.race([fetch(request).catch(() => {}), sleep(PATIENCE)]);
  if (response && response.status < 500) return response;
  const { pathname, search } = new URL(request.url);
  const page = `${BASE}embed/frame.html?survey=${pathname.split("/").pop()}${search.replace("?", "&")}`;
  return await listOf(page) ? Response.redirect(page) : response ?? Response.error();
}

async function answer({ request, clientId }) {
  if (request.mode !== "navigate") {
    const client = await self.clients.get(clientId);
    return client ? answered(bare(client.url), request) : fetch(request);
  }
  return request.url.startsWith(`${BASE}s/`) ? ledOn(request) : answered(bare(request.url), request);
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  // What is posted is none of its business.
  if (method === "GET" && url.startsWith(BASE)) event.respondWith(answer(event));
});

addEventListener("message", (event) => {
  const { data: { page, urls, isNew }, ports: [port] } = event;
  const isOurs = (url) => typeof url === "string" && url.startsWith(BASE);
  // The worker before may still have kept something while this one came into its place.
  if (isNew) event.waitUntil(deleteOthers());
  event.waitUntil(inTurn(() => keep(page, urls.filter(isOurs))).then(
    () => port.postMessage({ kept: true }),
    // Without network, or without room, what was kept before stays.
    async ({ message }) => port.postMessage({ kept: Boolean(await listOf(page)), why: message }),
  ));
});

addEventListener("install", () => self.skipWaiting());

async function deleteOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

// What a worker of an older version has kept goes with it; the page that brought this one has itself kept anew.
addEventListener("activate", (event) => event.waitUntil(deleteOthers().then(() => self.clients.claim())));

// Has a page on which a survey is answered kept on the device, with all that it loads, so that it opens without network
// the next time. Only the page itself is kept, never a copy or what was chosen (www/sw.js).
//
// A site of static files takes this file, sw.js and the page along as they are: nothing in them knows a survey.

const { serviceWorker } = navigator;

// Once nothing more has been loaded for so many milliseconds, the page is whole.
const QUIET = 1500;

// In milliseconds, for whoever asks whether there is another worker.
const PATIENCE = 5000;

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const here = (path) => new URL(path, import.meta.url).href;

// A policy may ask for it.
const script = () => {
  const url = here("../sw.js");
  return self.trustedTypes?.createPolicy("sotto-offline", { createScriptURL: () => url }).createScriptURL("") ?? url;
};

// What the page has loaded from its own site so far: files, and of the API the survey with its pictures and its status.
// What is posted was not loaded, and a relay's keys, a log's proofs and what a kiosk asks are about now.
const loaded = () => performance.getEntriesByType("resource")
  .filter(({ responseStatus }) => !(responseStatus > 399))
  .map(({ name }) => name.replace(/#.*/, ""))
  .filter((url) => url.startsWith(here("../")) && (!url.includes("/api/v1/") || /\/surveys\/[^/?]+(\/status|\/pictures\/[^/?]+)?$/.test(url)));

async function handOver(isNew) {
  const { active } = await serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
  active.postMessage({ page: location.href.replace(/#.*/, ""), urls: loaded(), isNew }, [port2]);
  const { kept, why } = await answer;
  if (why) console.warn("sotto-survey:", why);
  return kept;
}

// Resolves once the worker is the one that the site has now: what one that is about to be replaced still kept would stay.
// Without network the one that is there goes on.
async function newest(registration) {
  if (registration.active) await Promise.race([registration.update().catch(() => {}), sleep(PATIENCE)]);
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  await new Promise((done) => {
    const look = () => /activated|redundant/.test(next.state) && done();
    next.addEventListener("statechange", look);
    look();
  });
}

// Resolves once nothing has been loaded for a while.
const quiet = () => new Promise((done) => {
  let timer;
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      done();
    }, QUIET);
  });
  observer.observe({ type: "resource", buffered: true });
});

/** Whether this browser can keep a page at all: only of a safe connection, and not in every private window. */
export const canKeep = Boolean(serviceWorker && self.caches && self.isSecureContext);

/**
 * Has this page kept, once it has loaded all that it needs. To be called when the survey is there. Returns whether it
 * opens without network from now on, or did so before. `scopes` are the addresses that the worker answers for, seen from
 * this file: those of the collector's pages, unless a site of static files has its page elsewhere.
 */
export async function keepPage(scopes = ["./frame.html", "../s/"]) {
  if (!canKeep) return false;
  try {
    const url = script();
    for (const scope of scopes) await newest(await serviceWorker.register(url, { scope: here(scope) }));
    await quiet();
    // A worker of another version has deleted what the one before had kept.
    serviceWorker.addEventListener("controllerchange", () => handOver(true).catch(console.warn));
    return await handOver();
  } catch (error) {
    // Whoever has network misses nothing.
    console.warn("sotto-survey:", error);
    return false;
  }
}

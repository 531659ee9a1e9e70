// A kiosk: one device on which one person after the other answers, with or without network. `?kiosk` in the address makes
// a page of the collector's own one. Before each person stands a cover; after the receipt, and where a form was left, the
// page loads itself anew, so that nothing of one person is there for the next: no field, no history, no place, no memory.
//
// The copies do not leave one by one, by which whoever watches could count along: they wait in a store of their own
// (copies.js) until there are ten, or until whoever looks after the device sends them.
import { keep, settle, waiting } from "./copies.js";
import { canKeep, keepPage } from "./offline.js";
import { sendAll } from "./sending.js";

// In milliseconds: how long nobody may touch a form before it is asked about, and then before it is cleared; how long a
// receipt stands; and how often the collector is asked whether the survey still stands.
const [IDLE, GRACE, RECEIPT, POLL] = [180_000, 30_000, 60_000, 60_000];

// So many copies leave together.
const CROWD = 10;

// What stands in the way until somebody does something about it, whatever the collector says.
const FINAL = /^(not-safe|elsewhere|not-here|in-waves|leads-on|not-reached|no-room)$/;

const here = (path) => new URL(path, import.meta.url).href;

const ask = async (url, accept = "application/json") => {
  const response = await fetch(url, {
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { accept },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw Object.assign(new Error(`${url}: status ${response.status}`), { status: response.status });
  return response.json();
};

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter(Boolean));
  return made;
};

const button = (words, act, className = "") => make("button", { type: "button", textContent: words, className, onclick: act });

// What is filled in: names in braces.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);

/** Makes a kiosk of the page that shows `survey`, whose file stands at `src`, in a shape such as "steps". */
export async function begin(survey, { id, src, shape }) {
  const address = here(`../api/v1/surveys/${encodeURIComponent(id)}/submissions`);
  const main = survey.parentElement;
  // What is said to respondents, once it is known in which language; and to whoever looks after the device.
  let said = {};
  const isChinese = /^zh/.test(survey.lang || navigator.language);
  // Of what was set up: the survey's pin and version, why it is none for a kiosk, if so, and why it cannot be answered, if
  // that was found out since.
  const NAME = `sotto-kiosk:${id}`;
  const setUp = () => JSON.parse(localStorage.getItem(NAME) ?? "null");
  let screen;
  let reason;
  let touched = Date.now();
  let polled = Date.now();
  let full;

  history.scrollRestoration = "manual";
  // The form has nothing to lose that is not to be lost.
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
  document.head.append(make("link", { rel: "stylesheet", href: here("../styles/tokens.css") }), make("link", { rel: "stylesheet", href: here("kiosk.css") }));
  survey.setAttribute("history", "off");
  survey.setAttribute("display", shape ?? "kiosk");
  survey.shadowRoot?.replaceChildren();
  // A copy that is kept was not sent.
  survey.words = (texts) => {
    const own = { "sent-title": "kept-title", "copy-sent": "kept-title", "sent": "kept", "secret-sent": "kept" };
    const getters = Object.entries(own).map(([key, ours]) => [key, { enumerable: true, get: () => said[ours] ?? texts[key] }]);
    return Object.defineProperties({ ...texts, exact: texts["exact-kept"] }, Object.fromEntries(getters));
  };
  // Links can be read; whoever pressed one would leave the device with another page.
  survey.addEventListener("click", (event) => {
    if (event.composedPath().some(({ href }) => href)) event.preventDefault();
  }, true);
  cover(true);

  // Everything goes before the page does.
  function clear() {
    document.body.replaceChildren();
    location.reload();
  }

  function cover(isCovered) {
    survey.inert = isCovered;
    main.classList.toggle("covered", isCovered);
  }

  const texts = await ask(here(`../messages/tablet.${isChinese ? "zh-CN" : "en"}.json`));
  const plural = new Intl.PluralRules(isChinese ? "zh-CN" : "en");
  const counted = (key, count) => filled(texts[`${key}.${plural.select(count)}`], { count });

  // What the collector says just now, past the worker that would say what it said before.
  const told = () => ask(`${src}/status?now`);

  // Why a survey cannot be answered here, by what the collector says of it.
  function verdict({ phase, access, relay, pin }) {
    if (access !== "open") return "not-for-all";
    if (relay) return "relayed";
    if (phase !== "open") return "not-now";
    return pin === setUp().pin ? setUp().never : "changed";
  }

  // Sets the device up for the version that there is now.
  async function useNow({ pin, version }) {
    const { "epsilon-first": isInWaves, closing } = await ask(src);
    const never = isInWaves ? "in-waves" : closing?.redirect && "leads-on";
    localStorage.setItem(NAME, JSON.stringify({ pin, version, never }));
  }

  // Moves a copy that was not made in a kiosk, or whose page broke, to the others.
  async function gather() {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`sotto:${id}:`) && name.endsWith(location.origin));
    for (const name of names.filter((name) => !name.startsWith(`sotto:${id}:waves:`))) {
      const { state, body } = JSON.parse(localStorage.getItem(name)) ?? {};
      if (state === "pending") await keep(address, body);
      localStorage.removeItem(name);
    }
  }

  // Why nobody can answer here, if so.
  async function whyNot() {
    if (!canKeep || !navigator.locks || !self.indexedDB) return "not-safe";
    if (!await lock()) return "elsewhere";
    // A browser may ask whether it may; nothing waits for that.
    navigator.storage?.persist?.();
    try {
      const status = await told();
      if (!setUp()) await useNow(status);
      note(verdict(status));
    } catch (error) {
      console.warn("sotto-survey:", error);
      const isGone = error.status === 404;
      if (!setUp()) return isGone ? "not-here" : "not-reached";
      if (isGone) note("not-here");
    }
    const { why } = setUp();
    if (why) return why;
    try {
      await gather();
    } catch (error) {
      console.error("sotto-survey:", error);
      return "no-room";
    }
    return undefined;
  }

  // What was found out holds until the collector says something else.
  const note = (why) => localStorage.setItem(NAME, JSON.stringify({ ...setUp(), why }));

  // One tab is the kiosk: two would take each other's copy for their own. A page that is just being left gives way.
  const lock = () => new Promise((done) => {
    const held = () => new Promise(() => done(true));
    navigator.locks.request(NAME, { signal: AbortSignal.timeout(3000) }, held).catch(() => done(false));
  });

  // For whoever looks after the device: what stands in the way, how many copies wait, and what can be done with them.
  const line = make("p", { className: "line", role: "status" });
  const news = make("p", { className: "news", role: "status" });
  let isReady;
  let taken;
  const remove = button(texts.remove, async () => {
    if (!confirm(texts["remove-sure"])) return;
    await settle(taken);
    remove.hidden = true;
    tell();
  });
  remove.hidden = true;
  const acts = make("div", { className: "acts" }, button(texts["send-now"], () => send(true)), button(texts["take-out"], takeOut), remove);
  const panel = make("details", { className: "panel" }, make("summary", { textContent: texts.panel }), line, acts, news);
  panel.lang = isChinese ? "zh-CN" : "en";

  async function tell() {
    const copies = await waiting(address);
    const refused = copies.filter(({ refused }) => refused !== undefined).length;
    const readiness = isReady === undefined ? "getting-ready" : isReady ? "ready" : "not-ready";
    line.textContent = [refused && counted("refused", refused), !reason && texts[readiness]]
      .filter(Boolean).join(isChinese ? "" : " ");
    acts.hidden = !copies.length;
    // Whoever carries the device away sees it without opening anything.
    panel.firstElementChild.textContent = `${texts.panel} · ${counted("waiting", copies.length)}`;
    if (refused) panel.open = true;
  }

  async function send(all) {
    news.textContent = texts.sending;
    const { counted: count, isReached } = await sendAll(address, all);
    news.textContent = isReached ? counted("sent", count) : texts["not-reached"];
    await tell();
  }

  async function takeOut() {
    taken = await waiting(address);
    const file = new Blob([JSON.stringify({ sotto: "copies", survey: id, copies: taken.map(({ body }) => body) }, null, 1)]);
    const href = URL.createObjectURL(file);
    make("a", { href, download: `sotto-copies-${id}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    remove.hidden = !taken.length;
  }

  // While nobody answers: whether the survey still stands, and whether enough copies wait to leave together.
  async function look() {
    polled = Date.now();
    if (FINAL.test(reason)) return;
    try {
      const why = verdict(await told());
      note(why);
      if (why !== reason) return clear();
    } catch {
      return;
    }
    const fresh = (await waiting(address)).filter(({ refused }) => refused === undefined);
    if (!reason && fresh.length >= CROWD) await send(false);
  }

  // Before each person, and where nobody can answer.
  function stand(title) {
    const ways = {
      changed: () => told().then(useNow).then(clear, () => {
        news.textContent = texts["not-reached"];
      }),
      "not-reached": clear,
      "no-room": clear,
    };
    const cause = reason && make("p", { className: "cause", lang: panel.lang, textContent: texts[reason] });
    const start = reason
      ? ways[reason] && button(texts[reason === "changed" ? "use-changed" : "again"], ways[reason], "start")
      : button(said.begin, answer, "start");
    const box = make("div", { className: "cover" }, make("h1", { textContent: title, tabIndex: -1 }),
      reason ? cause : make("p", { textContent: said.cover }), start, panel);
    function answer() {
      box.remove();
      screen = "form";
      touched = Date.now();
      cover(false);
      scrollTo(0, 0);
      const heading = survey.shadowRoot.querySelector("#heading");
      heading.tabIndex = -1;
      heading.focus();
    }
    screen = "cover";
    cover(true);
    main.append(box);
    (start || box.firstElementChild).focus();
    tell();
    if (!reason) look();
  }

  // Asks whoever may still be there.
  const still = make("dialog", { className: "still" });
  function askWhetherStillThere() {
    const seconds = new Intl.NumberFormat(document.documentElement.lang).format(GRACE / 1000);
    still.ariaLabel = filled(said["still-there"], { seconds });
    still.replaceChildren(
      make("p", { textContent: still.ariaLabel }),
      button(said.stay, () => {
        touched = Date.now();
        still.close();
      }, "start"));
    still.showModal();
  }
  still.addEventListener("cancel", (event) => event.preventDefault());

  function tick() {
    const idle = Math.abs(Date.now() - touched);
    if (screen === "cover") {
      if (Math.abs(Date.now() - polled) > POLL) look();
    } else if (screen === "receipt") {
      if (idle > RECEIPT) clear();
    } else if (screen && !full) {
      if (idle > IDLE + GRACE) clear();
      else if (idle > IDLE && !still.open) askWhetherStillThere();
    }
  }

  // Once somebody has sent.
  function after() {
    if (screen !== "receipt") return;
    main.append(make("div", { className: "after" }, make("p", { textContent: said["kept-words"] }), button(said.done, clear, "start")));
  }

  async function post(url, body) {
    try {
      await keep(url, body);
    } catch (error) {
      // The widget holds on to it, and tries again. Until then the page is not cleared.
      full ??= make("p", { className: "after", role: "alert", lang: panel.lang, textContent: texts["no-room"] });
      main.append(full);
      throw error;
    }
    full?.remove();
    full = undefined;
    // It is with the others now.
    await gather();
    return { status: 201 };
  }

  survey.addEventListener("sotto-ready", async ({ detail: { version } }) => {
    const { lang, dir } = survey.shadowRoot.querySelector("[data-screen]");
    said = await ask(here(`../messages/kiosk.${lang}.json`));
    document.documentElement.dir = dir;
    if (setUp().version !== version) reason = "changed";
    else survey.transport = post;
    stand(survey.shadowRoot.querySelector("#heading").firstChild.data);
    if (reason) return;
    isReady = await keepPage();
    tell();
  }, { once: true });
  // What cannot be loaded says so itself, and what can be tried.
  survey.addEventListener("sotto-error", () => {
    if (!screen) cover(false);
  });
  survey.addEventListener("sotto-progress", ({ detail }) => {
    if (screen === "cover") return;
    screen = detail.screen;
    after();
  });
  for (const type of ["pointerdown", "keydown", "input", "wheel"]) {
    addEventListener(type, () => {
      if (!still.open) touched = Date.now();
    }, { capture: true, passive: true });
  }
  main.append(still);
  setInterval(tick, 1000);
  // A device that was asleep.
  document.addEventListener("visibilitychange", tick);
  addEventListener("online", () => {
    if (reason === "not-reached") clear();
    else if (screen === "cover") look();
  });

  reason = await whyNot();
  if (reason) stand(id);
  else survey.setAttribute("src", src);
}

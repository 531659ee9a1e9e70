// The program that the loader fetches: puts a survey into the shadow root of an element, and passes
// between the two what each must know. It never touches an answer.
import { adopt, drawnBefore, untouched, watch } from "./adopt.js";
import { openFonts } from "./fonts.js";
import { pause } from "./pause.js";
import { post } from "./post.js";
import { faulty, hasLook, programFor, publisher, take, takesArms } from "./programs.js";

export { fetchBy } from "./programs.js";

// The folder of this file, which is a collector's if nothing else is said.
const here = import.meta.url.replace(/[^/]*$/, "");

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

const fail = (kind) => (cause) => {
  throw Object.assign(new Error(cause?.message ?? cause, { cause }), { kind });
};

// Reload and Back would lose what was chosen, of which nothing is stored: the browser asks first.
const ask = (event) => event.preventDefault();

const chooses = ({ type, key, target }) =>
  type === "input" || (type === "click" ? target.closest("[role=option]") : key === "Enter" && target.role === "combobox");

// The surveys on the page. They are told when their program stops: a fault ends it for good, and a
// person in the middle of a survey would press its buttons in vain.
const standing = new Set();

const stopped = ({ error, reason = error }) => {
  // Where nothing stands there may be no WebAssembly, either.
  if (!standing.size || !(reason instanceof WebAssembly.RuntimeError)) return;
  const url = faulty(reason.stack);
  for (const mounted of standing) {
    if (mounted.program.url !== url) continue;
    standing.delete(mounted);
    mounted.isStopped = true;
    sayStopped(mounted);
    mounted.element.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind: "broken" } }));
  }
};

function sayStopped({ root, options: { messages, language } }) {
  const message = document.createElement("p");
  message.role = "alert";
  message.className = "survey";
  message.lang = language;
  message.dir = messages.direction;
  message.dataset.failure = "broken";
  message.textContent = messages["failed-broken"];
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(message);
}

addEventListener("error", stopped);
addEventListener("unhandledrejection", stopped);

// Calls into the program. If it stops there, the loader tells it in one place, and we in all others.
function running(call, mounted) {
  try {
    return call();
  } catch (error) {
    standing.delete(mounted);
    stopped({ error });
    return fail("broken")(error);
  }
}

// Asks a collector, which learns nothing of who asks.
const getPlainly = (url) => fetch(url, {
  credentials: "omit",
  referrerPolicy: "no-referrer",
  signal: AbortSignal.timeout(5000),
});

// What happens while the program and the survey arrive. Returns what a collector says of a survey that it
// serves itself: whether it takes answers now, and from whom. Returns nothing where there is no such
// collector; one that takes no answers says so when the copy is sent.
export async function begin(element, texts) {
  const { shadowRoot } = element;
  if (drawnBefore(shadowRoot)) watch(shadowRoot);
  else texts.then((texts) => openFonts(element, sheet, texts), () => {});
  return statusOf(element);
}

async function statusOf(element) {
  const survey = new URL(element.getAttribute("src") ?? "", document.baseURI).href;
  if (element.survey || element.transport || !/\/api\/v1\/surveys\/[^/?#]+$/.test(survey)) return undefined;
  return statusAt(survey);
}

// What a collector says of a survey; nothing where nobody there knows it. Whoever cannot say it just now may have
// meant to name a relay: that is no word for sending past one.
async function statusAt(survey) {
  const response = await getPlainly(`${survey}/status`);
  if (response.ok) return response.json();
  if (response.status !== 404) throw new Error(`status ${response.status}`);
  return undefined;
}

// Resolves once the page has been seen as it is: a frame after it was drawn or, in a hidden tab, a little
// later.
const seen = () => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  setTimeout(done, 200);
});

// A compiled survey begins as no text does; anything else is JSON.
const parsed = (bytes) => bytes[0] === 255 ? bytes : JSON.parse(new TextDecoder().decode(bytes));

// Reads a compiled survey with the program that it needs. Another program, which few pages need, compiles
// one that a page has as an object, or says what is wrong with it.
async function asked(survey, isWhole) {
  const read = ArrayBuffer.isView(survey) && await readable(survey, isWhole);
  if (read) return read;
  const { compile } = await publisher();
  let compiled;
  try {
    compiled = compile(survey);
  } catch (error) {
    return fail("survey")(error);
  }
  return await readable(compiled, isWhole) ?? fail("survey")("the survey cannot be asked");
}

async function readable(survey, isWhole) {
  const program = await programFor(survey, isWhole);
  await pause();
  const found = running(() => program.read(survey));
  return found && { program, found, compiled: survey };
}

// A hash as pages write it; none where a page was not fetched over a safe connection.
const hashed = async (bytes) => crypto.subtle &&
  `sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))))}`;

// The survey's pin: the hash of all that a person is told, as `PublishedHash` has it. A collector that tells no
// pin would not take one, either.
const pinOf = (compiled, { access, keep_rows, relay, pin } = {}) => {
  const through = relay ? ` relay ${relay.url} ${relay.seconds}` : "";
  return pin && hashed(new Uint8Array([...compiled, ...new TextEncoder().encode(`access ${access} rows ${keep_rows}${through}`)]));
};

// What the page must know of a survey.
function about(found) {
  const [id, version, languages, ...title] = found.about().split("\0");
  return {
    id,
    version: Number(version),
    languages: languages.split(","),
    title: Object.fromEntries(title.flatMap((tag, place) => place % 2 ? [] : [[tag, title[place + 1]]])),
  };
}

// Shows a survey, in place of what was shown before. A survey that is the same keeps its choices.
// `wanted` are the languages that are asked for just now, `tags` those of the widget, of which `getTexts` fetches the
// texts, and `pick` finds the one that suits best.
export async function show(element, root, { survey: had, messages, language, wanted, tags, getTexts, pick, status, before, current }) {
  await pause();
  const attribute = (name) => element.getAttribute(name);
  const pinned = attribute("pin");
  const parametersPinned = attribute("epsilon-pin");
  const issuingKey = attribute("issuing-key");
  const arm = attribute("arm");
  const logKey = attribute("log-key");
  const collector = new URL(attribute("collector") ?? here, document.baseURI)
    .href.replace(/\/*$/, "/");
  const headingLevel = document.querySelector("h1") ? 2 : 1;
  const given = had?.byteLength >= 0 ? parsed(new Uint8Array(had)) : had;
  let survey;
  // Few surveys are answered through a relay, and then through nothing else.
  let relay;
  let prove;
  // Changes when the survey is forgotten.
  let life = {};
  const throughRelay = async () => relay ??= await (await take("./widget-relay.js", () => import("./widget-relay.js")))
    .relayed(status.relay, { collector, life: () => life, prove });
  // Makes a completion code of somebody's own.
  let own;
  const send = async (...copy) => {
    const way = status?.relay ? await throughRelay() : post;
    return own ? own.send(way, ...copy) : way(...copy);
  };
  // Few pages want it in another shape.
  const display = attribute("display");
  const shape = display && (await take("./widget-shapes.js", () => import("./widget-shapes.js"))).shape(display, element);
  const shaped = (texts) => shape ? shape.texts(texts) : texts;
  // Most surveys need no gate, and it is not loaded for them.
  let gate;
  const gated = async () =>
    gate ??= (await take("./widget-gate.js", () => import("./widget-gate.js"))).gate({
      take, element, root, survey, status, collector, post: send, life: () => life, headingLevel, styles, pick,
      get messages() {
        return options.messages;
      },
      get language() {
        return options.language;
      },
      get surveyLanguage() {
        return options.surveyLanguage;
      },
    });
  const deliver = async (url, body) => {
    if (element.transport) return element.transport(url, body);
    // Where it could not be asked before, it may name a relay.
    status ??= await statusOf(element);
    if (gate) return gate.post(url, body);
    const reply = await send(url, body);
    // From now on the code is asked for.
    if (reply.problem?.startsWith("invite-")) await gated();
    return reply;
  };
  // The languages of the widget and of the survey: the first that is asked for and that both have. Where there is none,
  // the widget speaks the element's own or the survey's: never a third one between page and survey.
  const spoken = () => {
    const asked = wanted();
    const both = asked.find((tag) => pick([tag], tags) && pick([tag], survey.languages));
    const own = pick([both, ...asked, "en"], survey.languages) ?? survey.languages[0];
    return [pick([both ?? element.lang, own], tags) ?? "en", own];
  };
  let ready = () => {};
  // Back, Forward, and what is kept until it is sent.
  let visit;
  const options = {
    messages: shaped(messages),
    language,
    steps: Boolean(shape?.isStepwise),
    get surveyLanguage() {
      return spoken()[1];
    },
    collector,
    framed: parent !== self && !frameElement,
    hosted: collector.startsWith(`${origin}/`),
    headingLevel,
    tags,
    get invited() {
      return Boolean(gate);
    },
    // Calls back once: with nothing if nobody answers.
    post(url, body, done) {
      deliver(url, body).then(done, () => done());
    },
    get relay() {
      return status?.relay && `${new URL(status.relay.url).host} ${status.relay.seconds}`;
    },
    get keepsRows() {
      return Boolean(status?.keep_rows);
    },
    forgotten() {
      life = {};
      gate?.forget();
      visit?.forget();
    },
    emit(type, detail) {
      if (type === "sotto-ready") ready();
      // Another form of the same survey on this page shows the same copy.
      if (type === "sotto-sent") for (const { handle } of standing) handle.look();
      // A copy is kept on the device, and nothing is left to lose.
      if (detail?.screen && !/^(form|review)$/.test(detail.screen)) removeEventListener("beforeunload", ask);
      element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    },
  };
  const forget = async () => {
    options.forgotten();
    running(() => program.forget(survey.id, collector), mounted);
  };
  const same = JSON.stringify([ArrayBuffer.isView(given) ? given.join() : given, collector, pinned, parametersPinned, issuingKey, logKey, arm, display, status?.pin]);
  if (current() && before?.same === same) {
    await before.speak();
    return before;
  }
  let { program, found, compiled } = await asked(given, options.steps);
  survey = about(found);
  const styles = [sheet];
  // Few surveys have a look of their own.
  if (hasLook(compiled)) styles.push((await take("./widget-theme.js", () => import("./widget-theme.js"))).look(compiled));
  const [tongue] = spoken();
  if (tongue !== language) Object.assign(options, { messages: shaped(await getTexts(tongue)), language: tongue });
  await pause();
  // What the collector says of the survey; it is asked now if that is not known yet.
  const statusTold = async () => status ??= await statusAt(`${collector}api/v1/surveys/${survey.id}`) ?? {};
  const pinTold = async () => pinOf(compiled, await statusTold());
  if ((pinned ?? parametersPinned) !== null) {
    const { hold } = await take("./widget-pin.js", () => import("./widget-pin.js"));
    await hold({ pinned, parametersPinned, hashed, pinTold, parameters: () => found.parameters() });
  }
  if (logKey !== null) {
    const { hold } = await take("./widget-log.js", () => import("./widget-log.js"));
    prove = await hold({ logKey, survey, collector, getPlainly, statusTold, pinTold });
  }
  options.pin = await pinOf(compiled, status);
  // Before anybody is asked: who cannot send through it would answer in vain.
  if (status?.relay) await throughRelay();
  // A page that pins a key asks for tokens that no collector can join to a person. One that asks
  // somebody for an invite instead gets neither invite nor answer.
  if (issuingKey !== null && !(status?.access === "unlinkable" && status.issuing_key === issuingKey)) {
    fail("pin")("the collector asks for something else than an unlinkable token of the pinned issuing key");
  }
  // A link names arms where the survey leaves them to it, and nowhere else: it takes the place of no draw, and none
  // takes its place.
  const leavesArms = takesArms(compiled);
  if (leavesArms || arm !== null) {
    found = leavesArms && arm !== null && running(() => found.with_arms(arm));
    if (!found) fail("arm")("the arms that the page names are not those that the survey leaves to it");
  }
  // Meanwhile the element may have left the page, or have been told to show something else.
  if (!current()) return undefined;
  const isLed = Boolean(root.activeElement);
  before?.close();
  if ([status?.phase, status?.access].some((state) => state && state !== "open") || element.invite || element.hasAttribute("invite")) {
    const passed = await (await gated()).pass(current);
    if (!current()) return undefined;
    if (!passed) return { close() {}, forget };
  }
  const box = document.createElement("div");
  if (element.unconditional) found = found.without_conditions();
  // Few surveys have any, and then all of them come first.
  const pictures = found.pictures?.();
  if (pictures) await (await take("./widget-pictures.js", () => import("./widget-pictures.js"))).load(pictures, { element, root, collector, survey, options });
  // Whoever is paid by a code is not to find it without a word at the end.
  if (found.has_code?.()) {
    own = await (await take("./widget-code.js", () => import("./widget-code.js")))
      .begin(root, options, found.gives_own_code() && { take, survey, collector, statusTold, life: () => life });
  }
  const prepared = running(() => found.prepare(box, options));
  await pause();
  if (!current()) return undefined;
  const old = drawnBefore(root);
  const sheets = [...styles, ...shape?.sheets ?? []];
  // The place is kept until the first page is whole. Whoever pressed a button that is no longer there
  // goes on at its heading.
  ready = () => {
    if (old) adopt(root, old, box, sheets);
    box.className = "";
    if (isLed && document.activeElement === document.body) root.querySelector("#heading")?.focus();
  };
  if (!old) {
    box.className = "reserved";
    root.adoptedStyleSheets = sheets;
    root.replaceChildren(box);
  }
  const handle = running(() => prepared.mount());
  for (const type of ["input", "click", "keydown"]) {
    box.addEventListener(type, (event) => chooses(event) && addEventListener("beforeunload", ask));
  }
  shape?.begin(box);
  const mounted = { element, root, options, program, handle };
  standing.add(mounted);
  // Changes to the language that is wanted now. If its texts cannot be fetched, what is shown stays
  // as it is until the network is back.
  const speak = async () => {
    const [language] = spoken();
    try {
      const messages = await getTexts(language);
      if (language !== spoken()[0]) return;
      Object.assign(options, { messages: shaped(messages), language });
      if (mounted.isStopped) sayStopped(mounted);
      else if (standing.has(mounted)) running(() => handle.update(options), mounted);
      gate?.translate();
      visit?.translate();
    } catch (error) {
      console.error("sotto-survey:", error);
      if (standing.has(mounted)) addEventListener("online", speak, { once: true });
    }
  };
  if (options.language !== spoken()[0]) speak();
  // The first question has been drawn; the others come once it has been seen, or at once where all was seen before.
  const whole = (old ? untouched(root) : seen()).then(() => {
    if (standing.has(mounted)) running(() => handle.complete(), mounted);
  });
  // The survey can be answered without.
  whole.then(() => take("./widget-visit.js", () => import("./widget-visit.js"))).then(({ begin }) => {
    if (standing.has(mounted)) visit = begin(box, { element, root, options, survey, take });
  }).catch(console.error);
  return {
    same,
    speak,
    whole,
    forget,
    close() {
      this.same = undefined;
      removeEventListener("online", speak);
      removeEventListener("beforeunload", ask);
      visit?.end();
      if (standing.delete(mounted)) handle.unmount();
    },
  };
}

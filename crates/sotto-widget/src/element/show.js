// The program that the loader fetches: puts a survey into the shadow root of an element, and passes
// between the two what each must know. It never touches an answer.
import { forget, read } from "sotto-glue";
import { openFonts } from "./fonts.js";
import { load, needed } from "./parts.js";
import { pause } from "./pause.js";
import tokens from "../../../../www/styles/tokens.css";
import style from "./style.css";
import { post } from "./post.js";

export { start } from "./parts.js";

// The folder of this file, which is a collector's if nothing else is said.
const here = import.meta.url.replace(/[^/]*$/, "");

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens + style);

const fail = (kind) => (cause) => {
  throw Object.assign(new Error(cause?.message ?? cause, { cause }), { kind });
};

// What stands on pages just now, to be told when the program stops: a fault in it ends it for good,
// and whoever is in the middle of a survey would press its buttons in vain.
const standing = new Set();

// What was shown and can be taken apart by nobody, because the rest of the program could not be had.
const left = [];

const stopped = ({ error, reason = error }) => {
  // Where nothing stands there may be no WebAssembly, either.
  const ours = standing.size && reason instanceof WebAssembly.RuntimeError && reason.stack.includes(import.meta.url);
  if (!ours) return;
  for (const place of standing) {
    place.isStopped = true;
    sayStopped(place);
    place.element.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind: "broken" } }));
  }
  standing.clear();
};

function sayStopped({ root, options: { messages, language } }) {
  const message = document.createElement("p");
  message.role = "alert";
  message.className = "survey";
  message.lang = language;
  message.dir = messages.direction;
  message.dataset.failure = "broken";
  message.textContent = messages["failed-broken"];
  root.replaceChildren(message);
}

addEventListener("error", stopped);
addEventListener("unhandledrejection", stopped);

// Calls into the program. If it stops there, the loader tells it in one place, and we in all others.
function running(call, place) {
  try {
    return call();
  } catch (error) {
    standing.delete(place);
    stopped({ error });
    return fail("broken")(error);
  }
}

// While the program and the survey are on their way. Returns whether a collector takes answers to the survey
// just now, and whose: what it says of a survey that it serves itself. Nothing where nobody says; whoever
// takes nothing says so when the copy is sent.
export async function begin(element, texts) {
  texts.then((texts) => openFonts(element, sheet, texts), () => {});
  const survey = new URL(element.getAttribute("src") ?? "", document.baseURI).href;
  if (element.survey || element.transport || !/\/api\/v1\/surveys\/[^/?#]+$/.test(survey)) return undefined;
  const response = await fetch(`${survey}/status`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(5000),
  });
  return response.ok ? response.json() : undefined;
}

// Ends when the page has been seen as it stands now, which is a frame after it was drawn, or, where nobody
// looks at it, a little later.
const seen = () => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  setTimeout(done, 200);
});

// Reads a survey with the parts of the program that it needs. One that was never published leaves
// integers open: another program, which few pages need, computes them, and says what is wrong with a
// survey that is none.
async function asked(survey) {
  const found = await readable(survey);
  if (found) return found;
  const program = await import("sotto-publish");
  await program.default();
  let published;
  try {
    published = program.publish(survey);
  } catch (error) {
    return fail("survey")(error);
  }
  return await readable(published) ?? fail("survey")("the survey cannot be published");
}

async function readable(survey) {
  await Promise.all(needed(survey).map(load));
  const form = running(() => read(survey));
  await pause();
  return form && running(() => form.check());
}

// Shows a survey, in place of what was shown before. A survey that is the same keeps its choices.
// `wanted` is the language of the widget that the page asks for just now, `getTexts` fetches its texts,
// and `pick` finds the language that suits best among those of a survey, which may be others.
export async function show(element, root, { survey, messages, language, wanted, getTexts, pick, status, before, current }) {
  await pause();
  const attribute = (name) => element.getAttribute(name);
  const pin = attribute("epsilon-pin");
  const collector = new URL(attribute("collector") ?? here, document.baseURI)
    .href.replace(/\/*$/, "/");
  const headingLevel = document.querySelector("h1") ? 2 : 1;
  // Most surveys need no gate, and it is not loaded for them.
  let gate;
  const gated = async () =>
    gate ??= (await import("sotto-gate")).gate({
      element, root, survey, status, collector, headingLevel, style: sheet, pick,
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
  let ready = () => {};
  const options = {
    messages,
    language,
    get surveyLanguage() {
      return pick(element.lang, survey.languages) ?? options.language;
    },
    collector,
    framed: parent !== self && !frameElement,
    headingLevel,
    get invited() {
      return Boolean(gate);
    },
    async transport(url, body) {
      if (element.transport) return element.transport(url, body);
      if (gate) return gate.post(url, body);
      const reply = await post(url, body);
      // From now on the code is asked for.
      if (reply.problem?.startsWith("invite-")) await gated();
      return reply;
    },
    forgotten: () => gate?.forget(),
    emit(type, detail) {
      if (type === "sotto-ready") ready();
      element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    },
  };
  const forgetting = async () => {
    gate?.forget();
    await load("rest");
    running(() => forget(survey.id, collector), place);
  };
  const same = JSON.stringify([survey, collector, pin]);
  if (current() && before?.same === same) {
    await before.speak();
    return before;
  }
  const found = await asked(survey);
  await pause();
  // What begins elsewhere than with its first question needs more to begin with.
  if (pin !== null || found.isAnswered(options)) await load("rest");
  if (pin !== null) {
    const { refuseOthersThan } = await import("sotto-pin");
    await refuseOthersThan(pin, () => found.parameters()).catch(fail("pin"));
  }
  // Meanwhile the element may have left the page, or have been told to show something else.
  if (!current()) return undefined;
  const isLed = Boolean(root.activeElement);
  before?.close();
  if ([status?.phase, status?.access].some((state) => state && state !== "open") || element.invite || element.hasAttribute("invite")) {
    const passed = await (await gated()).pass(current);
    if (!current()) return undefined;
    if (!passed) return { close() {}, forget: forgetting };
  }
  const box = document.createElement("div");
  const prepared = running(() => found.prepare(box, options));
  await pause();
  if (!current()) return undefined;
  const rest = load("rest");
  // The place is kept until the first page is whole. Whoever pressed a button that is no longer there
  // goes on at its heading.
  box.className = "reserved";
  ready = () => {
    box.className = "";
    if (isLed && document.activeElement === document.body) root.querySelector("#heading")?.focus();
  };
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(box);
  const handle = running(() => prepared.mount());
  const place = { element, root, options };
  standing.add(place);
  // Says the same in the language that is wanted now. If its texts cannot be had, what is shown stays
  // as it is until the network is back.
  const speak = async () => {
    const language = wanted();
    try {
      const [messages] = await Promise.all([getTexts(language), load("rest")]);
      if (language !== wanted()) return;
      Object.assign(options, { messages, language });
      if (place.isStopped) sayStopped(place);
      else if (standing.has(place)) running(() => handle.update(options), place);
      gate?.translate();
    } catch (error) {
      console.error("sotto-survey:", error);
      if (standing.has(place)) addEventListener("online", speak, { once: true });
    }
  };
  if (language !== wanted()) speak();
  return {
    same,
    speak,
    // Rejects if the rest of the program cannot be had: the survey cannot go on then.
    whole: Promise.all([rest, seen()]).then(() => {
      if (standing.has(place)) running(() => handle.complete(), place);
    }),
    forget: forgetting,
    // What takes it apart is in the rest.
    close() {
      this.same = undefined;
      removeEventListener("online", speak);
      if (standing.delete(place)) rest.then(() => handle.unmount(), () => left.push(handle));
    },
  };
}

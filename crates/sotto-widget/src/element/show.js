// The program that the loader fetches: puts a survey into the shadow root of an element, and passes
// between the two what each must know. It never touches an answer.
import { openFonts } from "./fonts.js";
import { pause } from "./pause.js";
import { post } from "./post.js";
import { faulty, programFor, publisher, take } from "./programs.js";

export { start } from "./programs.js";

// The folder of this file, which is a collector's if nothing else is said.
const here = import.meta.url.replace(/[^/]*$/, "");

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

const fail = (kind) => (cause) => {
  throw Object.assign(new Error(cause?.message ?? cause, { cause }), { kind });
};

// The surveys on the page. They are told when their program stops: a fault ends it for good, and a
// person in the middle of a survey would press its buttons in vain.
const standing = new Set();

const stopped = ({ error, reason = error }) => {
  // Where nothing stands there may be no WebAssembly, either.
  if (!standing.size || !(reason instanceof WebAssembly.RuntimeError)) return;
  const url = faulty(reason.stack);
  for (const place of standing) {
    if (place.program.url !== url) continue;
    standing.delete(place);
    place.isStopped = true;
    sayStopped(place);
    place.element.dispatchEvent(new CustomEvent("sotto-error", { bubbles: true, composed: true, detail: { kind: "broken" } }));
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

// What happens while the program and the survey arrive. Returns what a collector says of a survey that it
// serves itself: whether it takes answers now, and from whom. Returns nothing where there is no such
// collector; one that takes no answers says so when the copy is sent.
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

// Resolves once the page has been seen as it is: a frame after it was drawn or, in a hidden tab, a little
// later.
const seen = () => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  setTimeout(done, 200);
});

// Reads a survey with the program that it needs. One that was never published leaves integers open:
// another program, which few pages need, computes them, or says what is wrong with the survey.
async function asked(survey) {
  const found = await readable(survey);
  if (found) return found;
  const { publish } = await publisher();
  let published;
  try {
    published = publish(survey);
  } catch (error) {
    return fail("survey")(error);
  }
  return await readable(published) ?? fail("survey")("the survey cannot be published");
}

async function readable(survey) {
  const program = await programFor(survey);
  const form = running(() => program.read(survey));
  await pause();
  const found = form && running(() => form.check());
  return found && { program, found };
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
    gate ??= (await take("./widget-gate.js", () => import("./widget-gate.js"))).gate({
      take, element, root, survey, status, collector, headingLevel, style: sheet, pick,
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
  const forget = async () => {
    gate?.forget();
    running(() => program.forget(survey.id, collector), place);
  };
  const same = JSON.stringify([survey, collector, pin]);
  if (current() && before?.same === same) {
    await before.speak();
    return before;
  }
  const { program, found } = await asked(survey);
  await pause();
  if (pin !== null) {
    const { refuseOthersThan } = await take("./widget-pin.js", () => import("./widget-pin.js"));
    await refuseOthersThan(pin, () => found.parameters()).catch(fail("pin"));
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
  const prepared = running(() => found.prepare(box, options));
  await pause();
  if (!current()) return undefined;
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
  const place = { element, root, options, program };
  standing.add(place);
  // Changes to the language that is wanted now. If its texts cannot be fetched, what is shown stays
  // as it is until the network is back.
  const speak = async () => {
    const language = wanted();
    try {
      const messages = await getTexts(language);
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
    // The first question has been drawn; the others come once it has been seen.
    whole: seen().then(() => {
      if (standing.has(place)) running(() => handle.complete(), place);
    }),
    forget,
    close() {
      this.same = undefined;
      removeEventListener("online", speak);
      if (standing.delete(place)) handle.unmount();
    },
  };
}

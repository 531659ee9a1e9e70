// What stands before a survey that does not take everybody's answers at any time: words where it takes
// none just now, a field for the code where it asks for one, the purchase of an unlinkable token.
// Loaded for such surveys alone. It never touches an answer.

import { entry } from "./entry.js";
import { reply as answered } from "./post.js";

const say = ({ messages }, key) => messages[key];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`.gate { display: grid; gap: 1em; justify-items: start }
.gate > :first-child { font-size: 1.5em }
form { display: grid; gap: .5em; width: min(100%, 26em) }
label { font-weight: 600 }
input { letter-spacing: .05em }
button { margin-block-start: .5em }
[role=alert] { color: var(--danger); font-weight: 600 }
[role=alert]:not(:empty)::before { content: "⚠ " / "" }
[role=status]:empty { display: none }`);

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// Whether a collector has said that a code, or a token, is not good.
const isRefusal = ({ problem }) => /^invite-/.test(problem);

/**
 * A gate. `pass()` resolves when the survey can be asked, with `false` when it cannot: then words
 * stand in its place; `isAwaited` tells whether the page still shows this survey. `post` posts with what
 * the collector asks for, and asks for it first if it is missing or was refused. The view's `life()` is another
 * object once the survey was forgotten: what was begun before then leaves nothing behind.
 */
export function gate(view) {
  const { element, survey, collector, post, take, life, status = {} } = view;
  const unlinkable = () => take("./widget-unlinkable.js", () => import("./widget-unlinkable.js"));
  // What is kept between two visits: the code until it has done its work, or the token that it bought, and the ticket
  // that buys the next one under a later version.
  const store = entry("sotto-invite", view);
  const copy = entry("sotto", view).read();
  let kept = store.read();
  const keep = (more) => store.write(kept = more);
  // What the page gave is used before anybody is asked, once.
  let given = element.invite ?? element.getAttribute("invite") ?? undefined;
  const isUnlinkable = status.access === "unlinkable";
  const tickets = entry("sotto-ticket", view, "next");
  // Whoever answered an earlier version goes on without being asked, and known to nobody.
  const ticket = () => {
    const { ticket } = tickets.read();
    return parseInt(ticket) <= survey.version ? ticket : undefined;
  };
  // Now, while there is a network.
  if (isUnlinkable) unlinkable().catch(() => {});

  // What to post beside the copy; throws what the collector says against it.
  async function credential() {
    if (!isUnlinkable) return kept.invite;
    if (kept.token) return kept.token;
    const { invite, begun } = kept;
    const before = life();
    const { buyToken } = await unlinkable();
    ensureSame(before);
    const bought = await buyToken({
      collector,
      survey: survey.id,
      version: survey.version,
      issuingKey: status.issuing_key,
      invite,
      begun,
      keep: (begun) => keep({ invite, begun }),
    });
    ensureSame(before);
    // From here on the device does not know the invite either.
    tickets.write({ ticket: bought.ticket });
    keep({ token: bought.token });
    return bought.token;
  }

  // Whether the code lets anybody in, asked before they answer. A relay is there so that the collector does not see
  // who sends: nothing is asked past it.
  async function check() {
    if (isUnlinkable || status.relay) return;
    const response = await fetch(`${collector}api/v1/surveys/${survey.id}/invites/check`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(10_000),
      body: JSON.stringify({ invite: kept.invite }),
    });
    if (!response.ok) throw answered(response.status, await response.json());
  }

  function ensureSame(before) {
    if (before !== life()) throw new Error("the survey has been forgotten meanwhile");
  }

  // Asks until a code is accepted, or the page no longer waits for one. Where a copy has been made, it says itself
  // what is said of its code: it may be the one that has spent it.
  async function obtain(problem, isAwaited = () => true, checks = false) {
    while (isAwaited()) {
      if (!kept.invite && !kept.token) {
        const ready = (isUnlinkable ? ticket() : undefined) ?? given;
        keep({ invite: ready ?? await enter(view, problem) });
        if (ready === given) given = undefined;
      }
      try {
        await credential();
        if (checks) await check();
        return;
      } catch (error) {
        if (error.kind) throw error;
        // Whoever cannot be reached now is asked again when the copy is sent.
        if (!isRefusal(error)) return;
        problem = error.problem;
        drop();
      }
    }
  }

  function drop() {
    if (kept.invite && kept.invite === ticket()) tickets.clear();
    kept = {};
    store.clear();
  }

  // What to post beside the copy, and the answer to both: a token may be refused before the copy is
  // posted at all, by the collector or, if that cannot be trusted, here.
  async function send(url, body) {
    try {
      return await post(url, body, await credential());
    } catch (error) {
      return refusal(error);
    }
  }

  // An error as the answer to a post; thrown again if no collector answered.
  function refusal(error) {
    if (error.kind) {
      console.error("sotto-survey:", error);
      return { status: 403, problem: error.kind };
    }
    if (!error.status) throw error;
    return error;
  }

  let refused;
  return {
    /** Forgets the code, and what it bought, as if none had been entered. */
    forget() {
      refused = undefined;
      drop();
      tickets.clear();
    },
    /** Says in the language of the page what stands in the survey's place just now, if anything does. */
    translate: () => view.redraw?.(),
    async pass(isAwaited) {
      if ((status.phase ?? "open") !== "open" && !copy.body) {
        closed(view);
        return false;
      }
      if ((status.access ?? "open") !== "open" && copy.state !== "sent") await obtain(undefined, isAwaited, !copy.body);
      // From here on the survey stands there, also in another language.
      view.redraw = undefined;
      // Whoever has entered a code goes on at the survey's beginning.
      if (view.root.querySelector(".gate")) lead(view);
      return true;
    },
    async post(url, body) {
      const before = life();
      try {
        if (refused || !(kept.invite || kept.token)) await obtain(refused);
      } catch (error) {
        return refusal(error);
      }
      ensureSame(before);
      refused = undefined;
      const reply = await send(url, body);
      if (before !== life()) return reply;
      if (reply.status < 300) store.clear();
      else if (isRefusal(reply)) {
        refused = reply.problem;
        drop();
      }
      return reply;
    },
  };
}

function section({ root, messages, language, styles }, ...children) {
  root.adoptedStyleSheets = [...styles, sheet];
  const made = make("section", { className: "survey gate", lang: language, dir: messages.direction }, ...children);
  made.part = "survey";
  // Whoever is in the middle of the survey is led on; a page that just opens keeps its focus.
  const led = root.activeElement;
  for (const child of root.children) child.hidden = true;
  root.append(made);
  if (led) made.firstChild.focus();
  return made;
}

const heading = ({ headingLevel }, textContent) => make(`h${headingLevel}`, { textContent, tabIndex: -1 });

const button = (textContent, properties) => {
  const made = make("button", { textContent, ...properties });
  made.part = "button primary";
  return made;
};

const tell = ({ element }, type, detail) =>
  element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));

// The survey takes nothing just now.
function closed(view) {
  const { element, root, survey, messages, language, surveyLanguage, pick, status } = view;
  const { phase, opens } = status;
  const written = pick([surveyLanguage], Object.keys(survey.title)) ?? survey.languages[0];
  const time = opens && new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(new Date(opens));
  const words = [say(view, `phase-${phase}`), phase === "not-yet-open" && time && say(view, "phase-opens").replace("{time}", time)];
  const before = [...root.children];
  const title = heading(view, survey.title[written]);
  title.dir = "auto";
  if (written !== language) title.lang = written;
  const made = section(view, title, ...words.filter(Boolean).map((textContent) => make("p", { textContent })));
  for (const child of before) child.remove();
  made.dataset.phase = phase;
  const again = () => {
    lead(view);
    element.restart();
  };
  if (phase !== "closed") made.append(button(messages["try-again"], { type: "button", onclick: again }));
  tell(view, "sotto-error", { kind: phase });
}

// Leads whoever pressed a button here to the heading of what comes in its place, once that is drawn.
function lead({ element, root }) {
  const ready = () => document.activeElement === document.body && root.querySelector("#heading")?.focus();
  element.addEventListener("sotto-ready", ready, { once: true });
}

// Asks for the code, in the survey's place. What stands there meanwhile is hidden, and untouched. A
// gate in front of a survey stays until the survey takes its place, so that there is always something
// to see and to hear. Drawn anew in another language, it keeps what was typed, what was wrong with it,
// and the focus.
function enter(view, problem) {
  const { root } = view;
  // What was drawn before the program has its style beside it, and asks nobody.
  const asked = root.querySelector(".survey:not(.gate, [data-first] ~ * *)");
  return new Promise((resolve) => {
    view.redraw = (problem) => {
      const earlier = root.querySelector(".gate");
      const index = earlier ? [...earlier.querySelectorAll("*")].indexOf(root.activeElement) : -1;
      const { made, input, complain } = field(view, (code) => {
        if (asked) {
          view.redraw = undefined;
          made.remove();
          root.adoptedStyleSheets = view.styles;
          for (const child of root.children) child.hidden = false;
          root.querySelector("#heading")?.focus();
        }
        resolve(code);
      });
      input.value = earlier?.querySelector("input")?.value ?? "";
      const wrong = problem ?? earlier?.dataset.problem;
      if (wrong) complain(wrong);
      earlier?.remove();
      if (problem && (earlier || asked)) input.focus();
      else made.querySelectorAll("*")[index]?.focus();
    };
    view.redraw(problem);
    tell(view, "sotto-progress", { screen: "code" });
  });
}

// The field for the code. `done` is told what was entered.
function field(view, done) {
  const { status = {} } = view;
  const alert = make("p", { id: "code-problem", role: "alert" });
  const input = make("input", {
    id: "code", className: "typed", type: "text", dir: "ltr", autocomplete: "off", autocapitalize: "characters", spellcheck: false,
    // Letters run from left to right, and begin where the lines around them do.
    style: "text-align: -webkit-match-parent; text-align: match-parent",
  });
  input.setAttribute("aria-describedby", alert.id);
  const busy = make("p", { role: "status" });
  const form = make("form", { noValidate: true }, make("label", { htmlFor: input.id, textContent: say(view, "code-label") }), input, alert, busy, button(say(view, "code-continue"), { type: "submit" }));
  const access = status.access ?? "invites";
  const made = section(view, heading(view, say(view, "code-title")), make("p", { textContent: say(view, `code-${access}`) }), form);
  made.dataset.screen = "code";
  const complain = (problem) => {
    made.dataset.problem = problem;
    alert.textContent = say(view, `code-${problem}`);
    input.ariaInvalid = "true";
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = input.value.trim();
    if (busy.textContent) return;
    if (!code) {
      complain("invite-missing");
      input.focus();
      return;
    }
    delete made.dataset.problem;
    alert.textContent = "";
    input.ariaInvalid = null;
    busy.textContent = say(view, "code-checking");
    done(code);
  };
  return { made, input, complain };
}

// A completion code of somebody's own: the collector evaluates a blinded element that comes with their copy, and the
// device makes the code of it. docs/invites.md has the protocol. Loaded only for surveys that give such codes. It never
// touches an answer: what is sent for it is drawn by itself, and as long whatever was answered.
import { entry } from "./entry.js";

/**
 * Gets ready before anybody is asked. `send` posts a copy, by the way that is given to it, with what its code is made of;
 * `code` is the code, once there is one; `words` says in a language whose it is, that there is none, and what was sent for
 * it. `statusTold()` resolves to what the collector says of the survey; the view's `life()` is another object once the
 * survey was forgotten.
 */
export async function ownCode({ take, survey, collector, statusTold, life }) {
  const { beginCode } = await take("./widget-unlinkable.js", () => import("./widget-unlinkable.js"));
  const store = entry("sotto-invite", { survey, collector }, `code-${survey.version}`);
  // For browsers that forbid their storage.
  let memory = {};
  const read = () => {
    const stored = store.read();
    if (stored.body) return stored;
    return memory.life === life() ? memory : {};
  };
  const write = (kept) => {
    memory = { ...kept, life: life() };
    store.write(kept);
  };
  // The copy as it is posted, every time the same: with another element it would be another submission.
  function whole(body, issuingKey) {
    const members = body.slice(1);
    const kept = read();
    if (kept.body?.endsWith(members)) return kept;
    const { begun, blinded } = beginCode(survey.id, issuingKey);
    const made = { begun, body: `{"blinded_code":"${blinded}",${members}` };
    write(made);
    return made;
  }

  function made(begun, issuingKey, evaluation) {
    try {
      return beginCode(survey.id, issuingKey, begun).finish(evaluation);
    } catch (error) {
      console.error("sotto-survey:", error);
      return undefined;
    }
  }

  return {
    get code() {
      return read().code;
    },
    words: (language) => OWN_CODE_WORDS[language] ?? OWN_CODE_WORDS.en,
    async send(post, url, body, invite) {
      const before = life();
      const { issuing_key: issuingKey } = await statusTold();
      // A collector that gives no codes says so itself.
      if (!issuingKey) return post(url, body, invite);
      const kept = whole(body, issuingKey);
      const reply = await post(url, kept.body, invite);
      if (reply.status < 300 && before === life()) write({ ...kept, code: made(kept.begun, issuingKey, reply.code) });
      return reply;
    },
  };
}

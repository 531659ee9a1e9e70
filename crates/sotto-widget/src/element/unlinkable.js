// Unlinkable tokens and completion codes, the device's side; docs/invites.md has the protocol. Bundled into a file of its
// own, sotto-unlinkable.js, which is loaded only for surveys whose access is "unlinkable" or that give codes of people's own.
import { ristretto255_oprf } from "@noble/curves/ed25519.js";
import { base64url, join, utf8 } from "./bytes.js";

const NONCE = 32;
// Bytes of either half of a completion code, and the letters in which it is written, Crockford's.
const HALF = 10;
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/**
 * Draws a nonce and blinds it. `info` says in public what is bought, `issuingKey` is the survey's published
 * key in base64url. `blinded` is what the collector is to evaluate; `finish` makes the token of its answer, and
 * throws an error of kind "proof" if that does not prove that the published key was used for this. `begun` is what a
 * device keeps so as to go on later: an invite buys one blinded element, and no other after it.
 */
export function beginToken(survey, issuingKey, info, begun) {
  const { finish, ...purchase } = begin(survey, issuingKey, info, NONCE, begun);
  return { ...purchase, finish: (evaluation) => base64url(join(...finish(evaluation))) };
}

/**
 * The same for a completion code of somebody's own, of which `finish` makes the text that is shown. The rest of its nonce
 * is empty, so that it is short.
 */
export function beginCode(survey, issuingKey, begun) {
  const { finish, ...purchase } = begin(survey, issuingKey, "code", HALF, begun);
  return { ...purchase, finish: (evaluation) => written(join(...finish(evaluation).map((part) => part.subarray(0, HALF)))) };
}

// Five bits a letter, four letters a group.
function written(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{5}/g).map((five) => LETTERS[parseInt(five, 2)]);
  return letters.join("").match(/.{4}/g).join("-");
}

// `drawn` is how many bytes of the nonce are drawn. `finish` gives the nonce and the function's value.
function begin(survey, issuingKey, info, drawn, begun) {
  const poprf = ristretto255_oprf.poprf(utf8(info));
  const key = decode(issuingKey);
  const nonce = begun ? decode(begun.nonce) : new Uint8Array(NONCE);
  if (!begun) crypto.getRandomValues(nonce.subarray(0, drawn));
  const input = join(utf8("sotto token 1 "), key, nonce, utf8(survey));
  const fresh = poprf.blind(input, key);
  const { blind, blinded } = begun ? { blind: decode(begun.blind), blinded: decode(begun.blinded) } : fresh;
  return {
    begun: { nonce: base64url(nonce), blind: base64url(blind), blinded: base64url(blinded) },
    blinded: base64url(blinded),
    finish({ evaluated, proof }) {
      try {
        return [nonce, poprf.finalize(input, blind, decode(evaluated), blinded, decode(proof), fresh.tweakedKey)];
      } catch (cause) {
        throw Object.assign(new Error("the collector's proof does not hold", { cause }), { kind: "proof" });
      }
    },
  };
}

/**
 * Buys a token for a version, and the ticket that buys both again under a later one, with an invite or such a ticket.
 * Nothing of these is in what they buy. `keep` is told what to keep before anything is asked for; given back as
 * `begun`, it continues a purchase that was cut short. Rejects with an error whose `status` and `problem` are the
 * collector's, if it refused, and with one of kind "proof" if its answer cannot be trusted.
 */
export async function buyToken({ collector, survey, version, issuingKey, invite, begun = {}, keep = () => {} }) {
  const from = version + 1;
  const token = beginToken(survey, issuingKey, `token ${version}`, begun.token);
  const ticket = beginToken(survey, issuingKey, `ticket ${from}`, begun.ticket);
  keep({ token: token.begun, ticket: ticket.begun });
  const address = `${collector.replace(/\/$/, "")}/api/v1/surveys/${encodeURIComponent(survey)}/unlinkable-tokens`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invite, version, blinded_token: token.blinded, blinded_ticket: ticket.blinded }),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    const { type } = await response.json().catch(() => ({}));
    const error = new Error("the collector sells no token for this invite");
    throw Object.assign(error, { status: response.status, problem: type?.split(":").pop() });
  }
  const evaluated = await response.json();
  return { token: token.finish(evaluated.token), ticket: `${from}.${ticket.finish(evaluated.ticket)}` };
}

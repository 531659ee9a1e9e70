// Unlinkable tokens, the device's side; docs/invites.md has the protocol. Bundled into a file of its
// own, sotto-unlinkable.js, which is loaded only for surveys whose access is "unlinkable".
import { ristretto255_oprf } from "@noble/curves/ed25519.js";

const { voprf } = ristretto255_oprf;
const NONCE = 32;

const utf8 = (text) => new TextEncoder().encode(text);

const encode = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((offset, part) => (whole.set(part, offset), offset + part.length), 0);
  return whole;
}

/**
 * Draws a token's nonce and blinds it. `issuingKey` is the survey's published key in base64url.
 * `blinded` is what the collector is to evaluate; `finish` makes the token from its answer, and throws
 * an error of kind "proof" if that does not prove that the published key was used. `begun` is what a device keeps
 * so as to go on later: an invite buys one blinded element, and no other after it.
 */
export function beginToken(survey, issuingKey, begun) {
  const key = decode(issuingKey);
  const nonce = begun ? decode(begun.nonce) : crypto.getRandomValues(new Uint8Array(NONCE));
  const input = join(utf8("sotto token 1 "), key, nonce, utf8(survey));
  const { blind, blinded } = begun
    ? { blind: decode(begun.blind), blinded: decode(begun.blinded) }
    : voprf.blind(input);
  return {
    begun: { nonce: encode(nonce), blind: encode(blind), blinded: encode(blinded) },
    blinded: encode(blinded),
    finish({ evaluated, proof }) {
      try {
        const output = voprf.finalize(input, blind, decode(evaluated), blinded, key, decode(proof));
        return encode(join(nonce, output));
      } catch (cause) {
        throw Object.assign(new Error("the collector's proof does not hold", { cause }), { kind: "proof" });
      }
    },
  };
}

/**
 * Buys a token with an invite. Nothing of the invite is in the token. `keep` is told what to keep
 * before anything is asked for; given back as `begun`, it continues a purchase that was cut short.
 * Rejects with an error whose `status` and `problem` are the collector's, if it refused, and with one
 * of kind "proof" if its answer cannot be trusted.
 */
export async function buyToken({ collector, survey, issuingKey, invite, begun, keep = () => {} }) {
  const token = beginToken(survey, issuingKey, begun);
  keep(token.begun);
  const address = `${collector.replace(/\/$/, "")}/api/v1/surveys/${encodeURIComponent(survey)}/unlinkable-tokens`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invite, blinded: token.blinded }),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    const { type } = await response.json().catch(() => ({}));
    const error = new Error("the collector sells no token for this invite");
    throw Object.assign(error, { status: response.status, problem: type?.split(":").pop() });
  }
  return token.finish(await response.json());
}

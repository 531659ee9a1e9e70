// What a public log proves, checked on the device: the signature on its head (c2sp.org/signed-note,
// c2sp.org/tlog-checkpoint), and by RFC 9162 that a line stands in its tree and that the tree only grew.
// Everything here was sent by somebody who may lie.
import { utf8 } from "./bytes.js";

export const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** The SHA-256 of bytes that follow each other. */
export const hashed = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(parts.flatMap((part) => [...part]))));

/** The bytes of a text in base64; nothing, if they would not be written so. */
export function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return base64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (one, other) => one?.length === other.length && one.every((byte, place) => byte === other[place]);

// A key begins with the type of its signatures.
const ED25519 = 1;

// Logs are not longer.
const LARGEST = 2 ** 40;

/**
 * A log's key from its text; nothing, if that is none. Rejects with what the browser says, a `NotSupportedError`
 * where it knows no such keys.
 */
export async function readKey(text) {
  const [, name, id, written] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = written && decoded(written);
  if (bytes?.length !== 33 || bytes[0] !== ED25519) return undefined;
  const found = (await hashed(utf8(`${name}\n`), bytes)).subarray(0, 4);
  const isOurs = [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("") === id;
  return isOurs ? { name, id: found, key: await crypto.subtle.importKey("raw", bytes.subarray(1), "Ed25519", false, ["verify"]) } : undefined;
}

/** The size and the root of a log from its signed head; nothing, if its key has not signed it. */
export async function readHead({ name, id, key }, note) {
  const [, text, origin, size, root, signatures] =
    /^((.+)\n(0|[1-9]\d*)\n(.{44})\n)\n((?:— .+\n)+)$/.exec(note) ?? [];
  if (origin !== name || !(size <= LARGEST)) return undefined;
  const ours = signatures.split("\n").filter((line) => line.startsWith(`— ${name} `))
    .map((line) => decoded(line.slice(name.length + 3)))
    .find((bytes) => bytes?.length === 68 && isSame(bytes.subarray(0, 4), id));
  const isSigned = ours && await crypto.subtle.verify("Ed25519", key, ours.subarray(4), utf8(text));
  const found = decoded(root);
  return isSigned && found?.length === 32 ? { size: Number(size), root: found } : undefined;
}

const inner = (left, right) => hashed([1], left, right);

const isOdd = (number) => number % 2 === 1;

// The hashes of a path, each with whether it stands on the left of what is known, on the way up to the root from a
// place of a level whose last place is `last`; nothing, if the path does not end at the root. The shifts of the RFC
// are divisions, because JavaScript shifts 32 bits alone.
function climb(place, last, path) {
  const up = () => [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  const steps = [];
  for (const hash of path) {
    if (last === 0) return undefined;
    const isLeft = isOdd(place) || place === last;
    // Whoever is the last and has nobody beside them rises as they are.
    if (isLeft) while (!isOdd(place) && place) up();
    steps.push({ hash, isLeft });
    up();
  }
  return last === 0 ? steps : undefined;
}

// The hashes of a path as they were sent; nothing, if one of them is none.
function hashes(path) {
  const found = Array.isArray(path) && path.map(decoded);
  return found && found.every((hash) => hash?.length === 32) ? found : undefined;
}

/** Whether a line stands in the log with such a head, at the place `index` from 0 (RFC 9162, section 2.1.3.2). */
export async function isIncluded({ size, root }, line, index, path) {
  const found = hashes(path);
  const steps = found && Number.isInteger(index) && index >= 0 && index < size && climb(index, size - 1, found);
  if (!steps) return false;
  let known = await hashed([0], utf8(line));
  for (const { hash, isLeft } of steps) known = await (isLeft ? inner(hash, known) : inner(known, hash));
  return isSame(known, root);
}

/** Whether the log with the head `now` begins with that of the head `before`, which is not empty (section 2.1.4.2). */
export async function isGrown(before, now, path) {
  const found = hashes(path);
  if (!found || before.size > now.size) return false;
  if (before.size === now.size) return !found.length && isSame(before.root, now.root);
  let [place, last] = [before.size - 1, now.size - 1];
  while (isOdd(place)) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  // The whole of the earlier log is one tree of the later, and need not be said.
  const [first, ...rest] = place ? found : [before.root, ...found];
  const steps = first && climb(place, last, rest);
  if (!steps) return false;
  let [earlier, later] = [first, first];
  for (const { hash, isLeft } of steps) {
    if (isLeft) earlier = await inner(hash, earlier);
    later = await (isLeft ? inner(hash, later) : inner(later, hash));
  }
  return isSame(earlier, before.root) && isSame(later, now.root);
}

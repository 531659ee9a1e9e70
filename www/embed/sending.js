// Sends the copies of a kiosk: all that wait, one after the other, in the drawn order in which they are read.
import { settle, waiting } from "./copies.js";

async function post({ address, body }) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(30_000),
    body,
  });
  const { type } = response.ok ? {} : await response.json().catch(() => ({}));
  return { status: response.status, problem: type?.split(":").pop() ?? "" };
}

// Too early, too slow, too many, or a fault at the other end: the same copy may be taken later.
const mayPass = (status) => [408, 425, 429].includes(status) || status > 499;

/**
 * Sends what waits for an address; with `all`, also what was refused before. Returns how many were counted and
 * refused, and whether the collector could be reached. A copy that was counted before, from here or from a file, is
 * counted once.
 */
export async function sendAll(address, all) {
  const [gone, refused] = [[], []];
  let isReached = true;
  for (const copy of await waiting(address)) {
    if (copy.refused !== undefined && !all) continue;
    const { status, problem } = await post(copy).catch(() => ({ status: 503 }));
    isReached = !mayPass(status);
    if (!isReached) break;
    if (status < 300) gone.push(copy);
    else refused.push({ ...copy, refused: problem });
  }
  // At once: what goes one by one would be told apart by when.
  if (gone.length || refused.length) await settle(gone, refused);
  return { counted: gone.length, refused: refused.length, isReached };
}

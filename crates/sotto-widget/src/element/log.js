// Holds what a page was given against the collector's public log, whose key the page pins by `log-key`: the
// survey's line stands in it, and so does that of the key under which it sells tokens, and since this device last
// looked the log only grew. Loaded only for pages that pin the log's key.
import { base64url, utf8 } from "./bytes.js";
import { base64, decoded, hashed, isGrown, isIncluded, readHead, readKey } from "./log-proof.js";

function refuse(kind, cause) {
  throw Object.assign(new Error(cause?.message ?? cause, { cause }), { kind });
}

// The log's key. Pages that were not fetched over a safe connection can check no signature, and could not be trusted
// to.
async function keyOf(text) {
  if (!crypto.subtle) refuse("log-unsupported", "a log can be checked on https pages only");
  try {
    return await readKey(text);
  } catch (error) {
    return error.name === "NotSupportedError" && refuse("log-unsupported", error);
  }
}

// What this device remembers of a log: its head when it last looked. It is the same whatever is answered.
function memory({ name }) {
  const entry = `sotto-log:${name}`;
  const quietly = (act) => {
    try {
      return act();
    } catch {
      // A browser may forbid its storage; the log's growth is then not checked.
    }
  };
  const read = () => quietly(() => {
    const { size, root } = JSON.parse(localStorage.getItem(entry));
    const bytes = decoded(root);
    return size > 0 && Number.isInteger(size) && bytes?.length === 32 ? { size, root: bytes } : undefined;
  });
  return {
    read,
    // Another tab may have seen more meanwhile.
    write({ size, root }) {
      if (!(read()?.size > size)) quietly(() => localStorage.setItem(entry, JSON.stringify({ size, root: base64(root) })));
    },
  };
}

// What the collector proves of a line.
async function proven({ collector, getPlainly }, line, since) {
  let response, answer;
  try {
    response = await getPlainly(`${collector}api/v1/log/proof?${new URLSearchParams({ line, since })}`);
    answer = { ...await response.json() };
  } catch (error) {
    refuse("log-unread", error);
  }
  if (/:unknown-line$/.test(answer.type)) refuse("log-missing", `the log does not have "${line}"`);
  if (!response.ok) refuse("log-unread", `the log answers with status ${response.status}`);
  return answer;
}

/**
 * Resolves if the log is as it should be; otherwise rejects with an error whose `kind` says what is wrong. `statusTold`
 * resolves with what the collector says of the survey, `pinTold` with the survey's pin by that. What it resolves with
 * does the same for the keys, as the collector tells them, to which what goes through a relay is encrypted.
 */
export async function hold({ logKey, survey, collector, getPlainly, statusTold, pinTold }) {
  const key = await keyOf(logKey);
  if (!key) refuse("log-signature", `log-key is no key of a log, as ${collector}api/v1/log/key tells one: "${logKey}"`);
  const kept = memory(key);
  const prove = async (line) => {
    const before = kept.read();
    const { checkpoint, index, inclusion, consistency } = await proven({ collector, getPlainly }, line, before?.size ?? 0);
    const now = await readHead(key, checkpoint);
    if (!now) refuse("log-signature", `the log's head is not signed by the key ${logKey}: ${checkpoint}`);
    if (before && !await isGrown(before, now, consistency)) {
      refuse("log-rewritten", `the log's ${now.size} lines do not begin with the ${before.size} that it had: ${checkpoint}`);
    }
    if (!await isIncluded(now, line, index, inclusion)) refuse("log-missing", `the log does not prove that it has "${line}"`);
    kept.write(now);
  };
  const [{ issuing_key: issuingKey }, pin] = [await statusTold(), await pinTold()];
  if (!pin) refuse("log-missing", "the collector tells no pin of the survey");
  const id = base64(await hashed(utf8(survey.id)));
  // These lines, and that of the relay's keys, are as `LogEntry` writes them.
  await prove(`sotto-survey-1 ${id} ${survey.version} ${pin}`);
  if (issuingKey) await prove(`sotto-issuing-key-1 ${id} ${issuingKey}`);
  return (keys) => prove(`sotto-gateway-key-1 ${base64url(keys)}`);
}

/*! @hpke/core and @hpke/common - MIT License (c) 2023 Ajitomi Daisuke */
// Sends a copy through a relay (Oblivious HTTP, RFC 9458), which sees from where it comes and none of its bytes;
// the collector sees its bytes, and the relay. Bundled into a file of its own, which is loaded only for surveys
// that name a relay. Nothing here is ever sent past it.
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { join, utf8 } from "./bytes.js";
import { reply, submission } from "./post.js";

// Requests are filled up to a multiple of this many bytes.
const STEP = 1024;
const PATIENCE = 30_000;
// X25519 and HKDF-SHA256, and of what goes with them HKDF-SHA256 with AES-128-GCM.
const KEM = 0x20;
const SUITE = [0, 1, 0, 1];
const [SECRET, NONCE] = [16, 12];

// Binary HTTP (RFC 9292): lengths as QUIC writes them.
const length = (number) => Uint8Array.from(number < 64 ? [number]
  : number < 0x4000 ? [0x40 | number >> 8, number & 255]
    : [0x80 | number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255]);

const field = (bytes) => join(length(bytes.length), bytes);

/** A POST of JSON to a collector in binary HTTP, filled up with zeros. The collector knows its addresses by their
 * paths from its own on: whatever stands in front of it may have given it another. */
function request(url, collector, body) {
  const { protocol, host } = new URL(url);
  const line = ["POST", protocol.slice(0, -1), host, `/${url.slice(collector.length)}`].map((text) => field(utf8(text)));
  const headers = ["content-type", "application/json"].map((text) => field(utf8(text)));
  const whole = join([0], ...line, field(join(...headers)), field(utf8(body)), [0]);
  return join(whole, new Uint8Array(-whole.length & STEP - 1));
}

/** The status of an answer in binary HTTP, and its body. */
function answer(bytes) {
  let place = 0;
  const read = () => {
    const [first] = take(1);
    return [...take((1 << (first >> 6)) - 1)].reduce((number, byte) => number * 256 + byte, first & 63);
  };
  const take = (count) => {
    const taken = bytes.subarray(place, place += count);
    if (place > bytes.length) throw new Error("the answer ends too early");
    return taken;
  };
  if (read() !== 1) throw new Error("what came back is no answer");
  let status;
  let headers;
  do {
    status = read();
    headers = take(read());
  } while (status < 200);
  return { status, headers, content: take(read()) };
}

/** The first key of `application/ohttp-keys` to which can be encrypted here. */
export function keyOf(list) {
  for (let rest = list; rest.length > 2; rest = rest.subarray(2 + rest[0] * 256 + rest[1])) {
    const config = rest.subarray(2, 2 + rest[0] * 256 + rest[1]);
    const suites = config.subarray(37);
    const places = [...suites.keys()].filter((place) => place % 4 === 0);
    const fits = places.some((place) => SUITE.every((byte, offset) => suites[place + offset] === byte));
    if (config[1] * 256 + config[2] === KEM && fits) return { id: config[0], key: config.slice(3, 35) };
  }
  throw new Error("the collector has no key that is understood here");
}

/** Encrypts a message to a key: what to send, and what opens the answer to it. `ekm` is for tests. */
export async function encapsulate({ id, key }, message, ekm) {
  const kem = new DhkemX25519HkdfSha256();
  const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  const header = Uint8Array.of(id, KEM >> 8, KEM & 255, ...SUITE);
  const sender = await suite.createSenderContext({
    recipientPublicKey: await kem.deserializePublicKey(key.buffer),
    info: join(utf8("message/bhttp request"), [0], header),
    ekm,
  });
  const enc = new Uint8Array(sender.enc);
  const sealed = join(header, enc, new Uint8Array(await sender.seal(message)));
  return {
    sealed,
    async open(bytes) {
      const nonce = bytes.subarray(0, SECRET);
      const secret = await sender.export(utf8("message/bhttp response"), SECRET);
      const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
      const derive = (info, size) => crypto.subtle.deriveBits(
        { name: "HKDF", hash: "SHA-256", salt: join(enc, nonce), info: utf8(info) }, material, size * 8);
      const aead = await crypto.subtle.importKey("raw", await derive("key", SECRET), "AES-GCM", false, ["decrypt"]);
      const iv = await derive("nonce", NONCE);
      return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aead, bytes.subarray(SECRET)));
    },
  };
}

// Whether the device keeps the copy (src/outbox/storage.rs); it may keep nothing at all.
function isKept(body) {
  try {
    return Object.values(localStorage).some((entry) => entry.includes(JSON.stringify(body)));
  } catch {
    return false;
  }
}

// A moment within so many seconds that follows from nothing else.
const draw = (seconds) => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32 * seconds * 1000;

/**
 * Posts in place of `post`, through a relay. Rejects where nothing can be encrypted, such as on pages that were not
 * fetched over a safe connection. `life` tells another object once the survey was forgotten; `prove`, where the page
 * pins the log's key, holds the collector's keys against the log.
 */
export async function relayed({ url: relay, seconds }, { collector, life, prove }) {
  await crypto.subtle.generateKey("X25519", false, ["deriveBits"]);
  let key;
  // Asked for long before anything is sent: the collector sees who asks, and when.
  const fetchKey = () => key ??= asked(`${collector}api/v1/ohttp/keys`, { cache: "no-store" }).then(async (list) => {
    await prove?.(list);
    return keyOf(list);
  }).catch((error) => {
    key = undefined;
    throw error;
  });
  const first = fetchKey();
  // Before anybody is asked: a key that does not stand in the log may be one person's own.
  if (prove) await first;
  else first.catch(() => {});
  // The copy whose moment has come.
  let waited;

  async function send(url, body) {
    const { sealed, open } = await encapsulate(await fetchKey(), request(url, collector, body));
    const response = await fetched(relay, {
      method: "POST",
      headers: { "content-type": "message/ohttp-req" },
      redirect: "error",
      body: sealed,
    });
    if (response.ok) return answer(await open(new Uint8Array(await response.arrayBuffer())));
    const { type, detail } = await response.json().catch(() => ({}));
    // Whatever else a relay says of itself is not the collector's word on the copy.
    if (!type?.endsWith("#ohttp-key")) throw new Error(`the relay passes nothing on: ${detail ?? response.status}`);
    return undefined;
  }

  return async (url, body, invite) => {
    const before = life();
    const wasKept = isKept(body);
    // Fetches the key, and waits for a moment that follows neither from that nor from anything else.
    const wait = async () => {
      await fetchKey();
      await new Promise((done) => setTimeout(done, draw(seconds)));
      if (before !== life() || (wasKept && !isKept(body))) throw new Error("the copy has been forgotten meanwhile");
      waited = body;
    };
    const whole = submission(body, invite);
    if (waited !== body) await wait();
    let told = await send(url, whole);
    if (!told) {
      // The key was replaced. Whoever asks for the new one is not to be seen sending right after, nor when that
      // has to be asked for again.
      key = waited = undefined;
      await wait();
      told = await send(url, whole);
    }
    if (!told) throw new Error("the collector does not know its own key");
    const { status, content } = told;
    let said;
    try {
      said = JSON.parse(new TextDecoder().decode(content));
    } catch {
      // Nothing that a collector says.
    }
    return reply(status, said);
  };
}

const fetched = (url, how) => fetch(url, {
  credentials: "omit",
  referrerPolicy: "no-referrer",
  signal: AbortSignal.timeout(PATIENCE),
  ...how,
});

async function asked(url, how) {
  const response = await fetched(url, how);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

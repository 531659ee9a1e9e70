// Tries one version against the record of another: replay.mjs BINARY SITE DATABASE REQUESTS, where DATABASE and REQUESTS are
// folders of records. The collector BINARY opens a copy of the database, is to say what it said, and gets the requests:
// of an answer that it has, if both are of one record, and of one that it does not have.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { counts } from "./ask.mjs";
import { collector } from "./process.mjs";

const [binary, site, databaseFolder, requestsFolder] = process.argv.slice(2);
const read = (folder) => JSON.parse(readFileSync(join(folder, "record.json"), "utf8"));
const [stored, sent] = [databaseFolder, requestsFolder].map(read);
const faults = [];

function hold(condition, words) {
  if (!condition) faults.push(words);
}

/** Sends a request as it was recorded. */
function replayed(url, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const all = { ...headers, connection: "close", ...(body && { "content-length": Buffer.byteLength(body) }) };
    const request = ask(`${url}${path}`, { method, headers: all, timeout: 20_000 }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          type: (response.headers["content-type"] ?? "").split(";")[0],
          said: Buffer.concat(parts).toString().slice(0, 300),
        }),
      );
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error(`${method} ${path} is not answered within 20 seconds`)));
    request.on("error", reject);
    request.end(body);
  });
}

/** Holds the answers to requests against those that were recorded; a submission's against that status. */
async function hear(url, requests, ofSubmission) {
  for (const recorded of requests) {
    const { status, type, said } = await replayed(url, recorded);
    const what = `${recorded.method} ${recorded.path} of ${sent.version}`;
    if (recorded.method === "POST") {
      hold(status === ofSubmission, `${what} is answered with ${status} instead of ${ofSubmission}: ${said}`);
    } else {
      hold(status === recorded.status && type === recorded.type, `${what} is answered with ${status} ${type} instead of ${recorded.status} ${recorded.type}`);
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "sotto-replay-"));
try {
  const database = join(folder, "copy.sqlite");
  copyFileSync(join(databaseFolder, "database.sqlite"), database);
  const run = await collector(binary, ["--database", `sqlite:${database}`, ...(site ? ["--site", site] : [])]);
  const said = await counts(run.url, stored.survey, stored.token);
  hold(
    isDeepStrictEqual(said, stored.counts),
    `the database of ${stored.version} says ${JSON.stringify(said)} instead of ${JSON.stringify(stored.counts)}`,
  );
  const COUNTED = 201;
  const COUNTED_BEFORE = 200;
  if (databaseFolder === requestsFolder) await hear(run.url, sent.counted, COUNTED_BEFORE);
  await hear(run.url, sent.uncounted, COUNTED);
  await hear(run.url, sent.uncounted, COUNTED_BEFORE);
  await run.stop();
} catch (error) {
  faults.push(error.message);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
faults.forEach((fault) => console.error(`✗ ${fault}`));
process.exit(faults.length > 0 ? 1 : 0);

// Records what later versions are tried against: record.mjs VERSION FOLDER. SOTTO_BINARY is the program, SOTTO_DIST its site.
// Into FOLDER it writes
//   database.sqlite  a small database, with a crowd's answers and one of the widget's in it
//   record.json      what that database is to say, and the requests of a real widget: those of the answer that is in the
//                    database, and of another that is not
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { counts } from "./ask.mjs";
import { newPage, withBrowser } from "./browser.mjs";
import { collector, ran } from "./process.mjs";
import { SURVEY } from "./survey.mjs";

const [version, folder] = process.argv.slice(2);
const { SOTTO_BINARY: binary, SOTTO_DIST: site } = process.env;
const PEOPLE = 40;
/** A name of a file that changes with its content: a page that is kept has such a file, too. */
const HASHED = /-[0-9a-f]{16}[._]/;

const text = (file, content) => {
  writeFileSync(join(folder, file), content);
  return join(folder, file);
};

/** Answers the survey by the site's own widget, and returns the requests that it made for that. */
async function answered(browser, url) {
  const complaints = [];
  const page = await newPage(browser, complaints);
  const requests = [];
  page.on("response", (response) => requests.push(response));
  const address = `${url}recorded.html`;
  await page.route(address, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Recorded</title><script type="module" src="sotto-survey.js"></script>
        <sotto-survey src="api/v1/surveys/${SURVEY.id}" collector="."></sotto-survey></html>`,
    }),
  );
  await page.goto(address);
  await page.click('sotto-survey label:has(input[name="over-50"][value="no"])');
  await page.click('sotto-survey label:has(input[name="drink"][value="tea"])');
  await page.click("sotto-survey [data-action=review]");
  await page.click("sotto-survey [data-action=send]");
  await page.waitForSelector("sotto-survey [data-screen=receipt]");
  if (complaints.length > 0) throw new Error(`the widget's console complains: ${complaints.join("; ")}`);
  const kept = [];
  for (const response of requests) {
    const request = response.request();
    const { pathname, search } = new URL(request.url());
    if (HASHED.test(pathname) || pathname.endsWith("/recorded.html") || pathname === "/favicon.ico") continue;
    const { accept, "content-type": type } = await request.allHeaders();
    kept.push({
      method: request.method(),
      path: pathname.slice(1) + search,
      headers: { ...(accept && { accept }), ...(type && { "content-type": type }) },
      ...(request.method() === "POST" && { body: request.postData() }),
      status: response.status(),
      type: (response.headers()["content-type"] ?? "").split(";")[0],
    });
  }
  await page.context().close();
  const posts = kept.filter(({ method, path }) => method === "POST" && path.endsWith("/submissions"));
  if (posts.length !== 1 || posts[0].status !== 201) throw new Error(`the widget's answer was not counted: ${JSON.stringify(posts)}`);
  return kept;
}

/** A token for the new database, the survey published there, and a crowd's answers to it. */
async function furnished({ url, setup }) {
  const printed = await ran(binary, ["token", "--url", url, "--setup", "-", "--name", "Record"], { input: await setup() });
  const token = printed.trim().split(/\s+/).find((word) => word.startsWith("sotto_"));
  const file = text("survey.json", JSON.stringify(SURVEY, null, 2));
  await ran(binary, ["publish", file, "--url", url], { env: { SOTTO_TOKEN: token } });
  const rows = Array.from({ length: PEOPLE }, (_, row) => `${20 + ((row * 7) % 60)},${["tea", "coffee", "water"][row % 3]}`);
  const crowd = text("crowd.csv", ["age,drink", ...rows].join("\n"));
  await ran(binary, ["simulate", "--survey", file, "--data", crowd, "--map", "over-50=age>50,drink=drink", "--url", url]);
  rmSync(crowd);
  return token;
}

await withBrowser(async (browser) => {
  const database = join(folder, "database.sqlite");
  const words = (file) => ["--database", `sqlite:${file}`, "--site", site, "--forget-order-hours", "0"];
  const first = await collector(binary, words(database));
  const token = await furnished(first);
  const counted = await answered(browser, first.url);
  const said = await counts(first.url, SURVEY.id, token);
  await first.stop();
  for (const rest of ["-wal", "-shm"]) {
    if (existsSync(database + rest)) throw new Error(`the collector ended and left ${database + rest}`);
  }

  // An answer that the database does not have.
  const aside = mkdtempSync(join(tmpdir(), "sotto-record-"));
  try {
    copyFileSync(database, join(aside, "copy.sqlite"));
    const second = await collector(binary, words(join(aside, "copy.sqlite")));
    const uncounted = await answered(browser, second.url);
    await second.stop();
    const record = { version, survey: SURVEY.id, people: PEOPLE, token, counts: said, counted, uncounted };
    text("record.json", `${JSON.stringify(record, null, 2)}\n`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
});

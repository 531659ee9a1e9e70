// Takes three pictures of a running site and puts them side by side: screenshot.mjs ADDRESS FILE
// CHROME names the browser, SOTTO_PLAYWRIGHT the module that drives it.
import { pathToFileURL } from "node:url";

const [address, file] = process.argv.slice(2);
const { default: playwright } = await import(pathToFileURL(process.env.SOTTO_PLAYWRIGHT));

const HEIGHT = 620;
const browser = await playwright.chromium.launch({
  executablePath: process.env.CHROME,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function open(path, width) {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme: "light", locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(new URL(path, address).href);
  await page.waitForSelector("sotto-survey fieldset");
  return page;
}

const scrollTo = (page, selector) =>
  page.locator(selector).first().evaluate((element) => {
    element.scrollIntoView();
    scrollBy(0, -16);
  });
const url = (bytes) => `data:image/png;base64,${bytes.toString("base64")}`;

// A phone: the first question, answered, with its odds.
const phone = await open("embed/survey.html", 380);
await phone.click('label:has(input[name="over-50"][value="no"])');
await phone.click('fieldset:has(input[name="over-50"]) [part=odds] summary');
await scrollTo(phone, 'fieldset:has(input[name="over-50"])');
const question = url(await phone.screenshot());

// The site: what left the browser, and the estimate for everybody. People answer until chance swaps a "No".
const site = await open("answer/?survey=census", 520);
for (;;) {
  for (const [question, answer] of [["over-50", "no"], ["occupation", "sales"], ["race", "white"]]) {
    await site.click(`label:has(input[name="${question}"][value="${answer}"])`);
  }
  await site.click("sotto-survey [data-action=review]");
  await site.click("sotto-survey [data-action=send]");
  await site.waitForSelector("#sent-bytes");
  if ((await site.textContent("#sent-bytes")).includes('"over-50":0')) break;
  await site.click("#again");
  await site.waitForSelector("sotto-survey fieldset");
}
await scrollTo(site, "#sent");
const copy = url(await site.screenshot());
await scrollTo(site, "#estimates");
const estimate = url(await site.screenshot());

const sheet = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
await sheet.setContent(`<style>
  body { margin: 0; padding: 20px; width: max-content; background: #e9e5dc; display: grid; grid-template-columns: repeat(3, max-content); gap: 0 20px; font: 600 17px system-ui; color: #1f262c }
  figure { margin: 0; display: grid; gap: 10px }
  img { border-radius: 14px; height: ${HEIGHT}px; box-shadow: 0 2px 12px rgb(40 35 20 / 18%) }
</style>
<figure><figcaption>1. Somebody answers “No”</figcaption><img src="${question}"></figure>
<figure><figcaption>2. Chance swaps it before it leaves the browser</figcaption><img src="${copy}"></figure>
<figure><figcaption>3. The estimate for everybody still comes out</figcaption><img src="${estimate}"></figure>`);
await sheet.locator("body").screenshot({ path: file });
await browser.close();

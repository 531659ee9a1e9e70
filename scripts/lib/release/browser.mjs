// Chromium for trials, by the module that SOTTO_PLAYWRIGHT names and the browser that CHROME names.
import { pathToFileURL } from "node:url";

/** Runs `work` with a browser, and closes it whatever happens. */
export async function withBrowser(work) {
  const { default: playwright } = await import(pathToFileURL(process.env.SOTTO_PLAYWRIGHT));
  const browser = await playwright.chromium.launch({
    executablePath: process.env.CHROME,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A page in a profile of its own, with what it complains of. */
export async function newPage(browser, complaints) {
  const context = await browser.newContext();
  // What comes late on a slow machine has come.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return page;
}

// What perturbs answers without our interface, wherever its program comes from.
import init, { compile as write, parameters as read, perturb as draw } from "./widget-headless.js";

/** `load` finds the program, once it is needed. */
export function headless(load) {
  let started;
  const start = () => started ??= init({ module_or_path: load() })
    // The next call tries again.
    .catch((error) => {
      started = undefined;
      throw error;
    });

  /** The scrambled copy of a sheet of answers: the exact body to post, the same length whatever was answered. */
  async function perturb(survey, answers, pin, arm) {
    await start();
    return draw(survey, answers, pin, arm);
  }

  /** Everything of a survey that decides how much a copy can give away, as text. */
  async function parameters(survey) {
    await start();
    return read(survey);
  }

  /** The survey in the compiled form, which `<sotto-survey>` reads without loading the program that compiles. */
  async function compile(survey) {
    await start();
    return write(survey);
  }

  /** The survey's pin, the value of the attribute `pin`: the hash of all that a person is told before they answer. */
  async function pin(survey, { access = "open", keepRows = false, relay } = {}) {
    const through = relay ? ` relay ${relay.url} ${relay.seconds}` : "";
    const told = new TextEncoder().encode(`access ${access} rows ${keepRows}${through}`);
    const bytes = new Uint8Array([...await compile(survey), ...told]);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `sha256-${btoa(String.fromCharCode(...hash))}`;
  }

  /** Posts a body that `perturb` made. Posting it again is counted once. */
  async function post(collector, survey, body) {
    const base = new URL(collector, globalThis.document?.baseURI).href.replace(/\/*$/, "/");
    const url = new URL(`api/v1/surveys/${encodeURIComponent(survey)}/submissions`, base);
    const { status } = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      body,
    });
    return status;
  }

  return { compile, parameters, perturb, pin, post };
}

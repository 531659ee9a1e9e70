// The collector for looking: compiled the quickest way, as for the tests.
import { statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ended, run, start } from "./processes.mjs";
import { ROOT, SITE } from "./site.mjs";

const BINARY = join(ROOT, "target/debug/sotto");

export const compileCollector = () => run(
  "cargo",
  ["build", "--offline", "--locked", "--target-dir", "target", "-p", "sotto-cli", "--bin", "sotto"],
  "The collector could not be built; what cargo said stands above.",
  { cwd: ROOT },
);

/** Whether somebody listens on that port: it may have been taken while Sotto was built. */
export const isTaken = (port) => new Promise((resolve) => {
  const socket = connect({ port, host: "127.0.0.1" });
  const tell = (is) => {
    socket.destroy();
    resolve(is);
  };
  socket.once("connect", () => tell(true));
  socket.once("error", () => tell(false));
});

/** A collector that can be started anew when its binary has changed. `onEnd` hears if it ends by itself. */
export class Collector {
  #words;
  #onEnd;
  #process;
  #made;

  constructor(port, database, onEnd) {
    this.#words = ["serve", "--listen", `127.0.0.1:${port}`, "--database", database, "--site", SITE];
    this.#onEnd = onEnd;
  }

  get id() {
    return this.#process.pid;
  }

  start() {
    this.#made = statSync(BINARY).mtimeMs;
    const child = start(BINARY, this.#words);
    this.#process = child;
    ended(child).then((code) => {
      if (this.#process === child) this.#onEnd(code);
    });
  }

  /** Whether its binary is no longer the one that it was started from. */
  get isOutdated() {
    return statSync(BINARY).mtimeMs !== this.#made;
  }

  async startAnew() {
    const old = this.#process;
    this.#process = undefined;
    old.kill("SIGTERM");
    await ended(old);
    this.start();
  }
}

/** Shows where it is, once it answers, and opens it in a browser if asked to. */
export function announce(collector, address, isOpened) {
  const script = fileURLToPath(new URL("../lib/await-health.mjs", import.meta.url));
  const words = [script, address, String(collector.id), ...(isOpened ? ["--open"] : [])];
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  start(process.execPath, words, { stdin: isTerminal ? "inherit" : "ignore" });
}

/** Waits until a collector that was started anew answers. */
export async function answers(address) {
  for (let tries = 0; tries < 100; tries++) {
    try {
      if ((await fetch(new URL("healthz", address))).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

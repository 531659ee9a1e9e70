// The processes that a build starts. They end with this one, whatever ends it.
import { spawn } from "node:child_process";

const running = new Set();

/** Starts a command whose words go where ours go. */
export function start(command, words, { stdin = "ignore", ...more } = {}) {
  const child = spawn(command, words, { stdio: [stdin, "inherit", "inherit"], ...more });
  running.add(child);
  child.once("close", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/** Runs a command to its end, and fails with a sentence unless that was a good one. */
export const run = (command, words, sentence, options) => new Promise((resolve, reject) => {
  const child = start(command, words, options);
  child.once("error", (error) => reject(new Error(`${command} could not be started: ${error.message}`)));
  child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(sentence))));
});

/** Waits until a process has ended, and returns with what. */
export const ended = (child) => new Promise((resolve) => {
  if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode ?? 1);
  else child.once("close", (code) => resolve(code ?? 1));
});

/** Asks all to end, and waits for it. */
export async function endAll(signal = "SIGTERM") {
  const children = [...running];
  for (const child of children) child.kill(signal);
  await Promise.all(children.map(ended));
}

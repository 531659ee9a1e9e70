// Starting a collector and ending it for certain: it is the first of a group of processes, its words are read for as long as
// it runs, and every wait has an end.
import { spawn } from "node:child_process";

const SECOND = 1000;
const groups = new Set();

function kill(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended.
  }
}

process.on("exit", () => groups.forEach((group) => kill(group, "SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/** The environment without what could set a collector otherwise. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SOTTO_") && name !== "DATABASE_URL"));

/** Starts `sotto serve` with these words: { url, setup, stop }, where `setup` is its setup token or null. */
export async function collector(binary, words) {
  const child = spawn(binary, ["serve", "--listen", "127.0.0.1:0", ...words], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
  });
  groups.add(child.pid);
  let said = "";
  const heard = [];
  const hear = (part) => {
    said += part;
    heard.forEach((listen) => listen());
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(`it ended with ${signal ?? code}`));
  });
  const found = (pattern) =>
    new Promise((resolve) => {
      const look = () => {
        const match = said.match(pattern);
        if (match) resolve(match[1]);
      };
      heard.push(look);
      look();
    });
  const late = (seconds, words) =>
    new Promise((_, reject) => setTimeout(() => reject(new Error(words)), seconds * SECOND).unref());
  const failed = ended.then((how) => Promise.reject(new Error(`${binary} serve did not start: ${how}\n${said}`)));
  failed.catch(() => {});
  const url = await Promise.race([found(/^Open (http\S+)$/m), failed, late(60, `${binary} serve has not said where it is within a minute:\n${said}`)]);
  const setup = () => Promise.race([found(/once: (sotto-setup_\S+)/), failed, late(20, "it told no setup token")]);
  const stop = async () => {
    kill(child.pid, "SIGTERM");
    try {
      await Promise.race([ended, late(45, `${binary} serve did not end within 45 seconds of SIGTERM`)]);
    } finally {
      kill(child.pid, "SIGKILL");
      groups.delete(child.pid);
      // A grandchild that has them open must not keep us.
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
    }
  };
  return { url, setup, stop };
}

/** Runs a command to its end within two minutes, and returns what it printed. */
export function ran(binary, words, { input = "", env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, words, { detached: true, stdio: ["pipe", "pipe", "pipe"], env: { ...environment(), ...env } });
    groups.add(child.pid);
    const limit = setTimeout(() => kill(child.pid, "SIGKILL"), 120 * SECOND);
    let [printed, said] = ["", ""];
    child.stdout.on("data", (part) => (printed += part));
    child.stderr.on("data", (part) => (said += part));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(limit);
      groups.delete(child.pid);
      if (code === 0) resolve(printed);
      else reject(new Error(`${binary} ${words.join(" ")} ended with ${code}: ${said}`));
    });
  });
}

// Waits until a server that was just started answers, then says where it is, and opens it in a browser
// if asked to: await-health.mjs ADDRESS PROCESS [--open]. On a terminal it offers that. It says nothing
// if the server's process ends first.
import { spawn } from "node:child_process";
import { stdin } from "node:process";

const [address, server, open] = process.argv.slice(2);
const OPENERS = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };

function openBrowser() {
  const [command, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  opener.on("error", () => console.log(`No browser could be opened here: go to ${address} yourself.`));
  opener.unref();
}

function assertServerRuns() {
  try {
    process.kill(Number(server), 0);
  } catch {
    process.exit(1);
  }
}

for (;;) {
  assertServerRuns();
  try {
    if ((await fetch(new URL("healthz", address))).ok) break;
  } catch {
    // Not listening yet.
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(`\nSotto is ready: ${address}\n(Ctrl-C stops it.)`);
if (open) {
  openBrowser();
} else if (stdin.isTTY) {
  console.log("Press Enter to open it in your browser.");
  setInterval(assertServerRuns, 1000).unref();
  stdin.once("data", () => {
    openBrowser();
    stdin.destroy();
  });
}

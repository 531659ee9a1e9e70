// Waits until a server that was just started answers, then says where it is; says nothing if the
// server's process ends first: await-health.mjs ADDRESS PROCESS
const [address, server] = process.argv.slice(2);

for (;;) {
  try {
    process.kill(Number(server), 0);
  } catch {
    process.exit(1);
  }
  try {
    if ((await fetch(new URL("healthz", address))).ok) {
      break;
    }
  } catch {
    // Not listening yet.
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(`\nSotto is ready: open ${address}\n(Ctrl-C stops it.)`);


// Added by `./run --watch` alone: loads the page anew when what it is made from has been built anew.
if (globalThis.document) {
  const address = new URL("./build.json", import.meta.url);
  let seen;
  setInterval(async () => {
    try {
      const { number } = await (await fetch(address, { cache: "no-store" })).json();
      seen ??= number;
      if (number !== seen) location.reload();
    } catch {
      // The collector is being started anew.
    }
  }, 500);
}

// A survey's pin: the SHA-256 of all that decides what a respondent's copy can give away, as the
// program itself reads it from the survey. The npm package gives the same by `pin`. Loaded only for
// pinned surveys.
export async function refuseOthersThan(pin, parameters) {
  // Pages that were not fetched over a safe connection have no hash function. They could not be
  // trusted to check it, either.
  if (!crypto.subtle) throw new Error("a survey's pin can be checked on https pages only");
  const text = new TextEncoder().encode(parameters());
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const found = `sha256-${btoa(String.fromCharCode(...hash))}`;
  if (pin.trim() !== found) {
    throw new Error(`the survey's parameters are not the pinned ones: epsilon-pin is "${pin}", the survey has "${found}"`);
  }
}

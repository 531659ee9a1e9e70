// Holds a survey against what its page pins: `pin`, all that a person is told before they answer, and
// `epsilon-pin`, all that decides what a copy can give away. The npm package gives the first by `pin`. Loaded
// only for pinned surveys.
function refuseAnother(name, pinned, found) {
  // Pages that were not fetched over a safe connection have no hash function. They could not be
  // trusted to check it, either.
  const cause = !crypto.subtle ? "a survey's pin can be checked on https pages only"
    : !found ? "the collector tells no pin of the survey"
      : pinned.trim() !== found && `the survey is not the pinned one: ${name} is "${pinned}", the survey has "${found}"`;
  if (cause) throw Object.assign(new Error(cause), { kind: "pin" });
}

// `pinTold` resolves with the survey's pin, for which the collector may have to be asked.
export async function hold({ pinned, parametersPinned, hashed, pinTold, parameters }) {
  if (parametersPinned !== null) {
    refuseAnother("epsilon-pin", parametersPinned, await hashed(new TextEncoder().encode(parameters())));
  }
  if (pinned !== null) refuseAnother("pin", pinned, await pinTold());
}

// What a device keeps of a survey beside its scrambled copy, which the program itself keeps (src/outbox) under names of the
// same form: so all of it is found, and forgotten, together.

/** The entry of that kind in the browser's storage. */
export function entry(kind, { survey, collector }, version = survey.version) {
  const name = () => `${kind}:${survey.id}:${version}:${new URL(collector).origin}`;
  const quietly = (act) => {
    try {
      return act();
    } catch {
      // A browser may forbid its storage; this page then remembers for itself.
    }
  };
  return {
    read: () => quietly(() => JSON.parse(localStorage.getItem(name()))) ?? {},
    write: (value) => quietly(() => localStorage.setItem(name(), JSON.stringify(value))),
    clear: () => quietly(() => localStorage.removeItem(name())),
  };
}

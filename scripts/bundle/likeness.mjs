// The order in which a part's functions stand. Brotli says in fewer bytes what is like something near:
// after each function comes the one that is most like it, which makes a part a fiftieth smaller than the
// order in which the compiler left them.

// So many words in a row are what two functions can have in common.
const RUN = 3;

/** The same functions, each followed by the one of the others that is most like it. */
export function byLikeness(functions) {
  const numbers = new Map();
  const numberOf = (run) => {
    if (!numbers.has(run)) numbers.set(run, numbers.size);
    return numbers.get(run);
  };
  const left = functions.map((body) => ({ body, runs: runsOf(body, numberOf) }));
  const ordered = left.splice(0, 1);
  while (left.length) {
    const { runs } = ordered.at(-1);
    // Of several that are alike the one that stood first: the same program gives the same order.
    let [found, most] = [0, -1];
    for (const [index, other] of left.entries()) {
      const likeness = likenessOf(runs, other.runs);
      if (likeness > most) [found, most] = [index, likeness];
    }
    ordered.push(...left.splice(found, 1));
  }
  return ordered.map(({ body }) => body);
}

// Its runs of words behind its name.
function runsOf([, , ...body], numberOf) {
  const words = body.flat(Infinity);
  return new Set(words.slice(RUN - 1).map((_, index) => numberOf(words.slice(index, index + RUN).join(" "))));
}

// How much of what either has both have: from 0 to 1.
function likenessOf(one, other) {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const run of few) if (many.has(run)) shared++;
  return shared / (one.size + other.size - shared || 1);
}

// The pictures of a survey, loaded for those that have any. All of them are fetched before the first question is drawn,
// whatever will be asked and whatever is chosen, and none is asked for again: no request tells an answer. The browser
// holds each against its hash, which is part of the survey's pin.

// In milliseconds: whoever waits longer gets words in place of the pictures that are still missing.
const LONGEST_WAIT = 12_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`.picture { display: block; min-width: 0 }
.picture img { display: block; max-width: 100%; height: auto; object-fit: contain; border-radius: .375em }
.question > .picture { margin-block-start: .75em }
.question > .picture img { max-height: 30em }
.options:has(.picture) { grid-template-columns: repeat(auto-fill, minmax(min(8.5em, 100%), 1fr)); grid-auto-flow: row }
.option:has(.picture) { display: grid; grid-template-columns: auto minmax(0, 1fr); align-content: start; gap: .5em .75em; text-align: start }
.pictured { display: contents }
.option .picture { grid-area: 1 / 1 / 2 / 3; justify-self: center }
.option .picture img { max-height: 15em }
.option:has(.picture) input { grid-area: 2 / 1 }
.missing { display: block; padding: .5em; border: 1px dashed var(--edge); border-radius: .375em; text-align: start }
.missing small { display: block; color: var(--muted) }`);

// By hash. What has arrived stays, so that a survey that is shown again asks for nothing.
const arrived = {};

// Those that are on their way: two elements with one survey ask once.
const coming = {};

// How a hash is written where a browser checks it.
const integrity = (hash) => `sha256-${btoa(String.fromCharCode(...hash.match(/../g).map((digits) => parseInt(digits, 16))))}`;

async function arrive(hash, address, given) {
  const blob = given ?? await (await fetch(address, {
    integrity: integrity(hash),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(LONGEST_WAIT),
  })).blob();
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  try {
    // What has the right hash may still be none, or the page's policy may let none be shown.
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(image.src);
    throw error;
  }
  arrived[hash] = image.src;
}

const places = new WeakMap();

/**
 * Fetches the pictures of these hashes from the survey's collector, or from the one that the element says has them
 * (`picturesFrom`), and puts each where it belongs whenever something is drawn in the element. Resolves
 * once all are here, could not be had, or have let wait too long.
 */
export async function load(hashes, { element, root, collector, survey, options }) {
  const folder = `${element.picturesFrom ?? collector}api/v1/surveys/${survey.id}/pictures/`;
  // A page may have them at hand, as the one on which a survey is written does.
  const come = async (hash) => arrive(hash, folder + hash, await element.pictures?.(hash));
  const all = hashes.split(" ").map((hash) => arrived[hash] || (coming[hash] ??= come(hash).finally(() => delete coming[hash])));
  await Promise.race([
    Promise.allSettled(all).then((ends) => ends.forEach(({ reason }) => reason && console.error("sotto-survey:", reason))),
    new Promise((done) => setTimeout(done, LONGEST_WAIT)),
  ]);
  // Whatever comes later comes too late: nothing on the page changes by itself.
  const here = { ...arrived };
  places.get(root)?.disconnect();
  const shown = new WeakMap();
  const place = () => {
    const images = root.querySelectorAll("img[data-picture]");
    if (images.length && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    for (const image of images) {
      const { alt, dataset: { picture }, lang } = image;
      const is = [picture, alt, lang].join();
      if (shown.get(image) === is) continue;
      shown.set(image, is);
      image.nextSibling?.remove();
      image.hidden = !here[picture];
      if (here[picture]) image.src = here[picture];
      else image.after(words(alt, lang, options.messages["no-picture"]));
    }
  };
  const observer = new MutationObserver(place);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-picture", "alt", "lang"] });
  places.set(root, observer);
}

// What stands in the place of a picture that is not here.
function words(alt, lang, note) {
  const missing = document.createElement("span");
  missing.className = "missing";
  const said = Object.assign(document.createElement("span"), { textContent: alt, dir: "auto", lang });
  missing.append(said, " ", Object.assign(document.createElement("small"), { textContent: note }));
  return missing;
}

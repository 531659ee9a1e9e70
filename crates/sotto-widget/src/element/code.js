// A survey's completion code, loaded for surveys that have one: shows it large, says what it is and copies it. It is the
// same for everybody, or somebody's own, and nothing here knows an answer or reads a page's address.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`[part=code] { display: grid; gap: .5em; justify-items: start }
[part=code] code { padding: .25em .5em; border: 1px solid var(--edge); border-radius: calc(.375em * var(--theme-corners, 1)); font-size: 1.75em; line-height: 1.4; letter-spacing: .05em; -webkit-user-select: all; user-select: all }
[part=code] [role=status]:empty { display: none }
[part=code].own code { font-size: 1.25em }
[part=code].none > :not(strong) { display: none }`);

const make = (name, properties) => Object.assign(document.createElement(name), properties);

// Whether the clipboard has it now. Pages without TLS have none, and frames only where the page around lets them: there
// it is selected, and copied as people used to.
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand("copy");
  }
}

// What stands around a code; `own` makes somebody's own.
function surround(code, { words, ownWords, own }) {
  const box = code.parentElement;
  const name = make("strong");
  const button = make("button", { type: "button", part: "button secondary" });
  const note = make("p");
  const status = make("p", { role: "status" });
  // Which of the two sentences is said.
  let news;
  const say = () => {
    const [title, copy, done, failed, forAll] = words();
    const [forOne, none] = ownWords();
    const made = own?.code ?? "";
    const isMade = !own || made;
    if (own && code.textContent !== made) code.textContent = made;
    box.classList.toggle("own", Boolean(own));
    box.classList.toggle("none", !isMade);
    name.textContent = isMade ? title : none;
    button.textContent = copy;
    if (isMade) note.textContent = own ? forOne : forAll;
    status.textContent = { done, failed }[news] ?? "";
  };
  button.onclick = async () => {
    news = await copied(code) ? "done" : "failed";
    say();
  };
  say();
  code.before(name);
  code.after(button, status, note);
  return say;
}

const ownCode = async (owned) =>
  (await owned.take("./widget-own-code.js", () => import("./widget-own-code.js"))).ownCode(owned);

const watched = new WeakMap();

/**
 * Does so whenever the code is drawn in `root`, in the language of the widget, of which `options` tell. For a code of
 * somebody's own, what `owned` says, it gives what sends their copy.
 */
export async function begin(root, options, owned) {
  const own = owned ? await ownCode(owned) : undefined;
  const ownWords = () => own?.words(options.language) ?? [];
  watched.get(root)?.disconnect();
  const around = new WeakMap();
  const words = () => CODE_WORDS[options.language] ?? CODE_WORDS.en;
  let language;
  const look = () => {
    // Among what was sent it is told as well.
    const sent = root.querySelector("[data-own-code]");
    const [, , ofIt] = ownWords();
    if (sent && sent.textContent !== ofIt) sent.textContent = ofIt;
    const code = root.querySelector("[part=code] > code");
    if (!code) return;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    if (!around.has(code)) around.set(code, surround(code, { words, ownWords, own }));
    else if (language !== options.language) around.get(code)();
    ({ language } = options);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["lang"] });
  watched.set(root, observer);
  look();
  return own;
}

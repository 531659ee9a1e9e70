// A survey's completion code, loaded for surveys that have one: shows it large, says what it is and copies it. It is the
// same for everybody, and nothing here knows an answer, reads a page's address or asks for anything.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`[part=code] { display: grid; gap: .5em; justify-items: start }
[part=code] code { padding: .25em .5em; border: 1px solid var(--edge); border-radius: calc(.375em * var(--theme-corners, 1)); font-size: 1.75em; line-height: 1.4; letter-spacing: .05em; -webkit-user-select: all; user-select: all }
[part=code] [role=status]:empty { display: none }`);

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

// What stands around a code.
function surround(code, words) {
  const name = make("strong");
  const button = make("button", { type: "button", part: "button secondary" });
  const note = make("p");
  const status = make("p", { role: "status" });
  // Which of the two sentences is said.
  let news;
  const say = () => {
    const [title, copy, done, failed, forAll] = words();
    name.textContent = title;
    button.textContent = copy;
    note.textContent = forAll;
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

const watched = new WeakMap();

/** Does so whenever the code is drawn in `root`, in the language of the widget, of which `options` tell. */
export function begin(root, options) {
  watched.get(root)?.disconnect();
  const around = new WeakMap();
  const words = () => CODE_WORDS[options.language] ?? CODE_WORDS.en;
  let language;
  const look = () => {
    const code = root.querySelector("[part=code] > code");
    if (!code) return;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    if (!around.has(code)) around.set(code, surround(code, words));
    else if (language !== options.language) around.get(code)();
    ({ language } = options);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["lang"] });
  watched.set(root, observer);
  look();
}

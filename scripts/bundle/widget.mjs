// The widget's scripts. The modules of the element are bundled into the files that a browser loads one
// by one; www/sotto-survey.js, the loader, is told what stands where. Files name each other as they
// are called here; hash-names.mjs comes after. The languages alone have their names from here.
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "./esbuild.mjs";
import { hashOf } from "./hash-names.mjs";
import { inFile } from "./in-file.mjs";
import { integrity } from "./integrity.mjs";

const ELEMENT = fileURLToPath(new URL("../../crates/sotto-widget/src/element", import.meta.url));

const NO_NODE = fileURLToPath(new URL("no-node.mjs", import.meta.url));

// Each with everything it imports, except what is loaded alone.
const MODULES = {
  "widget": "show.js",
  "widget-gate": "gate.js",
  "widget-pin": "pin.js",
  "widget-log": "log.js",
  "widget-unlinkable": "unlinkable.js",
  "widget-relay": "relay.js",
  "widget-visit": "visit.js",
  "widget-shapes": "shapes.js",
  "widget-pictures": "pictures.js",
  "widget-theme": "theme.js",
  "widget-code": "code.js",
  "widget-own-code": "own-code.js",
  "widget-draft": "draft.js",
  "widget-dialog": "dialog.js",
  "widget-frame": "frame.js",
};

// What is said where no texts can be had, or before they are here.
const WORDS = { dialog: "close", frame: "frame-title", loader: ["failed-loading", "try-again"] };

// What is said of a completion code, and of somebody's own, in all languages beside the code alone: few surveys have one.
const OF_A_CODE = ["completion-code", "copy-code", "code-copied", "code-not-copied", "code-for-all"];
const OF_OWN_CODE = ["code-own", "code-not-made", "exact-code"];

// What a language's file for browsers leaves out: what stands in a page before any of this is there, which the collector
// draws, what is said of a file to whoever translates, and what stands elsewhere.
const NOT_IN_BROWSERS = new Set(["still-loading", "load-again", "about", ...OF_A_CODE, ...OF_OWN_CODE]);

/** Bundles everything beside the programs, whose WASM and glue stand in the folder already. */
export async function bundleWidget(folder, minify) {
  const bytes = (name) => readFileSync(join(folder, name));
  const languages = readdirSync(join(folder, "messages"))
    .map((name) => name.match(/^widget\.(.*)\.json$/)?.[1])
    .filter(Boolean)
    // A language before its variants: whoever asks for any form of it gets the first.
    .sort()
    .map((language) => ({ language, file: `messages/widget.${language}.json` }))
    .map((each) => ({ ...each, texts: inFile(each.file, () => JSON.parse(bytes(each.file))) }));
  const text = ({ language, texts }, key) => {
    if (!texts[key]) throw new Error(`messages/widget.${language}.json has no text "${key}"`);
    return texts[key];
  };
  const inAll = (key) => JSON.stringify(Object.fromEntries(languages.map((each) => [each.language, text(each, key)])));
  const names = Object.fromEntries(languages.map((each) => [each.language, namesIn(text(each, "about"))]));
  writeFileSync(join(folder, "messages/languages.json"), JSON.stringify(names));
  const named = nameByAll(folder, languages);
  const ofAll = (keys) => JSON.stringify(Object.fromEntries(languages.map((each) => [each.language, keys.map((key) => text(each, key))])));
  const minified = async (files) => {
    const { code } = await transform(files.map((file) => readFileSync(file, "utf8")).join("\n"), { loader: "css", minify });
    return JSON.stringify(code.trim());
  };
  const style = await minified([join(folder, "styles/tokens.css"), join(ELEMENT, "style.css")]);

  await build({
    entryPoints: Object.fromEntries(Object.entries(MODULES).map(([name, module]) => [name, join(ELEMENT, module)])),
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    minify,
    // Pages that bundle it again are not to look for what only Node has.
    alias: { "sotto-glue": join(folder, "widget.js"), "crypto": NO_NODE },
    external: ["./widget*"],
    nodePaths: [process.env.SOTTO_CURVES, process.env.SOTTO_HPKE].filter(Boolean),
    // What comes from elsewhere keeps its licence's notice.
    legalComments: "inline",
    define: {
      STYLE: style,
      THEME_STYLE: await minified([join(ELEMENT, "theme.css")]),
      WHOLE_INTEGRITY: JSON.stringify(integrity(bytes("widget-whole_bg.wasm"))),
      HEADLESS_INTEGRITY: JSON.stringify(integrity(bytes("widget-headless_bg.wasm"))),
      CLOSE: inAll(WORDS.dialog),
      FRAME_TITLE: inAll(WORDS.frame),
      CODE_WORDS: ofAll(OF_A_CODE),
      OWN_CODE_WORDS: ofAll(OF_OWN_CODE),
    },
  });
  // By a name that stays, too: for whoever speaks the protocol without the widget.
  copyFileSync(join(folder, "widget-unlinkable.js"), join(folder, "sotto-unlinkable.js"));

  // The loader, twice: under a name that stays, for pages that want what is newest, and under one that
  // will carry a hash, which takes no other WASM and no other texts than its own.
  const source = bytes("sotto-survey.js");
  const english = languages.find(({ language }) => language === "en");
  const words = Object.fromEntries(WORDS.loader.map((key) => [key, text(english, key)]));
  for (const [file, isStrict] of [["sotto-survey.js", false], [STRICT_LOADER, true]]) {
    const { code } = await transform(`${isStrict ? checked(folder, named) : unchecked(named)}\n${source}`, {
      minify,
      define: {
        WASM_INTEGRITY: JSON.stringify(isStrict ? integrity(bytes("widget_bg.wasm")) : ""),
        WORDS: JSON.stringify(words),
      },
    });
    writeFileSync(join(folder, file), code);
  }
}

// What a language is called in itself and in English, as its file begins: "Deutsch (German). …".
function namesIn(about) {
  const [, own, english] = about.match(/^(.+?) \(([^()]+)\)\. /) ?? [];
  if (!own) throw new Error(`a widget's language should begin with "OWN NAME (English name). ", not "${about}"`);
  return [own, english];
}

// Writes each language as browsers take it, under a name with the hash of them all: the loader then knows every name by
// one hash, however many languages there are.
function nameByAll(folder, languages) {
  const shipped = languages.map(({ language, file, texts }) => {
    const content = JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => !NOT_IN_BROWSERS.has(key))));
    return { language, file, content };
  });
  const hash = hashOf(shipped.map(({ language, content }) => `${language} ${content}`).join("\n"));
  const files = shipped.map(({ language, file, content }) => {
    rmSync(join(folder, file));
    const name = `messages/widget.${language}-${hash}.json`;
    writeFileSync(join(folder, name), content);
    return { language, name };
  });
  return { hash, files };
}

// Where the loader finds the texts of a language: by the rule after which they are named.
const unchecked = ({ hash, files }) => `
  const LANGUAGES = "${files.map(({ language }) => language).join(" ")}".split(" ");
  const textsOf = (language) => [new URL(\`./messages/widget.\${language}-${hash}.json\`, import.meta.url)];`;

// The same with each file's own hash, for pages that trust no address.
const checked = (folder, { files }) => {
  const place = ({ language, name }) =>
    `${JSON.stringify(language)}: [new URL("./${name}", import.meta.url), "${integrity(readFileSync(join(folder, name)))}"]`;
  return `
    const TEXTS = { ${files.map(place)} };
    const LANGUAGES = Object.keys(TEXTS);
    const textsOf = (language) => TEXTS[language];`;
};

/** The loader that is to carry a hash, until it does. */
export const STRICT_LOADER = "strict-sotto-survey.js";

// The widget's scripts. The modules of the element are bundled into the files that a browser loads one
// by one; www/sotto-survey.js, the loader, is told what stands where. Files name each other as they
// are called here; hash-names.mjs comes after.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "./esbuild.mjs";
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
  "widget-dialog": "dialog.js",
  "widget-frame": "frame.js",
};

// What the loader says before any texts are here.
const LOADING = "loading";

// What is said where no texts can be had, or before they are here.
const WORDS = { dialog: "close", frame: "frame-title", loader: ["failed-loading", "try-again"] };

// What only a module says that few pages load: it takes these texts along, and nobody else fetches them.
const GATE = /^(code|phase)-/;
// What stands in a page before any of this is there: the collector draws it.
const FIRST_PAGE = /^(still-loading|load-again)$/;
const LOG_FAULTS = ["log-missing", "log-rewritten", "log-signature", "log-unread", "log-unsupported"];

/** Bundles everything beside the programs, whose WASM and glue stand in the folder already. */
export async function bundleWidget(folder, minify) {
  const bytes = (name) => readFileSync(join(folder, name));
  const languages = readdirSync(join(folder, "messages"))
    .map((name) => name.match(/^widget\.(.*)\.json$/)?.[1])
    .filter(Boolean)
    .map((language) => ({ language, file: `messages/widget.${language}.json` }))
    .map((each) => ({ ...each, texts: inFile(each.file, () => JSON.parse(bytes(each.file))) }));
  const text = ({ language, texts }, key) => {
    if (!texts[key]) throw new Error(`messages/widget.${language}.json has no text "${key}"`);
    return texts[key];
  };
  const textsInAll = (key) => Object.fromEntries(languages.map((each) => [each.language, text(each, key)]));
  const inAll = (key) => JSON.stringify(textsInAll(key));
  const logFaults = JSON.stringify(Object.fromEntries(LOG_FAULTS.map((kind) => [kind, textsInAll(`failed-${kind}`)])));
  const some = (texts, isOne) => Object.fromEntries(Object.entries(texts).filter(([key]) => isOne(key)));
  const gateWords = JSON.stringify(Object.fromEntries(languages.map(({ language, texts }) => [language, some(texts, (key) => GATE.test(key))])));
  for (const { file, texts } of languages) {
    const isElsewhere = (key) => GATE.test(key) || FIRST_PAGE.test(key) || LOADING === key || LOG_FAULTS.some((kind) => key === `failed-${kind}`);
    writeFileSync(join(folder, file), JSON.stringify(some(texts, (key) => !isElsewhere(key))));
  }
  const styles = [join(folder, "styles/tokens.css"), join(ELEMENT, "style.css")].map((file) => readFileSync(file, "utf8"));
  const style = await transform(styles.join("\n"), { loader: "css", minify });

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
      STYLE: JSON.stringify(style.code.trim()),
      WHOLE_INTEGRITY: JSON.stringify(integrity(bytes("widget-whole_bg.wasm"))),
      HEADLESS_INTEGRITY: JSON.stringify(integrity(bytes("widget-headless_bg.wasm"))),
      CLOSE: inAll(WORDS.dialog),
      FRAME_TITLE: inAll(WORDS.frame),
      LOG_FAULTS: logFaults,
      GATE_WORDS: gateWords,
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
    const places = languages.map(({ language, file }) =>
      `${JSON.stringify(language)}: [new URL("./${file}", import.meta.url)${isStrict ? `, "${integrity(bytes(file))}"` : ""}]`);
    const { code } = await transform(`const LANGUAGES = { ${places} };\n${source}`, {
      minify,
      define: {
        WASM_INTEGRITY: JSON.stringify(isStrict ? integrity(bytes("widget_bg.wasm")) : ""),
        WORDS: JSON.stringify(words),
        LOADING: inAll(LOADING),
      },
    });
    writeFileSync(join(folder, file), code);
  }
}

/** The loader that is to carry a hash, until it does. */
export const STRICT_LOADER = "strict-sotto-survey.js";

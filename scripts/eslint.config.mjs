// What ./test lint asks of every script in the project: ESLint's recommended rules, which find mistakes
// and leave taste alone. SOTTO_ESLINT is where scripts/lib/npm-tools.sh has put ESLint.
import { createRequire } from "node:module";

const require = createRequire(`${process.env.SOTTO_ESLINT}/`);
const { browser, node, serviceworker } = require("globals");

// Written into the widget's scripts by scripts/bundle/widget.mjs.
const BUNDLED = ["CLOSE", "CODE_WORDS", "FRAME_TITLE", "HEADLESS_INTEGRITY", "LANGUAGES", "OWN_CODE_WORDS", "STYLE", "THEME_STYLE", "WASM_INTEGRITY", "WHOLE_INTEGRITY", "WORDS", "textsOf"];
const bundled = Object.fromEntries(BUNDLED.map((name) => [name, "readonly"]));

const withGlobals = (files, ...globals) => ({ files, languageOptions: { globals: Object.assign({}, ...globals) } });

export default [
  { ignores: ["**/node_modules/**"] },
  require("@eslint/js").configs.recommended,
  withGlobals(["**/*.js"], browser, bundled),
  withGlobals(["www/crowd-worker.js", "www/imagined-worker.js", "www/import-worker.js"], browser, { onmessage: "writable" }),
  withGlobals(["www/sw.js"], serviceworker),
  // Some of it runs in pages that a script drives.
  withGlobals(["**/*.mjs"], node, browser),
];

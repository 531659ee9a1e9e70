// The widget's program: the glue that wasm-bindgen wrote, our own few modules around it and the
// style sheet become one small file; the names by which glue and WASM call each other become short.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { esbuild } from "./esbuild.mjs";
import { DOORS, NEVER, PARTS } from "./parts.mjs";
import { FIRST, matcher, split } from "./split.mjs";

export const WASM_FEATURES = [
  "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
  "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue",
];

// After what Trunk has wasm-opt do: blocks taken apart and put together anew, which finds another
// hundredth and a half. Nothing that could change what a program does: a trap stays a trap.
const SMALLER = [
  "--low-memory-unused", "--zero-filled-memory", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz",
];

const ELEMENT = fileURLToPath(new URL("../../crates/sotto-widget/src/element", import.meta.url));

// Names such as `__wbg_getAttribute_0123456789abcdef` stand in both files, a hundred and more of
// them, and their digits cannot be compressed. On the way the WASM is made smaller once more.
export function shortenNames(glueFile, wasmFile, before = []) {
  const shortened = `${wasmFile}.short`;
  const names = JSON.parse(execFileSync(
    "wasm-opt",
    [...WASM_FEATURES, ...before, ...SMALLER, "--minify-imports-and-exports-and-modules", wasmFile, "-o", shortened],
    { encoding: "utf8" },
  ));
  let glue = readFileSync(glueFile, "utf8");
  const replace = (pattern, replacement, what) => {
    const before = glue;
    glue = glue.replace(pattern, replacement);
    if (glue === before) throw new Error(`the glue does not contain ${what}`);
  };
  for (const [, name, short] of names.imports) {
    replace(new RegExp(`\\b${name}: `), () => `${short}: `, `the import ${name}`);
  }
  for (const [name, short] of names.exports) {
    // Some exports are for other hosts than a page, and the glue does not use them.
    glue = glue.replace(new RegExp(`\\bwasm\\.${name}\\b`, "g"), () => `wasm.${short}`);
  }
  const [module] = names.imports[0];
  replace(`"${module}": import0`, () => `${shortModule(shortened)}: import0`, "its module's name");
  writeFileSync(glueFile, glue);
  writeFileSync(wasmFile, readFileSync(shortened));
  rmSync(shortened);
}

// Cuts the widget's program into its parts (parts.mjs). The WASM becomes the first; the others are
// returned by their names, and whether the cut is the foreseen one: otherwise a page needs all of them
// from the beginning. The glue gives away what these import.
export function cut(glueFile, wasmFile, minify) {
  const patterns = [...NEVER, ...Object.values(PARTS).flat()];
  // What a part is cut out by must still be there by then.
  const whole = patterns.map((pattern) => `--no-inline=${asCompiled(pattern)}`);
  if (minify) shortenNames(glueFile, wasmFile, ["-g", ...whole, "-Oz"]);

  const glue = readFileSync(glueFile, "utf8");
  const exported = "__wbg_init as default";
  if (!glue.includes(`${exported} }`)) throw new Error("the glue does not export what starts it");
  writeFileSync(glueFile, glue.replace(exported, `__wbg_get_imports as imports, ${exported}`));

  const text = execFileSync("wasm-dis", [...WASM_FEATURES, wasmFile], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const exports = new Set([...glue.matchAll(/\bwasm\.([\w$]+)/g)].map(([, name]) => name));
  const { texts, unmatched, entered } = split(text, { never: NEVER, parts: PARTS, exports });
  const foreseen = DOORS.map(matcher);
  const unforeseen = [...entered].filter((name) => !foreseen.some((matches) => matches(name)));
  const complaints = [
    unmatched.length && `names functions that the widget does not have: ${unmatched.join(", ")}`,
    unforeseen.length && `does not foresee that other parts call ${unforeseen.join(", ")}`,
  ].filter(Boolean).map((words) => `scripts/bundle/parts.mjs ${words}`);
  if (complaints.length) {
    // Another compiler may have made one function of two, or two of one.
    if (process.env.SOTTO_BUNDLE_WAY !== "rustup") throw new Error(complaints.join("; "));
    console.warn(complaints.join("\n"));
  }
  const assembled = (part) => {
    const [from, to] = [`${wasmFile}.wat`, `${wasmFile}.${part}`];
    writeFileSync(from, texts[part]);
    const smaller = minify ? ["-Oz", "--strip-debug", "--strip-producers", "--strip-target-features"] : ["-g"];
    execFileSync("wasm-opt", [...WASM_FEATURES, ...smaller, from, "-o", to]);
    const bytes = readFileSync(to);
    rmSync(from);
    rmSync(to);
    return bytes;
  };
  writeFileSync(wasmFile, assembled("first"));
  const found = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(wasmFile)));
  for (const name of exports) {
    if (!found.some((own) => own.name === name)) throw new Error(`the glue calls ${name}, which the first part does not export`);
  }
  const parts = Object.fromEntries(Object.keys(PARTS).map((part) => [part, assembled(part)]));
  return { parts, foreseen: !unforeseen.length };
}

// A pattern of parts.mjs as it fits what the compiler writes: with a hash behind every crate's name.
function asCompiled(pattern) {
  return pattern.replace(/(?<![\w:])(\w+)::/g, "$1[*]::");
}

function shortModule(wasmFile) {
  const [{ module }] = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(wasmFile)));
  return JSON.stringify(module);
}

// One of the modules of crates/sotto-widget/src/element, with everything it imports but what is loaded alone, if at all:
// those are known by a name in the text, and stand in files of their own. `parts` are the program's
// other parts, each one's file and its hash; `foreseen` is what `cut` says; `words` is the module of words
// that are needed before any texts are there.
export async function bundled(module, glue, minify, { alone = {}, parts = {}, foreseen = true, words = "" } = {}) {
  const { build, transform } = await esbuild();
  const styles = {
    name: "styles as text",
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify });
        return { contents: code.trim(), loader: "text" };
      });
    },
  };
  const files = {
    name: "modules loaded alone",
    setup({ onResolve }) {
      onResolve({ filter: /^sotto-/ }, ({ path }) => alone[path] && { path: alone[path], external: true });
    },
  };
  // Every file's name stands where a bundler can read it.
  const entries = Object.entries(parts).map(([part, { file, integrity }]) =>
    `${part}: [new URL(${JSON.stringify(file)}, import.meta.url), ${JSON.stringify(integrity)}]`);
  const written = {
    name: "what is written into the program",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^sotto-parts$/ }, () => ({ path: "sotto-parts", namespace: "parts" }));
      onLoad({ filter: /.*/, namespace: "parts" }, () => ({
        contents: `export const FIRST = ${JSON.stringify(FIRST)}; export const PARTS = { ${entries} }; export const FORESEEN = ${foreseen};`,
      }));
      onResolve({ filter: /^sotto-words$/ }, () => ({ path: "sotto-words", namespace: "words" }));
      onLoad({ filter: /.*/, namespace: "words" }, () => ({ contents: words }));
    },
  };
  const { outputFiles: [file] } = await build({
    entryPoints: [join(ELEMENT, module)],
    alias: glue ? { "sotto-glue": glue } : {},
    nodePaths: [process.env.SOTTO_CURVES ?? ""].filter(Boolean),
    bundle: true,
    format: "esm",
    minify,
    // What comes from elsewhere keeps its licence's notice.
    legalComments: glue ? "none" : "inline",
    charset: "utf8",
    plugins: [styles, files, written],
    target: "es2022",
    write: false,
  });
  return file.text;
}

// A program's glue as it stands.
export async function squeezed(text, minify) {
  const { transform } = await esbuild();
  const { code } = await transform(text, { format: "esm", minify, target: "es2022", charset: "utf8" });
  return code;
}

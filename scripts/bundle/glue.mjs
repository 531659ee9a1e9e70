// A program's glue, which wasm-bindgen wrote, made small. Glue and WASM call each other by a hundred
// names such as `__wbg_getAttribute_0123456789abcdef`, whose digits cannot be compressed: wasm-opt
// gives them short names and says which, and esbuild writes these into the glue.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { transform } from "./esbuild.mjs";

const importsOf = (file) => WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)));

export async function shorten(glue, wasm) {
  const [{ module }] = importsOf(wasm);
  const said = execFileSync("wasm-opt", ["--minify-imports-and-exports-and-modules", wasm, "-o", wasm]);
  const { imports, exports } = JSON.parse(said);
  const names = Object.fromEntries([...imports.map(([, name, short]) => [name, short]), ...exports]);
  names[module] = importsOf(wasm)[0].module;
  const any = Object.keys(names).map((name) => name.replace(/[$./]/g, "\\$&")).join("|");
  const { code } = await transform(readFileSync(glue, "utf8"), {
    mangleCache: names,
    mangleProps: new RegExp(`^(${any})$`),
    mangleQuoted: true,
    minify: true,
  });
  writeFileSync(glue, code);
}

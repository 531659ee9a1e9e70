// The front page for looking, from the index.html and by the patterns in Trunk.toml that Trunk makes the shipped one of.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const text = (file) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");

/** The front page's HTML: the links that tell Trunk what to do give way to what loads the page's own program. */
export function frontPage() {
  const settings = text("Trunk.toml");
  const page = text("index.html");
  // "Worker" is Trunk's word for every program but this.
  const own = page.match(/<link data-trunk rel="rust" data-bin="([^"]*)"(?![^>]* data-type="worker")[^>]*>/);
  if (!own) throw new Error("index.html names no program of its own: one link without data-type=\"worker\"");
  const names = { base: "./", js: `${own[1]}.js`, wasm: `${own[1]}_bg.wasm` };
  const filled = (key) => {
    const pattern = settings.match(new RegExp(`^${key} = '(.*)'$`, "m"))?.[1];
    if (!pattern) throw new Error(`Trunk.toml has no ${key} in single quotation marks`);
    return pattern.replace(/\{(\w+)\}/g, (_, name) => names[name]);
  };
  return page
    .replace(own[0], filled("pattern_script"))
    .replace(/[ \t]*<link data-trunk[^>]*>\n/g, "")
    .replace("</head>", `${filled("pattern_preload")}</head>`);
}

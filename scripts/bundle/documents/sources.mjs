// Which documents become pages, and at which address below docs/.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export const read = (source) => readFileSync(join(ROOT, source));

const PROOFS = "crates/sotto-ldp/proofs";
const markdownIn = (folder) => readdirSync(join(ROOT, folder)).filter((file) => file.endsWith(".md")).sort();

// Titles of their own have those whose first heading says too little in a list.
const NAMED = {
  "README.md": { page: "about.html", title: "What Sotto is" },
  "DESIGN.md": { page: "design.html" },
  "packages/sotto-survey/README.md": { page: "npm-package.html", title: "The npm package" },
  "docs/README.zh-CN.md": { page: "about.zh-CN.html", title: "Sotto（简体中文）", language: "zh-CN" },
  [`${PROOFS}/README.md`]: { page: "proofs/index.html" },
};

/** The table that leads to them all, by its heading in the README. */
export const MAP = { source: "README.md", heading: "Where to go next" };

/** Whether a file that documents lead to is shown beside them: what a reader copies or compares. */
export const isShown = (source) => /^(deploy|www)\/|^LICENSE-/.test(source);

/** The documents, by their path in the source: `{ page, title?, language }`. */
export function sources() {
  const manuals = markdownIn("docs").map((file) => [`docs/${file}`, { page: file.replace(/md$/, "html") }]);
  const proofs = markdownIn(PROOFS).map((file) => [`${PROOFS}/${file}`, { page: `proofs/${file.replace(/md$/, "html")}` }]);
  return new Map([...manuals, ...proofs, ...Object.entries(NAMED)]
    .map(([source, about]) => [source, { language: "en", ...about }]));
}

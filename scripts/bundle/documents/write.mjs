// The documents as pages of the site, below docs/: made from the Markdown that stands in the source, with a list of all
// headings for whoever searches them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { inFile } from "../in-file.mjs";
import { assertLinksLead } from "./links.mjs";
import { escape, linksIn, parse, render } from "./markdown.mjs";
import { MAP, isShown, read, sources } from "./sources.mjs";

const TEMPLATE = readFileSync(new URL("page.html", import.meta.url), "utf8");

// What a page says beside its document, in the document's language.
const WORDS = {
  "en": { code: "Code", table: "Table", inSource: " (in the source)" },
  "zh-CN": { code: "代码", table: "表格", inSource: "（见源代码）" },
};

const INDEX = { page: "index.html", title: "Documentation", language: "en" };

/** Writes the pages of the documents, and all that they show or lead to, into the folder of a site. */
export async function writeDocuments(folder) {
  const write = (path, content) => {
    const file = join(folder, "docs", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const documents = new Map([...sources()].map(([source, about]) =>
    inFile(source, () => {
      const parsed = parse(read(source).toString());
      return [source, { source, ...parsed, ...about, title: about.title ?? parsed.title }];
    })));
  const map = mapOf(documents.get(MAP.source));
  const index = { ...INDEX, source: MAP.source, tokens: map, headings: [] };
  const listed = listOf(map, documents);
  const beside = new Beside(write);
  for (const document of [index, ...documents.values()]) {
    inFile(document.source, () => write(document.page, pageOf(document, { documents, listed, beside })));
  }
  write("headings.js", headingsOf([index, ...documents.values()]));
  assertLinksLead(folder);
}

/** What the README says about where to go, under the title of the pages that it leads to. */
function mapOf({ tokens }) {
  const start = tokens.findIndex(({ type, text }) => type === "heading" && text === MAP.heading);
  const table = tokens.slice(start).find(({ type }) => type === "table");
  if (start < 0 || !table) throw new Error(`${MAP.source} has no table under “${MAP.heading}”`);
  const [title] = parse(`# ${INDEX.title}`).tokens;
  return [title, table];
}

/** The documents that pages list, in the order in which the map leads to them; each manual has to be in it. */
function listOf(map, documents) {
  const named = linksIn(map).map((href) => at(MAP.source, href).path);
  const others = [...documents.keys()].filter((source) => !named.includes(source) && source !== MAP.source);
  const missing = others.find((source) => /^docs\/[^/]*\.md$/.test(source) && documents.get(source).language === "en");
  if (missing) throw new Error(`${MAP.source} does not lead to ${missing} under “${MAP.heading}”`);
  // Of the proofs, the page that leads to them.
  const isListed = ({ page }) => !page.startsWith("proofs/") || page === "proofs/index.html";
  return [MAP.source, ...named, ...others].map((source) => documents.get(source)).filter((found) => found && isListed(found));
}

/** The path in the source that a link of a document means, and the heading there. */
function at(source, href) {
  const [path, id] = href.split("#");
  return { path: path ? posix.join(posix.dirname(source), path) : source, id };
}

/** Files that documents lead to or show: each lies beside the pages once. */
class Beside {
  #write;
  #written = new Map();

  constructor(write) {
    this.#write = write;
  }

  /** The address of such a file, below docs/. */
  put(source, address) {
    const other = this.#written.get(address);
    if (other && other !== source) throw new Error(`${source} and ${other} would both be ${address}`);
    const content = read(source);
    // Servers name no encoding of such a file, and browsers then guess another.
    if (address.endsWith(".txt") && content.some((byte) => byte > 127)) throw new Error(`${source} holds letters that are not ASCII`);
    if (!other) this.#write(address, content);
    this.#written.set(address, source);
    return address;
  }
}

function pageOf(document, { documents, listed, beside }) {
  const { source, page, title, language, tokens } = document;
  // From this page to one below docs/.
  const to = (address) => posix.relative(posix.dirname(page), address) || posix.basename(address);
  const link = (href, words) => {
    if (/^[a-z]+:/.test(href)) return { to: href };
    const { path, id } = at(source, href);
    const found = documents.get(path);
    // Whoever reads pages knows titles, not files.
    const called = words === href || words === path ? found?.title : undefined;
    const anchor = id ? `#${id}` : "";
    if (found) return { to: found === document && id ? anchor : to(found.page) + anchor, called };
    if (!isShown(path)) return { isInSource: true };
    // As text, or browsers would not show it.
    const name = posix.basename(path);
    return { to: to(beside.put(path, `files/${/\.json$/.test(name) ? name : `${name}.txt`}`)) };
  };
  const image = (href) => to(beside.put(at(source, href).path, posix.basename(href)));
  const parts = {
    title: escape(title),
    site: posix.join(to("."), "../"),
    docs: posix.join(to("."), "./"),
    current: page === INDEX.page ? ' aria-current="page"' : "",
    language,
    content: render(tokens, { link, image, words: WORDS[language] }),
    contents: contentsOf(document, listed, to),
  };
  return TEMPLATE.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

/** What stands on this page, and which others there are. */
function contentsOf(document, listed, to) {
  const here = document.headings.filter(({ depth }) => depth <= 3).map(({ depth, id, text }) =>
    `<li class="depth-${depth}"><a href="#${escape(id)}">${escape(text)}</a></li>`);
  const all = listed.map((other) => {
    const marks = [other === document ? ' aria-current="page"' : "", other.language === "en" ? "" : ` lang="${other.language}" hreflang="${other.language}"`];
    return `<li><a href="${escape(to(other.page))}"${marks.join("")}>${escape(other.title)}</a></li>`;
  });
  const list = (heading, items, language) =>
    (items.length ? `<h2>${heading}</h2>\n<ul lang="${language}">\n${items.join("\n")}\n</ul>` : "");
  return [list("On this page", here, document.language), list("All documents", all, "en")].join("\n");
}

/** A module with every heading of every page, for the search. */
function headingsOf(documents) {
  const found = documents.map(({ page, title, language, headings }) => {
    const under = [];
    const entries = headings.map(({ depth, id, text }) => {
      under.length = depth - 2;
      const entry = [id, text, under.filter(Boolean).join(" › ")];
      under[depth - 2] = text;
      return entry;
    });
    return { page, title, language, headings: entries };
  });
  return `export const DOCUMENTS = ${JSON.stringify(found)};\n`;
}

// Markdown to HTML, by marked from where scripts/lib/npm-tools.sh put it. Headings get the ids that other readers of the
// same Markdown give them, so that a link to a heading leads there in both.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

if (!process.env.SOTTO_MARKED) throw new Error("SOTTO_MARKED is not set: run scripts/build-site");
const library = (file) => import(pathToFileURL(join(process.env.SOTTO_MARKED, file)));
const { Marked, Parser, Renderer } = await library("marked/lib/marked.esm.js");
const { default: Slugger } = await library("github-slugger/index.js");

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escape = (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]);

/** The words of a text, without what is done to them. */
const plain = (tokens) => tokens.map((token) => (token.tokens ? plain(token.tokens) : token.text)).join("");

// Only what is written as a link is one: addresses in a sentence are mostly to be filled in.
const reader = new Marked({ tokenizer: { url: () => undefined } });

/** What stands in a document: its tokens, its title, and the headings below it `{ depth, id, text }`. */
export function parse(text) {
  const tokens = reader.lexer(text);
  const slugger = new Slugger();
  const headings = tokens.filter(({ type }) => type === "heading").map((token) => {
    const words = plain(token.tokens);
    token.id = slugger.slug(words);
    return { depth: token.depth, id: token.id, text: words };
  });
  const [title, ...others] = headings;
  if (title?.depth !== 1 || others.some(({ depth }) => depth === 1)) {
    throw new Error("a document has one heading of the first level, which is its title and stands first");
  }
  return { tokens, title: title.text, headings: others };
}

/** Where the links among tokens lead, as it is written. */
export function linksIn(tokens) {
  const found = [];
  reader.walkTokens(tokens, ({ type, href }) => {
    if (type === "link") found.push(href);
  });
  return found;
}

class PageRenderer extends Renderer {
  #link;
  #image;
  #words;
  #tables = 0;

  constructor({ link, image, words }) {
    super();
    this.#link = link;
    this.#image = image;
    this.#words = words;
  }

  heading({ tokens, depth, id }) {
    const words = this.parser.parseInline(tokens);
    if (depth === 1) return `<h1 id="${escape(id)}">${words}</h1>\n`;
    return `<h${depth} id="${escape(id)}"><a href="#${escape(id)}">${words}</a></h${depth}>\n`;
  }

  code({ text }) {
    return `<div class="code"><pre tabindex="0" role="group" aria-label="${this.#words.code}"><code>${escape(text)}\n</code></pre></div>\n`;
  }

  table(token) {
    this.#tables += 1;
    const label = `${this.#words.table} ${this.#tables}`;
    // The first cell of a row is its heading.
    const rows = token.rows.map(([first, ...others]) => [{ ...first, header: true }, ...others]);
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${label}">${super.table({ ...token, rows })}</div>\n`;
  }

  tablecell(cell) {
    // What has no words is no heading of its column.
    return super.tablecell({ ...cell, header: cell.header && cell.tokens.length > 0 });
  }

  link({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    const { to, called, isInSource } = this.#link(href, plain(tokens));
    const shown = called === undefined ? words : escape(called);
    return isInSource ? `${shown}${this.#words.inSource}` : `<a href="${escape(to)}">${shown}</a>`;
  }

  image({ href, text }) {
    return `<img src="${escape(this.#image(href))}" alt="${escape(text)}" loading="lazy">`;
  }

  html({ text }) {
    // It would be taken as it stands, and no document needs it.
    throw new Error(`HTML stands in the Markdown: ${text.trim().slice(0, 60)}`);
  }
}

/**
 * The HTML of tokens. `link(href, words)` says where a link leads, `{ to, called? }`, or that it leads to what only the
 * source has, `{ isInSource: true }`; `image(href)` where a picture lies; `words` what a page says of its own.
 */
export const render = (tokens, hooks) => Parser.parse(tokens, { renderer: new PageRenderer(hooks) });

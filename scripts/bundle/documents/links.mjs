// A link of a document that leads nowhere would be found by a reader: better to break the build.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { filesIn } from "../files.mjs";

const idsOf = (html) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

/** Fails unless every link in the pages of docs/ leads to a file of the site, and to a heading that is there. */
export function assertLinksLead(folder) {
  const pages = filesIn(folder).filter((file) => file.startsWith("docs/") && file.endsWith(".html"));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  for (const [page, html] of texts) {
    const ids = idsOf(html);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice) throw new Error(`${page} has the id ${twice} twice`);
    for (const [, address] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const where = leadsTo(page, address);
      if (!where) continue;
      const file = join(folder, where.file);
      const isThere = existsSync(file) && statSync(file).isFile();
      const hasHeading = !where.id || idsOf(texts.get(where.file) ?? "").includes(where.id);
      if (!isThere || !hasHeading) throw new Error(`${page} leads to ${address}, which is not there`);
    }
  }
}

/** Which file an address on a page means, and which id in it; nothing if it is another site's. */
function leadsTo(page, address) {
  if (/^[a-z]+:/.test(address)) return undefined;
  const [path, id] = address.split("#");
  const file = path ? posix.join(posix.dirname(page), path.split("?")[0]) : page;
  return { file: file.endsWith("/") || file === "." ? posix.join(file, "index.html") : file, id: decodeURIComponent(id ?? "") };
}

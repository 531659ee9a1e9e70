// Writes the static kit: kit.mjs SITE VERSION SECONDS FILE. It is the built site without the copies that a server sends
// compressed, in one folder of a ZIP archive, for any host or a USB stick.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../../bundle/files.mjs";
import { zip } from "./zip.mjs";

const [site, version, seconds, file] = process.argv.slice(2);
const folder = `sotto-${version}`;

const READ_ME = `Sotto ${version}, as files

What is here works without a collector: the front door, the lessons (learn/), the classroom without phones (classroom/),
slides and worksheets, the studio (studio/), in which a survey is written, tried and saved as a file, and these documents
(docs/). Nothing is sent to anybody.

On a host: put this folder anywhere on it. All its addresses are relative, so that it may lie below a path.

On this machine or from a USB stick: browsers do not start programs that come from a file, so a small server has to stand in
between. In this folder, one of

    python3 -m http.server --bind 127.0.0.1 8000
    sotto serve --site .        (the whole of Sotto, with a collector)

and then open http://127.0.0.1:8000/ (the second says where it is).

To collect answers you need a collector: the program sotto. LICENSE-MIT and LICENSE-APACHE say what you may do with this.
`;

const names = filesIn(site);
const all = new Set(names);
const isCopy = (name) => /\.(br|gz)$/.test(name) && all.has(name.replace(/\.(br|gz)$/, ""));
const root = new URL("../../..", import.meta.url).pathname;
const added = {
  "README.txt": Buffer.from(READ_ME),
  "LICENSE-APACHE": readFileSync(join(root, "LICENSE-APACHE")),
  "LICENSE-MIT": readFileSync(join(root, "LICENSE-MIT")),
};
const files = names
  .filter((name) => !isCopy(name) && !(name in added))
  .map((name) => ({ name, bytes: readFileSync(join(site, name)) }))
  .concat(Object.entries(added).map(([name, bytes]) => ({ name, bytes })))
  .sort((one, other) => (one.name < other.name ? -1 : 1))
  .map(({ name, bytes }) => ({ name: `${folder}/${name}`, bytes }));
writeFileSync(file, zip(files, Number(seconds)));

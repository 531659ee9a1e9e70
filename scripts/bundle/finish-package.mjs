// The npm package's last step: finish-package.mjs FOLDER VERSION. Writes the version into package.json,
// and into the package's own modules the names of the site's files that they load.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, version] = process.argv.slice(2);
const read = (file) => readFileSync(join(folder, file), "utf8");

const description = JSON.parse(read("package.json"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...description, version }, null, 2)}\n`);

const hashed = readdirSync(folder).filter((file) => /-[0-9a-f]{16}[._]/.test(file));
for (const module of ["headless.js", "headless-core.js", "headless-node.js"]) {
  const named = (text, file) => text.replaceAll(`"./${file.replace(/-[0-9a-f]{16}/, "")}"`, `"./${file}"`);
  writeFileSync(join(folder, module), hashed.reduce(named, read(module)));
}

// Whoever bundles a page again finds a file by its name in full alone.
const loader = read("sotto-survey.js");
const rule = /new URL\(`\.\/messages\/widget\.\$\{(\w+)\}-[0-9a-f]{16}\.json`,\s*import\.meta\.url\)/;
const [found, language] = loader.match(rule) ?? [];
if (!found) throw new Error("sotto-survey.js does not say where the languages are, or not as it used to");
const place = (file) => `"${file.match(/^widget\.(.*)-/)[1]}":new URL("./messages/${file}",import.meta.url)`;
const places = readdirSync(join(folder, "messages")).map(place);
writeFileSync(join(folder, "sotto-survey.js"), loader.replace(found, () => `({${places}})[${language}]`));

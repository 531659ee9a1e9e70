// Reads `cargo metadata` and prints a bill of materials in CycloneDX 1.6 of what one package is built from.
// The same lock file gives the same bytes: it has no time and no random number.
import { readFileSync } from "node:fs";

const [name] = process.argv.slice(2);
const metadata = JSON.parse(readFileSync(0, "utf8"));
const packages = new Map(metadata.packages.map((found) => [found.id, found]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
const root = metadata.packages.find((found) => found.name === name && found.source === null);
if (!root) {
  console.error(`✗ There is no package ${name} here.`);
  process.exit(1);
}

/** What is compiled in or run while building; not what only tests need. */
const needed = (node) =>
  node.deps
    .filter((dependency) => dependency.dep_kinds.some(({ kind }) => kind !== "dev"))
    .map((dependency) => dependency.pkg);

const reached = new Set([root.id]);
for (const id of reached) {
  needed(nodes.get(id)).forEach((found) => reached.add(found));
}

/** The hashes that the lock file holds. */
const checksums = new Map();
for (const entry of readFileSync("Cargo.lock", "utf8").split("[[package]]").slice(1)) {
  const field = (key) => entry.match(new RegExp(`^${key} = "(.*)"$`, "m"))?.[1];
  checksums.set(`${field("name")}@${field("version")}`, field("checksum"));
}

const reference = ({ name, version }) => `pkg:cargo/${name}@${version}`;
const licence = (found) =>
  found.license ? { licenses: [{ expression: found.license.replaceAll("/", " OR ") }] } : {};

function component(found) {
  const checksum = checksums.get(`${found.name}@${found.version}`);
  if (found.source !== null && !checksum) {
    console.error(`✗ Cargo.lock has no checksum of ${found.name} ${found.version}.`);
    process.exit(1);
  }
  return {
    type: "library",
    "bom-ref": reference(found),
    name: found.name,
    version: found.version,
    ...(checksum ? { hashes: [{ alg: "SHA-256", content: checksum }] } : {}),
    ...licence(found),
    purl: reference(found),
  };
}

const all = [...reached].map((id) => packages.get(id));
const byReference = (a, b) => (reference(a) < reference(b) ? -1 : 1);
const bill = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    component: {
      type: "application",
      "bom-ref": reference(root),
      name: root.name,
      version: root.version,
      ...licence(root),
      purl: reference(root),
    },
  },
  components: all.filter((found) => found !== root).sort(byReference).map(component),
  dependencies: [...all].sort(byReference).map((found) => ({
    ref: reference(found),
    dependsOn: [...new Set(needed(nodes.get(found.id)).map((id) => reference(packages.get(id))))].sort(),
  })),
};
console.log(JSON.stringify(bill, null, 2));

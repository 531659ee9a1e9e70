// Writes a wheel that carries the binary: wheel.mjs BINARY VERSION SECONDS FOLDER. With it, `pip install sotto-survey` puts
// the command `sotto` on PATH. It has no Python in it.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zip } from "./zip.mjs";

const [binary, version, seconds, folder] = process.argv.slice(2);
const root = new URL("../../..", import.meta.url).pathname;
const text = (file) => readFileSync(join(root, file), "utf8");

// A static program asks nothing of the C library, so that it runs with any.
const TAGS = ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"];
const tag = `py3-none-${TAGS.join(".")}`;
const name = `sotto_survey-${version}`;
const info = `${name}.dist-info`;

const METADATA = `Metadata-Version: 2.4
Name: sotto-survey
Version: ${version}
Summary: Surveys whose answers nobody can hold against the person who gave them: the command sotto
License-Expression: MIT OR Apache-2.0
License-File: LICENSE-APACHE
License-File: LICENSE-MIT
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.8
Description-Content-Type: text/markdown

# Sotto

A collector with its site and an embedded database, and the commands that publish surveys, read results, and perturb,
estimate and audit files, in one program.

    pip install sotto-survey
    sotto demo

\`sotto --help\` lists the commands.
`;
const WHEEL = `Wheel-Version: 1.0
Generator: sotto-release (${version})
Root-Is-Purelib: false
${TAGS.map((platform) => `Tag: py3-none-${platform}`).join("\n")}
`;

const files = [
  { name: `${name}.data/scripts/sotto`, bytes: readFileSync(binary), mode: 0o755 },
  { name: `${info}/METADATA`, bytes: Buffer.from(METADATA) },
  { name: `${info}/WHEEL`, bytes: Buffer.from(WHEEL) },
  ...["LICENSE-APACHE", "LICENSE-MIT"].map((file) => ({
    name: `${info}/licenses/${file}`,
    bytes: Buffer.from(text(file)),
  })),
];
const hash = (bytes) => createHash("sha256").update(bytes).digest("base64url");
const record = files.map((file) => `${file.name},sha256=${hash(file.bytes)},${file.bytes.length}\n`);
files.push({ name: `${info}/RECORD`, bytes: Buffer.from(`${record.join("")}${info}/RECORD,,\n`) });
writeFileSync(join(folder, `${name}-${tag}.whl`), zip(files, Number(seconds)));

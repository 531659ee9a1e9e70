// Reads an image's layout, holds every part against its hash, and prints what a trial needs: read-image.mjs FOLDER.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [folder] = process.argv.slice(2);

function path({ digest, size }) {
  const [kind, hash] = digest.split(":");
  const file = join(folder, "blobs", kind, hash);
  const bytes = readFileSync(file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== hash || (size !== undefined && bytes.length !== size)) throw new Error(`${digest} is not what lies there`);
  return file;
}
const read = (descriptor) => JSON.parse(readFileSync(path(descriptor), "utf8"));

const [first] = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")).manifests;
const manifest = read(first);
const config = read(manifest.config);
const [layer] = manifest.layers;
const unpacked = createHash("sha256").update(gunzipSync(readFileSync(path(layer)))).digest("hex");
if (config.rootfs.diff_ids[0] !== `sha256:${unpacked}`) throw new Error("the layer is not the one that the configuration names");
const { User, Entrypoint, Cmd, Healthcheck } = config.config;
if (Entrypoint[0] !== "/usr/local/bin/sotto") throw new Error(`the image starts ${Entrypoint}`);
console.log(path(layer), User, Cmd.join(","), Healthcheck.Test.slice(1).join(","));

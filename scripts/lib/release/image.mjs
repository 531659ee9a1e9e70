// Writes an image's layout: image.mjs WORK VERSION SECONDS, out of WORK/layer.tar and WORK/layer.tar.gz, into WORK/oci. It is
// a layout of the OCI Image Specification, with the list beside it by which `docker load` knows its parts.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [work, version, seconds] = process.argv.slice(2);
const created = new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
const oci = join(work, "oci");
const blobs = join(oci, "blobs/sha256");
mkdirSync(blobs, { recursive: true });

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Stores a blob, and tells how others refer to it. */
function stored(mediaType, bytes) {
  const digest = hash(bytes);
  writeFileSync(join(blobs, digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}
const json = (value) => Buffer.from(JSON.stringify(value));

const SECOND = 1_000_000_000;
const layer = stored("application/vnd.oci.image.layer.v1.tar+gzip", readFileSync(join(work, "layer.tar.gz")));
const config = stored(
  "application/vnd.oci.image.config.v1+json",
  json({
    created,
    architecture: "amd64",
    os: "linux",
    config: {
      // Nobody: whatever breaks out of the program owns nothing.
      User: "65532:65532",
      ExposedPorts: { "8080/tcp": {} },
      Env: [
        "PATH=/usr/local/bin",
        "SOTTO_LISTEN=0.0.0.0:8080",
        "SOTTO_DATABASE=sqlite:/data/sotto.sqlite",
      ],
      // Messages go to standard error, which the engine may store; they name no respondent.
      Entrypoint: ["/usr/local/bin/sotto"],
      Cmd: ["serve"],
      Volumes: { "/data": {} },
      WorkingDir: "/data",
      Labels: {
        "org.opencontainers.image.title": "sotto",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
        "org.opencontainers.image.created": created,
      },
      StopSignal: "SIGTERM",
      // Not in OCI's own specification; engines that know it read it here.
      Healthcheck: {
        Test: ["CMD", "/usr/local/bin/sotto", "health"],
        Interval: 30 * SECOND,
        Timeout: 10 * SECOND,
        StartPeriod: 10 * SECOND,
        Retries: 3,
      },
    },
    rootfs: { type: "layers", diff_ids: [`sha256:${hash(readFileSync(join(work, "layer.tar")))}`] },
    history: [{ created, created_by: "scripts/release" }],
  }),
);
const manifest = stored(
  "application/vnd.oci.image.manifest.v1+json",
  json({ schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config, layers: [layer] }),
);
const name = `sotto:${version}`;
const annotations = { "io.containerd.image.name": `docker.io/library/${name}`, "org.opencontainers.image.ref.name": version };
const platform = { architecture: "amd64", os: "linux" };
writeFileSync(join(oci, "oci-layout"), json({ imageLayoutVersion: "1.0.0" }));
writeFileSync(
  join(oci, "index.json"),
  json({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [{ ...manifest, platform, annotations }],
  }),
);
const blob = ({ digest }) => `blobs/sha256/${digest.slice("sha256:".length)}`;
writeFileSync(join(oci, "manifest.json"), json([{ Config: blob(config), RepoTags: [name], Layers: [blob(layer)] }]));

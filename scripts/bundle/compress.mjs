// Compressed copies beside each file, made once with all the effort there is, so that the server
// need not spend any on a request.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { filesIn } from "./files.mjs";

const COMPRESSIBLE = /\.(css|csv|html|js|json|mjs|svg|sotto|txt|wasm|webmanifest|xml)$/;

const COPIES = {
  br: (bytes) => brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }),
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
};

export function writeCompressed(folder) {
  for (const file of filesIn(folder).filter((name) => COMPRESSIBLE.test(name))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    for (const [ending, compress] of Object.entries(COPIES)) {
      const compressed = compress(bytes);
      // A tiny file can grow: then the server finds no copy and sends the file itself.
      if (compressed.length < bytes.length) writeFileSync(`${path}.${ending}`, compressed);
    }
  }
}

/** What a file weighs, raw and as it travels. */
export function weights(path) {
  const size = (copy) => statSync(existsSync(copy) ? copy : path).size;
  return { raw: size(path), gzip: size(`${path}.gz`), brotli: size(`${path}.br`) };
}

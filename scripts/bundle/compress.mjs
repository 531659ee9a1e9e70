// Compressed copies beside each file, made once with all the effort there is, so that the server
// need not spend any on a request.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { filesIn } from "./files.mjs";

const COMPRESSIBLE = /\.(css|csv|html|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/;

export function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export function gzip(bytes) {
  return gzipSync(bytes, { level: 9 });
}

export function writeCompressed(folder) {
  for (const file of filesIn(folder).filter((name) => COMPRESSIBLE.test(name))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    for (const [ending, compressed] of [["br", brotli(bytes)], ["gz", gzip(bytes)]]) {
      // A tiny file can grow: then the server finds no copy and sends the file itself.
      if (compressed.length < bytes.length) {
        writeFileSync(`${path}.${ending}`, compressed);
      }
    }
  }
}

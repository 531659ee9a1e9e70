// One compressor for all archives of a release: gzip itself, whose bytes follow from what it is given alone. (The library in
// Node packs differently from processor to processor.)
import { spawnSync } from "node:child_process";

const HEADER = 10;
const TRAILER = 8;

/** The bytes compressed, with their sum as ZIP and gzip have it: { deflated, crc }. */
export function deflated(bytes) {
  const { status, stdout, error } = spawnSync("gzip", ["-9", "--no-name"], { input: bytes, maxBuffer: 2 ** 31 });
  if (error || status !== 0) throw new Error(`gzip failed${error ? `: ${error.message}` : ""}`);
  return {
    deflated: stdout.subarray(HEADER, stdout.length - TRAILER),
    crc: stdout.readUInt32LE(stdout.length - TRAILER),
  };
}

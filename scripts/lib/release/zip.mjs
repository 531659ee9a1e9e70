// Writes a ZIP archive whose bytes follow from its files' names, contents and one time alone.
import { deflated } from "./gzip.mjs";

const VERSION_NEEDED = 20;
/** Made on a system that has Unix's permissions. */
const MADE_BY = (3 << 8) | VERSION_NEEDED;
/** Names are UTF-8. */
const FLAGS = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
const REGULAR = 0o100000;

/** A time, in seconds since 1970, as ZIP has it: UTC, in steps of two seconds, from 1980. */
function dosTime(seconds) {
  const at = new Date(Math.max(seconds, Date.UTC(1980, 0, 1) / 1000) * 1000);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return { date, time };
}

/** The archive of files { name, bytes, mode }, in the order given. */
export function zip(files, seconds) {
  const { date, time } = dosTime(seconds);
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes, mode = 0o644 } of files) {
    const packed = deflated(bytes);
    const isSmaller = packed.deflated.length < bytes.length;
    const content = isSmaller ? packed.deflated : bytes;
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION_NEEDED, 0);
    common.writeUInt16LE(FLAGS, 2);
    common.writeUInt16LE(isSmaller ? DEFLATED : STORED, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(packed.crc, 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, content]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((REGULAR | mode) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_BY);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), madeBy, common, tail, path]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}

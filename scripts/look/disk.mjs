// A full disk is the cause that the words of compilers hide best.
import { execFileSync } from "node:child_process";

/** A sentence if the disk that holds `folder` is full, else nothing. */
export function fullDisk(folder) {
  const [, line] = execFileSync("df", ["-Pm", folder], { encoding: "utf8" }).split("\n");
  const left = Number(line.split(/\s+/)[3]);
  if (left >= 100) return undefined;
  return `The disk that holds ${folder} is full (${left} MB left): make room, then run this again. It goes on where it was.`;
}

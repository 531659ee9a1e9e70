// Files that people write, and in which they may have made a slip.
import { basename } from "node:path";

/** What `work` returns. If it fails, its error names the file that it is about. */
export function inFile(file, work) {
  try {
    return work();
  } catch (error) {
    throw new Error(`${basename(file)}: ${error.message}`, { cause: error });
  }
}

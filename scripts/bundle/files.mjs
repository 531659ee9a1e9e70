// The files of a folder and its subfolders, as sorted paths relative to it.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export function filesIn(folder, below = "") {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesIn(folder, path) : [path];
    })
    .sort();
}

// Works on so many things at once as there are cores.
import { cpus } from "node:os";

/** Awaits `work` of each item. The first that fails ends it. */
export async function atOnce(items, work) {
  const left = [...items];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.max(cpus().length, 1) }, worker));
}

// esbuild, from where scripts/lib/npm-tools.sh has put it.
import { pathToFileURL } from "node:url";

export async function esbuild() {
  const place = process.env.SOTTO_ESBUILD;
  if (!place) throw new Error("SOTTO_ESBUILD is not set: run scripts/build-site");
  return (await import(pathToFileURL(place))).default;
}

// esbuild, from where scripts/lib/npm-tools.sh put it, set for the browsers we support.
import { pathToFileURL } from "node:url";

if (!process.env.SOTTO_ESBUILD) throw new Error("SOTTO_ESBUILD is not set: run scripts/build-site");
const { default: esbuild } = await import(pathToFileURL(process.env.SOTTO_ESBUILD));

const SETTINGS = { format: "esm", target: "es2022", charset: "utf8" };

export const build = (more) => esbuild.build({ ...SETTINGS, ...more });
export const transform = (text, more) => esbuild.transform(text, { ...SETTINGS, ...more });

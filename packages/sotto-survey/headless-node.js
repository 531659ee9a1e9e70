// The same on a server, which reads the program from its disk: Node fetches no files.
import { readFile } from "node:fs/promises";
import { headless } from "./headless-core.js";

export const { compile, parameters, perturb, pin, post } =
  headless(() => readFile(new URL("./widget-headless_bg.wasm", import.meta.url)));

// Perturbs answers without our interface. Importing this defines no element, and loads nothing until
// the first call.
import { headless } from "./headless-core.js";

export const { compile, parameters, perturb, pin, post } =
  headless(() => new URL("./widget-headless_bg.wasm", import.meta.url));

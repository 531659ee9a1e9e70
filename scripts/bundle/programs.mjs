// The one list of the programs that a browser loads: the links in index.html, which Trunk builds and
// which tell the scripts what there is. As a command it prints, for each way in which Cargo has to be
// called, the arguments that build everything at once: Trunk asks for the programs one by one.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LIST = new URL("../../index.html", import.meta.url);

export function programs() {
  const links = readFileSync(LIST, "utf8").matchAll(/<link data-trunk rel="rust"([^>]*)>/g);
  return [...links].map(([, text]) => {
    const attribute = (name) => text.match(new RegExp(` data-${name}="([^"]*)"`))?.[1];
    return {
      name: attribute("bin"),
      profile: attribute("cargo-profile"),
      isWhole: !text.includes(" data-cargo-no-default-features"),
      features: attribute("cargo-features"),
    };
  });
}

/** The names of a program's two files, without a hash. */
export const filesOf = ({ name }) => [`${name}.js`, `${name}_bg.wasm`];

/** The arguments of each call of Cargo. It unites features, so programs with others take a call of their own. */
export function cargoCalls(list) {
  const calls = new Map();
  for (const { name, profile, isWhole, features } of list) {
    const call = ["--profile", profile, ...isWhole ? [] : ["--no-default-features"], ...features ? ["--features", features] : []];
    const key = call.join(" ");
    calls.set(key, [...calls.get(key) ?? call, "--bin", name]);
  }
  return [...calls.values()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(cargoCalls(programs()).map((words) => words.join(" ")).join("\n"));
}

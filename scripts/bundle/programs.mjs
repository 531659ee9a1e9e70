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
    };
  });
}

function cargoArguments() {
  const calls = new Map();
  for (const { name, profile, isWhole } of programs()) {
    const call = `--profile ${profile}${isWhole ? "" : " --no-default-features"}`;
    calls.set(call, `${calls.get(call) ?? call} --bin ${name}`);
  }
  return [...calls.values()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(cargoArguments().join("\n"));

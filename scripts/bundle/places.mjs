// places.json: the pages with an address of their own. A page says so itself, in its head:
// <meta name="address" content="/results/{survey}"> in results/index.html. A collector then answers
// /results/census with that page; on a server that does not read the list it is results/?survey=census.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "./files.mjs";

const depth = (path) => path.split("/").length;

export function writePlaces(folder) {
  const places = {};
  for (const page of filesIn(folder).filter((file) => file.endsWith(".html"))) {
    const address = readFileSync(join(folder, page), "utf8").match(/<meta name="address" content="([^"]*)">/)?.[1];
    if (!address) continue;
    // Its links are relative, and have to lead to the same files from either.
    if (depth(address) !== depth(`/${page}`)) throw new Error(`${page} lies at another depth than its address ${address}`);
    if (places[address]) throw new Error(`${page} and ${places[address]} have the same address, ${address}`);
    places[address] = page;
  }
  writeFileSync(join(folder, "places.json"), `${JSON.stringify(places, null, 2)}\n`);
}

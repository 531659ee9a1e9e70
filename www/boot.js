// Starts the page's program. A file and not an inline script, so that a strict content security policy holds.
//
// A page that has an address for each of several things may have a program for some of them: a <meta name="program"> then
// has their names, as they stand in addresses (<meta name="address">), and the program's files.
const named = (name) => document.querySelectorAll(`meta[name="${name}"]`);

const program = () => {
  const parameter = named("address")[0]?.content.match(/\{(\w+)\}/)?.[1];
  const what = new URLSearchParams(location.search).get(parameter) ?? location.pathname.split("/").pop();
  return [...named("program")].find(({ content }) => content.split(" ").includes(what.replace(/\.html$/, "")));
};

const { js, wasm } = (program() ?? document.getElementById("boot")).dataset;
// At once, and not only when the script beside it is there.
const code = fetch(new URL(wasm, document.baseURI));
const { default: init } = await import(new URL(js, document.baseURI));
await init({ module_or_path: code });

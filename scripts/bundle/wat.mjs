// WebAssembly's text form as nested arrays of words, and back.

const WORD = /\(;[\s\S]*?;\)|;;[^\n]*|[()]|(?:[^\s()";]|"(?:[^"\\]|\\.)*")+/g;

export function parse(text) {
  const open = [[]];
  for (const [word] of text.matchAll(WORD)) {
    if (word === "(") {
      open.push([]);
    } else if (word === ")") {
      const done = open.pop();
      open.at(-1).push(done);
    } else if (!word.startsWith(";") && !word.startsWith("(;")) {
      open.at(-1).push(word);
    }
  }
  if (open.length !== 1) throw new Error("brackets do not match");
  return open[0][0];
}

export function print(tree) {
  const words = [];
  const write = (node) => {
    if (typeof node === "string") {
      words.push(node, " ");
      return;
    }
    words.push("(");
    node.forEach(write);
    words.push(")\n");
  };
  write(tree);
  return words.join("");
}

// Calls `visit` with every list in a tree, inner ones first.
export function walk(node, visit) {
  if (typeof node === "string") return;
  for (const child of node) walk(child, visit);
  visit(node);
}

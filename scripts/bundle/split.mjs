// Cuts a finished program into modules that share one memory and one table, by parts.mjs:
//
// - the first part holds the memory, the tables, the globals, the data and every function that no
//   other part takes. It exports what the others use, and alone is a valid program;
// - each other part holds the functions that its patterns name, and what only these call. It imports
//   what it uses of the first, and writes its functions into their places in the table when it is
//   instantiated;
// - a call from a part into another than the first goes through the table. A place whose part is not
//   there is empty: the call is a trap, and the program stops.
//
// The cut goes by names and by who calls whom. It never depends on a measurement: the same program and
// the same list give the same parts.
import { byLikeness } from "./likeness.mjs";
import { parse, print, walk } from "./wat.mjs";

// The module's name by which the other parts import from the first.
export const FIRST = "0";

// What stands in names of functions but differs from build to build.
const readable = (name) =>
  name.replace(/^\$"?|"$/g, "").replace(/\[[0-9a-f]{16}\]/g, "").replace(/(\[\d+\]|\.\d+)$/, "");

/** A predicate on names of functions; a `*` stands for anything. */
export function matcher(pattern) {
  const escaped = pattern.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const whole = new RegExp(`^${escaped.join(".*")}$`);
  return (name) => whole.test(readable(name));
}

/**
 * Cuts the program in `text`. `never` and every value of `parts` are lists of patterns; `exports` are
 * the names of the exports that anybody uses. Returns each part's text by its name, `first` among
 * them, the patterns that name nothing, and the functions of other parts that the first calls.
 */
export function split(text, { never, parts, exports }) {
  const module = parse(text);
  const all = (kind) => module.filter((field) => field[0] === kind);
  const functions = new Map(all("func").map((field) => [field[1], field]));
  const imported = new Map(all("import").map((field) => [field[3][1], field]));
  const segments = all("elem").map(([, , table, offset, ...names]) => {
    if (table[0] !== "table" || offset[0] !== "i32.const") throw new Error(`an element segment of another form: ${table} ${offset}`);
    return [Number(offset[1]), names.filter((name) => name !== "func")];
  });
  // Functions that turned out to be the same one stand at several places.
  const placed = segments.flatMap(([offset, names]) => names.map((name, index) => [name, offset + index]));
  const places = new Map(placed);

  const unmatched = [];
  const named = (patterns) => {
    const found = new Set();
    for (const pattern of patterns) {
      const matches = matcher(pattern);
      const before = found.size;
      for (const name of functions.keys()) if (matches(name)) found.add(name);
      if (found.size === before) unmatched.push(pattern);
    }
    return found;
  };
  for (const name of named(never)) {
    const body = functions.get(name);
    functions.set(name, [...body.slice(0, head(body)).filter((part) => part[0] !== "local"), ["unreachable"]]);
  }

  const calls = new Map([...functions].map(([name, body]) => {
    const called = new Set();
    walk(body, (node) => {
      if (node[0] === "ref.func" || node[0] === "return_call") throw new Error(`${name} has a ${node[0]}, which cannot be cut`);
      if (node[0] === "call" && functions.has(node[1])) called.add(node[1]);
    });
    return [name, called];
  }));
  const used = all("export").filter(([, name, [kind]]) => kind !== "global" && (kind !== "func" || exports.has(JSON.parse(name))));
  const many = new Set(placed.map(([name]) => name).filter((name, index, all) => all.indexOf(name) !== index));
  const parting = assign({ functions, calls, named, many, parts, roots: [...places.keys(), ...used.map(([, , what]) => what[1])] });

  // Functions that are called from another part get a place in the table.
  const table = all("table").find((field) => field.includes("funcref"));
  let size = Number(table[2]);
  const placeOf = (name) => {
    if (!places.has(name)) {
      placed.push([name, size]);
      places.set(name, size++);
    }
    return places.get(name);
  };
  const signature = (name) => functions.get(name).filter(([kind]) => kind === "param" || kind === "result")
    .map((field) => field.filter((word) => !word.startsWith("$")));
  const shared = new Set();
  const entered = new Set();
  for (const [name, part] of parting) {
    walk(functions.get(name), (node) => {
      const [kind, target] = node;
      if (kind !== "call" || !functions.has(target)) return;
      const other = parting.get(target);
      if (other === part) return;
      if (other === "first") {
        shared.add(target);
      } else {
        // Whoever has another part has the rest as well.
        if (part === "first" || other !== "rest") entered.add(readable(target));
        node.push(["i32.const", String(placeOf(target))]);
        node.splice(0, 2, "call_indirect", table[1], ...signature(target));
      }
    });
  }

  const types = [...all("type"), ...all("rec")];
  const things = [...all("memory"), ...all("table"), ...all("global")];
  const key = (kind, name) => `${kind} ${name}`;
  const exported = new Map(used.map(([, name, [kind, of]]) => [key(kind, of), JSON.parse(name)]));
  const short = names(new Set(exported.values()));
  const more = [];
  // A declaration, as another part than the first has it.
  const fromFirst = (kind, name, ...declaration) => {
    const of = key(kind, name);
    if (!exported.has(of)) {
      exported.set(of, short());
      more.push(["export", JSON.stringify(exported.get(of)), [kind, name]]);
    }
    return ["import", JSON.stringify(FIRST), JSON.stringify(exported.get(of)), [kind, name, ...declaration]];
  };

  const functionsOf = (part) =>
    byLikeness([...parting].filter(([, of]) => of === part).map(([name]) => functions.get(name)));
  const others = Object.keys(parts).map((part) => {
    const own = functionsOf(part);
    // Loads, stores and segments do not say which.
    const mentioned = new Set([key("table", table[1]), ...all("memory").map((memory) => key("memory", memory[1]))]);
    for (const body of own) {
      walk(body, ([operation, name]) => {
        const [kind] = operation.split(".");
        if (["call", "global", "table"].includes(kind)) mentioned.add(key(kind === "call" ? "func" : kind, name));
      });
    }
    const imports = [...imported].filter(([name]) => mentioned.has(key("func", name))).map(([, field]) => field);
    for (const [kind, name, ...declaration] of things) {
      const declared = kind === "global" ? declaration.slice(0, 1) : declaration;
      if (mentioned.has(key(kind, name))) imports.push(fromFirst(kind, name, ...declared));
    }
    for (const name of shared) {
      if (mentioned.has(key("func", name))) imports.push(fromFirst("func", name, ...signature(name)));
    }
    return { part, imports, own };
  });

  // Exports of other parts are called through the table, too.
  const doors = [];
  for (const [, as, what] of used) {
    const [kind, name] = what;
    if (kind !== "func" || parting.get(name) === "first") continue;
    const parameters = signature(name).filter(([field]) => field === "param").flatMap(([, ...types]) => types);
    what[1] = `$"door to ${JSON.parse(as)}"`;
    doors.push(["func", what[1], ...signature(name), ["call_indirect", table[1], ...signature(name),
      ...parameters.map((_, index) => ["local.get", String(index)]), ["i32.const", String(placeOf(name))]]]);
  }

  const elements = (part) => segmentsOf(placed.filter(([name]) => parting.get(name) === part), table[1]);
  table.forEach((word, index) => {
    if (/^\d+$/.test(word)) table[index] = String(size);
  });
  const first = [
    "module", ...types, ...imported.values(), ...things, ...elements("first"), ...all("data"), ...used, ...more,
    ...functionsOf("first"), ...doors,
  ];
  const texts = { first: print(first) };
  for (const { part, imports, own } of others) {
    // The table has grown since the declarations were made.
    for (const [, , , declared] of imports) {
      if (declared[0] === "table" && declared[1] === table[1]) declared.splice(2, Infinity, ...table.slice(2));
    }
    texts[part] = print(["module", ...types, ...imports, ...elements(part), ...own]);
  }
  return { texts, unmatched, entered, parting };
}

// Where a function's instructions begin.
function head(body) {
  const at = body.findIndex((part, index) => index > 1 && !["type", "param", "result", "local"].includes(part[0]));
  return at < 0 ? body.length : at;
}

// Which part each function that can be reached is in.
function assign({ functions, calls, named, many, parts, roots }) {
  const taken = new Map();
  for (const [part, patterns] of Object.entries(parts)) {
    // One that stands at several places is several functions, of which some may have other names.
    for (const name of named(patterns)) if (!taken.has(name) && !many.has(name)) taken.set(name, part);
  }
  const reach = (from, enter) => {
    const found = new Set();
    const open = from.filter(enter);
    while (open.length) {
      const name = open.pop();
      if (found.has(name)) continue;
      found.add(name);
      for (const called of calls.get(name)) if (enter(called)) open.push(called);
    }
    return found;
  };
  const first = reach(roots, (name) => functions.has(name) && !taken.has(name));
  const wanted = new Map();
  for (const part of Object.keys(parts)) {
    const own = [...taken].filter(([, of]) => of === part).map(([name]) => name);
    for (const name of reach(own, (name) => !first.has(name) && (taken.get(name) ?? part) === part)) {
      wanted.set(name, [...wanted.get(name) ?? [], part]);
    }
  }
  // What several parts use is in the one that everybody loads.
  const place = (name) => taken.get(name) ?? (wanted.get(name).length === 1 ? wanted.get(name)[0] : "rest");
  return new Map([...functions.keys()].flatMap((name) => {
    if (first.has(name)) return [[name, "first"]];
    return wanted.has(name) ? [[name, place(name)]] : [];
  }));
}

// Functions side by side in the table share a segment.
function segmentsOf(placed, table) {
  const sorted = placed.sort((one, other) => one[1] - other[1]);
  const segments = [];
  let next;
  for (const [name, place] of sorted) {
    if (place !== next) segments.push(["elem", ["table", table], ["i32.const", String(place)], "func"]);
    segments.at(-1).push(name);
    next = place + 1;
  }
  return segments;
}

// Short names that are not taken.
function names(taken) {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  let count = 0;
  const next = () => {
    let rest = count++;
    let name = "";
    do {
      name = letters[rest % letters.length] + name;
      rest = Math.floor(rest / letters.length) - 1;
    } while (rest >= 0);
    return taken.has(name) ? next() : name;
  };
  return next;
}

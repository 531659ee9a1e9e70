//! Who may know whom inside a crate: neither its rooms (the folders of `src`) nor its modules depend on
//! each other in a circle. Those of the vocabulary know each other as ARCHITECTURE.md draws it.
//!
//! The sources are read as text. A module depends on what its `use` lines and its paths name, up to
//! its unit tests. A re-export is no dependency of the module that makes it: whoever uses it depends
//! on the module that it leads to.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

mod drawing;

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_circle_leads_through_rooms_or_modules() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut circles = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let sources = sources(&path.join("src"));
        assert!(!sources.is_empty(), "{}", path.display());
        let modules = dependencies(&sources);
        let rooms = rooms_of(&modules);
        for graph in [rooms, modules] {
            circles.extend(circle(&graph).map(|way| (name.clone(), way)));
        }
    }
    assert_eq!(circles, []);
}

#[test]
fn a_circle_is_seen_through_re_exports_and_paths() {
    let found = |files: &[(&str, &str)]| {
        let files = files.iter().map(|&(name, text)| (name.into(), text.into()));
        circle(&dependencies(&files.collect()))
    };
    let root = ("", "mod a;\nmod b;\npub use b::{Two, deep::*};");
    let b = ("b", "mod deep;\npub struct Two;");
    let deep = ("b::deep", "pub enum Three {}");
    assert_eq!(
        found(&[root, ("a", "use crate::{Two, Three};"), b, deep]),
        None
    );

    let back = (
        "b::deep",
        "pub enum Three {}\nfn back() { crate::a::call() }",
    );
    let named = ["a", "b::deep", "a"].map(str::to_owned).to_vec();
    assert_eq!(
        found(&[root, ("a", "use crate::{\n    Three,\n};"), b, back]),
        Some(named)
    );

    let tests = "pub enum Three {}\n#[cfg(test)]\nmod tests {\n    use crate::a::call;\n}";
    let only_tests = [root, ("a", "use crate::Three;"), b, ("b::deep", tests)];
    assert_eq!(found(&only_tests), None);

    let parent = ("b", "mod deep;\npub struct Two;\nfn f() { deep::g() }");
    let child = ("b::deep", "use super::Two;\npub enum Three {}");
    assert!(found(&[root, ("a", ""), parent, child]).is_some());
}

#[test]
fn the_rooms_of_the_vocabulary_follow_their_drawing() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/sotto-survey/src");
    let rooms = rooms_of(&dependencies(&sources(&home)));
    let arrows = drawing::below("### The rooms of the vocabulary");
    assert!(rooms.keys().eq(arrows.keys()), "{rooms:?} {arrows:?}");
    for (room, known) in &rooms {
        let allowed = drawing::allowed(&arrows, room);
        for other in known {
            assert!(allowed.contains(&**other), "{room} must not know {other}");
        }
        for drawn in &arrows[room] {
            assert!(known.contains(drawn), "{room} does not know {drawn}");
        }
    }
}

/// Which rooms know which, of modules that know each other.
fn rooms_of(modules: &Graph) -> Graph {
    let mut rooms = Graph::new();
    for (module, known) in modules {
        let others = known.iter().map(|other| room(other).to_owned());
        let others = others.filter(|other| other != room(module));
        rooms
            .entry(room(module).to_owned())
            .or_default()
            .extend(others);
    }
    rooms
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

/// Every source by the name of its module; that of `lib.rs` is empty.
fn sources(home: &Path) -> BTreeMap<String, String> {
    fn read(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let name = match (prefix, stem) {
                (_, "mod" | "lib") => prefix.to_owned(),
                ("", stem) => stem.to_owned(),
                (prefix, stem) => format!("{prefix}::{stem}"),
            };
            if path.is_dir() {
                read(&path, &name, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                // Samples beside it have no modules.
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    read(home, "", &mut found);
    found
}

/// What a source says about others.
#[derive(Default)]
struct Module {
    /// Paths that it uses.
    uses: Vec<Vec<String>>,
    /// Paths that it re-exports; the last segment is the name, or `*`.
    exports: Vec<Vec<String>>,
    /// Names of its own items.
    items: BTreeSet<String>,
}

fn dependencies(sources: &BTreeMap<String, String>) -> Graph {
    let modules: BTreeMap<&str, Module> = sources
        .iter()
        .map(|(name, text)| (name.as_str(), read_module(name, text, sources)))
        .collect();
    let of_one = |(name, module): (&&str, &Module)| {
        let known = module
            .uses
            .iter()
            .filter_map(|path| resolve(name, path, &modules));
        let known = known
            .filter(|other| other != name && !other.is_empty())
            .collect();
        ((*name).to_owned(), known)
    };
    modules
        .iter()
        .filter(|(name, _)| !name.is_empty())
        .map(of_one)
        .collect()
}

fn read_module(name: &str, text: &str, sources: &BTreeMap<String, String>) -> Module {
    let code: Vec<_> = without_tests(text)
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line))
        .collect();
    let mut module = Module::default();
    let mut lines = code.iter();
    while let Some(line) = lines.next() {
        let words = line.trim_start();
        let (public, rest) = match words.strip_prefix("pub") {
            Some(rest) if rest.starts_with([' ', '(']) => (
                true,
                rest.trim_start_matches(|letter| letter != ' ').trim_start(),
            ),
            _ => (false, words),
        };
        if let Some(first) = rest.strip_prefix("use ") {
            let mut tree = first.to_owned();
            while !tree.contains(';') {
                tree.push_str(lines.next().unwrap());
            }
            let paths = expanded(tree.split(';').next().unwrap());
            if public {
                &mut module.exports
            } else {
                &mut module.uses
            }
            .extend(paths);
            continue;
        }
        if line.starts_with(words) {
            let kinds = [
                "const",
                "static",
                "fn",
                "struct",
                "enum",
                "trait",
                "type",
                "macro_rules!",
            ];
            let mut words = rest
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '!');
            if words.clone().any(|word| kinds.contains(&word)) {
                let item = words
                    .find(|word| !kinds.contains(word) && !["unsafe", "async", ""].contains(word));
                module.items.extend(item.map(str::to_owned));
            }
        }
        // Paths within code: from the crate's root, from the parent, or from a child.
        for path in line.split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)) {
            let segments: Vec<_> = path.split("::").map(str::to_owned).collect();
            let child = [name, &segments[0]].join("::");
            let starts = ["crate", "super"].contains(&segments[0].as_str());
            if segments.len() > 1
                && (starts || sources.contains_key(child.trim_start_matches("::")))
            {
                module.uses.push(segments);
            }
        }
    }
    module
}

/// A source up to the module of its unit tests, which other attributes may precede.
fn without_tests(text: &str) -> &str {
    let opens = |&(start, _): &(usize, &str)| {
        let mut lines = text[start..].lines();
        let module = lines.find(|line| !line.starts_with("#["));
        module.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let start = text.match_indices("#[cfg(test)]\n").find(opens);
    &text[..start.map_or(text.len(), |(start, _)| start)]
}

/// The paths of a tree such as `crate::{a::B, c}`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((prefix, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        let segments = path
            .split("::")
            .filter(|segment| !segment.is_empty() && *segment != "self");
        return vec![segments.map(|segment| segment.trim().to_owned()).collect()];
    };
    let body = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (index, letter) in body.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&body[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&body[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| expanded(&format!("{prefix}{}", part.trim())))
        .collect()
}

/// The module that a path leads to; `None` for other crates.
fn resolve(from: &str, path: &[String], modules: &BTreeMap<&str, Module>) -> Option<String> {
    let parent = |module: &str| {
        module
            .rsplit_once("::")
            .map_or("", |(parent, _)| parent)
            .to_owned()
    };
    let (mut module, mut rest) = match path.first()?.as_str() {
        "crate" => (String::new(), &path[1..]),
        "super" => (parent(from), &path[1..]),
        first if modules.contains_key(joined(from, first).as_str()) => (from.to_owned(), path),
        _ => return None,
    };
    while let Some(segment) = rest.first() {
        if segment == "super" {
            module = parent(&module);
        } else if modules.contains_key(joined(&module, segment).as_str()) {
            module = joined(&module, segment);
        } else {
            return Some(owner(&module, segment, modules).unwrap_or(module));
        }
        rest = &rest[1..];
    }
    Some(module)
}

/// The module that defines a name of this module's.
fn owner(module: &str, name: &str, modules: &BTreeMap<&str, Module>) -> Option<String> {
    let known = modules.get(module)?;
    if known.items.contains(name) {
        return Some(module.to_owned());
    }
    let leads = |path: &&Vec<String>| path.last().is_some_and(|last| last == name);
    if let Some(path) = known.exports.iter().find(leads) {
        return resolve(module, path, modules);
    }
    let globs = known
        .exports
        .iter()
        .filter(|path| path.last().is_some_and(|last| last == "*"));
    globs
        .filter_map(|path| resolve(module, &path[..path.len() - 1], modules))
        .find_map(|module| owner(&module, name, modules))
}

fn joined(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

/// Modules that lead back to the first of them, if there are any.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    fn visit<'a>(
        graph: &'a Graph,
        node: &'a str,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|&earlier| earlier == node) {
            let round = way[start..].iter().chain([&node]);
            return Some(round.map(|&name| name.to_owned()).collect());
        }
        if done.contains(node) {
            return None;
        }
        way.push(node);
        let next = graph.get(node).into_iter().flatten();
        let found = next
            .into_iter()
            .find_map(|next| visit(graph, next, way, done));
        way.pop();
        done.insert(node);
        found
    }
    let mut done = BTreeSet::new();
    graph
        .keys()
        .find_map(|start| visit(graph, start, &mut Vec::new(), &mut done))
}

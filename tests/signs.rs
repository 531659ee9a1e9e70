//! Signs: what the documents, the comments and the manifests say about the tree is true of it.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const DOCUMENTS: [&str; 4] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "DESIGN.md",
    "README.md",
];

const FOLDERS: [&str; 11] = [
    "benches/",
    "crates/",
    "deploy/",
    "docs/",
    "fuzz/",
    "migrations/",
    "packages/",
    "scripts/",
    "src/",
    "tests/",
    "www/",
];

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(file: impl AsRef<Path>) -> String {
    let path = home().join(file);
    let read = fs::read_to_string(&path);
    read.map_err(|error| format!("{}: {error}", path.display()))
        .unwrap()
}

/// The files in a folder and below it whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path, ending)
            } else if path.to_str().unwrap().ends_with(ending) {
                vec![path]
            } else {
                Vec::new()
            }
        })
        .collect()
}

/// What stands in a document between backticks, with what stands before it since the last of them.
fn quoted(document: &str) -> Vec<(&str, &str)> {
    let pieces: Vec<_> = document.split('`').collect();
    let pairs = pieces.chunks_exact(2);
    pairs.map(|pair| (pair[0], pair[1])).collect()
}

/// Whether somebody is to put a name of their own into a path.
fn is_pattern(path: &str) -> bool {
    path.contains(['{', '…', ' ', '*']) || path.chars().any(|letter| letter.is_ascii_uppercase())
}

#[test]
fn every_place_that_the_documents_name_is_there() {
    let mut named = 0;
    for document in DOCUMENTS {
        let text = text(document);
        let paths = quoted(&text).into_iter().map(|(_, path)| path);
        let paths = paths.filter(|path| FOLDERS.iter().any(|folder| path.starts_with(folder)));
        for path in paths.filter(|path| !is_pattern(path)) {
            assert!(home().join(path).exists(), "{document} names {path}");
            named += 1;
        }
    }
    assert!(named > 150, "{named} are too few to be all");
}

/// In the walks: a file, then a comma and the function that the step leads to.
#[test]
fn every_function_of_the_walks_is_in_its_file() {
    let text = text("ARCHITECTURE.md");
    let mut file = "";
    let mut steps = 0;
    for (between, word) in quoted(&text) {
        if word.contains('/') {
            file = word;
        } else if between.trim() == "," && home().join(file).is_file() {
            let source = fs::read_to_string(home().join(file)).unwrap();
            let has = [
                "fn WORD(",
                "fn WORD<",
                "function WORD(",
                "macro_rules! WORD",
            ]
            .into_iter()
            .any(|form| source.contains(&form.replace("WORD", word)));
            assert!(has, "{file} has no function {word}");
            steps += 1;
        } else {
            file = "";
        }
    }
    assert!(steps > 30, "{steps} are too few to be all");
}

/// Public items of sotto-ldp that no program takes, and why they are there all the same: a published figure is
/// computed with them.
const FOR_EVIDENCE: [(&str, &str); 3] = [
    ("rappor", "RAPPOR's published losses"),
    (
        "window_variances",
        "the published variances of the piecewise mechanism",
    ),
    (
        "with_width",
        "windows small enough for channels to be read whole",
    ),
];

/// What a program has of a source: neither comments, nor imports, nor the heads of `impl`, nor the unit tests, which
/// stand last.
fn program_text(source: &str) -> String {
    let program = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    let mut importing = false;
    let mut kept = String::new();
    for line in program.lines() {
        let words = line.trim_start();
        importing |= words.starts_with("use ")
            || words.starts_with("pub") && words.split(' ').nth(1) == Some("use");
        if importing {
            importing = !words.ends_with(';');
        } else if !words.starts_with("//") && !line.starts_with("impl") {
            kept.extend([line, "\n"]);
        }
    }
    kept
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty())
}

/// The name of the public item that begins on a line.
fn public_item(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const fn ").or_else(|| {
        ["fn ", "struct ", "enum ", "const ", "type "]
            .into_iter()
            .find_map(|kind| rest.strip_prefix(kind))
    });
    words(rest?).next()
}

/// A shelf that nobody takes from gathers dust: each public name of sotto-ldp stands somewhere in a program beside
/// where it is defined.
#[test]
fn every_public_item_of_the_mathematics_is_used() {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let mut defined: BTreeMap<String, (usize, PathBuf)> = BTreeMap::new();
    let sources = ["src", "crates"]
        .iter()
        .flat_map(|folder| files(&home().join(folder), ".rs"))
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"));
    for path in sources {
        let program = program_text(&fs::read_to_string(&path).unwrap());
        for word in words(&program) {
            *used.entry(word.to_owned()).or_default() += 1;
        }
        if path.starts_with(home().join("crates/sotto-ldp")) {
            for name in program.lines().filter_map(public_item) {
                let place = defined.entry(name.to_owned());
                place.or_insert((0, path.clone())).0 += 1;
            }
        }
    }
    assert!(defined.len() > 300, "{}", defined.len());
    let unused: BTreeMap<_, _> = defined
        .iter()
        .filter(|(name, (times, _))| used[*name] <= *times)
        .map(|(name, (_, path))| (name.as_str(), path))
        .collect();
    let excused: Vec<_> = FOR_EVIDENCE.iter().map(|(name, _)| *name).collect();
    assert!(unused.keys().eq(&excused), "{unused:?}");
}

/// Two crates that need the same release of another find its number in the workspace's manifest.
#[test]
fn a_version_that_several_crates_need_stands_once() {
    let mut manifests = files(&home().join("crates"), "/Cargo.toml");
    manifests.extend(["Cargo.toml", "tests/Cargo.toml"].map(|file| home().join(file)));
    let mut places = BTreeMap::<String, Vec<PathBuf>>::new();
    for path in manifests {
        let manifest = fs::read_to_string(&path).unwrap();
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
                continue;
            }
            let Some((name, value)) = line.split_once(" = ") else {
                continue;
            };
            if section.ends_with("dependencies]")
                && (value.starts_with('"') || value.contains("version = "))
            {
                places
                    .entry(name.to_owned())
                    .or_default()
                    .push(path.clone());
            }
        }
    }
    assert!(places.len() > 40, "{places:?}");
    places.retain(|_, places| {
        places.dedup();
        places.len() > 1
    });
    assert!(places.is_empty(), "{places:?}");
}

/// Words of the glossary that other crates or modules use for a type of their own as well, and how many do. New ones are
/// given another name; these get one when their file is written anew.
const SEVERAL: [(&str, usize); 16] = [
    ("Answer", 1),
    ("Category", 1),
    ("Collector", 3),
    ("Design", 1),
    ("Draft", 1),
    ("Edit", 1),
    ("Fault", 1),
    ("Plan", 1),
    ("Population", 1),
    ("Question", 2),
    ("Report", 1),
    ("Settings", 2),
    ("Step", 2),
    ("Survey", 4),
    ("Tally", 1),
    ("Writer", 1),
];

/// So many names may be those of several types, in the whole tree: a new type has a name of its own.
const SHARED_NAMES: usize = 100;

/// The names of the types that a file defines, those inside modules and functions left out.
fn types_in(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let names = text.lines().filter_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        let is_outermost = !line.starts_with(' ');
        let at = words
            .iter()
            .take(2)
            .position(|word| ["struct", "enum", "trait", "type"].contains(word))?;
        let name = words.get(at + 1).filter(|_| is_outermost)?;
        let end = name.find(|letter: char| !letter.is_alphanumeric());
        Some(name[..end.unwrap_or(name.len())].to_owned())
    });
    names.collect()
}

/// The types of the tree by their names, each with the files that define one.
fn types() -> BTreeMap<String, Vec<PathBuf>> {
    let mut defined: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for folder in ["crates", "src"] {
        let sources = files(&home().join(folder), ".rs");
        let sources = sources.into_iter().filter(|file| {
            let below = file.strip_prefix(home()).unwrap();
            folder == "src" || below.iter().nth(2).is_some_and(|part| part == "src")
        });
        for file in sources {
            for name in types_in(&file) {
                defined.entry(name).or_default().push(file.clone());
            }
        }
    }
    defined
}

#[test]
fn few_names_are_those_of_several_types() {
    let types = types();
    let shared: Vec<_> = types.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(
        shared.len() <= SHARED_NAMES,
        "{} names are those of several types: {shared:#?}",
        shared.len()
    );
}

#[test]
fn a_word_of_the_glossary_means_one_thing() {
    let defined = types();
    let architecture = text("ARCHITECTURE.md");
    let (_, glossary) = architecture.split_once("## The words").unwrap();
    let (glossary, _) = glossary.split_once("\n## ").unwrap();
    let rows: Vec<_> = glossary
        .lines()
        .filter(|line| line.contains(" | `"))
        .collect();
    assert!(rows.len() >= 40, "{}", rows.len());
    for row in rows {
        let (name, home_crate) = row.trim_end_matches(" |").rsplit_once("`, ").unwrap();
        let name = name.rsplit('`').next().unwrap();
        let found = defined.get(name).map_or(&[][..], Vec::as_slice);
        let is_at_home = |file: &PathBuf| file.iter().any(|part| part == home_crate);
        assert!(
            found.iter().any(is_at_home),
            "{row} no type of that name is there"
        );
        let allowed = SEVERAL.iter().find(|(several, _)| *several == name);
        let others = allowed.map_or(0, |(_, others)| *others);
        assert!(
            found.len() <= others + 1,
            "`{name}` is defined in {found:?}"
        );
    }
}

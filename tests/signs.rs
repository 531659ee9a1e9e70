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

/// What says "no program here uses it" is a public item of sotto-ldp: nothing outside of it names the
/// item in a `use`.
#[test]
fn what_no_program_is_said_to_use_is_used_by_none() {
    let sources: Vec<_> = ["src", "crates"]
        .iter()
        .flat_map(|folder| files(&home().join(folder), ".rs"))
        .filter(|path| !path.starts_with(home().join("crates/sotto-ldp")))
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"))
        .map(|path| (fs::read_to_string(&path).unwrap(), path))
        .collect();
    let mut said = 0;
    for path in files(&home().join("crates/sotto-ldp/src"), ".rs") {
        let source = fs::read_to_string(&path).unwrap();
        for (index, _) in
            source.match_indices("/// For lessons and learning: no program here uses it.")
        {
            let item = source[index..].lines().find_map(|line| {
                let rest = line.strip_prefix("pub ")?;
                let name = rest.split(' ').nth(1)?;
                name.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .next()
            });
            let item = item.unwrap();
            for (other, place) in &sources {
                assert!(!imports(other, item), "{} uses {item}", place.display());
            }
            said += 1;
        }
    }
    assert!(said >= 4, "{said}");
}

/// Whether a source takes an item from sotto-ldp.
fn imports(source: &str, item: &str) -> bool {
    source.split("use sotto_ldp::").skip(1).any(|rest| {
        let tree = rest.split(';').next().unwrap_or_default();
        let mut words = tree.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == item)
    })
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
const SEVERAL: [(&str, usize); 26] = [
    ("Answer", 1),
    ("Category", 1),
    ("Channel", 2),
    ("Collector", 3),
    ("Design", 2),
    ("Draft", 1),
    ("Edit", 1),
    ("Entry", 1),
    ("Estimate", 1),
    ("Fault", 1),
    ("Joint", 1),
    ("Part", 4),
    ("Pin", 1),
    ("Plan", 1),
    ("Population", 1),
    ("Question", 3),
    ("Relay", 1),
    ("Report", 2),
    ("Results", 1),
    ("Room", 1),
    ("Settings", 2),
    ("Step", 4),
    ("Survey", 4),
    ("Tally", 2),
    ("Token", 2),
    ("Writer", 1),
];

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

#[test]
fn a_word_of_the_glossary_means_one_thing() {
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

//! What the documents name is there: files, functions, headings, flags of the command.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every document with its path from the top.
fn documents() -> Vec<(PathBuf, String)> {
    let mut documents = Vec::new();
    for folder in [
        "",
        "docs",
        "fuzz",
        "benches",
        "benches/widget",
        "packages/sotto-survey",
    ] {
        for entry in fs::read_dir(home().join(folder)).unwrap() {
            let name = entry.unwrap().file_name();
            let path = Path::new(folder).join(name);
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(home().join(&path)).unwrap();
                documents.push((path, text));
            }
        }
    }
    assert!(documents.len() > 12);
    documents
}

/// What stands in backticks on a line that is no code block.
fn names(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("    "))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

/// As GitHub names the anchor of a heading.
fn anchors(text: &str) -> Vec<String> {
    let heading = |line: &str| Some(line.strip_prefix('#')?.trim_start_matches('#').to_owned());
    let anchor = |heading: String| {
        let kept = |c: &char| c.is_alphanumeric() || *c == '-' || *c == '_' || *c == ' ';
        let lower = heading.trim().to_lowercase();
        lower
            .chars()
            .filter(kept)
            .collect::<String>()
            .replace(' ', "-")
    };
    text.lines().filter_map(heading).map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for (path, text) in documents() {
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once(')')?.0));
        for link in links.filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => home().join(&path),
                file => home().join(&path).parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: {link}", path.display());
            if !anchor.is_empty() {
                let found = anchors(&fs::read_to_string(&target).unwrap());
                assert!(
                    found.iter().any(|one| one == anchor),
                    "{}: {link}",
                    path.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn every_file_that_is_named_is_there() {
    let folders = [
        "crates/",
        "src/",
        "www/",
        "tests/",
        "scripts/",
        "benches/",
        "fuzz/",
        "packages/",
        "deploy/",
        "docs/",
    ];
    let mut checked = 0;
    for (path, text) in documents() {
        for name in names(&text) {
            let name = name.split([' ', ':']).next().unwrap_or_default();
            // Capitals and ellipses stand for something else; target/ is made.
            let stands_for = ["…", "*", "TARGET", "NAME", "TAG", "NNNN"]
                .iter()
                .any(|word| name.contains(word));
            let is_path = folders.iter().any(|folder| name.starts_with(folder));
            if !is_path || stands_for || name.contains("/target/") || name.contains("/found") {
                continue;
            }
            assert!(home().join(name).exists(), "{}: {name}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}

/// Everything that is written in Rust.
fn code(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            code(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// A threat that is said to be tested is.
#[test]
fn every_test_that_the_threats_name_is_there() {
    let text = fs::read_to_string(home().join("docs/operating.md")).unwrap();
    let (_, threats) = text.split_once("## Threats").unwrap();
    let mut tests = String::new();
    for folder in ["crates", "tests"] {
        code(&home().join(folder), &mut tests);
    }
    let rows = threats.lines().filter(|line| line.starts_with("| "));
    let mut checked = 0;
    for row in rows {
        let named = row.rsplit('|').nth(1).unwrap();
        for name in named.split('`').skip(1).step_by(2) {
            assert!(tests.contains(&format!("fn {name}(")), "{name}");
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

/// In the walks through the rooms, names behind a file are its functions.
#[test]
fn every_function_on_the_walks_is_in_its_file() {
    let text = fs::read_to_string(home().join("ARCHITECTURE.md")).unwrap();
    let (_, walks) = text.split_once("## An answer's way").unwrap();
    let mut code = String::new();
    let mut checked = 0;
    for name in walks.split('`').skip(1).step_by(2) {
        if Path::new(name)
            .extension()
            .is_some_and(|end| end == "rs" || end == "js")
        {
            code = fs::read_to_string(home().join(name)).unwrap();
        } else if name.chars().all(|c| c.is_ascii_lowercase() || c == '_') && !code.is_empty() {
            let is_there = ["fn", "function"].iter().any(|word| {
                [" (", "(", "<"]
                    .iter()
                    .any(|end| code.contains(&format!("{word} {name}{end}")))
            });
            assert!(is_there, "{name}");
            checked += 1;
        }
    }
    assert!(checked > 25, "{checked}");
}

/// What the command says of itself.
fn help(words: &[&str]) -> String {
    let sotto = env!("CARGO_BIN_EXE_sotto");
    let output = Command::new(sotto).args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The commands, as `sotto --help` lists them.
fn commands() -> Vec<String> {
    let listed = help(&["--help"]);
    let (_, rest) = listed.split_once("Commands:\n").unwrap();
    let rows = rest.lines().take_while(|row| !row.is_empty());
    let names = rows.filter_map(|row| row.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_is_in_a_manual() {
    let manuals = ["command-line.md", "operating.md"]
        .map(|name| fs::read_to_string(home().join("docs").join(name)).unwrap());
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let call = format!("sotto {command}");
        let is_there = manuals.iter().any(|manual| manual.contains(&call));
        assert!(is_there, "neither manual shows `{call}`");
    }
}

#[test]
fn every_flag_in_the_manual_of_the_command_line_is_one() {
    let text = fs::read_to_string(home().join("docs/command-line.md")).unwrap();
    let all = commands()
        .into_iter()
        .map(|command| help(&[&command, "--help"]));
    let help: String = all.collect();
    let is_flag = |word: &&str| word.starts_with("--") && word.len() > 2;
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let flags: Vec<_> = words
        .filter(is_flag)
        .filter(|word| *word != "--help" && *word != "---")
        .collect();
    assert!(flags.len() > 30, "{}", flags.len());
    for flag in flags {
        assert!(help.contains(flag), "{flag}");
    }
}

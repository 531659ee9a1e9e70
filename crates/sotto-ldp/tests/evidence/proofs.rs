//! The proofs name functions and tests of this crate, of the collector and of the command: each must be there.

use std::{fs, path::Path};

fn read(folder: &Path, ending: &str, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, ending, text);
        } else if path.extension().is_some_and(|found| found == ending) {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn whatever_a_proof_names_is_there() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut code, mut proofs) = (String::new(), String::new());
    for folder in [
        "src",
        "tests",
        "../sotto-collector/tests",
        "../sotto-cli/tests",
    ] {
        read(&home.join(folder), "rs", &mut code);
    }
    read(&home.join("proofs"), "md", &mut proofs);
    let is_name = |text: &&str| {
        let of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        text.matches('_').count() >= 2 && text.chars().all(of_name)
    };
    let names: Vec<_> = proofs.split('`').filter(is_name).collect();
    assert!(names.len() > 50);
    let missing: Vec<_> = names
        .into_iter()
        .filter(|name| {
            !code.contains(&format!("fn {name}(")) && !code.contains(&format!("fn {name}<"))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_files_that_a_proof_names_are_there() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut proofs = String::new();
    read(&home.join("proofs"), "md", &mut proofs);
    let lines = proofs.lines().filter(|line| line.starts_with("Code: "));
    let mut found = 0;
    for line in lines {
        for name in line.split('`').skip(1).step_by(2) {
            if let Some((before, rest)) = name.split_once('{')
                && let Some((several, behind)) = rest.split_once('}')
            {
                for one in several.split(',') {
                    assert_in_src(home, &format!("{before}{one}{behind}"));
                }
                found += 1;
            } else if name.ends_with('/')
                || Path::new(name).extension().is_some_and(|end| end == "rs")
            {
                assert_in_src(home, name);
                found += 1;
            }
        }
    }
    assert!(found > 20, "{found}");
}

fn assert_in_src(home: &Path, name: &str) {
    assert!(home.join("src").join(name).exists(), "{name} is not there");
}

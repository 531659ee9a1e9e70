//! Which crate of the workspace may know which. Cargo keeps a crate from using what its Cargo.toml does
//! not name; these tests keep the Cargo.toml files to the drawing in ARCHITECTURE.md.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use serde_json::Value;

mod drawing;

const DRAWING: &str = "## Who may know whom";

/// The names in the drawing that are folders and not packages.
const FOLDERS: [(&str, &str); 2] = [("src", "sotto"), ("tests", "sotto-system-tests")];

/// Packages that another must not name, though the drawing lets it know somebody who does.
const NOT_EVEN_SO: [(&str, &str); 1] = [("sotto-cli", "sotto-ui")];

/// What no program may use that respondents download.
const NOT_FOR_RESPONDENTS: &[&str] = &[
    "sotto::",
    "sotto_api",
    "sotto_crowd",
    "sotto_import",
    "sotto_learn",
    "sotto_results",
    "sotto_studio",
    "sotto_teach",
];

/// The programs that a browser loads: the links in index.html, the one list of them.
fn programs() -> BTreeSet<String> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("index.html");
    let list = fs::read_to_string(list).unwrap();
    let links = list.split("<link data-trunk rel=\"rust\"").skip(1);
    links
        .map(|link| link.split("data-bin=\"").nth(1).unwrap())
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

/// What each package of the workspace depends on, tests apart, as far as it belongs to the workspace.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |package: &Value| package["name"].as_str().unwrap().to_owned();
    let ours: BTreeSet<_> = packages.iter().map(name).collect();
    let dependencies = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        all.filter(|dependency| dependency["kind"] != "dev")
            .map(name)
            .filter(|name| ours.contains(name))
            .collect()
    };
    packages
        .iter()
        .map(|package| (name(package), dependencies(package)))
        .collect()
}

/// The name of a package in the drawing.
fn drawn(package: &str) -> &str {
    let folder = FOLDERS.iter().find(|(_, named)| *named == package);
    folder.map_or(package, |(folder, _)| folder)
}

#[test]
fn no_crate_knows_another_that_the_drawing_does_not_let_it() {
    let arrows = drawing::below(DRAWING);
    for (package, dependencies) in dependencies() {
        assert!(
            arrows.contains_key(drawn(&package)),
            "{package} is not drawn"
        );
        let allowed = drawing::allowed(&arrows, drawn(&package));
        for dependency in &dependencies {
            assert!(
                allowed.contains(drawn(dependency))
                    && !NOT_EVEN_SO.contains(&(&*package, &**dependency)),
                "{package} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn every_arrow_of_the_drawing_is_a_dependency() {
    let mut declared = BTreeMap::new();
    for (package, dependencies) in dependencies() {
        declared.insert(drawn(&package).to_owned(), dependencies);
    }
    for (package, known) in drawing::below(DRAWING) {
        let declared = declared.get(&package);
        let declared = declared.unwrap_or_else(|| panic!("there is no {package}"));
        for one in known {
            assert!(declared.contains(&one), "{package} does not use {one}");
        }
    }
}

#[test]
fn the_drawing_has_no_circle() {
    let arrows = drawing::below(DRAWING);
    for package in arrows.keys() {
        let allowed = drawing::allowed(&arrows, package);
        assert!(!allowed.contains(&**package), "{package}");
    }
}

#[test]
fn a_drawing_says_what_it_shows() {
    let arrows = drawing::arrows("a ← { b, c } ← src\n    c ← d");
    let known = |name| -> Vec<_> { drawing::allowed(&arrows, name).into_iter().collect() };
    assert_eq!(known("a"), [""; 0]);
    assert_eq!(known("b"), ["a"]);
    assert_eq!(known("src"), ["a", "b", "c"]);
    assert_eq!(known("d"), ["a", "c"]);
}

#[test]
fn every_program_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    let stem = |file: fs::DirEntry| {
        file.path()
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned()
    };
    let files = fs::read_dir(folder).unwrap();
    let files: BTreeSet<_> = files.map(|file| stem(file.unwrap())).collect();
    assert_eq!(files, programs());
}

#[test]
fn respondents_download_nothing_of_designers_or_teachers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    // What other people's pages load has names that begin so.
    let programs = programs().into_iter();
    let programs: Vec<_> = programs.filter(|name| name.starts_with("widget")).collect();
    assert!(!programs.is_empty());
    for program in programs {
        let source = fs::read_to_string(folder.join(format!("{program}.rs"))).unwrap();
        for name in NOT_FOR_RESPONDENTS {
            assert!(!source.contains(name), "{program} uses {name}");
        }
    }
}

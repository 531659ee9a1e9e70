//! Which crate of the workspace may know which. Cargo keeps a crate from using what its Cargo.toml does
//! not name; this test keeps the Cargo.toml files to the drawing.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use serde_json::Value;

/// Every package of the workspace, and the packages of the workspace that it may depend on.
const WALLS: &[(&str, &[&str])] = &[
    ("sotto-ldp", &[]),
    ("sotto-survey", &["sotto-ldp"]),
    ("sotto-api", &["sotto-ldp", "sotto-survey"]),
    (
        "sotto-collector",
        &["sotto-ldp", "sotto-survey", "sotto-api"],
    ),
    (
        "sotto-cli",
        &["sotto-ldp", "sotto-survey", "sotto-api", "sotto-collector"],
    ),
    ("sotto-crowd", &["sotto-ldp", "sotto-survey"]),
    ("sotto-ui", &["sotto-ldp", "sotto-survey"]),
    ("sotto-widget", &["sotto-ldp", "sotto-survey", "sotto-ui"]),
    (
        "sotto-results",
        &["sotto-ldp", "sotto-survey", "sotto-api", "sotto-ui"],
    ),
    (
        "sotto",
        &[
            "sotto-ldp",
            "sotto-survey",
            "sotto-api",
            "sotto-crowd",
            "sotto-ui",
            "sotto-widget",
            "sotto-results",
        ],
    ),
    (
        "sotto-system-tests",
        &["sotto-ldp", "sotto-survey", "sotto-api"],
    ),
];

/// What no program may use that respondents download.
const NOT_FOR_RESPONDENTS: &[&str] = &["sotto::", "sotto_api", "sotto_crowd", "sotto_results"];

/// The programs that are not for respondents.
const OTHER_PROGRAMS: &[&str] = &["crowd", "site"];

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

#[test]
fn no_crate_knows_another_that_it_must_not() {
    let walls: BTreeMap<_, _> = WALLS.iter().copied().collect();
    for (package, dependencies) in dependencies() {
        let allowed = walls
            .get(&*package)
            .unwrap_or_else(|| panic!("say in WALLS what {package} may depend on"));
        for dependency in dependencies {
            assert!(
                allowed.contains(&&*dependency),
                "{package} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn the_drawing_itself_has_no_circle() {
    for (index, (package, allowed)) in WALLS.iter().enumerate() {
        let before: Vec<_> = WALLS[..index].iter().map(|(name, _)| name).collect();
        for dependency in *allowed {
            assert!(
                before.contains(&dependency),
                "{package} before {dependency}"
            );
        }
    }
}

#[test]
fn respondents_download_nothing_of_designers_or_teachers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    let mut programs = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let program = path.file_stem().unwrap().to_str().unwrap();
        if OTHER_PROGRAMS.contains(&program) {
            continue;
        }
        programs += 1;
        let source = fs::read_to_string(&path).unwrap();
        for name in NOT_FOR_RESPONDENTS {
            assert!(!source.contains(name), "{program} uses {name}");
        }
    }
    assert!(programs > 0);
}

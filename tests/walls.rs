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
    ("sotto-import", &["sotto-ldp", "sotto-survey"]),
    ("sotto-crowd", &["sotto-ldp", "sotto-survey"]),
    ("sotto-ui", &["sotto-ldp", "sotto-survey"]),
    ("sotto-widget", &["sotto-ldp", "sotto-survey", "sotto-ui"]),
    (
        "sotto-cli",
        &[
            "sotto-ldp",
            "sotto-survey",
            "sotto-api",
            "sotto-collector",
            "sotto-import",
            "sotto-widget",
        ],
    ),
    (
        "sotto-results",
        &["sotto-ldp", "sotto-survey", "sotto-api", "sotto-ui"],
    ),
    (
        "sotto-teach",
        &[
            "sotto-ldp",
            "sotto-survey",
            "sotto-api",
            "sotto-crowd",
            "sotto-ui",
        ],
    ),
    (
        "sotto-studio",
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
            "sotto-teach",
            "sotto-studio",
        ],
    ),
    (
        "sotto-system-tests",
        &["sotto-ldp", "sotto-survey", "sotto-api"],
    ),
];

/// What no program may use that respondents download.
const NOT_FOR_RESPONDENTS: &[&str] = &[
    "sotto::",
    "sotto_api",
    "sotto_crowd",
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

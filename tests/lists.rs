//! Lists that cannot be made of what they list: of languages, pages, programs, crates, types of question,
//! mechanisms and addresses of the API. Whoever adds one of these is told here where else to name it.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use sotto_ldp::{LONGITUDINAL_MECHANISMS, MECHANISMS, NUMERIC_MECHANISMS};
use sotto_survey::QuestionType;

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(file: &str) -> String {
    let path = home().join(file);
    assert!(path.exists(), "{file} is gone");
    fs::read_to_string(path).unwrap()
}

/// Everything in a folder and below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The languages of a bundle of texts.
fn languages(bundle: &str) -> BTreeSet<String> {
    let names = files(&home().join("www/messages"));
    let language = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        let rest = name.strip_prefix(bundle)?.strip_prefix('.')?;
        Some(rest.strip_suffix(".json")?.to_owned())
    };
    let found: BTreeSet<_> = names.iter().filter_map(language).collect();
    assert!(found.contains("en"), "{bundle}");
    found
}

/// The files in which every language is named, each with how; `TAG` stands for the language.
fn assert_each_named(languages: &BTreeSet<String>, places: &[(&str, &str)]) {
    for language in languages {
        for (file, how) in places {
            let wanted = how.replace("TAG", language);
            assert!(text(file).contains(&wanted), "{file} lacks {wanted}");
        }
    }
}

/// What a translation needs beside its texts: its terms, each with why, and the words that it never says.
#[test]
fn every_language_of_the_widget_has_its_terms_and_what_it_never_says() {
    let beside = |language: &str, file: &str| -> Value {
        let file = format!("crates/sotto-ui/translations/{language}/{file}.json");
        serde_json::from_str(&text(&file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let terms = |language: &str| {
        let glossary = beside(language, "glossary");
        let terms = glossary.as_object().unwrap().iter();
        terms
            .map(|(term, entry)| {
                for said in ["term", "why"] {
                    let words = entry[said].as_str().unwrap_or_default();
                    assert!(!words.is_empty(), "{language}, {term}: \"{said}\"");
                }
                term.clone()
            })
            .collect::<BTreeSet<_>>()
    };
    let expected = terms("en");
    assert_eq!(expected.len(), 25);
    let [on_phones, in_kiosks] = ["phone", "kiosk"].map(languages);
    let languages = languages("widget");
    assert_eq!(
        on_phones, languages,
        "a class's phones speak the widget's languages"
    );
    assert_eq!(in_kiosks, languages, "kiosks speak the widget's languages");
    for language in &languages {
        assert_eq!(terms(language), expected, "{language}");
        assert!(beside(language, "never").is_array(), "{language}");
    }
    let folders = fs::read_dir(home().join("crates/sotto-ui/translations")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(folders.collect::<BTreeSet<_>>(), languages);
}

#[test]
fn every_language_of_the_site_is_listed() {
    let site = languages("site");
    let places = [
        ("crates/sotto-ui/src/site/address.rs", "(\"TAG\", \""),
        ("scripts/look/in-page/being-built.js", "[\"TAG\", "),
    ];
    assert_each_named(&site, &places);
    // English stands there without a mark.
    let others = site.iter().filter(|tag| *tag != "en").cloned().collect();
    let places = [("crates/sotto-ui/src/site/frame.rs", "lang=\"TAG\"")];
    assert_each_named(&others, &places);
    let mut pages = 0;
    for (page, html) in pages_of_the_site() {
        if !html.contains("class=\"starting\"") {
            continue;
        }
        pages += 1;
        for language in &site {
            let wanted = format!("lang=\"{language}\"");
            assert!(
                html.contains(&wanted),
                "{page} does not say in {language} that its program could not start"
            );
        }
    }
    assert!(pages > 5, "{pages}");
}

fn pages_of_the_site() -> Vec<(String, String)> {
    let mut pages = files(&home().join("www"));
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    pages.push(home().join("index.html"));
    let page = |path: PathBuf| {
        let name = path.strip_prefix(home()).unwrap().display().to_string();
        let html = fs::read_to_string(path).unwrap();
        (name, html)
    };
    pages.into_iter().map(page).collect()
}

#[test]
fn every_page_has_a_policy_and_a_program_that_there_is() {
    let programs = text("index.html");
    for (page, html) in pages_of_the_site() {
        let policy = "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        assert!(html.contains(policy), "{page} lacks its policy");
        let program = html.split(" data-js=\"").nth(1);
        let Some(program) = program.and_then(|rest| rest.split('"').next()) else {
            continue;
        };
        let name = program.trim_start_matches("../").trim_end_matches(".js");
        let link = format!("data-bin=\"{name}\"");
        assert!(programs.contains(&link), "{page} loads {program}");
        let wasm = format!("data-wasm=\"{}", program.replace(".js", "_bg.wasm\""));
        assert!(html.contains(&wasm), "{page} lacks {wasm}");
    }
}

/// The widget and the crowd are built without the feature `whole`, which would compile every other program along.
#[test]
fn every_program_but_two_needs_all_rooms() {
    let manifest = text("Cargo.toml");
    let programs = manifest.split("[[bin]]\n").skip(1);
    let declared = programs.map(|section| section.split("\n\n").next().unwrap());
    let mut names = BTreeSet::new();
    for section in declared {
        let name = section.split('"').nth(1).unwrap();
        let needs_all = section.contains("required-features = [\"whole\"]");
        let is_alone = ["widget", "crowd"].contains(&name);
        assert_eq!(needs_all, !is_alone, "[[bin]] {name} in Cargo.toml");
        names.insert(name.to_owned());
    }
    let sources = files(&home().join("src/bin"));
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let sources: BTreeSet<_> = sources.iter().map(name).collect();
    assert_eq!(sources, names, "src/bin, and [[bin]] in Cargo.toml");
}

#[test]
fn every_crate_is_drawn_and_checked_as_it_runs() {
    let (drawing, tests) = (text("ARCHITECTURE.md"), text("test"));
    for entry in fs::read_dir(home().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let row = format!("\n| `crates/{name}` | ");
        assert!(drawing.contains(&row), "ARCHITECTURE.md lacks a row: {row}");
        let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
        let for_browsers = manifest.contains("\nyew.workspace = true");
        let named = tests.contains(&format!(" -p {name} "));
        assert!(
            named || !for_browsers,
            "clippy_for_browser in ./test lacks -p {name}"
        );
    }
}

#[test]
fn every_type_of_question_is_tried_and_described() {
    let places = [
        ("tests/surveys/every-type.json", "\"type\": \"NAME\""),
        ("www/surveys/every-type.json", "\"type\": \"NAME\""),
        ("www/messages/studio.en.json", "\"type-NAME\": "),
        ("docs/surveys.md", "`NAME`"),
    ];
    for question_type in QuestionType::ALL {
        for (file, how) in places {
            let wanted = how.replace("NAME", question_type.name());
            assert!(text(file).contains(&wanted), "{file} lacks {wanted}");
        }
    }
}

#[test]
fn every_mechanism_is_in_the_manual_of_surveys() {
    let manual = text("docs/surveys.md");
    let tables = [MECHANISMS, NUMERIC_MECHANISMS, LONGITUDINAL_MECHANISMS];
    for mechanism in tables.into_iter().flatten() {
        let name = format!("`{}`", mechanism.name());
        assert!(manual.contains(&name), "docs/surveys.md lacks {name}");
    }
}

/// What the compose file sets of the collector is a setting that operators read of, and the proxy's file reads the rest.
#[test]
fn every_setting_of_the_compose_file_is_one() {
    let compose = text("deploy/compose.yaml");
    let manual = text("docs/operating.md");
    let caddyfile = text("deploy/Caddyfile");
    let mut settings = BTreeSet::new();
    for line in compose.lines() {
        let Some((name, _)) = line.trim().split_once(": ") else {
            continue;
        };
        if let Some(setting) = name.strip_prefix("SOTTO_") {
            let row = format!("\n| `{}` | ", setting.to_lowercase().replace('_', "-"));
            let variable = format!("{{${name}:");
            assert!(
                manual.contains(&row) || caddyfile.contains(&variable),
                "nothing reads {name}"
            );
            settings.insert(name);
        }
    }
    assert!(settings.len() >= 6, "{settings:?}");
    for variable in caddyfile.split("{$").skip(1) {
        let name = variable.split(':').next().unwrap();
        assert!(settings.contains(name), "deploy/compose.yaml lacks {name}");
    }
    assert!(compose.contains("/Caddyfile"));
}

#[test]
fn every_address_of_the_api_is_in_its_manual() {
    let manual = text("docs/api.md");
    let document: Value =
        serde_json::from_str(&text("crates/sotto-collector/openapi.json")).unwrap();
    let addresses = document["paths"].as_object().unwrap();
    assert!(addresses.len() > 20);
    for address in addresses.keys() {
        let short = address.strip_prefix("/api/v1").unwrap_or(address);
        let is_named = [" ", "`"].iter().any(|before| {
            ["`", "?"]
                .iter()
                .any(|after| manual.contains(&format!("{before}{short}{after}")))
        });
        assert!(is_named, "docs/api.md lacks {short}");
    }
}

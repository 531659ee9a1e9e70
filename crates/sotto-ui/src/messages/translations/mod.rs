//! What holds of every text in every language: the files themselves are tested.

mod faults;
mod made_from;
mod never;

use std::{collections::BTreeMap, fs, path::PathBuf};

type Texts = BTreeMap<String, String>;

/// The languages of every bundle.
const LANGUAGES: &[&str] = &["en", "zh-CN"];

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn messages() -> PathBuf {
    home().join("../../www/messages")
}

/// What is kept beside a language's texts: `translations/TAG/FILE`.
fn beside(language: &str, file: &str) -> PathBuf {
    home().join("translations").join(language).join(file)
}

/// Every bundle by its name, each with its texts by language.
fn bundles() -> BTreeMap<String, BTreeMap<String, Texts>> {
    let mut bundles = BTreeMap::<_, BTreeMap<_, _>>::new();
    for entry in fs::read_dir(messages()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (bundle, language) = name
            .strip_suffix(".json")
            .and_then(|stem| stem.split_once('.'))
            .unwrap_or_else(|| panic!("{name} should be BUNDLE.LANGUAGE.json"));
        let texts: Texts = serde_json::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let languages = bundles.entry(bundle.to_owned()).or_default();
        languages.insert(language.to_owned(), texts);
    }
    assert!(!bundles.is_empty());
    bundles
}

/// What respondents and pupils read, which is in more languages than the site.
const READ_IN_ALL: [&str; 3] = ["widget", "phone", "kiosk"];

/// The texts of such a bundle by language.
fn in_all(bundle: &str) -> BTreeMap<String, Texts> {
    bundles().remove(bundle).unwrap()
}

/// What a key is one form of, for numbers of things: `found` of `found.other`.
fn stem(key: &str) -> Option<&str> {
    key.rsplit_once('.').map(|(stem, _)| stem)
}

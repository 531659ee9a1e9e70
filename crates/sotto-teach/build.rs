//! Finds the languages that a class's phones speak: whoever adds one adds its file, and names it nowhere.

use std::{env, error::Error, fs, path::Path};

/// The texts of every language.
const MESSAGES: &str = "../../www/messages";
/// What is kept of each language beside its texts: a new one is noticed here.
const TRANSLATIONS: &str = "../sotto-ui/translations";
/// How a file begins that says what its language is called.
const ABOUT: &str = "\"about\": \"";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={TRANSLATIONS}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(MESSAGES);
    let mut languages = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let tag = name
            .strip_prefix("phone.")
            .and_then(|rest| rest.strip_suffix(".json"));
        if let Some(tag) = tag {
            println!("cargo::rerun-if-changed={}", path.display());
            let texts = fs::read_to_string(&path)?;
            let own = own_name(&texts).ok_or_else(|| {
                format!("{name} should begin with {ABOUT}OWN NAME (English name). ")
            })?;
            languages.push((tag.to_owned(), own.to_owned()));
        }
    }
    languages.sort();
    let out = Path::new(&env::var("OUT_DIR")?).join("languages.rs");
    fs::write(out, format!("&{languages:?}\n"))?;
    Ok(())
}

/// What a language calls itself, as its file says: `Deutsch (German). …`.
fn own_name(texts: &str) -> Option<&str> {
    let (_, about) = texts.split_once(ABOUT)?;
    let (names, _) = about.split_once("). ")?;
    let (own, _) = names.rsplit_once(" (")?;
    Some(own)
}

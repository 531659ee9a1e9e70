//! Finds the languages of the widget for those who draw its first page where there is no browser: whoever adds one adds
//! its file, and names it nowhere.

use std::{env, fs, path::Path};

/// The texts of every language.
const MESSAGES: &str = "../../www/messages";
/// What is kept of each language beside its texts: a new one is noticed here.
const TRANSLATIONS: &str = "../sotto-ui/translations";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={TRANSLATIONS}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(MESSAGES);
    let mut languages = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let tag = name
            .strip_prefix("widget.")
            .and_then(|rest| rest.strip_suffix(".json"));
        languages.extend(tag.map(str::to_owned));
    }
    languages.sort();
    let texts = languages.iter().map(|tag| {
        let file = folder.join(format!("widget.{tag}.json"));
        format!("    ({tag:?}, include_str!({:?})),\n", file.display())
    });
    let list = format!("&[\n{}]\n", texts.collect::<String>());
    fs::write(Path::new(&env::var("OUT_DIR")?).join("texts.rs"), list)?;
    Ok(())
}

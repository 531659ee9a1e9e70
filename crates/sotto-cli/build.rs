//! Puts the built site into the program if `SOTTO_SITE_INSIDE` names its folder. See `scripts/build-binary`.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

const FOLDER: &str = "SOTTO_SITE_INSIDE";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={FOLDER}");
    let files = match env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
        Some(folder) => files(&PathBuf::from(folder).canonicalize()?)?,
        None => Vec::new(),
    };
    let mut list = String::from("&[\n");
    for File {
        path,
        is_compressed,
        source,
    } in files
    {
        writeln!(
            list,
            "    SiteFile {{ path: {path:?}, is_compressed: {is_compressed}, bytes: include_bytes!({source:?}) }},"
        )?;
    }
    list.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder to write to")?;
    fs::write(Path::new(&out).join("site_inside.rs"), list)?;
    Ok(())
}

/// A file of the site.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct File {
    path: String,
    is_compressed: bool,
    /// Where its bytes are, compressed or not.
    source: String,
}

/// Each file once, in the order of its path: its compressed copy where there is one.
fn files(site: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", site.display());
    let mut found = Vec::new();
    let mut folders = vec![site.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let file = entry?.path();
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            let is_copy = file
                .extension()
                .is_some_and(|extension| extension == "br" || extension == "gz");
            if is_copy && file.with_extension("").is_file() {
                continue;
            }
            let source = file.to_str().ok_or("the name of a file is not UTF-8")?;
            let path = file.strip_prefix(site)?.to_string_lossy().into_owned();
            let compressed = format!("{source}.br");
            let is_compressed = Path::new(&compressed).is_file();
            let source = if is_compressed { &compressed } else { source };
            found.push(File {
                path,
                is_compressed,
                source: source.to_owned(),
            });
        }
    }
    found.sort();
    if !found.iter().any(|file| file.path == "index.html") {
        return Err(format!("{FOLDER} names {}, which has no index.html: build the site first, by scripts/build-site", site.display()).into());
    }
    Ok(found)
}

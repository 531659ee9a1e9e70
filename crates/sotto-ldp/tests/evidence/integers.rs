//! On the way from an answer to its report there are integers alone.

use std::{fs, path::Path};

/// What draws a report or computes its weights. Choosing the free parameters that a survey
/// publishes (`numbers/design.rs`) is not among it: neither ε nor unbiasedness hangs on those.
const ON_THE_WAY: &[&str] = &[
    "kernel/exact",
    "kernel/frequency_oracle.rs",
    "kernel/longitudinal.rs",
    "kernel/randomizer.rs",
    "kernel/respondent.rs",
    "kernel/sampling",
    "kernel/weights.rs",
    "numbers/randomizers",
    "randomizers",
    "registry/list.rs",
    "registry/mechanism.rs",
    "registry/mod.rs",
    "registry/respondent.rs",
    "waves",
];

/// Each of these modules denies float arithmetic to clippy as well; here also a conversion to
/// a float, which is no arithmetic, and a literal with a decimal point are seen.
#[test]
fn no_floating_point_number_is_on_the_way_from_an_answer_to_its_report() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut read = 0;
    for place in ON_THE_WAY {
        for file in files(&sources.join(place)) {
            let text = fs::read_to_string(&file).unwrap();
            let found: Vec<_> = floats(&text).collect();
            assert!(found.is_empty(), "{}: {found:?}", file.display());
            read += 1;
        }
    }
    assert!(read > 40, "only {read} files were read");
}

#[test]
fn floats_are_seen_where_there_are_some() {
    let source = "\
//! Pr is 0.5 in f64.
let a = b as f64; // 1.5
let c = 0.25;
let words = \"0.25\";
for i in 0..10 { pair.0.1 }
#[cfg(test)]
use crate::Natural;
let d = e as f32;
#[cfg(test)]
mod tests { let d: f32 = 2.0; }
";
    let found: Vec<_> = floats(source).collect();
    assert_eq!(
        found,
        ["let a = b as f64; ", "let c = 0.25;", "let d = e as f32;"]
    );
}

fn files(place: &Path) -> Vec<std::path::PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).unwrap();
    entries
        .flat_map(|entry| files(&entry.unwrap().path()))
        .collect()
}

/// The lines of a source, without its comments, quotations and tests, in which a float is named or written.
fn floats(source: &str) -> impl Iterator<Item = &str> {
    // The tests are a file's last module; whatever else is marked for tests is read.
    let tests = [
        "#[cfg(test)]\nmod tests {",
        "#[cfg(test)]\npub(crate) mod tests {",
    ];
    let ends = tests.iter().filter_map(|opening| source.find(opening));
    let code = &source[..ends.min().unwrap_or(source.len())];
    code.lines()
        .map(|line| line.split("//").next().unwrap_or(line))
        .filter(|line| {
            let line: String = line.split('"').step_by(2).collect();
            let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.any(|word| word.ends_with("f64") || word.ends_with("f32")) || has_literal(&line)
        })
}

/// A digit, a point and a digit, which is no field of a field.
fn has_literal(line: &str) -> bool {
    let letters: Vec<_> = line.chars().collect();
    letters.windows(3).enumerate().any(|(start, window)| {
        let before = letters[..start].iter().rev();
        let before = before.copied().find(|letter| !letter.is_ascii_digit());
        window[0].is_ascii_digit()
            && window[1] == '.'
            && window[2].is_ascii_digit()
            && before != Some('.')
    })
}

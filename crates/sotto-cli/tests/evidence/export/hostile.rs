//! Names of every kind, and surveys that nobody has answered, in every format.

use std::{fs, process::Command};

use serde_json::{Value, json};

use super::study::{Study, choice, survey};
use crate::harness::EVERY_TYPE;

/// Markup, formulas, macros, quotation marks, other scripts and directions, line breaks, and length.
const NAMES: [&str; 8] = [
    "=HYPERLINK(\"http://example.org\")",
    "<script>alert(1)</script>]]>&amp;<!--",
    "-1+1|cmd",
    "שלום \u{200f}(1) مرحبا",
    "\"'`$x ${y} \\ // /* '.",
    "first\nsecond\tthird",
    "@SUM(A1:A9)",
    "\u{1f600}\u{2028}\u{feff}",
];

fn long() -> String {
    "是".repeat(2_000)
}

fn hostile() -> Value {
    let mut several = choice("several", 8);
    several["type"] = json!("multiple-choice");
    let mut single = choice("single", 9);
    single["mechanism"] = json!("direct-encoding");
    for question in [&mut several, &mut single] {
        question["title"] = json!({ "en": NAMES[0], "zh-CN": long() });
        question["help"] = json!({ "en": NAMES[1] });
        for (option, name) in question["options"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .zip(NAMES)
        {
            option["title"] = json!({ "en": name, "zh-CN": name });
        }
    }
    single["options"][8]["title"] = json!({ "en": long() });
    let number = json!({
        "id": "number", "type": "number", "title": { "en": NAMES[4] }, "min": 0, "max": 10,
        "unit": { "en": NAMES[1] },
    });
    let mut made = survey(vec![several, single, number]);
    made["title"] = json!({ "en": NAMES[1], "zh-CN": NAMES[3] });
    made["description"] = json!({ "en": NAMES[5] });
    made
}

/// Lets Python judge a file: it has readers of XML and of archives.
fn python(program: &str, file: &std::path::Path) -> String {
    let output = Command::new("python3")
        .args(["-c", program])
        .arg(file)
        .output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {errors}", file.display());
    String::from_utf8(output.stdout).unwrap()
}

const TEXTS_OF_XML: &str = "import sys, xml.etree.ElementTree as tree\n\
    sys.stdout.reconfigure(encoding='utf-8')\n\
    print('\\0'.join(tree.parse(sys.argv[1]).getroot().itertext()))";

const SHEETS: &str = "import sys, zipfile\n\
    sys.stdout.reconfigure(encoding='utf-8')\n\
    archive = zipfile.ZipFile(sys.argv[1])\n\
    assert archive.testzip() is None\n\
    print(''.join(archive.read(name).decode() for name in archive.namelist() if name.endswith('.xml')))";

/// Whether a spreadsheet would take a cell for a formula.
fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches(' ')
        .starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

fn assert_no_formula(study: &Study, name: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(study.out().join(name)).unwrap();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let words = rows.iter().flat_map(csv::StringRecord::iter);
    for cell in words.filter(|cell| cell.parse::<f64>().is_err()) {
        assert!(!is_formula(cell), "{name}: {cell}");
    }
    rows
}

#[test]
fn names_are_names_in_every_format() {
    let study = Study::of(&hostile(), 300);
    let names = study.everything();
    assert_eq!(names.len(), 19, "{names:?}");
    let text = |name: &str| fs::read_to_string(study.out().join(name)).unwrap();

    let rows = assert_no_formula(&study, "study-3-results.csv");
    let labels: Vec<_> = rows.iter().map(|row| row[10].to_owned()).collect();
    for name in NAMES.iter().copied().chain([&*long()]) {
        let neutral = format!("'{name}");
        assert!(
            labels.iter().any(|one| one == name || *one == neutral),
            "{name}"
        );
    }
    assert_no_formula(&study, "study-3-rows.csv");
    assert_no_formula(&study, "study-3-rows-labelled.csv");
    assert_no_formula(&study, "study-3-reports.csv");

    for name in ["study-3-codebook.html", "study-3-report.html"] {
        let page = text(name);
        assert!(
            !page.contains("<script") && page.contains("&lt;script&gt;"),
            "{name}"
        );
        assert!(page.contains("dir=\"auto\""), "{name}");
    }
    let texts = python(TEXTS_OF_XML, &study.out().join("study-3-codebook.xml"));
    for name in NAMES.iter().copied().chain([&*long()]) {
        assert!(texts.contains(name), "{name}");
    }
    for name in ["results.json", "channels.json", "codebook.jsonld"] {
        let document = text(&format!("study-3-{name}"));
        serde_json::from_str::<Value>(&document).unwrap();
    }
    assert!(!text("study-3-codebook.jsonld").contains('<'));
    let sheets = python(SHEETS, &study.out().join("study-3-results.xlsx"));
    assert!(!sheets.contains("<f>") && sheets.contains("=HYPERLINK(\"http://example.org\")"));

    let script = text("study-3-labels.R");
    assert!(script.is_ascii() && script.contains("=HYPERLINK(\\\"http://example.org\\\")"));
    assert!(text("study-3-estimates.R").is_ascii());
    let script = text("study-3-labels.do");
    assert!(!script.contains('$') && !script.contains("/*") && !script.contains("//"));
    for line in text("study-3-labels.sps").lines() {
        // Every quotation that is begun on a line ends there.
        assert_eq!(line.matches('\'').count() % 2, 0, "{line}");
    }
}

#[test]
fn both_languages_stand_in_the_codebooks() {
    let study = Study::of(&serde_json::from_str(EVERY_TYPE).unwrap(), 40);
    assert_eq!(study.everything().len(), 19);
    for format in ["codebook", "ddi", "json-ld", "json"] {
        let text = study.printed(format);
        for word in [
            "Strongly disagree",
            "非常不同意",
            "Prefer not to answer",
            "不愿回答",
        ] {
            assert!(text.contains(word), "{format}: {word}");
        }
    }
    let output = study.export(&["--format", "csv", "--language", "zh-CN"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("非常不同意") && !text.contains("Strongly disagree"));
}

#[test]
fn a_survey_that_nobody_has_answered_is_exported() {
    let study = Study::of(&serde_json::from_str(EVERY_TYPE).unwrap(), 0);
    for name in study.everything() {
        let bytes = fs::read(study.out().join(&name)).unwrap();
        assert!(!bytes.is_empty() || name.ends_with(".ndjson"), "{name}");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("NaN") && !text.contains("inf,"), "{name}");
    }
    let rows = study.printed("rows");
    assert_eq!(rows.lines().count(), 1, "{rows}");
    let table = study.printed("csv");
    assert!(table.lines().all(|line| !line.contains("NaN")));
    assert!(study.printed("report").contains("too few to say"));
}

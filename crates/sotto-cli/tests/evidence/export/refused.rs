//! What cannot be exported is told in a sentence, and nothing of it is left behind.

use std::{fs, process::Output};

use serde_json::{Value, json};

use super::study::{Study, choice, names, survey};
use crate::command_line::sotto;

fn said(output: &Output) -> (Option<i32>, String) {
    let words = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code(), words)
}

fn study() -> Study {
    let mut question = choice("one", 3);
    question["mechanism"] = json!("direct-encoding");
    Study::of(&survey(vec![question]), 20)
}

/// Changes a file of JSON.
fn change(study: &Study, name: &str, change: impl FnOnce(&mut Value)) {
    let text = fs::read_to_string(study.path(name)).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    change(&mut value);
    fs::write(study.path(name), value.to_string()).unwrap();
}

/// Makes results of something else of results.
type Edit = fn(&mut Value);

#[test]
fn results_of_another_survey_are_refused() {
    let changes: [(Edit, &str); 4] = [
        (|results| results["version"] = json!(4), "version 4"),
        (|results| results["survey"] = json!("other"), "\"other\""),
        (
            |results| results["questions"][0]["id"] = json!("two"),
            "\"two\"",
        ),
        (
            |results| results["questions"][0]["categories"][0]["id"] = json!("x\",system(\"id"),
            "\"one\"",
        ),
    ];
    for (edit, named) in changes {
        let study = study();
        change(&study, "results.json", edit);
        let (code, words) = said(&study.export(&["--folder", study.out().to_str().unwrap()]));
        assert_eq!(code, Some(1));
        assert!(words.contains(named), "{words}");
        assert_eq!(names(&study.out()), [""; 0]);
    }
}

#[test]
fn a_bad_row_is_named() {
    for (line, named) in [
        ("{\"one\":9}", "column \"one\""),
        ("{\"one\":\"AA\"}", "column \"one\""),
        ("{}", "\"one\" is missing"),
        ("{\"one\":1,\"two\":1}", "no column \"two\""),
        ("[1]", "not a JSON object"),
        ("{\"one\":1", "not a JSON object"),
    ] {
        let study = study();
        fs::write(
            study.path("rows.ndjson"),
            format!("{{\"one\":0}}\n{line}\n"),
        )
        .unwrap();
        let out = study.path("rows.csv");
        let (code, words) =
            said(&study.export(&["--format", "rows", "--out", out.to_str().unwrap()]));
        assert_eq!(code, Some(1));
        assert!(
            words.contains("line 2 of the rows") && words.contains(named),
            "{words}"
        );
        assert!(!out.exists());
    }
}

#[test]
fn wrong_calls_are_told() {
    let study = study();
    let file = study.path("survey.json");
    let file = file.to_str().unwrap();
    let calls: [(&[&str], i32, &str); 7] = [
        (&[], 2, "--survey"),
        (&["--file", file], 2, "--format"),
        (&["--file", file, "--format", "csv,json"], 2, "--folder"),
        (&["--survey", "one", "--format", "csv"], 2, "--url"),
        (&["--file", file, "--format", "csv"], 1, "--results"),
        (&["--file", file, "--format", "rows"], 1, "--rows"),
        (
            &["--file", file, "--format", "r", "--language", "fr"],
            1,
            "en, zh-CN",
        ),
    ];
    for (arguments, expected, named) in calls {
        let output = sotto().arg("export").args(arguments).output().unwrap();
        let (code, words) = said(&output);
        assert_eq!(code, Some(expected), "{arguments:?}: {words}");
        assert!(words.contains(named), "{arguments:?}: {words}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_survey_alone_is_enough_for_scripts_of_labels() {
    let study = study();
    let out = study.out();
    let output = sotto()
        .args([
            "export",
            "--file",
            study.path("survey.json").to_str().unwrap(),
        ])
        .args(["--folder", out.to_str().unwrap()])
        .output();
    let (code, words) = said(&output.unwrap());
    assert_eq!(code, Some(0));
    assert!(words.contains("left out: csv"), "{words}");
    let ends = ["estimates.py", "labels.R", "labels.do", "labels.sps"];
    assert_eq!(names(&out), ends.map(|end| format!("study-3-{end}")));
}

#[test]
fn two_exports_at_once_leave_whole_files() {
    let study = study();
    let whole = study.printed("csv");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| study.everything());
        }
    });
    let found = fs::read_to_string(study.out().join("study-3-results.csv")).unwrap();
    assert_eq!(found, whole);
    assert_eq!(names(&study.out()).len(), 19);
}

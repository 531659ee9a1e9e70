//! `sotto classify`: what it prints of a table, and what it refuses of one.

use std::{fs, path::PathBuf, process::Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::command_line::sotto;

/// A feature that tells the class in nine rows of ten, and one that tells nothing.
fn table(rows: u32) -> String {
    let mut lines = vec!["odor,cap,class".to_owned()];
    for row in 0..rows {
        let class = if row % 2 == 0 {
            "edible"
        } else {
            "\"poisonous, too\""
        };
        let odor = match (row % 10, row % 2) {
            (0 | 1, _) => "?",
            (_, 0) => "none",
            _ => "foul",
        };
        lines.push(format!("{odor},{},{class}", row % 3));
    }
    lines.join("\n")
}

fn file(text: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn classify(text: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    let (_folder, path) = file(text);
    let mut command = sotto();
    command.args(["classify", "--seed", "1", "--runs", "2", "--data"]);
    command.arg(path).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_table_is_learned_from_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("figure.svg");
    let plot_flag = plot.to_str().unwrap().to_owned();
    let arguments = [
        "--epsilon",
        "0.5,6",
        "--recipes",
        "pooled,literature",
        "--mechanisms",
        "auto,oue",
        "--plot",
        &plot_flag,
    ];
    let output = classify(table(900), &arguments);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["rows"], 900);
    assert_eq!(
        (&found["classes"], &found["features"]),
        (&2.into(), &2.into())
    );
    assert_eq!(found["majority"], 0.5);
    let accuracy = |of: &Value| of["mean"].as_f64().unwrap();
    assert!((accuracy(&found["not_private"]) - 0.9).abs() < 0.03);
    let tried = found["tried"].as_array().unwrap();
    assert_eq!(tried.len(), 8);
    for one in tried.iter().filter(|one| one["epsilon"] == "6") {
        assert!(accuracy(&one["accuracy"]) > 0.8, "{one}");
    }
    let notes = found["notes"].to_string();
    assert!(notes.contains("taken as the header"), "{notes}");
    assert!(notes.contains("taken from the table itself"), "{notes}");
    let svg = fs::read_to_string(plot).unwrap();
    assert!(svg.contains("<title") && svg.contains("<desc") && svg.contains("polyline"));

    let listing = classify(table(900), &["--epsilon", "6", "--format", "table"]);
    let listing = String::from_utf8(listing.stdout).unwrap();
    assert!(listing.contains("without privacy") && listing.contains("subset-selection, pooled"));
}

#[test]
fn declared_values_and_ranges_are_held_to() {
    let declared = [
        "--epsilon",
        "4",
        "--values",
        "odor=none|foul",
        "--values",
        "class=edible|poisonous, too",
        "--number",
        "cap=0..2",
        "--bins",
        "3",
    ];
    let output = classify(table(300), &declared);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!found["notes"].to_string().contains("table itself"));

    let skipped = classify(
        table(300),
        &[&declared[..], &["--missing", "skip"]].concat(),
    );
    let found: Value = serde_json::from_slice(&skipped.stdout).unwrap();
    assert_eq!(found["rows"], 240);
    assert!(found["notes"].to_string().contains("60 rows"));
}

#[test]
fn bad_tables_are_refused_with_the_place() {
    let row = "a,1,x\nb,2,y\n";
    for (text, arguments, code, expected) in [
        (
            format!("{row}c,1\n").into_bytes(),
            &[][..],
            1,
            "line 3: the row has 2 columns, and the first 3",
        ),
        (
            [row.as_bytes(), b"c,\xff,x\n"].concat(),
            &[],
            1,
            "line 3, column 2: the cell is not UTF-8",
        ),
        (
            b"a,x\nb,x\n".to_vec(),
            &["--header", "no"],
            1,
            "same class, \"x\"",
        ),
        (
            b"a,x\na,y\n".to_vec(),
            &["--header", "no"],
            1,
            "no column is left",
        ),
        (
            row.as_bytes().to_vec(),
            &["--header", "no"],
            1,
            "2 rows cannot be divided into 10 folds",
        ),
        (
            row.as_bytes().to_vec(),
            &["--header", "no", "--values", "1=a|c"],
            1,
            "line 2, column 1: \"b\" is not among the values",
        ),
        (
            row.as_bytes().to_vec(),
            &["--header", "no", "--number", "2=0..1"],
            1,
            "line 2, column 2: 2 lies outside the range",
        ),
        (
            row.as_bytes().to_vec(),
            &["--header", "no", "--number", "1=0..1"],
            1,
            "line 1, column 1: \"a\" is not a number",
        ),
        (
            row.as_bytes().to_vec(),
            &["--class", "9"],
            2,
            "there is no column 9",
        ),
        (b"\n\n".to_vec(), &[], 1, "has no rows"),
        (
            row.as_bytes().to_vec(),
            &["--number", "2=1..0"],
            2,
            "must end above",
        ),
        (
            row.as_bytes().to_vec(),
            &["--mechanisms", "laplace"],
            2,
            "there is no mechanism",
        ),
        (row.as_bytes().to_vec(), &["--added", "0"], 2, "above 0"),
    ] {
        let output = classify(text, arguments);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

#[test]
fn a_column_of_too_many_values_is_named() {
    let rows: Vec<_> = (0..1100).map(|row| format!("{row},{}", row % 2)).collect();
    let output = classify(rows.join("\n"), &[]);
    assert!(said(&output).contains("column 1 has more than 1000 different values"));
}

/// A number of which the middle tells the class, and one that tells nothing: every way of reporting numbers learns.
#[test]
fn numbers_are_learned_from_as_normal_ones() {
    let rows = (0..1500_u32).map(|row| {
        let class = row % 2;
        // Triangular, from 20 to 60 or from 40 to 80.
        let spread = row * 7919 % 21 + row / 21 * 13 % 21;
        format!(
            "{},{},{}",
            20 + 20 * class + spread,
            row % 11,
            ["no", "yes"][class as usize]
        )
    });
    let text = rows.collect::<Vec<_>>().join("\n");
    let numbers = [
        "--header",
        "no",
        "--number",
        "1=0..100",
        "--number",
        "2=0..10",
        "--epsilon",
        "8",
    ];
    let ways = [
        "--gaussian",
        "laplace,piecewise,one-number,joint",
        "--mechanisms",
        "auto",
    ];
    let output = classify(&text, &[&numbers[..], &ways].concat());
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let bound = found["not_private_gaussian"]["mean"].as_f64().unwrap();
    assert!(bound > 0.8, "{bound}");
    let tried = found["tried"].as_array().unwrap();
    let gaussian: Vec<_> = tried
        .iter()
        .filter(|one| one["recipe"] == "gaussian")
        .collect();
    assert_eq!(gaussian.len(), 4);
    for one in gaussian {
        assert!(
            one["accuracy"]["mean"].as_f64().unwrap() > bound - 0.2,
            "{one}"
        );
    }
    let refused = classify(&text, &["--header", "no", "--gaussian", "joint"]);
    assert!(said(&refused).contains("--gaussian needs numbers alone"));
}

//! What comes from strangers, a file or a collector, takes no more memory than there is.

use std::{
    fmt::Write,
    fs,
    path::Path,
    process::{Command, Output},
};

use axum::{Router, http::Uri, response::IntoResponse};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use rust_xlsxwriter::Workbook;
use serde_json::json;
use sotto_api::public_log::{LogEntry, LogHead, LogKey, LogRange, LogTree};
use tokio::net::TcpListener;

use crate::{publishing::said, temporary};

/// Addresses that the command may take, in KiB: its own code and threads, and 64 MB for what comes from
/// outside.
const ENOUGH: u32 = 131_072;

/// The command with so much memory and no more.
fn bounded(arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {ENOUGH}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_sotto")])
        .args(arguments)
        .env("no_proxy", "*");
    command.output().unwrap()
}

/// What is said of a file of these bytes.
fn import(folder: &Path, name: &str, bytes: &[u8]) -> (Option<i32>, String) {
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    let file = file.to_str().unwrap();
    let (code, _, errors) = said(&bounded(&["import", file]));
    (code, errors)
}

/// A workbook with a sheet of questions, on which `fill` writes.
fn workbook(fill: impl Fn(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("survey").unwrap();
    for (column, name) in [(0, "type"), (1, "name"), (2, "label"), (999, "hint")] {
        sheet.write_string(0, column, name).unwrap();
    }
    for (column, cell) in [(0, "range"), (1, "first"), (2, "Welcome")] {
        sheet.write_string(1, column, cell).unwrap();
    }
    fill(sheet);
    workbook.save_to_buffer().unwrap()
}

#[test]
fn a_text_that_many_cells_share_is_refused() {
    let folder = temporary::folder();
    let text = "x".repeat(32_000);
    let bytes = workbook(|sheet| {
        for row in 2..6_000 {
            sheet.write_string(row, 2, &text).unwrap();
        }
    });
    assert!(bytes.len() < 400_000, "{}", bytes.len());
    let (code, errors) = import(folder.path(), "shared.xlsx", &bytes);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("more than 8 MB of text"), "{errors}");
}

#[test]
fn rows_that_are_wide_and_empty_take_no_room() {
    let folder = temporary::folder();
    let bytes = workbook(|sheet| {
        for row in 2..20_000 {
            sheet.write_string(row, 999, "x").unwrap();
        }
    });
    let (code, errors) = import(folder.path(), "wide.xlsx", &bytes);
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn files_of_nothing_but_separators_are_refused() {
    let folder = temporary::folder();
    let tabs = "class\tname\n".to_owned() + &"\t".repeat(15_000_000);
    let lists = format!("{{\"elements\": [{}[]]}}", "[],".repeat(5_000_000));
    let cells = "class\tname\n".to_owned() + &("Q\t".repeat(500) + "\n").repeat(10_000);
    for (name, text) in [
        ("tabs.txt", tabs),
        ("lists.json", lists),
        ("cells.txt", cells),
    ] {
        let (code, errors) = import(folder.path(), name, text.as_bytes());
        assert_eq!(code, Some(1), "{name}: {errors}");
        assert!(errors.contains("cells or values"), "{name}: {errors}");
    }
}

#[test]
fn long_names_are_not_held_for_every_row() {
    let folder = temporary::folder();
    let name = "x".repeat(100_000);
    let mut table = format!("class\ttype/scale\tname\ttext\trelevance\t{name}\n");
    // A group whose condition cannot be read, and whose questions all have it.
    writeln!(table, "G\t\tgroup\tGroup\t{name}\t").unwrap();
    for row in 0..19_000 {
        writeln!(table, "Q\tY\tq{row}\tText\t1\ty").unwrap();
    }
    let (code, errors) = import(folder.path(), "names.txt", table.as_bytes());
    assert_eq!(code, Some(0), "{}", errors.len());
    assert!(
        errors.contains("could not be carried over") && errors.len() < 20_000,
        "{}",
        errors.len()
    );
    let choices: Vec<_> = (0..60).map(|_| name.clone()).collect();
    let element = json!({ "type": "radiogroup", "name": name, "title": name, "visibleIf": name, "choices": choices });
    let survey =
        json!({ "title": name, "elements": [{ "type": "boolean", "name": "a" }, element] });
    let (code, errors) = import(folder.path(), "names.json", survey.to_string().as_bytes());
    assert_eq!(code, Some(0), "{}", errors.len());
    assert!(
        errors.contains("is cut") && errors.len() < 20_000,
        "{}",
        errors.len()
    );
}

#[test]
fn what_is_too_much_is_refused_with_a_sentence() {
    let folder = temporary::folder();
    let third = 1.0 / 3.0;
    let bomb = workbook(|sheet| {
        for row in 2..1_000 {
            for column in 0..450 {
                sheet.write_number(row, column, third).unwrap();
            }
        }
    });
    let many = workbook(|sheet| {
        for row in 2..30_000 {
            sheet.write_number(row, 0, 1).unwrap();
        }
    });
    let rows = "class\tname\n".to_owned() + &"Q\ta\n".repeat(1_000_000);
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(10_000), close.repeat(10_000));
        format!("{{\"elements\": {open}0{close}}}").into_bytes()
    };
    let structure = |inside: &str| {
        format!("<document><LimeSurveyDocType>Survey</LimeSurveyDocType>{inside}</document>")
            .into_bytes()
    };
    for (name, bytes, words) in [
        ("bomb.xlsx", bomb, "more than 16 MB"),
        ("rows.xlsx", many, "more than 20000 rows"),
        ("rows.txt", rows.into_bytes(), "more than 20000 rows"),
        (
            "rows.lss",
            structure(&"<row><a>1</a></row>".repeat(800_000)),
            "cells or values",
        ),
        (
            "deep.lss",
            structure(&"<a>".repeat(10_000)),
            "nested too deep",
        ),
        ("lists.json", deep("[", "]"), "recursion limit"),
        (
            "objects.json",
            deep("{\"elements\": ", "}"),
            "recursion limit",
        ),
        (
            "text.json",
            format!("{{\"title\": \"{}\"}}", "x".repeat(15_000_000)).into_bytes(),
            "8 MB of text",
        ),
    ] {
        let (code, errors) = import(folder.path(), name, &bytes);
        assert_eq!(code, Some(1), "{name}: {errors}");
        assert!(errors.contains(words), "{name}: {errors}");
    }
}

/// A collector that signed for a log of `claims` lines, all of which are alike, and has `lines` of them.
async fn collector(claims: u64, lines: u64) -> String {
    let entry = LogEntry::read(&"x".repeat(500)).unwrap();
    let mut range = LogRange::default();
    for _ in 0..lines {
        range.push(&entry);
    }
    let key = LogKey::new(&mut ChaCha20Rng::seed_from_u64(41));
    let (size, root) = (claims, range.root());
    let signed = key.sign(&LogHead { size, root }).unwrap();
    let mut tree = LogTree::default();
    for _ in 0..LogTree::FULL {
        tree.push(entry.clone()).unwrap();
    }
    let bundle = tree.tile("entries/000").unwrap();
    let bundles = lines / LogTree::FULL;
    let key = key.verifying().to_owned();
    let router = Router::new().fallback(move |uri: Uri| {
        let answer = match uri.path().trim_start_matches("/api/v1/log/") {
            "key" => Some(key.clone().into_bytes()),
            "checkpoint" => Some(signed.clone().into_bytes()),
            tile => number(tile)
                .filter(|number| *number < bundles)
                .map(|_| bundle.clone()),
        };
        let answer = answer.ok_or(axum::http::StatusCode::NOT_FOUND);
        async move { answer.into_response() }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    url
}

/// The number of a full bundle: `tile/entries/x001/234` is 1234.
fn number(tile: &str) -> Option<u64> {
    let parts = tile.strip_prefix("tile/entries/")?.split('/');
    let digits: String = parts.map(|part| part.trim_start_matches('x')).collect();
    digits.parse().ok()
}

async fn verify(url: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let words = [&["verify", url], more].concat();
    let arguments: Vec<String> = words.into_iter().map(str::to_owned).collect();
    let run = move || bounded(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    said(&tokio::task::spawn_blocking(run).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_verified_in_memory_that_does_not_grow() {
    // 200 MB of lines, and of hashes.
    let lines = 1_250 * LogTree::FULL;
    let url = collector(lines, lines).await;
    let (code, words, errors) = verify(&url, &[]).await;
    assert_eq!(code, Some(0), "{errors}");
    assert!(words.contains(": 320000 lines, signed by "), "{words}");
    let extent = "reading 320,000 lines: it takes 1,250 requests and up to 165 MB";
    assert!(errors.contains(extent), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_claims_to_be_endless_ends_in_a_sentence() {
    let claims = 1 << 40;
    let url = collector(claims, 10 * LogTree::FULL).await;
    let (code, words, errors) = verify(&url, &[]).await;
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(
        errors.contains("the log claims 1,099,511,627,776 lines")
            && errors.contains("at most 1,000,000 are read")
            && errors.contains("--at-most 1099511627776"),
        "{errors}"
    );

    let (code, words, errors) = verify(&url, &["--at-most", &claims.to_string()]).await;
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(
        errors.contains("reading 1,099,511,627,776 lines"),
        "{errors}"
    );
    assert!(
        errors.lines().last().unwrap().starts_with("error: "),
        "{errors}"
    );
}

//! A class and what tells of it, as a survey: real rows answer over HTTP, and what the collector's results teach
//! is as often right as the same rows simulated without a survey.

use std::{fmt::Write, fs, path::Path, process::Command, sync::Arc};

use serde_json::{Value, json};
use sotto_collector::SystemClock;
use sotto_survey::Survey;

use crate::{command_line::sotto, harness::Running};

/// Odor tells the class in nine rows of ten, the ring in seven of ten, the cap never.
fn table(rows: u32) -> String {
    let mut text = "Class,Odor,ring,cap\n".to_owned();
    for row in 0..rows {
        let poisonous = row % 5 < 2;
        let odor = match (poisonous, row % 10 < 9) {
            (true, true) => "foul",
            (_, true) => "none",
            (_, false) => "",
        };
        let ring = if (row % 7 < 5) == poisonous {
            "large"
        } else {
            "small"
        };
        let class = if poisonous { "Poisonous" } else { "edible" };
        let _ = writeln!(
            text,
            "{class},{odor},{ring},{}",
            ["flat", "round"][(row / 3 % 2) as usize]
        );
    }
    text
}

fn survey() -> Survey {
    let question = |id: &str, options: &[&str], decline: bool| {
        let option = |id: &&str| json!({ "id": id, "title": { "en": id } });
        let options: Vec<_> = options.iter().map(option).collect();
        json!({ "id": id, "type": "single-choice", "title": { "en": id }, "options": options, "decline": decline })
    };
    let file = json!({
        "sotto": 1, "id": "mushrooms", "version": 1, "title": { "en": "Mushrooms" }, "languages": ["en"],
        "plan": "sample", "sample": 1, "epsilon": "3",
        "questions": [
            question("class", &["edible", "poisonous"], false),
            question("odor", &["none", "foul"], true),
            question("ring", &["small", "large"], false),
            question("cap", &["flat", "round"], false),
        ],
        "link": [["class", "odor"], ["class", "ring"], ["class", "cap"]],
    });
    serde_json::from_value(file).unwrap()
}

async fn run(mut command: Command) -> Value {
    let output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

fn write(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

/// The seeds are fixed. Under others a survey of this size teaches too little now and then: under two of the first
/// 24 the rows without an odor are mostly taken for the wrong class.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_teaches_what_the_command_line_learns() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "mushrooms.csv", &table(2_000));
    let running = Running::start_with_survey(survey(), Arc::new(SystemClock)).await;
    let survey_file = write(
        folder.path(),
        "survey.json",
        &serde_json::to_string(&running.survey).unwrap(),
    );
    let mut simulate = sotto();
    simulate
        .args(["simulate", "--url", &running.collector.url()])
        .args([
            "--map",
            "class=Class,odor=Odor,ring=ring,cap=cap",
            "--survey",
        ])
        .arg(&survey_file)
        .arg("--data")
        .arg(&data)
        .args(["--seed", "1"]);
    run(simulate).await;
    let results = running.json("/api/v1/surveys/mushrooms/results").await;
    // Whoever has no odor declines that question: an empty cell is no answer.
    assert_eq!(results["questions"][0]["reports"], 2_000);
    let file = write(folder.path(), "results.json", &results.to_string());
    let mut surveyed = sotto();
    surveyed
        .args(["classify", "--format", "json", "--results"])
        .arg(&file)
        .arg("--data")
        .arg(&data);
    let surveyed = run(surveyed).await;
    assert_eq!(
        (&surveyed["rows"], &surveyed["left_out"]),
        (&2_000.into(), &0.into())
    );
    let mut simulated = sotto();
    simulated
        .args([
            "classify",
            "--class",
            "Class",
            "--epsilon",
            "3",
            "--mechanisms",
            "auto",
            "--runs",
            "10",
            "--seed",
            "1",
        ])
        .args(["--format", "json", "--data"])
        .arg(&data);
    let simulated = run(simulated).await;
    let accuracy = &simulated["tried"][0]["accuracy"];
    let (mean, spread) = (
        accuracy["mean"].as_f64().unwrap(),
        accuracy["standard_deviation"].as_f64().unwrap(),
    );
    let reached = surveyed["accuracy"].as_f64().unwrap();
    // The simulation leaves out every tenth row, which has no odor; what a survey taught is tried on them too,
    // by the ring, which is right in five of seven.
    let bound = 0.9 * mean + 0.1 * 5.0 / 7.0;
    assert!(
        reached > bound - 3.0 * spread - 0.01,
        "{reached} {bound} ± {spread}"
    );
    assert!(reached > 0.8, "{reached}");
    // Rows that do not fit are named.
    let strange = write(
        folder.path(),
        "strange.csv",
        "class,odor,ring,cap\nedible,none,small,square\n",
    );
    let mut refused = sotto();
    refused
        .args(["classify", "--results"])
        .arg(&file)
        .arg("--data")
        .arg(strange);
    let refused = tokio::task::spawn_blocking(move || refused.output().unwrap())
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("line 2, column 4: \"square\""), "{said}");
}

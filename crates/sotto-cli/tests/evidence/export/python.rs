//! The script that travels with the data makes our figures again.

use std::process::Command;

use serde_json::{Value, json};
use sotto_ldp::MECHANISMS;

use super::study::{Study, choice, survey};

/// Runs the script; gives its table and what it says.
fn run(study: &Study) -> (Vec<Vec<String>>, String) {
    let out = study.out();
    let folder = ["--folder", out.to_str().unwrap()];
    let formats = ["--format", "channels,python"];
    assert!(
        study
            .export(&[&formats[..], &folder].concat())
            .status
            .success()
    );
    let output = Command::new("python3")
        .arg(out.join("study-3-estimates.py"))
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{words}");
    let mut table = csv::Reader::from_reader(&output.stdout[..]);
    let rows = table.records().map(|row| {
        let row = row.unwrap();
        row.iter().map(str::to_owned).collect()
    });
    (rows.collect(), words)
}

/// Share and standard error of a line of the table.
fn figures(rows: &[Vec<String>], name: [&str; 3]) -> (f64, f64) {
    let row = rows.iter().find(|row| row[..3] == name);
    let row = row.unwrap_or_else(|| panic!("no line of {name:?}"));
    (row[5].parse().unwrap(), row[6].parse().unwrap())
}

fn assert_close((share, error): (f64, f64), estimate: Option<f64>, standard_error: Option<f64>) {
    assert!((share - estimate.unwrap()).abs() < 1e-9);
    assert!((error - standard_error.unwrap()).abs() < 1e-9);
}

/// Those whose estimates take more than how many reports support each category.
const BY_OTHER_SUMS: [&str; 3] = [
    "summation-histogram-encoding",
    "bloom-filter-encoding",
    "custom-channel",
];

#[test]
fn of_every_mechanism() {
    let mut questions = Vec::new();
    for mechanism in MECHANISMS {
        let name = mechanism.name();
        let mut question = match name {
            "auto" => continue,
            "randomized-response" | "two-coins" | "forced-response" => {
                json!({ "id": name, "type": "yes-no", "title": { "en": name }, "decline": false })
            }
            "privset" => {
                let mut question = choice(name, 5);
                question["type"] = json!("multiple-choice");
                question["at-most"] = json!(2);
                question
            }
            _ => choice(name, 4),
        };
        question["mechanism"] = json!(name);
        match name {
            "two-coins" => question["epsilon"] = json!("ln 3"),
            // Needs chances or weights of its own.
            "unary-encoding" => continue,
            "custom-channel" => {
                question["decline"] = json!(false);
                question["options"].as_array_mut().unwrap().truncate(2);
                question["weights"] = json!(["5", "2", "3", "2", "5", "3"]);
            }
            _ => {}
        }
        questions.push(question);
    }
    let mut all = survey(questions);
    all["epsilon"] = json!("20");
    let study = Study::of(&all, 500);
    let (rows, words) = run(&study);
    assert!(words.contains("greatest difference"), "{words}");
    for question in &study.results.questions {
        let is_left_out = BY_OTHER_SUMS.contains(&question.mechanism.as_str());
        assert_eq!(words.contains(question.id.as_str()), is_left_out, "{words}");
        if is_left_out {
            assert!(rows.iter().all(|row| row[0] != question.id.as_str()));
            continue;
        }
        for category in &question.categories {
            let found = figures(&rows, [question.id.as_str(), "", &category.id]);
            assert_close(found, category.estimate, category.standard_error);
        }
    }
}

#[test]
fn of_rows_options_links_and_drawn_questions() {
    let mut several = choice("several", 4);
    several["type"] = json!("multiple-choice");
    several["mechanism"] = json!("randomized-response");
    let mut rows = choice("rows", 3);
    rows["type"] = json!("matrix");
    rows["rows"] = json!([
        { "id": "r1", "title": { "en": "One" } }, { "id": "r2", "title": { "en": "Two" } },
    ]);
    let questions = vec![several, rows, choice("first", 3), choice("second", 2)];
    let mut linked = survey(questions.clone());
    linked["population"] = json!("respondents");
    linked["link"] = json!([["first", "second"]]);
    let mut drawn = survey(questions);
    drawn["plan"] = json!("sample");
    drawn["sample"] = json!(2);
    drawn["epsilon"] = json!("2");
    for question in drawn["questions"].as_array_mut().unwrap() {
        question.as_object_mut().unwrap().remove("epsilon");
    }
    for (made, random, population) in [
        (linked, "noise", "respondents"),
        (drawn, "noise-and-sample", "sampled"),
    ] {
        let study = Study::of(&made, 400);
        let (table, _) = run(&study);
        let channels: Value = serde_json::from_str(&study.printed("channels")).unwrap();
        let last = channels["channels"].as_array().unwrap().last().unwrap();
        assert_eq!(last["random"], random);
        assert_eq!(channels["population"], population);
        let of_option = |id: &str| figures(&table, ["several", id, "chosen"]);
        for option in &study.results.questions[0].categories {
            assert_close(
                of_option(&option.id),
                option.estimate,
                option.standard_error,
            );
        }
        for row in study.results.questions[1].rows.as_ref().unwrap() {
            for one in &row.categories {
                let found = figures(&table, ["rows", row.id.as_str(), &one.id]);
                assert_close(found, one.estimate, one.standard_error);
            }
        }
        for link in &study.results.joints {
            for cell in &link.cells {
                let found = figures(&table, [&link.id, "", &cell.categories.join("+")]);
                assert_close(found, cell.estimate, cell.standard_error);
            }
        }
        assert_eq!(study.results.joints.len(), usize::from(random == "noise"));
    }
}

#[test]
fn the_matrix_is_the_channel_where_a_report_is_a_category() {
    let mut question = choice("one", 3);
    question["mechanism"] = json!("direct-encoding");
    let forced = json!({
        "id": "forced", "type": "yes-no", "title": { "en": "Forced?" }, "decline": false,
        "mechanism": "forced-response", "epsilon": "ln 3",
    });
    let mut own = choice("own", 2);
    own["mechanism"] = json!("custom-channel");
    own["decline"] = json!(false);
    own["weights"] = json!(["5", "2", "3", "2", "5", "3"]);
    let mut made = survey(vec![question, forced, own]);
    made["epsilon"] = json!("4");
    let study = Study::of(&made, 50);
    let channels: Value = serde_json::from_str(&study.printed("channels")).unwrap();
    for channel in channels["channels"].as_array().unwrap() {
        let matrix: Vec<Vec<f64>> = serde_json::from_value(channel["matrix"].clone()).unwrap();
        for truth in 0..matrix[0].len() {
            let sum: f64 = matrix.iter().map(|row| row[truth]).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }
}

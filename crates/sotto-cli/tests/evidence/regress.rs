//! `sotto regress`: what it finds in noisy rows, and what it refuses.

use std::{fmt::Write, fs, process::Output};

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use serde_json::Value;
use sotto_ldp::{Collector, Mechanism};

use crate::command_line::sotto;

fn oracle(name: &str, epsilon: &str, size: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), size)
        .unwrap();
    mechanism.oracle(&parameters, size).unwrap()
}

/// log odds = −0.5 + 0.8 · treated + 1.2 · smokes, the outcome and smoking perturbed.
fn study(respondents: u32) -> String {
    let mut rng = ChaCha20Rng::seed_from_u64(19);
    let drinks = oracle("rr", "2", 2);
    let smokes = oracle("grr", "2", 3);
    let mut text = "drinks,arm,age,smokes\n".to_owned();
    let chance =
        |below: f64, rng: &mut ChaCha20Rng| f64::from(rng.next_u32()) < below * f64::from(u32::MAX);
    for index in 0..respondents {
        let treated = index % 2 == 1;
        let smoking = if chance(0.4, &mut rng) {
            1
        } else {
            2 * u32::from(chance(0.2, &mut rng))
        };
        let odds =
            -0.5 + 0.8 * f64::from(u8::from(treated)) + 1.2 * f64::from(u8::from(smoking == 1));
        let yes = chance(1.0 / (1.0 + (-odds).exp()), &mut rng);
        // In a survey "yes" is the first category.
        let report = drinks.randomize(u32::from(!yes), &mut rng).unwrap();
        let report = serde_json::to_string(&report).unwrap();
        let smoking = serde_json::to_string(&smokes.randomize(smoking, &mut rng).unwrap()).unwrap();
        let arm = if treated { "\"treatment\"" } else { "control" };
        let _ = writeln!(text, "{report},{arm},{},{smoking}", 20 + index % 7);
    }
    text
}

fn regress(text: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    fs::write(&path, text).unwrap();
    let mut command = sotto();
    command.args(["regress", "--data"]).arg(&path);
    command.args(arguments).output().unwrap()
}

const NOISE: [&str; 6] = [
    "--mechanism",
    "rr",
    "--epsilon",
    "2",
    "--categories",
    "yes,no",
];

fn coefficient<'a>(found: &'a Value, name: &str) -> &'a Value {
    let all = found["coefficients"].as_array().unwrap();
    all.iter().find(|one| one["name"] == name).unwrap()
}

/// The seed is fixed; under any other each estimate would be off by more than five standard errors once
/// in 1.7 million.
#[test]
fn coefficients_are_found_through_the_noise() {
    let mut arguments = vec!["--outcome", "drinks", "--predictors", "arm,age"];
    arguments.extend(NOISE);
    arguments.extend(["--protected", "smokes=grr:2:never|daily|rarely"]);
    let output = regress(study(20_000), &arguments);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["observations"], &found["event"]),
        (&20_000.into(), &"drinks = yes".into())
    );
    for (name, truth) in [
        ("intercept", -0.5),
        ("arm = treatment", 0.8),
        ("age", 0.0),
        ("smokes = daily", 1.2),
        ("smokes = rarely", 0.0),
    ] {
        let one = coefficient(&found, name);
        let (estimate, error) = (
            one["estimate"].as_f64().unwrap(),
            one["standard_error"].as_f64().unwrap(),
        );
        assert!((estimate - truth).abs() < 5.0 * error, "{one}");
        assert!(
            error < 1.0 && one["odds_ratio"].as_f64().unwrap() > 0.0,
            "{one}"
        );
    }
    arguments.extend(["--format", "table"]);
    let listing = regress(study(2_000), &arguments);
    let listing = String::from_utf8(listing.stdout).unwrap();
    assert!(
        listing.contains("Log odds of drinks = yes, 2,000 respondents"),
        "{listing}"
    );
}

/// Warner's closed form: (λ − q)/(p − q), on the scale of log odds; by a channel from a file.
#[test]
fn a_channel_of_ones_own_gives_the_closed_form() {
    let folder = tempfile::tempdir().unwrap();
    let channel = folder.path().join("cards.json");
    fs::write(&channel, "[[3,1],[1,3]]").unwrap();
    let rows: Vec<_> = (0..400)
        .map(|row| if row < 140 { "1" } else { "0" })
        .collect();
    let arguments = [
        "--outcome",
        "1",
        "--channel",
        channel.to_str().unwrap(),
        "--size",
        "2",
    ];
    let output = regress(rows.join("\n"), &arguments);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let share: f64 = (140.0 / 400.0 - 0.25) / 0.5;
    let expected = (share / (1.0 - share)).ln();
    let estimate = coefficient(&found, "intercept")["estimate"]
        .as_f64()
        .unwrap();
    assert!((estimate - expected).abs() < 1e-5, "{estimate} {expected}");
    // The other value's odds are the reverse.
    let output = regress(
        rows.join("\n"),
        &[&arguments[..], &["--event", "0"]].concat(),
    );
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reversed = coefficient(&found, "intercept")["estimate"]
        .as_f64()
        .unwrap();
    assert!((estimate + reversed).abs() < 1e-6);
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_cannot_be_fitted_is_named() {
    let outcome = |more: &[&'static str]| [&["--outcome", "y"], &NOISE[..], more].concat();
    let rows = |lines: &[&str]| format!("y,x\n{}", lines.join("\n"));
    let few = rows(&["0,1", "1,2", "0,3", "1,1"]);
    for (text, arguments, code, expected) in [
        (
            few.clone(),
            outcome(&["--predictors", "z"]),
            2,
            "there is no column \"z\"",
        ),
        (
            few.clone(),
            outcome(&["--predictors", "x,x"]),
            2,
            "x is named twice",
        ),
        (
            few.clone(),
            outcome(&["--values", "x=1|2"]),
            2,
            "not among --predictors",
        ),
        (
            few.clone(),
            outcome(&["--predictors", "x", "--values", "x=1|2"]),
            1,
            "line 4, column 2: \"3\"",
        ),
        (
            few.clone(),
            outcome(&["--event", "maybe"]),
            2,
            "its values are yes and no",
        ),
        (
            few.clone(),
            vec!["--outcome", "y"],
            2,
            "nothing is said to be perturbed",
        ),
        (
            few.clone(),
            vec!["--outcome", "y", "--epsilon", "1"],
            2,
            "without a mechanism",
        ),
        (
            few.clone(),
            outcome(&["--protected", "x=grr:1:2"]),
            1,
            "line 3, column 2",
        ),
        (rows(&["0,1", "7,2"]), outcome(&[]), 1, "line 3, column 1"),
        (
            rows(&["0,1", "no,2"]),
            outcome(&[]),
            1,
            "line 3, column 1: \"no\" is not a report",
        ),
        (
            rows(&["0,1", "1"]),
            outcome(&[]),
            1,
            "line 3: the row has 1 columns",
        ),
        (rows(&["?,1"]), outcome(&[]), 1, "has no rows"),
        (rows(&["0,1"]), outcome(&[]), 1, "there are no observations"),
    ] {
        let output = regress(&text, &arguments);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(expected), "{expected}: {said}");
    }
    // Everybody with x = b says yes, and that is known.
    let known = ["no,a", "yes,a", "yes,b"].repeat(20);
    let arguments = [
        "--outcome",
        "y",
        "--categories",
        "no,yes",
        "--predictors",
        "x",
        "--protected",
        "g=rr:1:2",
    ];
    let known: Vec<_> = known
        .iter()
        .enumerate()
        .map(|(row, line)| format!("{line},{}", row % 2))
        .collect();
    let output = regress(format!("y,x,g\n{}", known.join("\n")), &arguments);
    assert!(
        said(&output).contains("x = b tells it without exception"),
        "{}",
        said(&output)
    );
    let mut bytes = rows(&["0,1"]).into_bytes();
    bytes.extend(b"\n1,\xff");
    assert!(
        said(&regress(bytes, &outcome(&[]))).contains("line 3, column 2: the cell is not UTF-8")
    );
}

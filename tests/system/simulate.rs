//! `sotto simulate`: a data set answers through the real API, and the crowd comes out right.

use std::{fmt::Write, process::Stdio};

use harness::{Collector, setting};
use tokio::process::Command;

use crate::showing::CENSUS;

/// Occupations of UCI Adult, 30,718 answers without the missing.
const OCCUPATIONS: [(&str, u32); 14] = [
    ("Adm-clerical", 3770),
    ("Armed-Forces", 9),
    ("Craft-repair", 4099),
    ("Exec-managerial", 4066),
    ("Farming-fishing", 994),
    ("Handlers-cleaners", 1370),
    ("Machine-op-inspct", 2002),
    ("Other-service", 3295),
    ("Priv-house-serv", 149),
    ("Prof-specialty", 4140),
    ("Protective-serv", 649),
    ("Sales", 3650),
    ("Tech-support", 928),
    ("Transport-moving", 1597),
];

/// A population of the same occupations, one tenth in number, with one value missing where it is declined, and
/// one where it cannot be.
fn population() -> String {
    let mut rows = String::from("age,occupation,race\n");
    for (occupation, count) in OCCUPATIONS {
        for person in 0..count.div_ceil(10) {
            let age = 20 + person % 50; // 20 to 69: 19 of 50 are over 50
            let race = if person % 10 == 0 { "Black" } else { "White" };
            writeln!(rows, "{age},{occupation},{race}").unwrap();
        }
    }
    rows.push_str("33,?,White\n?,Sales,White\n");
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn a_population_answers_and_its_shares_come_out() {
    let collector = Collector::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("population.csv");
    let survey = folder.path().join("census.json");
    tokio::fs::write(&data, population()).await.unwrap();
    tokio::fs::write(&survey, CENSUS).await.unwrap();
    let output = Command::new(setting("SOTTO_BINARY"))
        .arg("simulate")
        .arg("--survey")
        .arg(&survey)
        .arg("--data")
        .arg(&data)
        .args(["--map", "over-50=age>50,occupation=occupation,race=race"])
        .args(["--url", &format!("http://127.0.0.1:{}", collector.port())])
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let people: u32 = OCCUPATIONS
        .iter()
        .map(|(_, count)| count.div_ceil(10))
        .sum();
    // The header is line 1, the value that is asked for is missing in the last line.
    assert!(
        said.contains(&format!("{}", people + 3)),
        "the bad line is not named: {said}"
    );

    let results = collector.results("census").await;
    let occupation = &results.questions[1];
    let people = people + 1;
    assert_eq!(occupation.reports, u64::from(people));
    // Within six standard errors, all 15 categories: a false alarm once in 30 million runs.
    for (category, (_, count)) in occupation.categories.iter().zip(OCCUPATIONS) {
        let truth = f64::from(count.div_ceil(10)) / f64::from(people);
        let error = category.estimate.unwrap() - truth;
        let deviations = error / category.standard_error.unwrap();
        assert!(
            deviations.abs() < 6.0,
            "{}: {deviations} standard errors",
            category.id
        );
    }
}

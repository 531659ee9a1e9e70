//! `sotto simulate`, from a file with good and bad rows to the collector's counts.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    http::StatusCode,
    routing::{get, post},
};
use serde_json::Value;

use crate::{
    command_line::sotto,
    harness::{CENSUS, Running, counts, reports},
};

/// Line 1 is the header; lines 5, 6, 7, 9 and 11 are bad, line 8 is blank. The group can be declined, and is
/// on line 12.
const PEOPLE: &str = "\
Age,Job title,Group
51, Adm-clerical, White
50, Sales , black
17, Tech / support, Other
?, Sales, White
old, Sales, White
40, Wizard, White

41, Sales
42,\"Farming, fishing\",Asian-Pac-Islander
43,Sales,\"Martian, \"\"green\"\"\"
44, Sales,
45, Priv-house-serv, WHITE
";

const MAP: &str = "over-50=age>50,occupation=Job title,race=Group";

pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Where the sample survey is in the repository.
fn census_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/surveys/census.json")
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Runs `sotto simulate` beside the collector of the test.
pub(crate) async fn simulate(
    url: &str,
    survey: &Path,
    data: &Path,
    map: &str,
    more: &[&str],
) -> Ended {
    let mut command = sotto();
    command
        .args(["simulate", "--url", url, "--map", map, "--survey"])
        .arg(survey)
        .arg("--data")
        .arg(data)
        .args(more);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn good_rows_answer_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", PEOPLE);
    let running = Running::start().await;
    let url = running.collector.url();
    let ended = simulate(&url, &census_file(), &data, MAP, &[]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(
        ended.err.lines().collect::<Vec<_>>(),
        [
            "line 5: over-50: there is no value (\"?\"); skipped",
            "line 6: over-50: \"old\" is not a number; skipped",
            "line 7: occupation: \"Wizard\" is not one of the categories; skipped",
            "line 9: 2 cells, but the first row has 3; skipped",
            "line 11: race: \"Martian, \\\"green\\\"\" is not one of the categories; skipped",
        ]
    );
    let lines: Vec<_> = ended.out.lines().map(str::trim).collect();
    assert_eq!(lines[0], "11 rows read, 5 skipped");
    assert!(
        lines.contains(&"1  race: declined, as there is no value"),
        "{}",
        ended.out
    );
    assert!(
        lines.contains(&"1  occupation: no such category"),
        "{}",
        ended.out
    );
    assert!(
        lines.contains(&"6 submissions: 6 counted, 0 counted before, 0 refused"),
        "{}",
        ended.out
    );
    assert_eq!(reports(&running.results().await), [6; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_without_a_good_row_fails_and_says_what_a_cell_may_hold() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "age,job,group\n51,Wizard,White\n20,Witch,White\n";
    let data = write(folder.path(), "people.csv", rows);
    let running = Running::start().await;
    let url = running.collector.url();
    let map = "over-50=age>50,occupation=job,race=group";
    let ended = simulate(&url, &census_file(), &data, map, &[]).await;
    assert_eq!(ended.code, Some(1));
    let last = ended.err.lines().last().unwrap();
    let told = "error: no row answers the survey, so nothing was sent; question \"occupation\" has the categories ";
    assert!(last.starts_with(told), "{last}");
    assert!(last.contains("adm-clerical, "), "{last}");
    assert!(
        ended.out.starts_with("2 rows read, 2 skipped"),
        "{}",
        ended.out
    );
    assert_eq!(reports(&running.results().await), [0; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_row_stops_it_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", PEOPLE);
    let running = Running::start().await;
    let url = running.collector.url();
    let ended = simulate(&url, &census_file(), &data, MAP, &["--on-error", "stop"]).await;
    assert_eq!(ended.code, Some(1));
    assert_eq!(
        ended.err,
        "error: line 5: over-50: there is no value (\"?\")\n"
    );
    assert_eq!(reports(&running.results().await), [3; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_answer_as_asked_and_a_seed_repeats_them() {
    let folder = tempfile::tempdir().unwrap();
    // As in adult.data: no header, a space behind the comma.
    let rows = "39, Sales, White\n60, Sales, Black\n".repeat(10);
    let data = write(folder.path(), "people.data", &rows);
    let running = Running::start().await;
    let url = running.collector.url();
    let map = "over-50=1>50,occupation=2,race=3";
    let arguments = ["--respondents", "12", "--seed", "7"];
    let first = simulate(&url, &census_file(), &data, map, &arguments).await;
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.err.contains("not private"));
    let once = counts(&running.results().await);
    assert_eq!(once[0][0], 12);
    let second = simulate(&url, &census_file(), &data, map, &arguments).await;
    let expected = "12 submissions: 0 counted, 12 counted before, 0 refused";
    assert!(second.out.contains(expected), "{}", second.out);
    assert_eq!(counts(&running.results().await), once);
    // Without a seed everybody is new.
    simulate(&url, &census_file(), &data, map, &["--respondents", "12"]).await;
    assert_eq!(reports(&running.results().await), [24; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_is_recognised_where_columns_are_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(
        folder.path(),
        "people.csv",
        "age;job;group\n39;Sales;White\n",
    );
    let running = Running::start().await;
    let url = running.collector.url();
    let map = "over-50=1>50,occupation=2,race=3";
    let ended = simulate(&url, &census_file(), &data, map, &[]).await;
    assert!(
        ended.err.contains("Line 1 is taken as the header"),
        "{}",
        ended.err
    );
    assert!(
        ended.out.starts_with("1 rows read, 0 skipped"),
        "{}",
        ended.out
    );
    let ended = simulate(&url, &census_file(), &data, map, &["--header", "no"]).await;
    assert!(
        ended.out.starts_with("2 rows read, 1 skipped"),
        "{}",
        ended.out
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_without_a_column_is_declined() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", "39,Sales\n");
    let running = Running::start().await;
    let url = running.collector.url();
    let map = "over-50=1>50,occupation=2";
    let ended = simulate(&url, &census_file(), &data, map, &[]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("Everybody declines question \"race\""));
    assert_eq!(reports(&running.results().await), [1; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_calls_send_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", PEOPLE);
    let running = Running::start().await;
    let url = running.collector.url();
    for (map, more, code, words) in [
        (
            "occupation=2,race=3",
            &[][..],
            2,
            "no column for question \"over-50\"",
        ),
        ("over-50=1>50,salary=2", &[], 2, "question \"salary\""),
        (
            "over-50=Years>50",
            &[],
            2,
            "they have Age, Job title, Group",
        ),
        ("over-50=9>50", &[], 2, "they have 1 to 3"),
        (
            "over-50=1>50,race=3=White",
            &[],
            2,
            "only a yes-no question",
        ),
        ("over-50=age>50", &["--header", "no"], 2, "--header no"),
        ("over-50", &[], 2, "question=column"),
        (MAP, &["--separator", "dot"], 2, "tab"),
        (MAP, &["--respondents", "0"], 2, "0"),
    ] {
        let ended = simulate(&url, &census_file(), &data, map, more).await;
        assert_eq!(ended.code, Some(code), "{map}: {}", ended.err);
        assert!(ended.err.contains(words), "{map}: {}", ended.err);
    }
    let ended = simulate("nonsense", &census_file(), &data, MAP, &[]).await;
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    let missing = folder.path().join("missing.csv");
    let ended = simulate(&url, &census_file(), &missing, MAP, &[]).await;
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("missing.csv cannot be read"),
        "{}",
        ended.err
    );
    let ended = simulate(&url, &data, &data, MAP, &[]).await;
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("is not a survey"), "{}", ended.err);
    assert_eq!(reports(&running.results().await), [0; 3]);
}

type Change = fn(&mut Value);

#[tokio::test(flavor = "multi_thread")]
async fn another_survey_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", PEOPLE);
    let running = Running::start().await;
    let url = running.collector.url();
    let changes: [(Change, &str); 4] = [
        (|survey| survey["id"] = "census-2".into(), "no such survey"),
        (
            |survey| survey["version"] = 2.into(),
            "at version 1, the file at 2",
        ),
        (
            |survey| survey["questions"][1]["epsilon"] = "1".into(),
            "the weights of question \"occupation\" differ",
        ),
        (
            |survey| survey["questions"][2]["decline"] = false.into(),
            "the categories of question \"race\" differ",
        ),
    ];
    for (change, words) in changes {
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        change(&mut survey);
        let file = write(folder.path(), "other.json", &survey.to_string());
        let ended = simulate(&url, &file, &data, MAP, &[]).await;
        assert_eq!(ended.code, Some(1), "{}", ended.err);
        assert!(ended.err.contains(words), "{}", ended.err);
    }
    // Other words are no other survey.
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["title"] = serde_json::json!({ "en": "Another title", "zh-CN": "另一个标题" });
    let file = write(folder.path(), "other.json", &survey.to_string());
    assert_eq!(simulate(&url, &file, &data, MAP, &[]).await.code, Some(0));
    assert_eq!(reports(&running.results().await), [6; 3]);
}

/// A collector of which only the survey works, and submissions only the third time.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_bytes_are_sent_until_they_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(folder.path(), "people.csv", "39,Sales,White\n");
    let bodies = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&bodies);
    let submit = move |body: String| async move {
        let mut bodies = kept.lock().unwrap();
        bodies.push(body);
        if bodies.len() < 3 {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::CREATED
        }
    };
    let router = Router::new()
        .route("/api/v1/surveys/census", get(|| async { CENSUS }))
        .route("/api/v1/surveys/census/submissions", post(submit));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    let map = "over-50=1>50,occupation=2,race=3";
    let ended = simulate(&url, &census_file(), &data, map, &[]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let bodies = bodies.lock().unwrap();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| *body == bodies[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_is_counted_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let data = write(
        folder.path(),
        "people.csv",
        "39,Sales,White\n40,Sales,White\n",
    );
    let refuse = || async { (StatusCode::CONFLICT, "no") };
    let router = Router::new()
        .route("/api/v1/surveys/census", get(|| async { CENSUS }))
        .route("/api/v1/surveys/census/submissions", post(refuse));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    let map = "over-50=1>50,occupation=2,race=3";
    let ended = simulate(&url, &census_file(), &data, map, &[]).await;
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.out.contains("0 counted before, 2 refused"),
        "{}",
        ended.out
    );
}

/// Every type that a column can answer: numbers, several options in one cell, rows and fields with
/// columns of their own. What nobody maps is declined; bad cells are named.
#[tokio::test(flavor = "multi_thread")]
async fn questions_of_several_parts_are_answered_by_columns() {
    const SURVEY: &str = r#"{
        "sotto": 1, "id": "parts", "version": 1, "title": { "en": "Parts" }, "languages": ["en"],
        "plan": "split", "epsilon": "6", "questions": [
        { "id": "agree", "type": "consent", "title": { "en": "I agree." } },
        { "id": "age", "type": "number", "title": { "en": "Age?" }, "min": 0, "max": 120 },
        { "id": "used", "type": "multiple-choice", "title": { "en": "Used?" }, "options": [
            { "id": "tea", "title": { "en": "Tea" } },
            { "id": "none", "title": { "en": "None" }, "exclusive": true } ] },
        { "id": "often", "type": "matrix", "title": { "en": "How often?" },
          "rows": [{ "id": "run", "title": { "en": "Run" } }, { "id": "swim", "title": { "en": "Swim" } }],
          "options": [{ "id": "yes", "title": { "en": "Yes" } }, { "id": "no", "title": { "en": "No" } }] },
        { "id": "day", "type": "numbers", "title": { "en": "Hours" }, "fields": [
            { "id": "sleep", "title": { "en": "Sleep" }, "min": 0, "max": 24, "step": 0.5 },
            { "id": "work", "title": { "en": "Work" }, "min": 0, "max": 24 } ] },
        { "id": "taste", "type": "ranking", "title": { "en": "In which order?" }, "options": [
            { "id": "tea", "title": { "en": "Tea" } }, { "id": "milk", "title": { "en": "Milk" } },
            { "id": "water", "title": { "en": "Water" } } ] }
        ] }"#;
    const DATA: &str = "\
years,things,runs,sleeps,works,order
30,tea,Yes,7.5,8,water>tea>milk
31, none ,no,8,0,Milk;Tea
32,tea;none,no,8,0,tea;milk;water
200,tea,no,8,0,tea;milk;water
33,tea,no,8.1,0,tea;milk;water
34,?,no,8,0,tea;milk;water
35,tea,no,8,0,tea>tea>milk
36,tea,no,8,0,water
";
    const MAP: &str =
        "age=years,used=things,often.run=runs,day.sleep=sleeps,day.work=works,taste=order";
    let folder = tempfile::tempdir().unwrap();
    let survey = write(folder.path(), "parts.json", SURVEY);
    let data = write(folder.path(), "data.csv", DATA);
    let (url, bodies) = recording(SURVEY).await;
    let ended = simulate(&url, &survey, &data, MAP, &[]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let lines: Vec<_> = ended.err.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:#?}");
    for (line, words) in lines.iter().zip([
        "line 4: used: \"tea;none\": an option that excludes others",
        "line 5: age: \"200\": 200 is outside the range",
        "line 6: day: \"\": 8.1 is not on a step",
        "line 8: taste: \"tea>tea>milk\"",
        "line 9: taste: \"water\"",
    ]) {
        assert!(line.contains(words), "{line:?} does not say {words:?}");
    }
    {
        let bodies = bodies.lock().unwrap();
        assert_eq!(bodies.len(), 3);
        for body in &*bodies {
            let reports = body["reports"].as_object().unwrap();
            assert_eq!(reports.len(), 5);
            // One of three pairs.
            assert_eq!(reports["taste"].as_array().unwrap().len(), 3);
            // Declining is one of its own outputs.
            assert!(reports["age"].is_u64());
            // One item of the whole set.
            assert_eq!(reports["used"].as_array().unwrap().len(), 1);
            assert_eq!(reports["often"].as_array().unwrap().len(), 2);
            assert_eq!(reports["day"].as_array().unwrap().len(), 2);
        }
    }
    let half = MAP.replace("day.work=works", "day.rest=works");
    for (map, words) in [
        (half.as_str(), "not all that it needs"),
        ("age=years,often.fly=runs", "which the survey does not have"),
        ("age=years,often=runs", "which the survey does not have"),
        ("age=years>3", "only a yes-no question"),
    ] {
        let ended = simulate(&url, &survey, &data, map, &[]).await;
        assert_eq!(ended.code, Some(2), "{map}: {}", ended.err);
        assert!(
            ended.err.contains(words),
            "{:?} does not say {words:?}",
            ended.err
        );
    }
}

/// A condition hides the second question from whoever says no to the first: no value is missing.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_asked_needs_no_value() {
    const SURVEY: &str = r#"{
        "sotto": 1, "id": "hidden", "version": 1, "title": { "en": "Hidden" }, "languages": ["en"],
        "plan": "split", "epsilon": "2", "questions": [
        { "id": "smokes", "type": "yes-no", "title": { "en": "Do you smoke?" } },
        { "id": "cigarettes", "type": "number", "title": { "en": "How many?" }, "min": 0, "max": 60,
          "condition": { "question": "smokes", "is": ["yes"] } }
        ] }"#;
    const DATA: &str = "smokes,cigarettes\nyes,12\nno,\nno,NA\nyes,?\n?,3\nmaybe,3\n";
    let folder = tempfile::tempdir().unwrap();
    let survey = write(folder.path(), "hidden.json", SURVEY);
    let data = write(folder.path(), "data.csv", DATA);
    let (url, bodies) = recording(SURVEY).await;
    let map = "smokes=smokes,cigarettes=cigarettes";
    let ended = simulate(&url, &survey, &data, map, &[]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let expected = "line 7: smokes: \"maybe\" is not one of the categories; skipped\n";
    assert_eq!(ended.err, expected);
    assert_eq!(bodies.lock().unwrap().len(), 5);
    // Asked and without a value it is declined; hidden it is nothing.
    for told in [
        "1  smokes: declined, as there is no value",
        "1  cigarettes: declined, as there is no value",
    ] {
        assert!(ended.out.contains(told), "{}", ended.out);
    }
}

/// Rows without a value decline what can be declined, also where something must be chosen, and reach the
/// reports as such. At ε = 6 noise changes one of three reports of a row less than 15 times in 1,000, so that more
/// than 9 of 50 rows are changed less than once in 10⁶ runs; and the seed is fixed.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_value_is_declined() {
    const SURVEY: &str = r#"{
        "sotto": 1, "id": "declined", "version": 1, "title": { "en": "Declined" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "20", "questions": [
        { "id": "any", "type": "yes-no", "title": { "en": "Any?" }, "epsilon": "6",
          "mechanism": "direct-encoding", "required": true },
        { "id": "often", "type": "matrix", "title": { "en": "How often?" }, "epsilon": "12", "reported": 2,
          "mechanism": "direct-encoding",
          "rows": [{ "id": "run", "title": { "en": "Run" } }, { "id": "swim", "title": { "en": "Swim" } }],
          "options": [{ "id": "yes", "title": { "en": "Yes" } }, { "id": "no", "title": { "en": "No" } }] },
        { "id": "day", "type": "numbers", "title": { "en": "Hours" }, "epsilon": "2", "decline": false,
          "fields": [{ "id": "sleep", "title": { "en": "Sleep" }, "min": 0, "max": 24 }] }
        ] }"#;
    let rows = "?,yes,,8\nyes,NA,n/a,8\nno,no,no,?\n".repeat(50);
    let folder = tempfile::tempdir().unwrap();
    let survey = write(folder.path(), "declined.json", SURVEY);
    let table = format!("any,run,swim,sleep\n{rows}");
    let data = write(folder.path(), "data.csv", &table);
    let (url, bodies) = recording(SURVEY).await;
    let map = "any=any,often.run=run,often.swim=swim,day.sleep=sleep";
    let ended = simulate(&url, &survey, &data, map, &["--seed", "5"]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let skipped = "line 4: day: there is no value (\"?\"); skipped";
    assert!(ended.err.contains(skipped), "{}", ended.err);
    let bodies = bodies.lock().unwrap();
    assert_eq!(bodies.len(), 100);
    for declined in ["2 [0,2]", "0 [2,2]"] {
        let sent = bodies.iter().map(|body| &body["reports"]);
        let sent = sent.map(|sent| format!("{} {}", sent["any"], sent["often"]));
        let unchanged = sent.filter(|sent| sent == declined).count();
        assert!((41..=59).contains(&unchanged), "{declined}: {unchanged}");
    }
    for told in ["any", "often", "often.swim"] {
        let told = format!("50  {told}: declined, as there is no value");
        assert!(ended.out.contains(&told), "{}", ended.out);
    }
}

/// Arms are drawn, or named by links: `--arm` is everybody's link, and without it each row has one. Of 200 rows each arm
/// gets 50 to 150 but in one of 10¹¹ runs, and the seed is fixed.
#[tokio::test(flavor = "multi_thread")]
async fn rows_come_by_links_that_name_arms() {
    let survey = |by_link: &str| {
        let question = |id: &str| {
            format!(
                r#"{{ "id": "{id}", "type": "yes-no", "title": {{ "en": "{id}" }}, "epsilon": "1" }}"#
            )
        };
        format!(
            r#"{{ "sotto": 1, "id": "arms", "version": 1, "title": {{ "en": "Arms" }}, "languages": ["en"],
            "plan": "fixed", "epsilon": "1", "questions": [{}, {}], "arms": [["direct", "soft"]]{by_link} }}"#,
            question("direct"),
            question("soft")
        )
    };
    let (drawn, by_link) = (survey(""), survey(r#", "arms-by-link": true"#));
    let folder = tempfile::tempdir().unwrap();
    let data = write(
        folder.path(),
        "data.csv",
        &format!("any\n{}", "yes\n".repeat(200)),
    );
    let map = "direct=any,soft=any";
    let asked_softly = async |survey: &str, more: &[&str]| {
        let file = write(folder.path(), "arms.json", survey);
        let (url, bodies) = recording(survey).await;
        let ended = simulate(&url, &file, &data, map, more).await;
        let bodies = bodies.lock().unwrap();
        let softly = bodies
            .iter()
            .filter(|body| body["reports"]["direct"].is_null());
        (ended.code, ended.err, softly.count(), bodies.len())
    };
    let (code, err, softly, all) = asked_softly(&by_link, &["--arm", "soft"]).await;
    assert_eq!((code, &*err, softly, all), (Some(0), "", 200, 200));
    let (code, err, softly, all) = asked_softly(&by_link, &["--seed", "5"]).await;
    assert_eq!((code, all), (Some(0), 200));
    assert!(err.contains("leaves its arms to links"), "{err}");
    assert!((50..=150).contains(&softly), "{softly}");
    for (survey, arms, words) in [
        (&drawn, &["--arm", "soft"][..], "leaves no arm to the link"),
        (
            &by_link,
            &["--arm", "hard"],
            "\"hard\" is no arm of the survey",
        ),
        (
            &by_link,
            &["--arm", "soft", "--arm", "direct"],
            "one arm too many",
        ),
    ] {
        let (code, err, _, all) = asked_softly(survey, arms).await;
        assert_eq!((code, all), (Some(2), 0), "{err}");
        assert!(err.contains(words), "{err:?} does not say {words:?}");
    }
    // A collector that draws them asks another survey.
    let file = write(folder.path(), "by-link.json", &by_link);
    let (url, bodies) = recording(&drawn).await;
    let ended = simulate(&url, &file, &data, map, &["--arm", "soft"]).await;
    assert_eq!((ended.code, bodies.lock().unwrap().len()), (Some(1), 0));
    assert!(ended.err.contains("its arms differ"), "{}", ended.err);
}

/// A collector that takes whatever is sent to a survey of that definition, and keeps it.
async fn recording(definition: &str) -> (String, Arc<Mutex<Vec<Value>>>) {
    let survey: sotto_survey::Survey = serde_json::from_str(definition).unwrap();
    let published = serde_json::to_string(&survey).unwrap();
    let bodies: Arc<Mutex<Vec<Value>>> = Arc::default();
    let seen = Arc::clone(&bodies);
    let keep = move |body: String| async move {
        let body = serde_json::from_str(&body).unwrap();
        seen.lock().unwrap().push(body);
        StatusCode::CREATED
    };
    let address = format!("/api/v1/surveys/{}", survey.id());
    let collector = Router::new()
        .route(&address, get(move || async move { published }))
        .route(&format!("{address}/submissions"), post(keep));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, collector).await });
    (url, bodies)
}

/// A row says the truth; what its person says of both statements is drawn, a quarter of them having the secret.
/// Of 400 who all have the trait 100 say "same", give or take six standard deviations of 8.7 (2e-9, and
/// the seed is fixed). Without a value nothing can be said.
#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_drawn_for_rows_that_say_the_truth() {
    const SURVEY: &str = r#"{ "sotto": 1, "id": "homework", "version": 1, "title": { "en": "Homework" },
        "languages": ["en"], "plan": "fixed", "epsilon": "ln 3", "questions": [
        { "id": "copied", "type": "own-secret", "title": { "en": "I have copied homework." },
          "secret": { "title": { "en": "My mother was born in winter." }, "prevalence": "1/4" } } ] }"#;
    let folder = tempfile::tempdir().unwrap();
    let survey = write(folder.path(), "homework.json", SURVEY);
    let rows = ["times\n", &"3\n".repeat(400), "?\n"].concat();
    let data = write(folder.path(), "data.csv", &rows);
    let (url, bodies) = recording(SURVEY).await;
    let ended = simulate(&url, &survey, &data, "copied=times>0", &["--seed", "7"]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.err.contains("line 402: copied: there is no value"),
        "{}",
        ended.err
    );
    let bodies = bodies.lock().unwrap();
    assert_eq!(bodies.len(), 400);
    let same = bodies.iter().filter(|body| body["reports"]["copied"] == 0);
    let same = same.count();
    assert!((48..=152).contains(&same), "{same}");
}

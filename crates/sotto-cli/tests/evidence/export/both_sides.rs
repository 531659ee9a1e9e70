//! Collector and command write one file: the same counts give the same bytes, in every format.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_api::client::Client;
use sotto_export::{COLUMNS, Format};
use sotto_survey::Survey;

use super::study::{answer, choice, survey};
use crate::{
    harness::Running,
    publishing::{first_operator, run, said},
};

/// A link, arms, a report that supports several categories, one whose every option is a part, a number, a condition, and
/// words that a spreadsheet would take for a formula.
fn made() -> Value {
    let mut several = choice("several", 5);
    several["type"] = json!("multiple-choice");
    let mut after = choice("after", 3);
    after["condition"] = json!({ "question": "single", "is": ["o0"] });
    let mut single = choice("single", 12);
    single["title"] = json!({ "en": "=1+1", "zh-CN": "−1" });
    let number = json!({ "id": "number", "type": "number", "title": { "en": "How many?" }, "min": 0, "max": 10 });
    let mut made = survey(vec![
        single,
        several,
        number,
        after,
        choice("one", 3),
        choice("two", 2),
        choice("directly", 3),
        choice("softly", 3),
    ]);
    made["version"] = json!(1);
    made["minimum-reports"] = json!(1);
    made["weak-protection"] = json!(true);
    made["population"] = json!("respondents");
    made["link"] = json!([["one", "two"]]);
    made["arms"] = json!([["directly", "softly"]]);
    made
}

#[tokio::test(flavor = "multi_thread")]
async fn collector_and_command_write_the_same_bytes() {
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let operator = first_operator(&running, &url).await;
    let token = [("SOTTO_TOKEN", operator.as_str())];
    let file = folder.path().join("study.json");
    std::fs::write(&file, made().to_string()).unwrap();
    let publish = ["publish", file.to_str().unwrap(), "--url", &url];
    let (code, _, errors) = said(&run(&publish, &token, "").await);
    assert_eq!(code, Some(0), "{errors}");
    let settings = running.address("/api/v1/surveys/study/settings");
    let settings = running.http.patch(settings).bearer_auth(&operator);
    let settings = settings.header("content-type", "application/json");
    let settings = settings.body(json!({ "keep_rows": true }).to_string());
    assert_eq!(settings.send().await.unwrap().status(), 200);
    let client = Client::new(&url).unwrap();
    let published = client.survey(&"study".parse().unwrap()).await.unwrap();
    answered(&client, &published).await;

    for language in ["en", "zh-CN"] {
        let out = folder.path().join(language);
        std::fs::create_dir(&out).unwrap();
        let whole = [
            "export",
            "--survey",
            "study",
            "--url",
            &url,
            "--folder",
            out.to_str().unwrap(),
            "--language",
            language,
        ];
        let (code, _, errors) = said(&run(&whole, &token, "").await);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        for format in Format::ALL {
            let path = format!("/api/v1/surveys/study/exports/{format}?language={language}");
            let request = running.http.get(running.address(&path));
            let response = request.bearer_auth(&operator).send().await.unwrap();
            assert_eq!(response.status(), 200, "{format}");
            let headers = response.headers();
            assert_eq!(headers["content-type"], format.media_type());
            let name = format.file_name(&published);
            assert_eq!(
                headers["content-disposition"],
                format!("attachment; filename=\"{name}\"")
            );
            let from_collector = response.bytes().await.unwrap();
            let from_command = std::fs::read(out.join(name)).unwrap();
            assert!(
                from_collector == from_command,
                "{format}: {}\n{}",
                String::from_utf8_lossy(&from_collector),
                String::from_utf8_lossy(&from_command)
            );
        }
    }

    let table = std::fs::read_to_string(folder.path().join("en/study-1-results.csv")).unwrap();
    let mut table = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(table.headers().unwrap(), &COLUMNS[..]);
    let lines: Vec<_> = table.records().map(Result::unwrap).collect();
    let of = |estimated: &str| lines.iter().filter(|line| &line[8] == estimated).count();
    assert_eq!((of("joint"), of("combined"), of("difference")), (12, 4, 4));
    assert!(lines.iter().all(|line| &line[15] == "respondents"));
    assert!(lines.iter().any(|line| &line[4] == "'=1+1"));
}

/// Enough that no figure is left out.
async fn answered(client: &Client, published: &Survey) {
    let mut generator = ChaCha20Rng::seed_from_u64(77);
    for person in 0..120 {
        let questions = published.questions().iter();
        let answers: Vec<_> = questions.map(|one| answer(one, person)).collect();
        let submission = published.randomize(&answers, &mut generator).unwrap();
        let body = submission.body(published);
        client.submit(published.id(), body).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_export_is_refused_in_words() {
    let running = Running::start_with(|options| options.samples = true).await;
    let url = running.collector.url();
    let operator = first_operator(&running, &url).await;
    for (end, status, words) in [
        ("nothing", 404, "csv, json, xlsx"),
        ("csv?language=xx", 400, "\\\"language\\\""),
        ("csv?through=1&version=1", 400, "\\\"through\\\""),
        ("csv?version=9", 404, "version"),
        ("rows?through=1", 400, "of noisy rows"),
        ("rows?confidence=0.9", 400, "of noisy rows"),
        ("rows", 409, "keep_rows"),
    ] {
        let path = format!("/api/v1/surveys/census/exports/{end}");
        let request = running.http.get(running.address(&path));
        let response = request.bearer_auth(&operator).send().await.unwrap();
        assert_eq!(response.status(), status, "{end}");
        let problem = response.text().await.unwrap();
        assert!(problem.contains(words), "{end}: {problem}");
    }
}

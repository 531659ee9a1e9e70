//! Exports from a collector: by whoever may read, and of what is kept.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::json;
use sotto_api::client::Client;

use super::study::{answer, choice, names, survey};
use crate::{
    harness::Running,
    publishing::{first_operator, run, said},
};

#[tokio::test(flavor = "multi_thread")]
async fn everything_comes_home_by_one_call() {
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let operator = first_operator(&running, &url).await;
    let token = [("SOTTO_TOKEN", operator.as_str())];

    let file = folder.path().join("study.json");
    let mut made = survey(vec![choice("one", 3), choice("two", 8)]);
    made["version"] = json!(1);
    // What comes in is told at once, not only with the next step.
    made["minimum-reports"] = json!(1);
    std::fs::write(&file, made.to_string()).unwrap();
    let publish = ["publish", file.to_str().unwrap(), "--url", &url];
    assert_eq!(said(&run(&publish, &token, "").await).0, Some(0));

    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let whole = [
        "export",
        "--survey",
        "study",
        "--url",
        &url,
        "--folder",
        out.to_str().unwrap(),
    ];

    // Results are private unless the designer says otherwise.
    let (code, words, errors) = said(&run(&whole, &[], "").await);
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(errors.contains("401"), "{errors}");
    assert!(names(&out).is_empty());

    // No rows are kept.
    let (code, words, errors) = said(&run(&whole, &token, "").await);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        errors.contains("left out: rows, rows-labelled, reports, ndjson, parquet, sav"),
        "{errors}"
    );
    assert_eq!((words.lines().count(), names(&out).len()), (13, 13));

    let settings = running.address("/api/v1/surveys/study/settings");
    let request = running.http.patch(settings).bearer_auth(&operator);
    let request = request.header("content-type", "application/json");
    let changed = request
        .body(json!({ "keep_rows": true }).to_string())
        .send()
        .await;
    assert_eq!(changed.unwrap().status(), 200);
    let client = Client::new(&url).unwrap();
    let published = client.survey(&"study".parse().unwrap()).await.unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(3);
    for person in 0..30 {
        let questions = published.questions().iter();
        let answers: Vec<_> = questions.map(|one| answer(one, person)).collect();
        let submission = published.randomize(&answers, &mut generator).unwrap();
        let body = submission.body(&published);
        client.submit(published.id(), body).await.unwrap();
    }
    let (code, _, errors) = said(&run(&whole, &token, "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(names(&out).len(), 19);
    let rows = std::fs::read_to_string(out.join("study-1-rows.csv")).unwrap();
    assert_eq!(rows.lines().count(), 31);

    // One format asks for no more than it needs: a survey's words are everybody's.
    let labels = [
        "export", "--survey", "study", "--url", &url, "--format", "spss",
    ];
    let (code, words, errors) = said(&run(&labels, &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(words.contains("VALUE LABELS"), "{words}");
    let gone = [
        "export", "--survey", "gone", "--url", &url, "--format", "csv",
    ];
    assert_eq!(said(&run(&gone, &token, "").await).0, Some(1));
}

/// Answers of everybody to a published survey.
async fn answered(url: &str, people: u32) {
    let client = Client::new(url).unwrap();
    let published = client.survey(&"study".parse().unwrap()).await.unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(4);
    for person in 0..people {
        let questions = published.questions().iter();
        let answers: Vec<_> = questions.map(|one| answer(one, person)).collect();
        let submission = published.randomize(&answers, &mut generator).unwrap();
        let body = submission.body(&published);
        client.submit(published.id(), body).await.unwrap();
    }
}

/// Another title changes no answers: all of them are there, and it is said of which versions.
#[tokio::test(flavor = "multi_thread")]
async fn versions_that_fit_come_home_together() {
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let operator = first_operator(&running, &url).await;
    let token = [("SOTTO_TOKEN", operator.as_str())];
    let file = folder.path().join("study.json");
    let publish = ["publish", file.to_str().unwrap(), "--url", &url];
    let mut after = choice("after", 2);
    after["condition"] = json!({ "question": "one", "is": ["o0"] });
    let mut made = survey(vec![choice("one", 3), choice("two", 8), after]);
    made["minimum-reports"] = json!(1);
    for (version, title) in [(1, "A study"), (2, "The same study")] {
        made["version"] = json!(version);
        made["title"]["en"] = json!(title);
        std::fs::write(&file, made.to_string()).unwrap();
        assert_eq!(said(&run(&publish, &token, "").await).0, Some(0));
        if version == 1 {
            answered(&url, 30).await;
        }
    }
    let table = [
        "export", "--survey", "study", "--url", &url, "--format", "csv",
    ];
    for (more, versions, reports) in [
        (&[][..], "study,2,1+2,", "30"),
        (&["--version", "1"], "study,1,1,", "30"),
        (&["--version", "2"], "study,2,2,", "0"),
        (&["--through", "1"], "study,1,1,", "30"),
    ] {
        let asked = [&table[..], more].concat();
        let (code, words, errors) = said(&run(&asked, &token, "").await);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let mut read = csv::Reader::from_reader(words.as_bytes());
        let names = read.headers().unwrap().clone();
        let column = names.iter().position(|name| name == "reports").unwrap();
        let first = read.records().next().unwrap().unwrap();
        assert_eq!(&first[column], reports, "{more:?}");
        let line = words.lines().nth(1).unwrap();
        assert!(line.starts_with(versions), "{line}");
    }
    let listing = ["results", "study", "--url", &url, "--format", "table"];
    let (code, words, _) = said(&run(&listing, &token, "").await);
    assert_eq!(code, Some(0));
    let head = "study, versions 1, 2 together\n30 people answered.\n";
    assert!(words.starts_with(head), "{words}");
    let both = ["--version", "1", "--through", "2"];
    let both = [&listing[..], &both].concat();
    let (code, _, errors) = said(&run(&both, &token, "").await);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--through"), "{errors}");
    // Those who were not asked did not prefer not to answer; only the question with a condition says so.
    let not_asked = "not asked, or preferred not to answer";
    assert_eq!(words.matches(not_asked).count(), 1);
    let out = folder.path().to_str().unwrap();
    let whole = [
        "export", "--survey", "study", "--url", &url, "--folder", out,
    ];
    let (code, _, errors) = said(&run(&whole, &token, "").await);
    assert_eq!(code, Some(0), "{errors}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let report = read("study-2-report.html");
    for told in ["versions 1, 2 together", "30 people answered."] {
        assert!(report.contains(told), "{report}");
    }
    let not_asked = "Not asked, or preferred not to answer";
    for file in [report, read("study-2-results.csv")] {
        assert_eq!(file.matches(not_asked).count(), 1);
        assert_eq!(file.matches("Prefer not to answer").count(), 2);
    }
}

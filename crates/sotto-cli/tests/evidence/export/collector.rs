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
    let mut after = choice("after", 2);
    after["condition"] = json!({ "question": "one", "is": ["o0"] });
    let mut made = survey(vec![choice("one", 3), choice("two", 8), after]);
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
        errors.contains("left out: rows, rows-labelled, ndjson, parquet, sav"),
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
    assert_eq!(names(&out).len(), 18);
    let rows = std::fs::read_to_string(out.join("study-1-rows.csv")).unwrap();
    assert_eq!(rows.lines().count(), 31);

    // Another title changes no answers: all of them are there, and it is said of which versions.
    made["version"] = json!(2);
    made["title"]["en"] = json!("The same study");
    std::fs::write(&file, made.to_string()).unwrap();
    assert_eq!(said(&run(&publish, &token, "").await).0, Some(0));
    let table = |more: &[&'static str]| {
        let asked = [
            "export", "--survey", "study", "--url", &url, "--format", "csv",
        ];
        [
            &asked.map(str::to_owned)[..],
            &more.iter().map(|&one| one.to_owned()).collect::<Vec<_>>(),
        ]
        .concat()
    };
    for (more, versions, reports) in [
        (&[][..], "study,2,1+2,", "30"),
        (&["--version", "1"], "study,1,1,", "30"),
        (&["--version", "2"], "study,2,2,", "0"),
        (&["--through", "1"], "study,1,1,", "30"),
    ] {
        let asked = table(more);
        let asked: Vec<_> = asked.iter().map(String::as_str).collect();
        let (code, words, errors) = said(&run(&asked, &token, "").await);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let mut lines = words.lines();
        let names: Vec<_> = lines.next().unwrap().split(',').collect();
        let column = names.iter().position(|name| *name == "reports").unwrap();
        let first = lines.next().unwrap();
        assert!(first.starts_with(versions), "{first}");
        let from_the_end = names.len() - column;
        assert_eq!(
            first.rsplit(',').nth(from_the_end - 1),
            Some(reports),
            "{first}"
        );
    }
    let listing = ["results", "study", "--url", &url, "--format", "table"];
    let (code, words, _) = said(&run(&listing, &token, "").await);
    assert_eq!(code, Some(0));
    assert!(
        words.starts_with("study, versions 1, 2 together\n30 people answered.\n"),
        "{words}"
    );
    let both = ["--version", "1", "--through", "2"];
    let (code, _, errors) = said(&run(&[&listing[..], &both].concat(), &token, "").await);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--through"), "{errors}");
    // Rows are those of one version, which is said; this one has none yet.
    let everything = said(&run(&whole, &token, "").await);
    assert_eq!(everything.0, Some(0), "{}", everything.2);
    let report = std::fs::read_to_string(out.join("study-2-report.html")).unwrap();
    assert!(
        report.contains("versions 1, 2 together") && report.contains("30 people answered."),
        "{report}"
    );
    // Those who were not asked did not prefer not to answer; only the question with a condition says so.
    let not_asked = "Not asked, or preferred not to answer";
    assert_eq!(report.matches(not_asked).count(), 1);
    assert_eq!(report.matches("Prefer not to answer").count(), 2);
    let csv = std::fs::read_to_string(out.join("study-2-results.csv"));
    let csv = csv.unwrap_or_else(|_| panic!("{:?}", names(&out)));
    assert_eq!(csv.matches(not_asked).count(), 1);
    assert_eq!(
        words
            .matches("not asked, or preferred not to answer")
            .count(),
        1
    );

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

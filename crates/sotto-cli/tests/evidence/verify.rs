//! `sotto verify` against collectors that are honest, and against some that are not.

use std::path::{Path, PathBuf};

use axum::{Router, http::Uri};
use sotto_api::{Status, public_log::LogEntry};
use sotto_collector::DatabaseUrl;
use sotto_survey::Survey;
use tokio::net::TcpListener;

use crate::{
    harness::{Running, census, http, publish},
    publishing::{run, said},
    temporary,
};

/// A collector on a SQLite file, which gets another survey before it starts.
async fn with_another(file: &Path, id: &str) -> Running {
    let database = DatabaseUrl::sqlite_file(file);
    publish(&database, &survey(id)).await;
    on(file).await
}

async fn on(file: &Path) -> Running {
    let database = DatabaseUrl::sqlite_file(file);
    Running::start_with(|options| options.database = database).await
}

fn survey(id: &str) -> Survey {
    let file = serde_json::to_string(&census()).unwrap();
    let named = file.replacen("\"census\"", &format!("\"{id}\""), 1);
    let survey: Survey = serde_json::from_str(&named).unwrap();
    assert_eq!(survey.id().as_str(), id);
    survey
}

/// What the command ends with and says at this address.
async fn verify(url: &str, more: &[&str]) -> (Option<i32>, String, String) {
    said(&run(&[&["verify", url], more].concat(), &[], "").await)
}

/// Says of each path under the API which collector's it is.
async fn two_faced(face: impl Fn(&str) -> String + Clone + Send + Sync + 'static) -> String {
    let router = Router::new().fallback(move |uri: Uri| {
        let base = face(uri.path());
        async move {
            let path = uri.path_and_query().unwrap().as_str();
            let address = format!("{}{path}", base.trim_end_matches('/'));
            let answer = http().get(address).send().await.unwrap();
            (answer.status(), answer.bytes().await.unwrap())
        }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    url
}

/// A stopped collector's file, with a log that has been signed, in two copies.
async fn twins(folder: &Path) -> (PathBuf, PathBuf) {
    let (one, other) = (folder.join("one.sqlite"), folder.join("other.sqlite"));
    let first = on(&one).await;
    let (code, words, errors) = verify(&first.collector.url(), &[]).await;
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{words}");
    first.collector.stop().await.unwrap();
    std::fs::copy(&one, &other).unwrap();
    (one, other)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_honest_log_grows_and_has_what_is_given_out() {
    let folder = temporary::folder();
    let file = folder.path().join("one.sqlite");
    let reading = folder.path().join("reading.txt");
    let more = ["--survey", "census", "--reading", reading.to_str().unwrap()];
    let collector = on(&file).await;
    let (code, words, errors) = verify(&collector.collector.url(), &more).await;
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let told: Vec<&str> = words.lines().collect();
    assert!(
        told[0].starts_with("sotto-log/") && told[0].contains(" lines, signed by "),
        "{words}"
    );
    assert!(told[1].starts_with("First reading, kept in "), "{words}");
    assert!(told[2].starts_with("census, version 1: sha256-"), "{words}");
    collector.collector.stop().await.unwrap();

    let collector = with_another(&file, "later").await;
    let key = collector.get("/api/v1/log/key").await.text().await.unwrap();
    let more = [&more[..], &["--key", key.trim(), "--survey", "later"]].concat();
    let (code, words, errors) = verify(&collector.collector.url(), &more).await;
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(
        words.contains("; 1 is new\n") && words.contains("\nlater, version 1: "),
        "{words}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_rewritten_or_cut_is_found() {
    let folder = temporary::folder();
    let (one, other) = twins(folder.path()).await;
    let reading = folder.path().join("reading.txt");
    let more = ["--reading", reading.to_str().unwrap()];
    let before = on(&other).await;
    let first = with_another(&one, "one").await;
    assert_eq!(verify(&first.collector.url(), &more).await.0, Some(0));
    let kept = std::fs::read(&reading).unwrap();

    let (code, words, errors) = verify(&before.collector.url(), &more).await;
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(errors.contains("lines were taken out of it"), "{errors}");
    before.collector.stop().await.unwrap();

    let second = with_another(&other, "other").await;
    let (code, _, errors) = verify(&second.collector.url(), &more).await;
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("different people are shown different logs"),
        "{errors}"
    );
    // Both heads are there, signed, for whoever has to be convinced.
    assert!(errors.contains("\n— sotto-log/"), "{errors}");
    assert_eq!(std::fs::read(&reading).unwrap(), kept);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_is_not_in_the_log_is_found() {
    let folder = temporary::folder();
    let (one, other) = twins(folder.path()).await;
    let [public, hidden] = [on(&one).await, with_another(&other, "hidden").await];
    let (log_of, surveys_of) = (public.collector.url(), hidden.collector.url());
    let url = two_faced(move |path| {
        let is_log = path.starts_with("/api/v1/log/");
        if is_log { &log_of } else { &surveys_of }.clone()
    })
    .await;
    // The same survey is the same wherever it is given out.
    assert_eq!(verify(&url, &["--survey", "census"]).await.0, Some(0));
    let (code, words, errors) = verify(&url, &["--survey", "hidden"]).await;
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(
        errors.contains("hidden, version 1, is served with the pin sha256-"),
        "{errors}"
    );
}

/// Whoever gives two people different surveys of one id and version must have both lines in the log, and each of the two
/// finds the other's: an id has one place there.
#[tokio::test(flavor = "multi_thread")]
async fn another_survey_that_somebody_is_given_is_found() {
    let folder = temporary::folder();
    let (one, other) = twins(folder.path()).await;
    let shown = |words: &str| -> Survey {
        let mut survey = serde_json::to_value(survey("shown")).unwrap();
        survey["title"]["en"] = words.into();
        serde_json::from_value(survey).unwrap()
    };
    let mut running = Vec::new();
    for (file, words) in [(&one, "Tea"), (&other, "Coffee")] {
        publish(&DatabaseUrl::sqlite_file(file), &shown(words)).await;
        running.push(on(file).await);
    }
    let mut lines = Vec::new();
    for one in &running {
        let status = one.get("/api/v1/surveys/shown/status").await;
        let status: Status = serde_json::from_slice(&status.bytes().await.unwrap()).unwrap();
        lines.push(LogEntry::survey("shown", 1, &status.pin));
    }
    assert_ne!(lines[0], lines[1]);
    let open = sotto_collector::storage::open(&DatabaseUrl::sqlite_file(&one)).await;
    let storage = open.unwrap();
    storage.append_to_log(&lines[1..]).await.unwrap();
    storage.close().await;

    let log_of = running[0].collector.url();
    for (given, line) in running.iter().zip([&lines[1], &lines[0]]) {
        let (log_of, surveys_of) = (log_of.clone(), given.collector.url());
        let url = two_faced(move |path| {
            let is_log = path.starts_with("/api/v1/log/");
            if is_log { &log_of } else { &surveys_of }.clone()
        })
        .await;
        let (code, words, errors) = verify(&url, &["--survey", "shown"]).await;
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let found = format!("or to somebody else:\n  {line}");
        assert!(words.contains(&found), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_do_not_add_up_are_found() {
    let folder = temporary::folder();
    let (one, other) = twins(folder.path()).await;
    let [signing, showing] = [
        with_another(&one, "one").await,
        with_another(&other, "other").await,
    ];
    let (signed, shown) = (signing.collector.url(), showing.collector.url());
    let url = two_faced(move |path| {
        let is_tile = path.starts_with("/api/v1/log/tile/");
        if is_tile { &shown } else { &signed }.clone()
    })
    .await;
    let (code, words, errors) = verify(&url, &[]).await;
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(errors.contains("do not add up to the head"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_log_and_another_key_are_told_apart() {
    let folder = temporary::folder();
    let [one, other] = [Running::start().await, Running::start().await];
    let reading = folder.path().join("reading.txt");
    let more = ["--reading", reading.to_str().unwrap()];
    assert_eq!(verify(&one.collector.url(), &more).await.0, Some(0));
    let (code, _, errors) = verify(&other.collector.url(), &more).await;
    assert_eq!(code, Some(1));
    assert!(errors.contains("is a reading of another log"), "{errors}");

    let key = one.get("/api/v1/log/key").await.text().await.unwrap();
    let (code, _, errors) = verify(&other.collector.url(), &["--key", key.trim()]).await;
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("is not signed by the key sotto-log/"),
        "{errors}"
    );
    let (code, _, errors) = verify(&other.collector.url(), &["--key", "nonsense"]).await;
    assert_eq!(code, Some(1));
    assert!(errors.contains("a log's key is its name"), "{errors}");
    std::fs::write(&reading, "nonsense").unwrap();
    assert_eq!(verify(&one.collector.url(), &more).await.0, Some(1));
}

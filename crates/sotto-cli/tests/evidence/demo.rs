//! `sotto demo`: a collector to look at, which leaves nothing.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{
    command_line::{run, sotto},
    harness::{http, post},
    temporary,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_has_surveys_and_an_operator_and_leaves_nothing() {
    let (site, place) = (temporary::folder(), temporary::folder());
    fs::write(
        site.path().join("index.html"),
        "<!doctype html>the front door",
    )
    .unwrap();
    let mut child = sotto()
        .args(["demo", "--no-open", "--site"])
        .arg(site.path())
        .env("TMPDIR", place.path())
        // Nothing is written beside it, whatever it is started in.
        .current_dir(site.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let mut lines = String::new();
    while !lines.contains("#setup=") {
        assert_ne!(told.read_line(&mut lines).unwrap(), 0, "it ended: {lines}");
    }
    let url = lines
        .split_whitespace()
        .find(|word| word.starts_with("http://127.0.0.1:"))
        .unwrap();
    let door = http().get(url).send().await.unwrap();
    assert!(door.text().await.unwrap().ends_with("the front door"));
    let survey = http()
        .get(format!("{url}api/v1/surveys/five-questions"))
        .send();
    assert_eq!(survey.await.unwrap().status(), 200);
    let token = lines.split_once("#setup=").unwrap().1.trim();
    let request = json!({ "setup_token": token, "name": "Ada" });
    let address = format!("{url}api/v1/setup");
    let operator = post(&http(), &address, request.to_string()).await;
    assert!(operator.status().is_success(), "{}", operator.status());
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);

    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
    assert!(said.contains("The demo's database was deleted."), "{said}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    assert_eq!(fs::read_dir(site.path()).unwrap().count(), 1);
}

#[test]
fn a_program_without_a_site_says_what_a_demo_needs() {
    let (code, said) = run(sotto().args(["demo", "--no-open"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("name its folder with --site"), "{said}");
}

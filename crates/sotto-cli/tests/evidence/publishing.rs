//! `sotto token`, `check` and `publish`, from a survey's file to a survey that collects.

use std::{
    io::Write,
    path::Path,
    process::{Output, Stdio},
};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_api::{Access, PublishedHash, RelaySettings, client::Client};
use sotto_survey::Survey;

use crate::{command_line::sotto, harness::Running};

fn tea() -> Value {
    json!({
        "sotto": 1, "id": "tea-or-coffee", "version": 1,
        "title": { "en": "Tea or coffee" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "ln 3",
        "questions": [{
            "id": "tea", "type": "yes-no", "title": { "en": "Do you prefer tea?" },
            "mechanism": "two-coins", "epsilon": "ln 3", "decline": false,
        }],
    })
}

/// Runs a command while the collector of the test goes on answering.
pub(crate) async fn run(arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Output {
    let mut command = sotto();
    command
        .args(arguments)
        .envs(environment.iter().copied())
        .env("no_proxy", "*")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let input = input.to_owned();
    tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A command that reads nothing may be gone already.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().unwrap()
    })
    .await
    .unwrap()
}

pub(crate) fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn write(folder: &Path, name: &str, survey: &Value) -> String {
    let file = folder.join(name);
    std::fs::write(&file, survey.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

pub(crate) async fn first_operator(running: &Running, url: &str) -> String {
    let setup = running.collector.setup_token().unwrap();
    let arguments = ["token", "--url", url, "--setup", "-", "--name", "Anna"];
    let (code, token, words) = said(&run(&arguments, &[], &format!("{setup}\n")).await);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    assert!(token.starts_with("sotto_") && token.lines().count() == 1);
    token.trim().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_designer_publishes_with_three_commands() {
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let operator = first_operator(&running, &url).await;

    let more = ["--role", "designer", "--name", "Ben", "--days", "30"];
    let arguments = [&["token", "--url", &url][..], &more].concat();
    let made = run(&arguments, &[("SOTTO_TOKEN", &operator)], "").await;
    let (code, designer, words) = said(&made);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let token_file = folder.path().join("ben.token");
    std::fs::write(&token_file, designer).unwrap();
    let token_file = token_file.to_str().unwrap();

    let file = write(folder.path(), "tea.json", &tea());
    let publish = ["publish", &file, "--url", &url, "--token-file", token_file];
    let (code, words, errors) = said(&run(&publish, &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let source = format!("{url}api/v1/surveys/tea-or-coffee");
    let here = url.trim_end_matches('/');
    for told in [
        format!("{url}embed/frame.html?survey=tea-or-coffee"),
        format!("{url}results/tea-or-coffee"),
        format!("<script type=\"module\" src=\"{url}sotto-survey.js\"></script>"),
        format!("<sotto-survey src=\"{source}\" collector=\"{here}\"></sotto-survey>"),
    ] {
        assert!(words.contains(&told), "{told}\n{words}");
    }
    assert_eq!(
        running.json("/api/v1/surveys/tea-or-coffee/status").await["phase"],
        "open"
    );

    // The same version again is refused, and the next is a later version.
    let (code, words, errors) = said(&run(&publish, &[], "").await);
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(errors.contains("version"), "{errors}");
    let mut second = tea();
    second["version"] = json!(2);
    write(folder.path(), "tea.json", &second);
    let (code, words, _) = said(&run(&publish, &[], "").await);
    assert_eq!(code, Some(0));
    assert!(
        words.starts_with("Version 2 of \"tea-or-coffee\""),
        "{words}"
    );
    assert!(
        words.contains("\nIts counts can be added to those of version 1.\n"),
        "{words}"
    );

    // What makes the counts start at zero is told, each change with its place.
    let mut third = tea();
    third["version"] = json!(3);
    third["title"]["en"] = json!("Which?");
    third["questions"][0]["mechanism"] = json!("randomized-response");
    write(folder.path(), "tea.json", &third);
    let (code, words, _) = said(&run(&publish, &[], "").await);
    assert_eq!(code, Some(0));
    let told = "\nIts counts start at zero and cannot be added to those of version 2:\n  /questions/0/mechanism: question \"tea\": another mechanism; its counts start at zero\n";
    assert!(words.contains(told), "{words}");
    assert!(!words.contains("/title"), "{words}");

    // Where links name arms, there is one for each.
    let mut fourth = tea();
    fourth["id"] = json!("tea-by-link");
    let mut other = fourth["questions"][0].clone();
    other["id"] = json!("tea-at-five");
    fourth["questions"] = json!([fourth["questions"][0], other]);
    fourth["arms"] = json!([["tea", "tea-at-five"]]);
    fourth["arms-by-link"] = json!(true);
    write(folder.path(), "tea.json", &fourth);
    let (code, words, errors) = said(&run(&publish, &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let page = format!("For respondents:  {url}embed/frame.html?survey=tea-by-link");
    for told in [
        format!("{page}&arm=tea\n"),
        format!("{page}&arm=tea-at-five\n"),
        format!("collector=\"{here}\" arm=\"tea\"></sotto-survey>"),
    ] {
        assert!(words.contains(&told), "{told}\n{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_a_survey_from_being_published_is_told() {
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "tea.json", &tea());
    let operator = first_operator(&running, &url).await;

    let publish = ["publish", &file, "--url", &url];
    let (code, _, errors) = said(&run(&publish, &[], "").await);
    assert_eq!(code, Some(1));
    assert!(errors.contains("SOTTO_TOKEN"), "{errors}");

    let (code, _, errors) = said(&run(&publish, &[("SOTTO_TOKEN", "hunter2")], "").await);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("begins with \"sotto_\"") && !errors.contains("hunter2"),
        "{errors}"
    );

    let forged = format!("sotto_0123456789abcdef_{}", "A".repeat(43));
    let (code, _, errors) = said(&run(&publish, &[("SOTTO_TOKEN", &forged)], "").await);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("401") && !errors.contains(&forged),
        "{errors}"
    );

    let role = ["--role", "viewer", "--name", "Cleo"];
    let arguments = [&["token", "--url", &url][..], &role].concat();
    let made = run(&arguments, &[("SOTTO_TOKEN", &operator)], "").await;
    let (_, viewer, _) = said(&made);
    let (code, _, errors) = said(&run(&publish, &[("SOTTO_TOKEN", viewer.trim())], "").await);
    assert_eq!(code, Some(1));
    assert!(errors.contains("403"), "{errors}");

    // The setup token works once.
    let again = ["token", "--url", &url, "--setup", "-", "--name", "Dora"];
    let (code, words, errors) = said(&run(&again, &[], "anything").await);
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(errors.contains("409"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_compiled_for_a_page_that_serves_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "tea.json", &tea());
    let compiled = run(&["compile", &file], &[], "").await;
    let expected: Survey = serde_json::from_value(tea()).unwrap();
    let read = Survey::of_compiled(&compiled.stdout);
    assert_eq!(read, Ok(expected));
    let out = folder.path().join("tea.sotto");
    let command = ["compile", &file, "--out", out.to_str().unwrap()];
    let (code, words, errors) = said(&run(&command, &[], "").await);
    assert_eq!((code, &*words, &*errors), (Some(0), "", ""));
    assert_eq!(std::fs::read(&out).unwrap(), compiled.stdout);

    let file = write(folder.path(), "wrong.json", &json!({ "sotto": 1 }));
    let (code, words, errors) = said(&run(&["compile", &file], &[], "").await);
    assert_eq!((code, &*words), (Some(1), ""));
    assert!(errors.contains("/questions"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_is_the_hash_of_all_that_people_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "tea.json", &tea());
    let survey: Survey = serde_json::from_value(tea()).unwrap();
    let hash = PublishedHash::new(&survey.compile());
    let pinned = async |flags: &[&str]| {
        let command = [&["pin", &file], flags].concat();
        let (code, words, errors) = said(&run(&command, &[], "").await);
        assert_eq!((code, &*errors), (Some(0), ""), "{flags:?}");
        words
    };
    let line = |access, keep_rows| format!("{}\n", hash.pin(access, keep_rows));
    assert_eq!(pinned(&[]).await, line(Access::Open, false));
    let flags = ["--access", "unlinkable", "--keep-rows"];
    assert_eq!(pinned(&flags).await, line(Access::Unlinkable, true));
    // Words are part of it.
    let mut reworded = tea();
    reworded["title"] = json!({ "en": "Coffee or tea?" });
    write(folder.path(), "tea.json", &reworded);
    assert_ne!(pinned(&[]).await, line(Access::Open, false));

    // As a collector publishes it, and tells it.
    let running = Running::start().await;
    let url = running.collector.url();
    let address = format!("{url}api/v1/surveys/census");
    let (code, words, errors) = said(&run(&["pin", &address], &[], "").await);
    assert_eq!((code, &*errors), (Some(0), ""));
    let sample: Survey =
        serde_json::from_str(include_str!("../../../../www/surveys/census.json")).unwrap();
    let hash = PublishedHash::new(&sample.compile());
    assert_eq!(words, format!("{}\n", hash.pin(Access::Open, false)));
    for (wrong, named) in [
        (format!("{url}surveys/census"), "/api/v1/surveys/ID"),
        (format!("{address}s"), "404"),
        (format!("{address}?"), "census?"),
    ] {
        let (code, words, errors) = said(&run(&["pin", &wrong], &[], "").await);
        assert_eq!((code, &*words), (Some(1), ""), "{wrong}");
        assert!(errors.contains(named), "{wrong}: {errors}");
    }
    let (code, _, _) = said(&run(&["pin", &file, "--access", "nobody"], &[], "").await);
    assert_eq!(code, Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_covers_the_relay_as_a_collector_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "tea.json", &tea());
    let survey: Survey = serde_json::from_value(tea()).unwrap();
    let hash = PublishedHash::new(&survey.compile());
    let through = |seconds| {
        let relay = RelaySettings {
            url: "https://relay.example/".to_owned(),
            seconds,
        };
        let pin = hash.pin_through(Access::Invites, true, Some(&relay));
        format!("{pin}\n")
    };
    let whole = [
        "pin",
        &file,
        "--access",
        "invites",
        "--keep-rows",
        "--relay",
        "https://relay.example/",
        "--relay-seconds",
        "0",
    ];
    // The settings have a minute where they name no seconds.
    for (command, expected) in [(&whole[..7], through(60)), (&whole[..], through(0))] {
        let (code, words, errors) = said(&run(command, &[], "").await);
        assert_eq!((code, &*errors), (Some(0), ""), "{command:?}");
        assert_eq!(words, expected, "{command:?}");
    }
    for (wrong, named) in [
        (&["--relay", "relay.example"][..], "an https address"),
        (&["--relay", "http://relay.example/"], "an https address"),
        (&["--relay", "https://relay.example"], "with the slash"),
        (&["--relay-seconds", "5"], "--relay <URL>"),
        (
            &[
                "--relay",
                "https://relay.example/",
                "--relay-seconds",
                "3601",
            ],
            "from 0 to 3600 seconds",
        ),
    ] {
        let command = [&["pin", &file], wrong].concat();
        let (code, words, errors) = said(&run(&command, &[], "").await);
        assert_eq!((code, &*words), (Some(2), ""), "{wrong:?}");
        assert!(errors.contains(named), "{wrong:?}: {errors}");
    }

    // As a collector tells it, of what it gives out.
    let running = Running::start().await;
    let url = running.collector.url();
    let operator = first_operator(&running, &url).await;
    let settings = running.address("/api/v1/surveys/census/settings");
    let request = running.http.patch(settings).bearer_auth(&operator);
    let request = request.header("content-type", "application/json");
    let relay = json!({ "relay": { "url": "https://relay.example/", "seconds": 5 } });
    let changed = request.body(relay.to_string()).send().await;
    assert_eq!(changed.unwrap().status(), 200);
    let address = format!("{url}api/v1/surveys/census");
    let census = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/surveys/census.json");
    let relay = ["--relay", "https://relay.example/", "--relay-seconds", "5"];
    let of_file = [&["pin", census][..], &relay].concat();
    let (code, pin, errors) = said(&run(&of_file, &[], "").await);
    assert_eq!((code, &*errors), (Some(0), ""));
    let (code, told, errors) = said(&run(&["pin", &address], &[], "").await);
    assert_eq!((code, &*errors), (Some(0), ""));
    assert_eq!(told, pin);
    let status = running.json("/api/v1/surveys/census/status").await;
    assert_eq!(status["pin"], pin.trim());
}

#[tokio::test(flavor = "multi_thread")]
async fn check_tells_the_cost_or_everything_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "tea.json", &tea());
    let (code, words, errors) = said(&run(&["check", &file], &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(words.contains("\"tea-or-coffee\", version 1, 1 question."));
    // ln 3, rounded up to a millionth.
    assert!(words.contains("ε = 1.098613"), "{words}");
    assert!(!words.contains("nominal"), "{words}");

    let mut secret = tea();
    let question = secret["questions"][0].as_object_mut().unwrap();
    question.retain(|name, _| name == "id" || name == "title");
    question.insert("type".to_owned(), json!("own-secret"));
    let innocent =
        json!({ "title": { "en": "My mother was born in winter." }, "prevalence": "1/4" });
    question.insert("secret".to_owned(), innocent);
    let id = question["id"].as_str().unwrap().to_owned();
    let file = write(folder.path(), "secret.json", &secret);
    let (code, words, errors) = said(&run(&["check", &file], &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let nominal = format!("Of {id:?} the cost is nominal: it rests on a secret");
    assert!(words.contains(&nominal), "{words}");

    // What people read at the end is the same for everybody, and leads to no script.
    let mut ends = tea();
    ends["closing"] = json!({
        "text": { "en": "You drink {tea-or-coffee}." },
        "redirect": { "title": { "en": "On" }, "to": "javascript:alert(1)", "condition": { "question": id, "is": ["tea"] } },
    });
    let file = write(folder.path(), "ends.json", &ends);
    let (code, _, errors) = said(&run(&["check", &file], &[], "").await);
    assert_eq!(code, Some(1), "{errors}");
    for sentence in [
        "/closing/text/en: \"{tea-or-coffee}\" stands in closing words, which are the same for everybody",
        "/closing/redirect/condition: what stands behind the last question is the same for everybody",
        "/closing/redirect/to: \"javascript:alert(1)\" does not begin with \"https://\"",
    ] {
        assert!(errors.contains(sentence), "{errors}");
    }

    let mut wrong = tea();
    wrong["version"] = json!("one");
    wrong["questions"][0]["id"] = json!("Tea!");
    let file = write(folder.path(), "wrong.json", &wrong);
    for command in [
        &["check", &file][..],
        &["publish", &file, "--url", "http://127.0.0.1:1"],
    ] {
        let (code, words, errors) = said(&run(command, &[], "").await);
        assert_eq!((code, words.as_str()), (Some(1), ""));
        assert!(errors.contains("2 things are wrong with it"), "{errors}");
        for pointer in ["\n  /version: ", "\n  /questions/0/id: "] {
            assert!(errors.contains(pointer), "{errors}");
        }
    }

    let file = folder.path().join("cut.json");
    std::fs::write(&file, "{ \"sotto\": 1,").unwrap();
    let (code, _, errors) = said(&run(&["check", file.to_str().unwrap()], &[], "").await);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("it is not JSON") && errors.contains("line 1"),
        "{errors}"
    );
    let (code, _, errors) = said(&run(&["check", "nowhere.json"], &[], "").await);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("nowhere.json: it cannot be read"),
        "{errors}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_shown_as_a_table_and_as_the_api_gives_them() {
    let running = Running::start().await;
    let url = running.collector.url();
    let survey: Survey =
        serde_json::from_value(running.json("/api/v1/surveys/census").await).unwrap();
    let results = ["results", "census", "--url", &url];
    let table = [&results[..], &["--format", "table"]].concat();
    let (code, words, errors) = said(&run(&table, &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(words.contains("too few to say"), "{words}");

    let client = Client::new(&url).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(20);
    for _ in 0..100 {
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|one| Some(one.answer(0).unwrap()))
            .collect();
        let submission = survey.randomize(&answers, &mut generator).unwrap();
        client
            .submit(survey.id(), submission.body(&survey))
            .await
            .unwrap();
    }
    let (code, words, _) = said(&run(&table, &[], "").await);
    assert_eq!(code, Some(0));
    assert!(
        !words.contains("too few to say") && words.contains("95 % interval"),
        "{words}"
    );
    // Elsewhere than on a terminal: what the API gives.
    let (code, document, _) = said(&run(&results, &[], "").await);
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(
        document,
        running.json("/api/v1/surveys/census/results").await
    );
    for question in document["questions"].as_array().unwrap() {
        assert!(
            words.contains(&format!(
                "{}: 100 reports",
                question["id"].as_str().unwrap()
            )),
            "{words}"
        );
    }

    // Answers that count together, and others that they are held against.
    let sums = |more: &[&'static str]| [&results[..], more].concat();
    let asked = sums(&[
        "--question",
        "race",
        "--answers",
        "black,other",
        "--against",
        "white",
    ]);
    let (code, document, errors) = said(&run(&asked, &[], "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let document: Value = serde_json::from_str(&document).unwrap();
    let path = "/api/v1/surveys/census/sums?question=race&answers=other,black&against=white";
    assert_eq!(document, running.json(path).await);
    let table = [&asked[..], &["--format", "table"]].concat();
    let (code, words, _) = said(&run(&table, &[], "").await);
    assert_eq!(code, Some(0));
    for expected in ["race: 100 reports", "difference", "ratio", "white"] {
        assert!(words.contains(expected), "{words}");
    }
    let unknown = sums(&["--question", "race", "--answers", "green"]);
    let (code, _, errors) = said(&run(&unknown, &[], "").await);
    assert_eq!(code, Some(1));
    assert!(errors.contains("no such answer; it has"), "{errors}");
    let half = sums(&["--answers", "white"]);
    let (code, _, errors) = said(&run(&half, &[], "").await);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--question"), "{errors}");

    let (code, words, errors) = said(&run(&["results", "gone", "--url", &url], &[], "").await);
    assert_eq!((code, words.as_str()), (Some(1), ""));
    assert!(
        errors.contains("gone") || errors.contains("404"),
        "{errors}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_lie_in_a_folder_and_go_with_their_survey() {
    const PHOTO: &[u8] = include_bytes!("../../../sotto-api/src/pictures/samples/gps.jpg");
    let running = Running::start_with(|options| options.samples = false).await;
    let url = running.collector.url();
    let folder = tempfile::tempdir().unwrap();
    let operator = first_operator(&running, &url).await;
    let token = [("SOTTO_TOKEN", operator.as_str())];
    let photos = folder.path().join("photos");
    std::fs::create_dir(&photos).unwrap();
    std::fs::write(photos.join("a cup.jpg"), PHOTO).unwrap();
    std::fs::write(photos.join("notes.txt"), "no picture").unwrap();
    let photos = photos.to_str().unwrap();

    // What to write into the file is told; the name of a file says nothing.
    let file = write(folder.path(), "tea.json", &tea());
    let (code, words, _) = said(&run(&["check", &file, "--pictures", photos], &[], "").await);
    assert_eq!(code, Some(0));
    assert!(
        words.contains("\"notes.txt\": this is no picture"),
        "{words}"
    );
    let hash = words.split("\"hash\": \"").nth(1).unwrap();
    let hash = &hash[..64];
    assert!(words.contains("\"width\": 8, \"height\": 12"), "{words}");
    // Beside what is still wrong with it as well.
    let mut wrong = tea();
    wrong["epsilon"] = json!("10");
    let file = write(folder.path(), "wrong.json", &wrong);
    let check = ["check", &file, "--pictures", photos];
    let (code, _, errors) = said(&run(&check, &[], "").await);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("/epsilon") && errors.contains(hash),
        "{errors}"
    );

    let mut with = tea();
    with["questions"][0]["picture"] = json!({
        "hash": hash, "width": 8, "height": 12, "alt": { "en": "A cup" },
    });
    let file = write(folder.path(), "tea.json", &with);
    let publish = ["publish", &file, "--url", &url];
    let (code, _, errors) = said(&run(&publish, &token, "").await);
    assert_eq!(code, Some(1));
    assert!(errors.contains("--pictures"), "{errors}");
    let with_folder = [&publish[..], &["--pictures", photos]].concat();
    let (code, _, errors) = said(&run(&with_folder, &token, "").await);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let address = format!("/api/v1/surveys/tea-or-coffee/pictures/{hash}");
    let given = running.get(&address).await;
    assert_eq!(given.status(), 200);
    assert_eq!(given.headers()["content-type"], "image/jpeg");

    // The next version's are there before it is.
    with["version"] = json!(2);
    write(folder.path(), "tea.json", &with);
    let (code, words, _) = said(&run(&with_folder, &token, "").await);
    assert_eq!(code, Some(0), "{words}");

    // One that lies nowhere is named before anything is sent.
    with["version"] = json!(3);
    with["questions"][0]["picture"]["hash"] = json!("b".repeat(64));
    write(folder.path(), "tea.json", &with);
    let (code, _, errors) = said(&run(&with_folder, &token, "").await);
    assert_eq!(code, Some(1));
    assert!(errors.contains(&"b".repeat(64)), "{errors}");
    let status = running.json("/api/v1/surveys/tea-or-coffee/status").await;
    assert_eq!(status["version"], 2);
}

//! The collector is killed in the middle of its work, again and again, and started on the same
//! database. A failure is: an acknowledged submission that is not counted, one that counts twice, one
//! that counts for some questions only.
//!
//! Five rounds for each database are run, or as many as SOTTO_CRASH_ROUNDS says. The long form:
//!
//! ```text
//! SOTTO_CRASH_ROUNDS=50 scripts/with-postgres cargo nextest run -p sotto-cli crashes
//! ```

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use reqwest::header;
use sotto_survey::Submission;
use tokio::{sync::Notify, task::JoinSet};

use crate::{
    command_line::Serving,
    databases::{TestDatabase, on_both},
    harness::{Devices, SUBMISSIONS, census, counts, expected_counts, http, json, post, reports},
    patience::PATIENCE,
};

const ROUNDS: u64 = 5;
const AT_ONCE: u64 = 16;

struct Sent {
    submission: Submission,
    acknowledged: bool,
}

on_both!(what_was_acknowledged_is_counted_once_after_every_kill);

async fn what_was_acknowledged_is_counted_once_after_every_kill(database: TestDatabase) {
    let rounds = std::env::var("SOTTO_CRASH_ROUNDS").map_or(ROUNDS, |text| text.parse().unwrap());
    let database = &database.address;
    // Where the kills fall is up to two processes and the disk; this only spreads them.
    let mut generator = ChaCha20Rng::seed_from_u64(70);
    let mut all: Vec<Submission> = Vec::new();
    for round in 0..rounds {
        let kill_after = generator.random_range(1..300);
        let sent = one_life(database, round, kill_after).await;
        let before = all.len() as u64;
        all.extend(next_life(database, before, sent).await);
    }
    // Once more from the beginning: everything is known, and the sums are those of every report.
    let serving = Serving::start(database);
    let http = http();
    for submission in &all {
        let body = submission.body(&census());
        let status = post(&http, &serving.address(SUBMISSIONS), body)
            .await
            .status();
        assert_eq!(status, 200);
    }
    let results = http.get(serving.address("/api/v1/surveys/census/results"));
    let results = json(results.send().await.unwrap()).await;
    assert_eq!(counts(&results), expected_counts(&all));
}

/// Posts from many tasks until the collector is killed, which happens after so many
/// acknowledgements.
async fn one_life(database: &str, round: u64, kill_after: u64) -> Vec<Sent> {
    let mut serving = Serving::start(database);
    let address = serving.address(SUBMISSIONS);
    let (http, sent) = (http(), Arc::new(Mutex::new(Vec::new())));
    let (acknowledged, due) = (Arc::new(AtomicU64::new(0)), Arc::new(Notify::new()));
    let mut posts = JoinSet::new();
    for device in 0..AT_ONCE {
        let mut devices = Devices::new(1_000 * (round + 1) + device);
        let (http, address, sent) = (http.clone(), address.clone(), Arc::clone(&sent));
        let (acknowledged, due) = (Arc::clone(&acknowledged), Arc::clone(&due));
        posts.spawn(async move {
            let survey = census();
            loop {
                let submission = devices.submission();
                let answer = http
                    .post(&address)
                    .header(header::CONTENT_TYPE, "application/json")
                    .body(submission.body(&survey))
                    // A request whose connection died under it may wait for ever.
                    .timeout(PATIENCE)
                    .send()
                    .await;
                let status = answer.map(|response| response.status().as_u16());
                let is_acknowledged = status.as_ref().is_ok_and(|&status| status == 201);
                sent.lock().unwrap().push(Sent {
                    submission,
                    acknowledged: is_acknowledged,
                });
                match status {
                    Ok(201) => {
                        if acknowledged.fetch_add(1, Ordering::Relaxed) + 1 == kill_after {
                            due.notify_one();
                        }
                    }
                    Ok(other) => panic!("status {other}"),
                    // Killed.
                    Err(_) => break,
                }
            }
        });
    }
    tokio::select! {
        () = due.notified() => {}
        Some(post) = posts.join_next() => {
            post.unwrap();
            panic!("a post got no answer before the collector was killed");
        }
    }
    serving.kill();
    while let Some(post) = posts.join_next().await {
        post.unwrap();
    }
    let sent = std::mem::take(&mut *sent.lock().unwrap());
    let acknowledged = sent.iter().filter(|sent| sent.acknowledged).count() as u64;
    assert!(acknowledged >= kill_after);
    sent
}

/// Starts again on the same file, checks what is there, and posts everything once more.
async fn next_life(database: &str, before: u64, sent: Vec<Sent>) -> Vec<Submission> {
    let serving = Serving::start(database);
    let http = http();
    let read = async || {
        let results = http.get(serving.address("/api/v1/surveys/census/results"));
        json(results.send().await.unwrap()).await
    };
    let n = reports(&read().await);
    assert_eq!(n, [n[0]; 3], "half counted");
    for Sent {
        submission,
        acknowledged,
    } in &sent
    {
        let body = submission.body(&census());
        let status = post(&http, &serving.address(SUBMISSIONS), body)
            .await
            .status();
        match (status.as_u16(), acknowledged) {
            // 201: it had got lost on the way, and nobody was told that it was counted.
            (200, _) | (201, false) => {}
            (status, _) => panic!("{status}, acknowledged: {acknowledged}"),
        }
    }
    // Whatever had been counted without being known would now count twice, and the reverse never.
    let all = before + sent.len() as u64;
    assert_eq!(reports(&read().await), [all; 3]);
    sent.into_iter().map(|sent| sent.submission).collect()
}

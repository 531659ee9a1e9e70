//! The shipped crowd program: every mechanism, and every mechanism's sampler.

use harness::{Browser, StaticFiles, channel_cases, crowds, simulate};

/// Each of some two hundred estimates lies within six standard errors of the truth: a correct
/// program fails with a chance below 10⁻⁶.
#[tokio::test(flavor = "multi_thread")]
async fn every_mechanism_serves_a_crowd_in_the_browser() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("crowd-worker.js")).await;
    for (mechanism, categories) in crowds() {
        let (outcome, _) = simulate(&browser, mechanism, categories, 20_000).await;
        assert_eq!(outcome["mechanism"], mechanism);
        assert_eq!(outcome["people"], 20_000);
        let found = outcome["categories"].as_array().unwrap();
        assert_eq!(found.len(), categories as usize, "{mechanism}");
        for category in found {
            let number = |value: &serde_json::Value| value.as_f64().unwrap();
            let interval = &category["interval"];
            let half_width = (number(&interval[1]) - number(&interval[0])) / 2.0;
            let away = (number(&category["estimate"]) - number(&category["truth"])).abs();
            assert!(away < 6.0 * half_width / 1.96, "{mechanism}: {category}");
        }
    }
}

/// G-tests of the shipped samplers against their exact channels; 16 of them, each with a
/// false-alarm rate of 10⁻⁸.
#[tokio::test(flavor = "multi_thread")]
async fn the_shipped_samplers_follow_their_channels() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("crowd-worker.js")).await;
    for case in channel_cases() {
        let (g, limit) = case.test(&browser, 100_000).await;
        assert!(g < limit, "{}: G = {g}, limit {limit}", case.mechanism);
    }
}

//! Measures the shipped crowd program in the browser: `crowd seconds` prints the seconds that a million
//! people take by every mechanism, `crowd channels` a G-test of ten million reports of every
//! mechanism against its channel. scripts/measure-crowd sets up what this needs.

use std::process::ExitCode;

use harness::{Browser, StaticFiles, channel_cases, crowds, simulate};

#[tokio::main]
async fn main() -> ExitCode {
    let what = std::env::args().nth(1).unwrap_or_default();
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("crowd-worker.js")).await;
    let missed = match what.as_str() {
        "channels" => channels(&browser).await,
        _ => seconds(&browser).await,
    };
    println!("\n{missed} missed.");
    // Not `exit`, which would leave the browser behind.
    ExitCode::from(u8::from(missed > 0))
}

/// A million people, epsilon 1; the median of three.
async fn seconds(browser: &Browser) -> u32 {
    println!(
        "| mechanism | k | seconds for 1,000,000 people | under a second |\n|---|---|---|---|"
    );
    let mut missed = 0;
    for (mechanism, categories) in crowds() {
        let mut times = Vec::new();
        for _ in 0..3 {
            times.push(simulate(browser, mechanism, categories, 1_000_000).await.1);
        }
        times.sort_by(f64::total_cmp);
        let median = times[1];
        let met = if median < 1.0 { "yes" } else { "**no**" };
        missed += u32::from(median >= 1.0);
        println!("| {mechanism} | {categories} | {median:.2} | {met} |");
    }
    missed
}

/// Ten million reports of each mechanism; 16 tests, each with a false-alarm rate of 10⁻⁸.
async fn channels(browser: &Browser) -> u32 {
    println!(
        "| mechanism | G of 10,000,000 reports | limit | follows its channel |\n|---|---|---|---|"
    );
    let mut missed = 0;
    for case in channel_cases() {
        let (g, limit) = case.test(browser, 10_000_000).await;
        let met = if g < limit { "yes" } else { "**no**" };
        missed += u32::from(g >= limit);
        println!("| {} | {g:.1} | {limit:.1} | {met} |", case.mechanism);
    }
    missed
}

//! What the collector itself reads of a request: bodies other than submissions, changes of settings,
//! headers, codes and tokens, blinded elements, what came through a relay, surveys to be checked; and rows out of a database.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sotto_collector::foreign_bytes;
use sotto_survey::Survey;

static CENSUS: LazyLock<Survey> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../www/surveys/census.json")).expect("a survey")
});

fuzz_target!(|data: &[u8]| {
    let [kind, bytes @ ..] = data else {
        return;
    };
    let text = std::str::from_utf8(bytes);
    match (kind, text) {
        (b'b', _) => foreign_bytes::bodies(bytes, &CENSUS),
        (b's', _) => foreign_bytes::survey(bytes),
        (b'p', _) => foreign_bytes::purchase(bytes),
        (b'e', _) => foreign_bytes::encapsulated(bytes),
        (b'r', Ok(text)) => foreign_bytes::row(text, &CENSUS),
        (_, Ok(text)) => foreign_bytes::texts(text),
        (_, Err(_)) => {}
    }
});

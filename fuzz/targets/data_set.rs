//! The data of `sotto simulate`: on the first line a mapping, below it a table, for two surveys.
#![no_main]

use std::{env, fs, process, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use sotto_cli::foreign_bytes;
use sotto_survey::Survey;

static SURVEYS: LazyLock<[Survey; 2]> = LazyLock::new(|| {
    [
        include_str!("../../www/surveys/census.json"),
        include_str!("../../www/surveys/every-type.json"),
    ]
    .map(|file| serde_json::from_str(file).expect("a survey"))
});

fuzz_target!(|data: &[u8]| {
    let mut lines = data.splitn(2, |byte| *byte == b'\n');
    let mapping = std::str::from_utf8(lines.next().unwrap_or_default());
    let (Ok(mapping), Some(table)) = (mapping, lines.next()) else {
        return;
    };
    let file = env::temp_dir().join(format!("sotto-fuzz-{}.csv", process::id()));
    fs::write(&file, table).expect("a temporary file");
    for survey in &*SURVEYS {
        foreign_bytes::data_set(mapping, &file, survey);
    }
});

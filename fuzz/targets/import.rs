//! Other programs' surveys, of every format: by the file's name on the first line, by each format's own name, and
//! by none. And files of translations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_import::{Format, ImportError, Imported, Reason, import, read_translations};
use sotto_survey::{Json, Survey};

fuzz_target!(|data: &[u8]| {
    let mut lines = data.splitn(2, |byte| *byte == b'\n');
    let name = String::from_utf8_lossy(lines.next().unwrap_or_default());
    let Some(bytes) = lines.next() else {
        return;
    };
    hold(import(bytes, &name, None));
    for format in Format::ALL {
        hold(import(bytes, &name, Some(format)));
    }
    if let Err(error) = read_translations(bytes) {
        assert!(!error.to_string().is_empty());
    }
});

/// What was made can be read again, is a survey unless the report names a fault, and is the same at the next time;
/// what was refused says why.
fn hold(imported: Result<Imported, ImportError>) {
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = imported.written();
    let read: Json = serde_json::from_str(&written).expect("what was written is JSON");
    assert!(read == imported.draft);
    let has_fault = || {
        let mut lines = imported.report.iter();
        lines.any(|line| matches!(line.reason, Reason::Fault(_)))
    };
    assert!(Survey::read(read).is_ok() || has_fault(), "{written}");
}

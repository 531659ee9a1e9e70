//! Small files of each format, and the drafts and reports that are made of them. `SOTTO_APPROVE=1` writes
//! them anew: then read the difference.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{fmt::Write, fs, path::Path};

use sotto_import::{Format, ImportError, Imported, Outcome, Reason, import};
use sotto_survey::{FaultCause, Survey};

const FILES: [(&str, Format); 4] = [
    ("health.surveyjs.json", Format::SurveyJs),
    ("campus.qsf", Format::Qsf),
    ("exams.limesurvey.txt", Format::LimeSurvey),
    ("household.xlsform.txt", Format::XlsForm),
];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
}

fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join("files").join(name)).unwrap()
}

/// An XLSForm as text is recognised by nothing; the others by themselves.
fn imported(name: &str, format: Format) -> Imported {
    let said = (format == Format::XlsForm).then_some(format);
    let imported = import(&file(name), said).unwrap();
    assert_eq!(imported.format, format);
    imported
}

#[test]
fn drafts_and_reports_are_as_approved() {
    for (name, format) in FILES {
        let imported = imported(name, format);
        let mut text = imported.written();
        text.push_str("\n\n");
        for line in &imported.report {
            writeln!(text, "{line}").unwrap();
        }
        let golden = folder().join("golden").join(format!("{name}.txt"));
        if std::env::var_os("SOTTO_APPROVE").is_some() {
            fs::write(&golden, &text).unwrap();
        }
        assert_eq!(text, fs::read_to_string(golden).unwrap(), "{name}");
    }
}

#[test]
fn a_draft_lacks_nothing_but_translations() {
    for (name, format) in FILES {
        let draft = imported(name, format).draft;
        if let Err(faults) = Survey::read(draft) {
            for fault in faults.as_slice() {
                let is_translation = matches!(fault.cause, FaultCause::Untranslated(_));
                assert!(is_translation, "{name}: {} {}", fault.pointer, fault.cause);
            }
        }
    }
}

#[test]
fn free_text_is_left_out_and_the_report_says_why() {
    for (name, format) in FILES {
        let report = imported(name, format).report;
        let line = report.iter().find(|line| line.reason == Reason::FreeText);
        let line = line.unwrap();
        assert_eq!(line.outcome, Outcome::LeftOut);
        assert!(
            line.to_string().contains("free text is never asked"),
            "{line}"
        );
    }
}

#[test]
fn a_workbook_is_the_same_survey_as_its_text() {
    let text = String::from_utf8(file("household.xlsform.txt")).unwrap();
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let mut sheet = None;
    let mut row = 0;
    for line in text.lines() {
        if line.starts_with('|') {
            let sheet: &mut rust_xlsxwriter::Worksheet = sheet.as_mut().unwrap();
            for (column, cell) in (0..).zip(line.trim_matches('|').split('|')) {
                sheet.write_string(row, column, cell.trim()).unwrap();
            }
            row += 1;
        } else {
            if let Some(sheet) = sheet.take() {
                workbook.push_worksheet(sheet);
            }
            let mut new = rust_xlsxwriter::Worksheet::new();
            new.set_name(line).unwrap();
            sheet = Some(new);
            row = 0;
        }
    }
    workbook.push_worksheet(sheet.unwrap());
    let bytes = workbook.save_to_buffer().unwrap();
    #[cfg(feature = "xlsx")]
    assert_eq!(
        import(&bytes, None).unwrap(),
        imported("household.xlsform.txt", Format::XlsForm)
    );
    #[cfg(not(feature = "xlsx"))]
    assert_eq!(import(&bytes, None), Err(ImportError::Workbook));
}

#[test]
fn hostile_files_are_refused_in_words() {
    let refused = |bytes: &[u8], format: Option<Format>| import(bytes, format).unwrap_err();
    assert_eq!(refused(&[0xff, 0xfe, b'a', 0], None), ImportError::Encoding);
    assert_eq!(refused(b"a\0b", None), ImportError::Encoding);
    assert_eq!(refused(&vec![b' '; 16_777_217], None), ImportError::TooLong);
    assert_eq!(refused(b"hello", None), ImportError::Unknown);
    let deep = "[".repeat(100_000);
    let deep = format!("{{\"elements\": {deep}");
    let error = refused(deep.as_bytes(), None).to_string();
    assert!(error.contains("SurveyJS JSON"), "{error}");
    assert_eq!(refused(b"{\"elements\": []}", None), ImportError::Nothing);
    // A million rows.
    let rows = "class\tname\n".to_owned() + &"Q\ta\n".repeat(1_000_000);
    let error = refused(rows.as_bytes(), None).to_string();
    assert!(error.contains("more than 20000 rows"), "{error}");
    #[cfg(feature = "xlsx")]
    {
        let error = refused(b"PK\x03\x04 no archive", None).to_string();
        assert!(error.contains("workbook"), "{error}");
    }
}

#[test]
fn formulas_and_markup_stay_words() {
    let text = r#"{"elements": [{"type": "radiogroup", "name": "=cmd()", "title": "<img src=x onerror=alert(1)>Why?\u202e",
        "choices": ["=1+1", "@x", "\u0007bell"]}]}"#;
    let imported = import(text.as_bytes(), None).unwrap();
    let written = imported.written();
    assert!(
        !written.contains("onerror") && !written.contains('\u{202e}'),
        "{written}"
    );
    assert!(Survey::read(imported.draft).is_ok());
    // A terminal obeys nothing of a report.
    let name = "{\"elements\": [{\"type\": \"comment\", \"name\": \"\\u001b[31mred\"}, {\"type\": \"boolean\", \"name\": \"a\"}]}";
    let report = import(name.as_bytes(), None).unwrap().report;
    assert!(
        !report
            .iter()
            .any(|line| line.to_string().contains('\u{1b}'))
    );
}

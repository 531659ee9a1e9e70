//! Small files of each format, and the drafts and reports that are made of them. `SOTTO_APPROVE=1` writes
//! them anew: then read the difference.

use std::{fmt::Write, fs, path::Path};

use sotto_import::{Format, ImportOutcome, Imported, Language, Reason, import};
use sotto_survey::Survey;

const FILES: [(&str, Format); 8] = [
    ("health.surveyjs.json", Format::SurveyJs),
    ("campus.qsf", Format::Qsf),
    ("exams.limesurvey.txt", Format::LimeSurvey),
    ("pets.lss", Format::LimeSurvey),
    ("household.xlsform.txt", Format::XlsForm),
    ("product.formbricks.json", Format::Formbricks),
    ("party.google-forms.json", Format::GoogleForms),
    ("tea.typeform.json", Format::Typeform),
];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/evidence"))
}

pub(crate) fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join("files").join(name)).unwrap()
}

/// Every format is recognised by itself.
fn imported(name: &str, format: Format) -> Imported {
    let imported = import(&file(name), name, None).unwrap();
    assert_eq!(imported.format, format, "{name}");
    imported
}

fn is_as_approved(name: &str, text: &str) {
    let golden = folder().join("golden").join(name);
    if std::env::var_os("SOTTO_APPROVE").is_some() {
        fs::write(&golden, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(golden).unwrap(), "{name}");
}

#[test]
fn drafts_and_reports_are_as_approved() {
    for (name, format) in FILES {
        let imported = imported(name, format);
        let mut text = imported.written();
        write!(text, "\n\n{}\n\n", imported.summary).unwrap();
        for line in &imported.report {
            writeln!(text, "{line}").unwrap();
        }
        is_as_approved(&format!("{name}.txt"), &text);
        let language = Language::Chinese;
        let mut said = imported.summary.said(language);
        said.extend(imported.report.iter().map(|line| line.said(language)));
        said.push(String::new());
        is_as_approved(&format!("{name}.zh-CN.txt"), &said.join("\n"));
    }
}

#[test]
fn every_draft_is_a_survey() {
    for (name, format) in FILES {
        let imported = imported(name, format);
        let survey =
            Survey::read(imported.draft).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        // As `sotto check` counts them.
        let reported = survey.questions().iter().filter(|one| one.is_reported());
        let reported = reported.count();
        let counted = [imported.summary.questions, imported.summary.texts];
        assert_eq!(
            counted,
            [reported, survey.questions().len() - reported],
            "{name}"
        );
    }
}

#[test]
fn what_a_line_is_about_leads_to_its_question() {
    for (name, format) in FILES {
        let imported = imported(name, format);
        let survey = Survey::read(imported.draft.clone()).unwrap();
        // The closing words are no question's.
        let kept = { imported.report.iter() }
            .filter(|line| line.outcome == ImportOutcome::Kept && line.reason != Reason::Closing);
        for what in kept.flat_map(|line| &line.what) {
            let id = imported.question_of(what);
            let id = id.unwrap_or_else(|| panic!("{name}: {what} leads nowhere"));
            assert!(
                { survey.questions().iter() }.any(|question| question.id().as_str() == id),
                "{name}: {id}"
            );
        }
        assert_eq!(imported.question_of("no such thing"), None);
        let first = survey.questions().first().unwrap();
        assert_eq!(
            imported.question_of("/questions/0/title"),
            Some(first.id().as_str())
        );
    }
}

#[test]
fn free_text_is_left_out_and_the_report_says_why() {
    for (name, format) in FILES {
        let report = imported(name, format).report;
        let line = report.iter().find(|line| line.reason == Reason::FreeText);
        // The structure in XML has none.
        let Some(line) = line else {
            assert_eq!(name, "pets.lss");
            continue;
        };
        assert_eq!(line.outcome, ImportOutcome::LeftOut);
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
    assert_eq!(
        import(&bytes, "household.xlsx", None).unwrap(),
        imported("household.xlsform.txt", Format::XlsForm)
    );
}

#[test]
fn formulas_and_markup_stay_words() {
    let text = r#"{"elements": [{"type": "radiogroup", "name": "=cmd()", "title": "<img src=x onerror=alert(1)>Why?\u202e",
        "choices": ["=1+1", "@x", "\u0007bell"]}]}"#;
    let imported = import(text.as_bytes(), "a.json", None).unwrap();
    let written = imported.written();
    assert!(
        !written.contains("onerror") && !written.contains('\u{202e}'),
        "{written}"
    );
    assert!(Survey::read(imported.draft).is_ok());
    // A terminal obeys nothing of a report.
    let name = "{\"elements\": [{\"type\": \"comment\", \"name\": \"\\u001b[31mred\"}, {\"type\": \"boolean\", \"name\": \"a\"}]}";
    let report = import(name.as_bytes(), "a.json", None).unwrap().report;
    assert!(
        !report
            .iter()
            .any(|line| line.to_string().contains('\u{1b}'))
    );
}

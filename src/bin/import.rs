//! The reader of other programs' files as a program of its own, for a Web Worker: www/import-worker.js loads it.

use serde::Serialize;
use sotto_import::{ImportError, Imported, Language, Line, Outcome};
use sotto_studio::{Named, Reading, Report, ReportLine};
use wasm_bindgen::prelude::*;

fn main() {}

/// Lines in that language, each with the questions that it leads to.
fn lines(lines: &[Line], language: Language, imported: Option<&Imported>) -> Vec<ReportLine> {
    let one = |line: &Line| {
        let (names, is_more) = line.named(language);
        let question = |what: &String| imported?.question_of(what).map(str::to_owned);
        let questions = line.what.iter().map(question);
        ReportLine {
            what: { names.into_iter().zip(questions) }
                .map(|(name, question)| Named { name, question })
                .collect(),
            is_more,
            is_kept: line.outcome == Outcome::Kept,
            said: line.outcome_said(language),
        }
    };
    lines.iter().map(one).collect()
}

/// What becomes of the file, in the language of that tag.
///
/// # Errors
/// When what was found cannot be told, which only a full memory makes so.
#[wasm_bindgen]
pub fn read(bytes: &[u8], name: &str, language: &str) -> Result<JsValue, JsValue> {
    let language = Language::of_tag(language);
    let reading = match sotto_import::import(bytes, name, None) {
        Ok(imported) => Reading::Made {
            draft: imported.compact(),
            report: Report {
                summary: imported.summary.said(language),
                lines: lines(&imported.report, language, Some(&imported)),
            },
        },
        Err(error) => Reading::Refused {
            why: error.said(language),
            report: Report {
                summary: Vec::new(),
                lines: match &error {
                    ImportError::Nothing { report } => lines(report, language, None),
                    _ => Vec::new(),
                },
            },
        },
    };
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    Ok(reading.serialize(&plain)?)
}

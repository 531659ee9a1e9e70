//! The reader of other programs' files as a program of its own, for a Web Worker: www/import-worker.js loads it.

use serde::Serialize;
use sotto_import::{
    ImportError, ImportLine, ImportOutcome, Imported, Language, Progress, TranslationError,
};
use sotto_studio::{
    FileText, Named, Reading, Report, ReportLine, TranslationFile, TranslationFormat,
    TranslationReading, TranslationTable, TranslationText,
};
use wasm_bindgen::prelude::*;

fn main() {}

/// Lines in that language, each with the questions that it leads to.
fn lines(lines: &[ImportLine], language: Language, imported: Option<&Imported>) -> Vec<ReportLine> {
    let one = |line: &ImportLine| {
        let (names, is_more) = line.named(language);
        let question = |what: &String| imported?.question_of(what).map(str::to_owned);
        let questions = line.what.iter().map(question);
        ReportLine {
            what: { names.into_iter().zip(questions) }
                .map(|(name, question)| Named { name, question })
                .collect(),
            is_more,
            is_kept: line.outcome == ImportOutcome::Kept,
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
    told(&reading)
}

/// What is told, in objects and lists of JavaScript's own.
fn told(reading: &impl Serialize) -> Result<JsValue, JsValue> {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    Ok(reading.serialize(&plain)?)
}

/// What a file for translators says, in the language of that tag.
///
/// # Errors
/// When what was found cannot be told, which only a full memory makes so.
#[wasm_bindgen]
pub fn read_translations(bytes: &[u8], language: &str) -> Result<JsValue, JsValue> {
    let language = Language::of_tag(language);
    told(&match sotto_import::read_translations(bytes) {
        Ok(file) => TranslationReading::Read(as_studio_has_it(file, language)),
        Err(error) => refused(&error, language),
    })
}

/// A file for translators of a table, in a format.
///
/// # Errors
/// When the table is not as the studio types it.
#[wasm_bindgen]
pub fn write_translations(wish: JsValue, language: &str) -> Result<JsValue, JsValue> {
    let language = Language::of_tag(language);
    let wish: (TranslationTable, TranslationFormat) = serde_wasm_bindgen::from_value(wish)?;
    let (table, format) = wish;
    let format = match format {
        TranslationFormat::Csv => sotto_import::TranslationFormat::Csv,
        TranslationFormat::Xliff => sotto_import::TranslationFormat::Xliff,
    };
    let table = sotto_import::TranslationTable {
        survey: table.survey,
        source: table.source,
        target: table.target,
        texts: table.texts.into_iter().map(as_file_has_it).collect(),
    };
    told(&match sotto_import::write_translations(&table, format) {
        Ok(bytes) => TranslationReading::Written(bytes),
        Err(error) => refused(&error, language),
    })
}

fn refused(error: &TranslationError, language: Language) -> TranslationReading {
    TranslationReading::Refused(error.said(language))
}

fn as_file_has_it(text: TranslationText) -> sotto_import::TranslationText {
    sotto_import::TranslationText {
        progress: match (text.target.trim().is_empty(), text.is_done) {
            (true, _) => Progress::Missing,
            (false, true) => Progress::Done,
            (false, false) => Progress::OutOfDate,
        },
        key: text.key,
        place: text.place,
        source: text.source,
        target: text.target,
        was: text.was,
    }
}

fn as_studio_has_it(file: sotto_import::TranslationFile, language: Language) -> TranslationFile {
    let left = file.left.into_iter();
    let texts = file.texts.into_iter();
    TranslationFile {
        survey: file.survey,
        source: file.source,
        target: file.target,
        legacy: file.legacy.map(str::to_owned),
        unread: file.unread,
        texts: texts
            .map(|text| FileText {
                key: text.key,
                source: text.source,
                target: text.target,
                is_done: text.is_done,
            })
            .collect(),
        left: left
            .map(|left| (left.key, left.why.said(language)))
            .collect(),
    }
}

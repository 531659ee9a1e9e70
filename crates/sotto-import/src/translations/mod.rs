//! A survey's translations as files for whoever translates: written, and read back. What becomes of what was read
//! is for whoever has the survey to say.

mod csv_file;
mod encoding;
mod error;
mod inline;
mod table;
mod xliff_read;
mod xliff_write;
mod xml;

pub use error::{TranslationError, TranslationWhy};
pub use table::{
    FileText, LeftText, Progress, TranslationFile, TranslationFormat, TranslationTable,
    TranslationText,
};

/// The most bytes of a file.
const LONGEST: usize = 16_777_216;

/// Writes a file for whoever translates.
///
/// # Errors
/// When the writer of the format fails, which only a full memory makes so.
pub fn write_translations(
    table: &TranslationTable,
    format: TranslationFormat,
) -> Result<Vec<u8>, TranslationError> {
    match format {
        TranslationFormat::Csv => csv_file::written(table),
        TranslationFormat::Xliff => xliff_write::written(table),
    }
}

/// Reads such a file, whichever program has saved it since.
///
/// # Errors
/// When nothing of it can be taken, and why.
pub fn read_translations(bytes: &[u8]) -> Result<TranslationFile, TranslationError> {
    if bytes.len() > LONGEST {
        return Err(TranslationError::TooMuch);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(TranslationError::Workbook);
    }
    let decoded = encoding::decoded(bytes)?;
    if decoded.text.trim_start().starts_with('<') {
        // What an XML file says of its encoding is not looked at: it is Unicode, or nothing.
        return match decoded.legacy {
            None => xliff_read::read(&decoded.text),
            Some(_) => Err(TranslationError::Encoding),
        };
    }
    csv_file::read(&decoded.text, decoded.legacy)
}

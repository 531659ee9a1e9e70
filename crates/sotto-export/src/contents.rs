//! From what was asked for to the bytes of each file.

use sotto_survey::{Results, Survey};

use super::{
    ExportError, Findings, Format, Languages, codebook, estimates, labels, recipe, report,
    rows::Rows, workbook, writers,
};

/// The bytes of a file that is made of a survey, and of its results where the format needs them.
///
/// # Errors
/// When what it is made of is missing or does not fit together, or the format has no room for it.
pub fn document(
    format: Format,
    survey: &Survey,
    results: Option<&Results>,
    languages: &Languages,
) -> Result<Vec<u8>, ExportError> {
    let findings = || {
        let results = results.ok_or(ExportError::NoResults(format))?;
        Findings::new(survey, results)
    };
    let first = languages.first();
    let rows_file = || Format::Rows.file_name(survey);
    match format {
        Format::Csv => estimates::csv(&findings()?, first),
        Format::Json => estimates::json(&findings()?, languages),
        Format::Xlsx => workbook::xlsx(&findings()?, first),
        Format::Codebook => Ok(codebook::html(&findings()?, languages)),
        Format::Ddi => Ok(codebook::ddi(&findings()?, languages, &rows_file())),
        Format::JsonLd => codebook::json_ld(&findings()?, languages),
        Format::Channels => recipe::channels(&findings()?, first),
        Format::Python => Ok(recipe::python(&Format::Channels.file_name(survey))),
        Format::REstimates => Ok(recipe::r(&findings()?)),
        Format::Report => Ok(report::html(&findings()?, first)),
        Format::R => Ok(labels::r(survey, first, &rows_file())),
        Format::Stata => Ok(labels::stata(survey, first, &rows_file())),
        Format::Spss => Ok(labels::spss(survey, first, &rows_file())),
        Format::Rows
        | Format::RowsLabelled
        | Format::Reports
        | Format::Ndjson
        | Format::Parquet
        | Format::Sav => Err(ExportError::NoRows(format)),
    }
}

/// All that exports are made of.
#[derive(Debug)]
pub struct Contents {
    survey: Survey,
    results: Option<Results>,
    rows: Option<Vec<u8>>,
    languages: Languages,
}

impl Contents {
    /// A survey with what there is of its results and of its rows, these as the format `ndjson` has them; labels are
    /// in that language, or else in the survey's first.
    ///
    /// # Errors
    /// When the results are not the survey's, or it is not written in that language.
    pub fn new(
        survey: Survey,
        results: Option<Results>,
        rows: Option<Vec<u8>>,
        language: Option<&str>,
    ) -> Result<Self, ExportError> {
        if let Some(results) = &results {
            Findings::new(&survey, results)?;
        }
        Ok(Self {
            languages: Languages::of(&survey, language)?,
            survey,
            results,
            rows,
        })
    }

    /// The survey.
    #[must_use]
    pub const fn survey(&self) -> &Survey {
        &self.survey
    }

    /// Whether what is there is enough for a format.
    #[must_use]
    pub const fn is_enough_for(&self, format: Format) -> bool {
        (self.results.is_some() || !format.needs_results())
            && (self.rows.is_some() || !format.needs_rows())
    }

    /// The bytes of a file in that format.
    ///
    /// # Errors
    /// When what it is made of is missing or damaged, or the format has no room for it.
    pub fn make(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        if !format.needs_rows() {
            return document(format, &self.survey, self.results.as_ref(), &self.languages);
        }
        let lines = self.rows.as_ref().ok_or(ExportError::NoRows(format))?;
        let rows = Rows::new(lines);
        writers::file(format, &self.survey, self.languages.first(), rows)
    }
}

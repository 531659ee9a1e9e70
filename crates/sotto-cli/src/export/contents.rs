//! From what was asked for to the bytes of each file.

use sotto_survey::Survey;

use super::{
    ExportError, Findings, Format, Languages, aggregates, codebook, labels, parquet_file, recipe,
    report, rows::Rows, sav, workbook,
};

/// What exports are made of.
#[derive(Debug)]
pub(crate) enum Source {
    /// The survey alone.
    Survey(Box<Survey>),
    /// The survey and its results.
    Findings(Box<Findings>),
}

/// Makes the bytes of files.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) source: Source,
    /// As the collector gives them: a JSON object a line.
    pub(crate) rows: Option<Vec<u8>>,
    pub(crate) languages: Languages,
}

impl Contents {
    /// The survey.
    pub(crate) fn survey(&self) -> &Survey {
        match &self.source {
            Source::Survey(survey) => survey,
            Source::Findings(findings) => findings.survey(),
        }
    }

    /// Whether what is there is enough for a format.
    pub(crate) const fn is_enough_for(&self, format: Format) -> bool {
        let has_results = matches!(self.source, Source::Findings(_));
        (has_results || !format.needs_results()) && (self.rows.is_some() || !format.needs_rows())
    }

    /// The bytes of a file in that format.
    ///
    /// # Errors
    /// When what it is made of is missing or damaged, or the format has no room for it.
    pub(crate) fn make(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        let (languages, survey) = (&self.languages, self.survey());
        let findings = || match &self.source {
            Source::Findings(findings) => Ok(&**findings),
            Source::Survey(_) => Err(ExportError::NoResults(format)),
        };
        let rows = || {
            let bytes = self.rows.as_ref().ok_or(ExportError::NoRows(format))?;
            Ok::<_, ExportError>(Rows::new(survey, bytes, languages.first()))
        };
        let rows_file = Format::Rows.file_name(survey);
        match format {
            Format::Csv => aggregates::csv(findings()?, languages.first()),
            Format::Json => aggregates::json(findings()?, languages),
            Format::Xlsx => workbook::xlsx(findings()?, languages.first()),
            Format::Codebook => Ok(codebook::html(findings()?, languages)),
            Format::Ddi => Ok(codebook::ddi(findings()?, languages, &rows_file)),
            Format::JsonLd => codebook::json_ld(findings()?, languages),
            Format::Channels => recipe::channels(findings()?, languages.first()),
            Format::Python => Ok(recipe::python(&Format::Channels.file_name(survey))),
            Format::REstimates => Ok(recipe::r(findings()?)),
            Format::Report => Ok(report::html(findings()?, languages.first())),
            Format::Rows => rows()?.csv(false),
            Format::RowsLabelled => rows()?.csv(true),
            Format::Ndjson => rows()?.ndjson(),
            Format::Parquet => parquet_file::parquet(&rows()?),
            Format::Sav => sav::sav(&rows()?, survey.id().as_str()),
            Format::R => Ok(labels::r(survey, languages.first(), &rows_file)),
            Format::Stata => Ok(labels::stata(survey, languages.first(), &rows_file)),
            Format::Spss => Ok(labels::spss(survey, languages.first(), &rows_file)),
        }
    }
}

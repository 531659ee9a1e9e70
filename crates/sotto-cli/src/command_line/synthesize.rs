//! `sotto synthesize`.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args;
use sotto_log as log;

use super::ending::{ended, failure};
use crate::{
    data_set::Separator,
    generator::generator,
    streams::{StreamError, write_document},
    synthetic::{KnownTables, QueryComparison, RowFormat, SyntheticRows},
};

/// Make rows that nobody has answered, with the shares that were estimated
///
/// Tables are made to agree and possible, then joined in the one distribution that says nothing else: that of
/// greatest entropy. Rows are drawn from it. It costs nothing beyond the reports, however many rows are made.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Synthesize {
    /// Estimates as JSON: results of a survey, cross-tabs, or what `sotto estimate` prints; several files are
    /// joined by the names of their questions
    #[arg(long, value_name = "FILE,…", value_delimiter = ',', required = true)]
    estimates: Vec<PathBuf>,

    /// How many rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    rows: u32,

    /// Where the rows are written [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How they are written [default: Parquet for a file that ends in .parquet, else CSV]
    #[arg(long, value_enum)]
    format: Option<RowFormat>,

    /// Write to this file, as JSON, what rows and estimates say to every share, range and mean; "-" shows it
    /// as a table on standard error
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Compare with this table of true rows too, whose first row names the columns
    #[arg(long, value_name = "FILE", requires = "compare")]
    data: Option<PathBuf>,

    /// Make the rows repeatable
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const HELP: &str = "\
Where tables go round in a circle (a with b, b with c, c with a) they are joined by iterative proportional fitting, \
elsewhere by products of conditional shares. Questions in no common table are drawn independently of each other.

  sotto results --url https://example.org --survey census --format json > census.json
  sotto synthesize --estimates census.json --rows 10000 --out census.parquet --compare -

Exit code: 0 when done, 1 when the estimates are bad, 2 for a wrong call.";

impl Synthesize {
    pub(super) fn run(self) -> ExitCode {
        let source = match KnownTables::read(&self.estimates) {
            Ok(source) => source,
            Err(error) => return failure(error),
        };
        let mut generator = match generator(self.seed) {
            Ok(generator) => generator,
            Err(error) => {
                return failure(format_args!(
                    "the operating system gives no randomness, so nothing was drawn: {error}"
                ));
            }
        };
        let rows = match SyntheticRows::draw(&source, self.rows as usize, &mut generator) {
            Ok(rows) => rows,
            Err(error) => return failure(error),
        };
        for note in &source.notes {
            log::say(note);
        }
        if let Some(file) = &self.compare {
            let data = self.data.as_deref().map(|file| (file, Separator::Auto));
            let comparison = match QueryComparison::new(&source, &rows, data) {
                Ok(comparison) => comparison,
                Err(error) => return failure(error),
            };
            let written = if file.as_os_str() == "-" {
                let listed = comparison.listing().write(io::stderr().lock());
                listed.map_err(StreamError::Write)
            } else {
                let file = match fs::File::create(file) {
                    Ok(file) => file,
                    Err(error) => return unwritten(file, &error),
                };
                write_document(&comparison, file)
            };
            if let Err(error) = written {
                return failure(error);
            }
        }
        let is_columns = |file: &PathBuf| file.extension().is_some_and(|end| end == "parquet");
        let format = self
            .format
            .unwrap_or(if self.out.as_ref().is_some_and(is_columns) {
                RowFormat::Parquet
            } else {
                RowFormat::Csv
            });
        let bytes = match rows.file(&source, format) {
            Ok(bytes) => bytes,
            Err(error) => return failure(error),
        };
        match &self.out {
            Some(file) => match fs::write(file, bytes) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => unwritten(file, &error),
            },
            None => ended(io::stdout().write_all(&bytes).map_err(StreamError::Write)),
        }
    }
}

fn unwritten(file: &std::path::Path, error: &io::Error) -> ExitCode {
    failure(format_args!(
        "{} cannot be written: {error}",
        file.display()
    ))
}

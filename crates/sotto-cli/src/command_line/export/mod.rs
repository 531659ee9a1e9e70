//! `sotto export`.

mod files;
mod source;

use std::{
    io::{IsTerminal, Write, stdout},
    path::PathBuf,
    process::ExitCode,
};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use sotto_export::{Contents, Format};
use sotto_ldp::Confidence;
use sotto_log as log;
use sotto_survey::Identifier;

use self::{
    files::write_whole,
    source::{FileFlags, SourceError},
};
use super::{
    collector::CollectorFlags,
    ending::{failure, say_on_stdout, wrong_call},
    values::confidence,
    versions::VersionFlags,
};

/// Take a survey's results home: tables, codebooks, scripts, a report, noisy rows
///
/// A file is written whole or not at all. Estimates are unbiased, so they may lie outside 0 to 1;
/// "consistent" is the nearest that is possible.
#[derive(Debug, Args)]
#[command(after_long_help = EXPORT_HELP)]
pub(super) struct Export {
    /// The survey's id, where it is taken from a collector
    #[arg(long, value_name = "ID", required_unless_present = "file")]
    survey: Option<Identifier>,

    /// The collector, such as http://127.0.0.1:8080
    #[arg(long, env = "SOTTO_URL")]
    url: Option<String>,

    /// A file with your token; without it, the token is taken from the environment
    /// variable `SOTTO_TOKEN`
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    #[command(flatten)]
    files: FileFlags,

    /// What to make; several with --folder [default with --folder: all that can be made]
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = format(),
        value_delimiter = ',',
        required_unless_present = "folder"
    )]
    format: Vec<Format>,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "folder")]
    out: Option<PathBuf>,

    /// The folder that gets a file for each format; it must exist
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// The language of labels where there is room for one [default: the survey's first]
    #[arg(long, value_name = "TAG")]
    language: Option<String>,

    #[command(flatten)]
    versions: VersionFlags,

    /// How sure the intervals are, of results from a collector
    #[arg(long, value_name = "C", value_parser = confidence, default_value = "0.95")]
    confidence: Confidence,
}

const EXPORT_HELP: &str = "\
Everything at once, from a collector; results that are not public take a viewer's token, rows a
designer's, from the file or from SOTTO_TOKEN:

  sotto export --survey tea-or-coffee --url http://127.0.0.1:8080 --token-file ben.token --folder tea

One file, from files that were taken from a collector before:

  sotto export --file tea.json --results results.json --format xlsx --out tea.xlsx

Exit code: 0 when everything was written, 1 when not, 2 for a wrong call.";

impl Export {
    pub(super) fn run(self) -> ExitCode {
        if self.folder.is_none() && self.format.len() > 1 {
            return wrong_call("several formats are several files: name a folder with --folder");
        }
        let to_terminal = self.folder.is_none() && self.out.is_none() && stdout().is_terminal();
        if let Some(format) = self
            .format
            .iter()
            .find(|one| one.is_binary() && to_terminal)
        {
            return wrong_call(&format!(
                "{format} cannot be shown on a terminal: name a file with --out"
            ));
        }
        let contents = match self.contents() {
            Ok(contents) => contents,
            Err(SourceError::WrongCall(sentence)) => return wrong_call(&sentence),
            Err(error) => return failure(error),
        };
        let formats = if self.format.is_empty() {
            possible(&contents)
        } else {
            self.format.clone()
        };
        let made: Result<Vec<_>, _> = formats
            .iter()
            .map(|&format| contents.make(format).map(|bytes| (format, bytes)))
            .collect();
        match made {
            Ok(made) => self.write(&contents, made),
            Err(error) => failure(error),
        }
    }

    fn contents(&self) -> Result<Contents, SourceError> {
        let language = self.language.as_deref();
        let formats = &self.format;
        if self.files.file.is_some() {
            if self.versions.is_given() {
                return Err(SourceError::WrongCall(
                    "--version and --through choose among what a collector has: files are of the version that they are of"
                        .to_owned(),
                ));
            }
            return self.files.contents(language);
        }
        let (Some(survey), Some(url)) = (&self.survey, &self.url) else {
            return Err(SourceError::WrongCall(
                "a survey is taken from a collector, whose address is wanted with --url, or from a file, with --file"
                    .to_owned(),
            ));
        };
        let collector = CollectorFlags::new(url.clone(), self.token_file.clone());
        let asked = source::ExportRequest {
            formats,
            language,
            versions: self.versions.wanted(),
            confidence: self.confidence,
        };
        let runtime = tokio::runtime::Runtime::new().map_err(SourceError::Runtime)?;
        runtime.block_on(source::from_collector(&collector, survey, asked))
    }

    fn write(&self, contents: &Contents, made: Vec<(Format, Vec<u8>)>) -> ExitCode {
        if let Some(folder) = &self.folder {
            let files = made.into_iter().map(|(format, bytes)| {
                let name = format.file_name(contents.survey());
                (folder.join(name), bytes)
            });
            let files: Vec<_> = files.collect();
            let written = write_whole(&files);
            let names = files.iter().map(|(file, _)| file.display().to_string());
            return match written {
                Ok(()) => say_on_stdout(&names.collect::<Vec<_>>().join("\n")),
                Err(error) => failure(error),
            };
        }
        let bytes = made
            .into_iter()
            .next()
            .map_or_else(Vec::new, |(_, bytes)| bytes);
        match &self.out {
            Some(file) => match write_whole(&[(file.clone(), bytes)]) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failure(error),
            },
            None => print(&bytes),
        }
    }
}

/// A format by its name; each is told with what it is.
fn format() -> impl TypedValueParser<Value = Format> {
    let named = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(named).try_map(|name| name.parse())
}

/// All formats that what is there is enough for.
fn possible(contents: &Contents) -> Vec<Format> {
    let all = Format::ALL.into_iter();
    let (possible, others): (Vec<_>, Vec<_>) = all.partition(|&one| contents.is_enough_for(one));
    if !others.is_empty() {
        let names: Vec<_> = others.iter().map(ToString::to_string).collect();
        log::say(format_args!("left out: {}", names.join(", ")));
    }
    possible
}

fn print(bytes: &[u8]) -> ExitCode {
    let mut output = stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failure(format_args!("standard output cannot be written: {error}")),
    }
}

//! `sotto simulate`: each row of a real data set answers a survey, through the same randomizers and
//! the same HTTP API as a respondent's device. The data stay here; only noisy reports are sent.

mod error;
mod mapping;
mod options;
mod post;
mod sheet;
mod summary;

use std::{fs, io, time::Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use rand::rngs::ChaCha20Rng;
use sotto_api::client::Client;
use sotto_log as log;
use sotto_survey::Survey;

pub(crate) use mapping::{MappedQuestion, Mapping};
pub(crate) use options::SimulateOptions;
pub(crate) use post::insist;
pub(crate) use summary::SimulationSummary;

use self::{
    error::{RowFault, SimulateError},
    options::{HeaderOption, OnError},
    post::Post,
    sheet::AnswerSheet,
};
use crate::{
    data_set::{ColumnName, DataTable, Record},
    generator::generator,
};

/// Bad rows that are named one by one; the rest are counted.
const NAMED: u64 = 20;

/// Reads the data, perturbs every row's answers and posts the reports. Notes and bad rows are told
/// on standard error; `summary` holds what was done, after an error too.
///
/// # Errors
/// When nothing can be sent, the collector cannot be reached any more, or a row is bad and that is
/// to stop it. Submissions that are refused are no error here: the summary counts them.
pub(crate) async fn simulate(
    options: &SimulateOptions,
    summary: &mut SimulationSummary,
) -> Result<(), SimulateError> {
    let survey = read_survey(options)?;
    let asked = asked(&survey, options)?;
    let mut table =
        DataTable::open(&options.data, options.separator).map_err(|e| unread(options, e))?;
    let first = table.next_row().map_err(|e| unread(options, e))?;
    let first = first.ok_or_else(|| SimulateError::NoRows(options.data.clone()))?;
    let by_name = |mapped: &MappedQuestion| matches!(mapped.column, ColumnName::Name(_));
    let named = options.map.questions().iter().any(by_name);
    let mut has_header = match options.header {
        HeaderOption::Auto => named,
        HeaderOption::Yes => true,
        HeaderOption::No => false,
    };
    let sheet = AnswerSheet::new(&survey, &options.map, &first.cells, has_header)?;
    if options.header == HeaderOption::Auto && !named && sheet.looks_like_header(&first.cells) {
        has_header = true;
        log::say(format_args!(
            "Line {} is taken as the header; --header no makes it a row.",
            table.line(&first).map_err(|e| unread(options, e))?
        ));
    }
    for question in sheet.declined() {
        log::say(format_args!(
            "Everybody declines question {:?}: no column is mapped to it.",
            question.id().as_str()
        ));
    }
    let generator = generator(options.seed).map_err(SimulateError::Randomness)?;
    let client = Client::new(&options.url)?;
    let published = client.survey(survey.id()).await?;
    if let Some(difference) = difference(&survey, &published) {
        return Err(SimulateError::OtherSurvey(difference));
    }

    let begin = Instant::now();
    let crowd = Respondents {
        options,
        survey: &asked,
        sheet,
        generator,
        progress: progress_bar(table.length),
    };
    let mut post = Post::new(client, survey.id().clone());
    let mut unknown = None;
    let ended = crowd
        .answer(
            (!has_header).then_some(first),
            table,
            &mut post,
            summary,
            &mut unknown,
        )
        .await;
    // What is under way is answered before anything else is said.
    let posted = post.finish(summary).await;
    summary.elapsed = begin.elapsed();
    let unnamed = summary.skipped_rows().saturating_sub(NAMED);
    if !options.verbose && unnamed > 0 {
        log::say(format_args!(
            "… and {} more bad rows; --verbose names them all.",
            HumanCount(unnamed)
        ));
    }
    ended?;
    posted?;
    if summary.skipped_rows() == summary.rows {
        let advice = unknown.and_then(|id| categories_of(&survey, &id));
        return Err(SimulateError::NoGoodRow { advice });
    }
    Ok(())
}

/// The survey as it is asked of those whose link names arms, where it leaves them to links.
fn asked(survey: &Survey, options: &SimulateOptions) -> Result<Survey, SimulateError> {
    let survey = survey.clone();
    if options.arm.is_empty() {
        if survey.takes_arms_by_link() {
            log::say(format_args!(
                "The survey leaves its arms to links: each row's is drawn, all alike; --arm names one for everybody."
            ));
        }
        return Ok(survey);
    }
    let named = survey.with_arms_named(&options.arm.join(" "));
    named.map_err(SimulateError::Arms)
}

/// What a cell of that question has to hold.
fn categories_of(survey: &Survey, id: &str) -> Option<String> {
    const NAMED: usize = 12;
    let mut questions = survey.questions().iter();
    let question = questions.find(|question| question.id().as_str() == id)?;
    let ids: Vec<_> = question
        .categories()
        .map(sotto_survey::Category::id)
        .collect();
    let more = if ids.len() > NAMED { ", …" } else { "" };
    let first = ids.iter().take(NAMED).map(ToString::to_string);
    let first = first.collect::<Vec<_>>().join(", ");
    Some(format!(
        "; question {id:?} has the categories {first}{more}: change the cells, map another column to it, or answer a yes-no question by a comparison such as {id}=COLUMN>50"
    ))
}

/// Every row of a table as answers to a survey, whatever separates its cells.
#[cfg(feature = "fuzzing")]
pub(crate) fn read_rows(table: &std::path::Path, survey: &Survey, mapping: &Mapping) {
    use crate::data_set::Separator;

    for separator in [Separator::Auto, Separator::Comma, Separator::Spaces] {
        for has_header in [true, false] {
            let Ok(mut table) = DataTable::open(table, separator) else {
                return;
            };
            let Ok(Some(first)) = table.next_row() else {
                continue;
            };
            let Ok(sheet) = AnswerSheet::new(survey, mapping, &first.cells, has_header) else {
                continue;
            };
            let _ = sheet.looks_like_header(&first.cells);
            let mut next = Some(first);
            while let Some(row) = next {
                if let Err(bad) = sheet.answers(&row.cells) {
                    assert!(!bad.to_string().contains('\u{1b}'));
                    assert!(table.line(&row).is_ok_and(|line| line > 0));
                }
                next = table.next_row().unwrap_or_default();
            }
        }
    }
}

/// The respondents, one per row.
struct Respondents<'a> {
    options: &'a SimulateOptions,
    survey: &'a Survey,
    sheet: AnswerSheet<'a>,
    generator: ChaCha20Rng,
    progress: ProgressBar,
}

impl Respondents<'_> {
    /// Lets every row answer, beginning with `first`. `unknown` becomes the first question of which a
    /// cell named no category.
    async fn answer(
        mut self,
        first: Option<Record>,
        mut table: DataTable,
        post: &mut Post,
        summary: &mut SimulationSummary,
        unknown: &mut Option<String>,
    ) -> Result<(), SimulateError> {
        let limit = self.options.respondents.unwrap_or(u64::MAX);
        let mut sent = 0;
        let mut next = first;
        while sent < limit {
            if next.is_none() {
                next = table.next_row().map_err(|e| unread(self.options, e))?;
            }
            let Some(row) = next.take() else { break };
            summary.rows += 1;
            let line = || table.line(&row).map_err(|e| unread(self.options, e));
            let answered = match self.sheet.answers(&row.cells) {
                Ok(answered) => answered,
                Err(bad) if self.options.on_error == OnError::Stop => {
                    let line = line()?;
                    return Err(SimulateError::Row { line, bad });
                }
                Err(bad) => {
                    if self.options.verbose || summary.skipped_rows() < NAMED {
                        let line = line()?;
                        self.progress
                            .suspend(|| log::say(format_args!("line {line}: {bad}; skipped")));
                    }
                    summary.skip(&bad);
                    if unknown.is_none() && matches!(bad.reason, RowFault::UnknownCategory(_)) {
                        *unknown = bad.question;
                    }
                    continue;
                }
            };
            let submission = self
                .survey
                .randomize(&answered.answers, &mut self.generator)
                .map_err(SimulateError::Submission)?;
            summary.declines(answered.declined);
            post.send(submission.body(self.survey), summary).await?;
            sent += 1;
            self.progress.set_position(row.offset);
            if sent % 256 == 0 {
                self.progress.set_message(HumanCount(sent).to_string());
            }
        }
        self.progress.finish_and_clear();
        Ok(())
    }
}

fn unread(options: &SimulateOptions, error: io::Error) -> SimulateError {
    SimulateError::File {
        file: options.data.clone(),
        error,
    }
}

fn read_survey(options: &SimulateOptions) -> Result<Survey, SimulateError> {
    let file = options.survey.clone();
    match fs::read(&file) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| SimulateError::Survey { file, error })
        }
        Err(error) => Err(SimulateError::File { file, error }),
    }
}

/// In what the two would perturb or count differently. Texts may differ.
fn difference(file: &Survey, published: &Survey) -> Option<String> {
    if file.id() != published.id() {
        return Some("its id is different".to_owned());
    }
    if file.version() != published.version() {
        return Some(format!(
            "it is at version {}, the file at {}",
            published.version(),
            file.version()
        ));
    }
    if file.questions().len() != published.questions().len() {
        return Some(format!(
            "it has {} questions, the file has {}",
            published.questions().len(),
            file.questions().len()
        ));
    }
    if (file.arms(), file.takes_arms_by_link())
        != (published.arms(), published.takes_arms_by_link())
    {
        return Some("its arms differ, or whether links name them".to_owned());
    }
    if file.joints() != published.joints() {
        return Some("its linked questions differ, or their mechanisms".to_owned());
    }
    file.questions()
        .iter()
        .zip(published.questions())
        .find_map(|(ours, theirs)| {
            let categories = |question: &sotto_survey::Question| {
                let ids = question
                    .categories()
                    .map(|category| category.id().to_owned());
                ids.collect::<Vec<_>>()
            };
            let weights = |question: &sotto_survey::Question| {
                let parts = question.parts().iter();
                let weights = parts.map(|part| part.parameters().to_vec());
                (question.reported(), weights.collect::<Vec<_>>())
            };
            let part = if ours.id() != theirs.id() {
                "id"
            } else if categories(ours) != categories(theirs) {
                "categories"
            } else if ours.mechanism() != theirs.mechanism() {
                "mechanism"
            } else if weights(ours) != weights(theirs) {
                "weights"
            } else {
                return None;
            };
            Some(format!(
                "the {part} of question {:?} differ",
                ours.id().as_str()
            ))
        })
}

/// Shown only where standard error is a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg} sent, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

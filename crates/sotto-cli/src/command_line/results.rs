//! `sotto results`.

mod found;
mod rows;
mod secrets;
mod sums;

use std::process::ExitCode;

use clap::Args;
use sotto_api::{Sums, SumsRequest};
use sotto_export::{people, versions, whom};
use sotto_ldp::Confidence;
use sotto_survey::{
    ArmResults, CategoryResults, Identifier, MeanResults, QuestionResults, Results,
};

use self::{
    rows::{category, mean_row, share, shares, table},
    sums::SumsFlags,
};
use super::{
    collector::{CollectorError, CollectorFlags},
    document_format::DocumentFormat,
    ending::{ended, failure, in_runtime},
    values::confidence,
    versions::VersionFlags,
};
use crate::listing::{Alignment, Listing, count, level};

/// Show what the crowd of a survey said, with its intervals
///
/// Estimates are unbiased, so they and their intervals may lie outside 0 to 100 %; "consistent" is the
/// nearest that is possible.
#[derive(Debug, Args)]
#[command(after_long_help = RESULTS_HELP)]
pub(super) struct ResultsArgs {
    /// The survey's id
    #[arg(value_name = "ID")]
    survey: Identifier,

    #[command(flatten)]
    collector: CollectorFlags,

    /// How sure the intervals are
    #[arg(long, value_name = "C", value_parser = confidence, default_value = "0.95")]
    confidence: Confidence,

    #[command(flatten)]
    versions: VersionFlags,

    #[command(flatten)]
    sums: SumsFlags,

    /// A table to be read, or one JSON document, as the API gives it [default: table on a terminal]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

const RESULTS_HELP: &str = "\
A survey whose results are not public takes a token, from the file or from SOTTO_TOKEN:

  sotto results tea-or-coffee --url http://127.0.0.1:8080 --token-file ben.token

The versions of an edit that changes no answers are counted together. One of them alone:

  sotto results tea-or-coffee --url http://127.0.0.1:8080 --version 1

Answers that count together, and how many times as frequent they are as others:

  sotto results census --question race --answers black,other --against white

Exit code: 0 when the results were shown, 1 when not, 2 for a wrong call.";

impl ResultsArgs {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            if let Some(asked) = self.sums.asked() {
                return match self.sums(&asked).await {
                    Ok(sums) => {
                        let format = DocumentFormat::or_by_reader(self.format);
                        ended(format.print(&sums, || sums::listing(&sums)))
                    }
                    Err(error) => failure(error),
                };
            }
            match self.results().await {
                Ok(results) => {
                    let format = DocumentFormat::or_by_reader(self.format);
                    ended(format.print(&results, || listing(&results)))
                }
                Err(error) => failure(error),
            }
        })
    }

    async fn results(&self) -> Result<Results, CollectorError> {
        let client = self.collector.client_signed_if_there_is_a_token()?;
        let versions = self.versions.wanted();
        let results = client.results(&self.survey, versions, self.confidence);
        Ok(results.await?)
    }

    async fn sums(&self, asked: &SumsRequest) -> Result<Sums, CollectorError> {
        let client = self.collector.client_signed_if_there_is_a_token()?;
        let (versions, confidence) = (self.versions.wanted(), self.confidence);
        let sums = client.sums(&self.survey, asked, versions, confidence);
        Ok(sums.await?)
    }
}

fn listing(results: &Results) -> Listing {
    let mut listing = Listing::default();
    let interval = format!("{} % interval", level(results.confidence));
    let versions = versions(results.version, &results.versions);
    listing.line(&format!("{}, {versions}", results.survey));
    if let Some(submissions) = results.submissions {
        listing.line(&people(submissions));
    }
    listing.line(&whom(results.population, results.population_assumed));
    for question in &results.questions {
        listing.line("");
        listing.line(&format!(
            "{}: {} reports, {}, ε = {}",
            question.id,
            count(question.reports),
            question.mechanism,
            question.epsilon
        ));
        show(question, &interval, &mut listing);
    }
    for joint in &results.joints {
        listing.line("");
        listing.line(&format!(
            "{}: {} joint reports",
            joint.id,
            count(joint.reports)
        ));
        let rows = joint.cells.iter().map(|cell| {
            let name = cell.categories.join(" + ");
            shares(
                &name,
                cell.estimate,
                cell.standard_error,
                cell.interval,
                cell.consistent,
            )
        });
        table(&rows.collect::<Vec<_>>(), &interval, &mut listing);
    }
    for arms in &results.arms {
        listing.line("");
        let members: Vec<_> = arms.members.iter().map(ToString::to_string).collect();
        let all_combined = arms.categories.iter().all(|one| one.combined.is_some());
        let how = if all_combined { "together" } else { "compared" };
        listing.line(&format!("{} {how}", members.join(", ")));
        let rows = arms.categories.iter().flat_map(|one| match one.combined {
            Some(combined) => vec![share(&one.id, combined)],
            // Where links named the arms.
            None => differences(one, &members),
        });
        table(&rows.collect::<Vec<_>>(), &interval, &mut listing);
    }
    listing
}

/// How much each later arm differs from the first.
fn differences(category: &ArmResults, members: &[String]) -> Vec<Vec<String>> {
    let Some((first, later)) = members.split_first() else {
        return Vec::new();
    };
    let each = later.iter().zip(&category.differences);
    each.map(|(member, found)| share(&format!("{}, {member} - {first}", category.id), *found))
        .collect()
}

fn show(question: &QuestionResults, interval: &str, listing: &mut Listing) {
    let is_conditional = question.conditional;
    let category = |one: &CategoryResults| category(one, is_conditional);
    if let Some(found) = &question.found {
        found::show(found, question, interval, listing);
    }
    let rows: Vec<_> = question.categories.iter().map(category).collect();
    if !rows.is_empty() {
        table(&rows, interval, listing);
    }
    if let Some(apart) = &question.not_asked {
        let rows = [
            share("not asked", apart.not_asked),
            share("asked, and preferred not to answer", apart.declined),
        ];
        listing.line(&format!(
            "apart, by what was answered to {}:",
            apart.condition_on
        ));
        table(&rows, interval, listing);
    }
    if let Some(secret) = &question.secret {
        secrets::show(secret, interval, listing);
    }
    for row in question.rows.iter().flatten() {
        listing.line(&format!("{}, {} reports", row.id, count(row.reports)));
        let rows: Vec<_> = row.categories.iter().map(category).collect();
        table(&rows, interval, listing);
    }
    let mut means: Vec<(String, Option<MeanResults>)> = Vec::new();
    // A number has no categories.
    let is_number = question.categories.is_empty() && question.rows.is_none();
    match &question.fields {
        Some(fields) => {
            means.extend(
                fields
                    .iter()
                    .map(|field| (field.id.to_string(), field.mean)),
            );
        }
        None if is_number => means.push(("mean".to_owned(), question.mean)),
        None => {}
    }
    if !means.is_empty() {
        let head = [
            ("", Alignment::Left),
            ("mean", Alignment::Right),
            (interval, Alignment::Right),
        ];
        let rows: Vec<_> = means
            .iter()
            .map(|(name, mean)| mean_row(name, *mean))
            .collect();
        listing.table(&head, &rows);
    }
    let of_fields = question.fields.iter().flatten();
    let none = of_fields.filter_map(|field| Some((field.id.as_str(), field.no_mean.as_ref()?)));
    let own = question.no_mean.as_ref().map(|why| ("mean", why));
    for (name, why) in own.into_iter().chain(none) {
        listing.line(&format!("{name}: {why}"));
    }
    if let Some(bins) = &question.distribution {
        let rows = bins.iter().map(|bin| {
            let (estimate, error) = (bin.estimate, bin.standard_error);
            let name = format!("{} to {}", bin.from, bin.to);
            shares(&name, Some(estimate), Some(error), Some(bin.interval), None)
        });
        table(&rows.collect::<Vec<_>>(), interval, listing);
    }
    if let Some(answered) = question.answered {
        table(&[share("gave a number", answered)], interval, listing);
    }
}

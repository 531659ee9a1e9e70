//! Answers that are added up, and compared with others.

use clap::Args;
use sotto_api::{Sums, SumsRequest};
use sotto_export::versions;
use sotto_survey::{Identifier, ShareResults};

use crate::listing::{Alignment, Listing, count, decimals, level, percent};

#[derive(Debug, Args)]
pub(super) struct SumsFlags {
    /// Add up answers to this question instead
    #[arg(long, value_name = "ID", requires = "answers")]
    question: Option<Identifier>,

    /// The row that is meant, of a matrix
    #[arg(long, value_name = "ID", requires = "question")]
    row: Option<Identifier>,

    /// The answers that count together
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "question")]
    answers: Vec<String>,

    /// Other answers to compare them with: by how much, and how many times
    #[arg(long, value_name = "C,D", value_delimiter = ',', requires = "question")]
    against: Vec<String>,
}

impl SumsFlags {
    /// What is to be added up, if something is.
    pub(super) fn asked(&self) -> Option<SumsRequest> {
        Some(SumsRequest {
            question: self.question.clone()?,
            row: self.row.clone(),
            answers: self.answers.clone(),
            against: self.against.clone(),
        })
    }
}

pub(super) fn listing(sums: &Sums) -> Listing {
    let mut listing = Listing::default();
    let versions = versions(sums.version, &sums.versions);
    listing.line(&format!("{}, {versions}", sums.survey));
    listing.line("");
    let row = sums.row.as_ref().map(|row| format!(", {row}"));
    let row = row.unwrap_or_default();
    let (question, reports) = (&sums.question, count(sums.reports));
    listing.line(&format!("{question}{row}: {reports} reports"));
    let name = |answers: &[String]| answers.join(" + ");
    let (first, mut rows) = (name(&sums.answers), Vec::new());
    rows.push(share(first.clone(), sums.share));
    if let Some(compared) = &sums.compared {
        let second = name(&compared.answers);
        rows.push(share(second.clone(), compared.share));
        rows.push(share("difference".to_owned(), compared.difference));
        let ratio = match compared.ratio {
            None => ["–".to_owned(), "anything".to_owned()],
            Some(ratio) => {
                let error = ratio.standard_error;
                let low = decimals(ratio.interval.0, error);
                let interval = match ratio.interval.1 {
                    None => format!("at least {low}"),
                    Some(high) => format!("{low} to {}", decimals(high, error)),
                };
                [decimals(ratio.estimate, error) + " times", interval]
            }
        };
        let [times, interval] = ratio;
        rows.push(vec!["ratio".to_owned(), times, interval]);
    }
    let interval = format!("{} % interval", level(sums.confidence));
    let head = [
        ("answers", Alignment::Left),
        ("share", Alignment::Right),
        (interval.as_str(), Alignment::Right),
    ];
    listing.table(&head, &rows);
    listing
}

fn share(name: String, found: ShareResults) -> Vec<String> {
    let (error, [low, high]) = (found.standard_error, found.interval);
    vec![
        name,
        percent(found.estimate, error),
        format!("{} to {}", percent(low, error), percent(high, error)),
    ]
}

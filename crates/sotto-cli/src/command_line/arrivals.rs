//! `sotto arrivals`.

use std::process::ExitCode;

use clap::Args;
use sotto_api::{HourArrivals, SurveyArrivals};

use super::{
    collector::{CollectorError, CollectorFlags},
    document_format::DocumentFormat,
    ending::{ended, failure, in_runtime},
};
use crate::listing::{Alignment, Listing, count};

/// Show an operator how many submissions came to each survey, hour by hour
///
/// In tens, for the last week, or since the collector started; of several collectors each knows its own. Nothing
/// is known about the sender of a submission. An hour is unusual if at least 50 came in it, and more than five times
/// the median of the survey's other hours. The median is only over hours in which any submission came, and there
/// must be three of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sotto arrivals --url http://127.0.0.1:8080 --token-file operator.token

If somebody stuffs a survey, limit it by the setting \"per_hour\", or change its \"access\".

Exit code: 0 when they were shown, 1 when not, 2 for a wrong call.")]
pub(super) struct ArrivalsArgs {
    #[command(flatten)]
    collector: CollectorFlags,

    /// A table to be read, or one JSON document, as the API gives it [default: table on a terminal]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

impl ArrivalsArgs {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            match self.arrivals().await {
                Ok(arrivals) => {
                    let format = DocumentFormat::or_by_reader(self.format);
                    ended(format.print(&arrivals, || listing(&arrivals)))
                }
                Err(error) => failure(error),
            }
        })
    }

    async fn arrivals(&self) -> Result<Vec<SurveyArrivals>, CollectorError> {
        Ok(self.collector.signed_client()?.arrivals().await?)
    }
}

fn listing(arrivals: &[SurveyArrivals]) -> Listing {
    let mut listing = Listing::default();
    if arrivals.is_empty() {
        listing
            .line("Nothing came to any survey in the last week, or since the collector started.");
        return listing;
    }
    let head = [
        ("survey", Alignment::Left),
        ("hour (UTC)", Alignment::Left),
        ("counted", Alignment::Right),
        ("turned away", Alignment::Right),
        ("", Alignment::Left),
    ];
    let rows = arrivals
        .iter()
        .flat_map(|of| of.hours.iter().map(|hour| row(&of.survey, hour)));
    listing.table(&head, &rows.collect::<Vec<_>>());
    listing
}

fn row(survey: &str, hour: &HourArrivals) -> Vec<String> {
    let unusual = if hour.unusual { "unusual" } else { "" };
    vec![
        survey.to_owned(),
        hour.hour.to_string(),
        count(hour.counted),
        count(hour.turned_away),
        unusual.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hour_is_a_line() {
        let hour = |hour: &str, counted, turned_away, unusual| HourArrivals {
            hour: hour.parse().unwrap(),
            counted,
            turned_away,
            unusual,
        };
        let arrivals = [SurveyArrivals {
            survey: "tea".to_owned(),
            hours: vec![
                hour("2026-11-26T09:00:00Z", 1_200, 340, true),
                hour("2026-11-26T08:00:00Z", 20, 0, false),
            ],
        }];
        let mut text = Vec::new();
        listing(&arrivals).write(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "survey  hour (UTC)            counted  turned away\n\
             ──────  ────────────────────  ───────  ───────────  ───────\n\
             tea     2026-11-26T09:00:00Z    1,200          340  unusual\n\
             tea     2026-11-26T08:00:00Z       20            0\n"
        );
    }
}

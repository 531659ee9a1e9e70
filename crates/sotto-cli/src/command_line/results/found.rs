//! Which of many options were found, above the table of all.

use sotto_survey::{FoundResults, QuestionResults};

use super::{category, table};
use crate::listing::{Listing, count, level};

pub(super) fn show(
    found: &FoundResults,
    question: &QuestionResults,
    interval: &str,
    listing: &mut Listing,
) {
    let options = count(question.categories.len() as u64);
    let Some(least) = found.least_share else {
        listing.line(&match found.reports_needed {
            Some(needed) => format!(
                "too few reports to find any of {options} options: it takes {}, even for one that everybody chose",
                count(needed)
            ),
            None => "no option can be found at this ε, however many answer".to_owned(),
        });
        return;
    };
    let by_chance = level(found.false_discovery_rate);
    listing.line(&format!(
        "found {} of {options} options, of which on average at most {by_chance} % by chance; a share of {} % is found 9 times in 10",
        count(found.options.len() as u64),
        level((least * 1_000.0).ceil() / 1_000.0)
    ));
    let of_id = |id: &String| question.categories.iter().find(|one| one.id == *id);
    let rows: Vec<_> = found
        .options
        .iter()
        .filter_map(of_id)
        .map(|one| category(one, question.conditional))
        .collect();
    if !rows.is_empty() {
        table(&rows, interval, listing);
        listing.line(&format!("all {options} options, found or not:"));
    }
}

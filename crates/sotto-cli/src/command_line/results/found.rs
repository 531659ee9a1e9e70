//! Which of many options were found, above the table of all.

use sotto_survey::{FoundResults, QuestionResults};

use super::rows::{category, table};
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn question() -> QuestionResults {
        let category = |id: &str, share: f64| {
            json!({ "id": id, "count": 9, "estimate": share, "standard_error": 0.01,
                "interval": [share - 0.02, share + 0.02], "consistent": share })
        };
        serde_json::from_value(json!({
            "id": "word", "mechanism": "optimized-local-hashing", "epsilon": "2", "epsilon_actual": 2.0,
            "reports": 1_000, "categories": [category("sun", 0.1), category("rain", 0.3), category("fog", 0.0)],
        }))
        .unwrap()
    }

    fn shown(found: &FoundResults) -> String {
        let mut listing = Listing::default();
        show(found, &question(), "95 % interval", &mut listing);
        format!("{listing:?}")
    }

    #[test]
    fn what_is_found_stands_first_with_its_intervals() {
        let found = FoundResults {
            false_discovery_rate: 0.05,
            options: vec!["rain".to_owned(), "sun".to_owned()],
            least_share: Some(0.0497),
            reports_needed: None,
        };
        let text = shown(&found);
        assert!(text.contains("found 2 of 3 options, of which on average at most 5 % by chance; a share of 5 % is found 9 times in 10"), "{text}");
        let (rain, sun) = (text.find("rain").unwrap(), text.find("sun").unwrap());
        assert!(
            rain < sun && !text.contains("fog") && text.contains("28.0 % to 32.0 %"),
            "{text}"
        );
    }

    #[test]
    fn below_the_number_that_it_takes_the_number_is_told() {
        let none = |reports_needed| FoundResults {
            false_discovery_rate: 0.05,
            options: Vec::new(),
            least_share: None,
            reports_needed,
        };
        let text = shown(&none(Some(61)));
        assert!(
            text.contains("too few reports to find any of 3 options: it takes 61"),
            "{text}"
        );
        assert!(shown(&none(None)).contains("no option can be found"));
    }
}

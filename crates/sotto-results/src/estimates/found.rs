//! Which of many options were found, in words.

use sotto_survey::FoundResults;
use sotto_ui::Messages;
use yew::prelude::*;

use super::figure::Named;

/// The options that were found, the most frequent first.
pub(super) fn listed<'a>(found: &FoundResults, all: &'a [Named]) -> Vec<&'a Named> {
    let listed = found.options.iter();
    listed
        .filter_map(|id| all.iter().find(|named| named.id == *id))
        .collect()
}

/// How many were found, how many of them by chance, and what else could have been.
pub(super) fn sentences(found: &FoundResults, options: usize, words: &Messages) -> Vec<Html> {
    let all = words.whole(options as u64);
    let chance = words.percent(found.false_discovery_rate, 0);
    let count = words.whole(found.options.len() as u64);
    let Some(least) = found.least_share else {
        let needed = found.reports_needed.map(|needed| words.whole(needed));
        let sentence = match needed {
            Some(needed) => words.fill("found-too-few", &[("needed", &needed), ("all", &all)]),
            None => words.text("found-never"),
        };
        return vec![sentence.into()];
    };
    let of_all = if found.options.is_empty() {
        words.fill("found-none", &[("all", &all)])
    } else {
        let values = [("count", &*count), ("all", &all), ("chance", &chance)];
        words.fill("found-some", &values)
    };
    // Rounded up: of a smaller share it would not be true.
    let least = words.percent((least * 1_000.0).ceil() / 1_000.0, 1);
    let sure = words.fill("found-least", &[("least", &least)]);
    vec![of_all.into(), sure.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::quantity::Quantity;

    /// In the order of the list, not of the question, and nothing that the survey does not have.
    #[test]
    fn what_is_drawn_is_what_was_found() {
        let named = |id: &str| Named {
            id: id.to_owned(),
            title: String::new(),
            quantity: Quantity::Share,
            figure: None,
        };
        let all = [named("a"), named("b"), named("c")];
        let found = FoundResults {
            false_discovery_rate: 0.05,
            options: ["c", "gone", "a"].map(str::to_owned).to_vec(),
            least_share: Some(0.1),
            reports_needed: None,
        };
        let drawn: Vec<_> = listed(&found, &all)
            .into_iter()
            .map(|one| &*one.id)
            .collect();
        assert_eq!(drawn, ["c", "a"]);
    }
}

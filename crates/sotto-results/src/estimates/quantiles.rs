//! Median and quartiles, each with its interval, as lines along all that could be answered.

use sotto_survey::QuantileResults;
use sotto_ui::Messages;

use super::{
    figure::{Figure, Named},
    quantity::Quantity,
};

/// The id of the median's line, and of its name.
pub(super) const MEDIAN: &str = "median";

/// The lines in their order: of which share of the answers, and their names.
const LINES: [(f64, &str); 3] = [
    (0.25, "lower-quartile"),
    (0.5, MEDIAN),
    (0.75, "upper-quartile"),
];

/// The lines of what is found; without it none, or empty ones where they keep the place of those to come.
pub(super) fn lines(
    found: Option<&[QuantileResults]>,
    keep_place: bool,
    quantity: &Quantity,
    words: &Messages,
) -> Vec<Named> {
    if found.is_none() && !keep_place {
        return Vec::new();
    }
    let lines = LINES.map(|(level, name)| Named {
        id: name.to_owned(),
        title: words.text(name),
        quantity: quantity.clone(),
        figure: at(found.unwrap_or_default(), level).map(Figure::from),
    });
    lines.into()
}

/// The quantile of a level.
fn at(found: &[QuantileResults], level: f64) -> Option<QuantileResults> {
    let mut found = found.iter();
    found.find(|one| (one.level - level).abs() < 1e-9).copied()
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use sotto_ldp::Confidence;
    use sotto_survey::{Survey, SurveyOracles, Tally};

    use super::*;

    /// Of a rating and of a number with a distribution, results have every line that is drawn.
    #[test]
    fn results_have_every_line() {
        let survey = serde_json::json!({
            "sotto": 1, "id": "scales", "version": 1, "title": { "en": "Scales" }, "languages": ["en"],
            "plan": "fixed", "epsilon": "8", "weak-protection": true, "questions": [
                { "id": "stars", "type": "rating", "title": { "en": "Stars" }, "epsilon": "4" },
                { "id": "hours", "type": "number", "title": { "en": "Hours" }, "epsilon": "4",
                  "min": 0, "max": 24, "estimate": "distribution" },
            ],
        });
        let survey: Survey = serde_json::from_value(survey).unwrap();
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(7);
        let copies: Vec<_> = (0..200_u32)
            .map(|person| {
                let [stars, hours] = survey.questions() else {
                    unreachable!("two questions")
                };
                let spent = (person % 20).to_string().parse().unwrap();
                let answers = [
                    stars.answer(person % 5).ok(),
                    hours.answer_number(spent).ok(),
                ];
                survey.randomize(&answers, &mut generator).unwrap()
            })
            .collect();
        let all: Vec<_> = copies.iter().collect();
        let tally = Tally::of_submissions(&oracles, &all).unwrap();
        let results = tally.results(&oracles, Confidence::default());
        for question in &results.questions {
            let found = question.quantiles.as_deref().unwrap();
            for (level, name) in LINES {
                let [low, high] = at(found, level).unwrap().interval;
                assert!(low <= high, "{name} of {}", question.id);
            }
            assert_eq!(at(found, 0.9), None);
        }
    }
}

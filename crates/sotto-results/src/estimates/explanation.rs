//! What a figure says and where it comes from, for whoever asks: two sentences, then the formula.

use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::{figure::times_in_words, other_draws::OtherDraws, worked::Worked};

/// What is explained of a question.
pub(super) enum Explanation {
    /// Shares, with one of them computed step by step where that is possible.
    Shares(Option<Worked>),
    /// The same where people have randomized their answers by a secret of their own.
    OwnSecret(Option<Worked>),
    /// Means of numbers.
    Numbers,
    /// Means of numbers that can be declined.
    NumbersOfThoseWhoAnswered,
    /// Mean places.
    Ranking,
    /// What arms say together.
    Arms,
    /// What arms say beside each other that links named.
    ArmsByLink,
}

impl Explanation {
    /// Closed until somebody asks.
    pub(super) fn show(&self, times_in: TimesIn, words: &Messages) -> Html {
        let (key, worked) = match self {
            Self::Shares(worked) => ("explain-shares", worked.as_ref()),
            Self::OwnSecret(worked) => ("explain-secret", worked.as_ref()),
            Self::Numbers => ("explain-numbers", None),
            Self::NumbersOfThoseWhoAnswered => ("explain-numbers-answered", None),
            Self::Ranking => ("explain-ranking", None),
            Self::Arms => ("explain-arms", None),
            Self::ArmsByLink => ("explain-arms-by-link", None),
        };
        // No device has drawn what could have been drawn otherwise.
        let by_chance = worked.filter(|_| !matches!(self, Self::OwnSecret(_)));
        let (times, of) = times_in_words(times_in, words);
        let sentences = words.fill(key, &[("times", &*times), ("of", &of)]);
        html! {
            <>
            <details class="explanation">
                <summary>{ words.text("explain") }</summary>
                <p>{ sentences }</p>
                <p class="formula">{ words.text(&[key, "-formula"].concat()) }</p>
                if let Some(worked) = worked {
                    <p class="formula">{ worked.text(words) }</p>
                }
            </details>
            if let Some(worked) = by_chance {
                <OtherDraws worked={*worked} words={words.clone()}/>
            }
            </>
        }
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::CategoryResults;

    use sotto_ldp::SupportProbabilities;

    use super::{super::figure::Figure, *};

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    fn figure(count: Option<u64>, estimate: f64) -> Figure {
        let category = CategoryResults {
            id: "yes".to_owned(),
            reports: None,
            count,
            estimate: Some(estimate),
            standard_error: Some(0.1),
            interval: Some([0.0, 1.0]),
            consistent: Some(estimate),
        };
        Figure::of_category(&category, 100).unwrap()
    }

    #[test]
    fn a_formula_is_shown_only_where_it_gives_the_estimate() {
        // 40 of 100 say so: (0.4 − 0.25) ÷ (0.75 − 0.25).
        let worked = Worked::new(figure(Some(40), 0.3), Some(TWO_COINS)).unwrap();
        assert_eq!((worked.count, worked.reports), (40, 100));
        assert_eq!(worked.support, TWO_COINS);
        assert!(Worked::new(figure(Some(40), 0.31), Some(TWO_COINS)).is_none());
        assert!(Worked::new(figure(None, 0.3), Some(TWO_COINS)).is_none());
        assert!(Worked::new(figure(Some(40), 0.3), None).is_none());
    }
}

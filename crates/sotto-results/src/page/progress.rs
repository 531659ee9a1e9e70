//! How far a survey has come: about how many people it takes until the widest interval is as narrow as the next
//! margin that people ask for.

use sotto_ldp::float;
use sotto_survey::Results;

/// The margins that people ask for, in shares to either side.
const MARGINS: [f64; 5] = [0.1, 0.05, 0.03, 0.02, 0.01];

/// The margin that comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// Half of the widest interval now.
    pub(super) now: f64,
    /// The next margin.
    pub(super) margin: f64,
    /// About how many people have to answer, to two digits.
    pub(super) answers: u64,
}

/// What the widest interval of a share asks for next, of so many people who have answered, whichever questions
/// each reported; `None` where no share is
/// known, or all are as narrow as anybody asks for.
pub(super) fn goal(results: &Results, answered: u64) -> Option<Goal> {
    let categories = results.questions.iter().flat_map(|question| {
        let of_rows = question.rows.iter().flatten();
        let of_rows = of_rows.flat_map(|row| &row.categories);
        question.categories.iter().chain(of_rows)
    });
    let widths = categories.filter_map(|category| {
        let [low, high] = category.interval?;
        Some((high - low) / 2.0)
    });
    let now = widths.reduce(f64::max)?;
    let margin = MARGINS.into_iter().find(|margin| *margin < now)?;
    Some(Goal {
        now,
        margin,
        // A standard error falls with the square root of the number who have answered.
        answers: to_two_digits(float(answered) * (now / margin).powi(2)),
    })
}

/// Rounded up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, and cut at 10¹⁵"
)]
fn to_two_digits(number: f64) -> u64 {
    let number = number.clamp(1.0, 1e15);
    let unit = 10_f64.powf(number.log10().floor() - 1.0).max(1.0);
    ((number / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(interval: Option<[f64; 2]>, reports: u64) -> Results {
        let category = serde_json::json!({ "id": "yes", "count": 1, "estimate": 0.5,
            "standard_error": 0.1, "interval": interval, "consistent": 0.5 });
        let question = serde_json::json!({ "id": "smokes", "mechanism": "direct-encoding",
            "epsilon": "1", "epsilon_actual": 1.0, "reports": reports, "categories": [category] });
        let results = serde_json::json!({ "survey": "census", "version": 1, "confidence": 0.95,
            "questions": [question] });
        serde_json::from_value(results).unwrap()
    }

    #[test]
    fn the_next_margin_takes_the_square_of_the_ratio() {
        for (interval, reports, expected) in [
            // ± 12 points with 100: ± 10 with 144.
            (Some([0.38, 0.62]), 100, Some((0.1, 150))),
            // ± 10 with 142: ± 5 with 568.
            (Some([0.4001, 0.5999]), 142, Some((0.05, 570))),
            (Some([0.46, 0.54]), 5_000, Some((0.03, 8_900))),
            (Some([0.495, 0.505]), 90_000, None),
            (None, 3, None),
        ] {
            let results = results(interval, reports);
            let found = goal(&results, reports).map(|goal| (goal.margin, goal.answers));
            assert_eq!(found, expected, "{interval:?}");
        }
    }

    /// Of 396 people each reported one of eight questions: it takes as many times the people as it takes times the
    /// reports, and not as many as the most answered question has.
    #[test]
    fn the_goal_is_a_number_of_people() {
        let mut results = results(Some([0.3, 0.7]), 62);
        results.submissions = Some(396);
        let people = results.submissions.unwrap();
        let goal = goal(&results, people).unwrap();
        // ± 20 points with 396: ± 10 with 1,584.
        assert_eq!((goal.margin, goal.answers), (0.1, 1_600));
    }

    #[test]
    fn figures_have_two_digits() {
        for (number, rounded) in [
            (0.0, 1),
            (7.2, 8),
            (99.5, 100),
            (101.0, 110),
            (1_234.0, 1_300),
            (f64::INFINITY, 1_000_000_000_000_000),
        ] {
            assert_eq!(to_two_digits(number), rounded, "{number}");
        }
    }
}

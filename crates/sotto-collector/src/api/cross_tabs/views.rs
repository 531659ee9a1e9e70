//! What tables of both kinds have in common as they travel.

use sotto_api::{CrossedQuestion, IndependenceView};
use sotto_ldp::independence::Independence;
use sotto_survey::{Category, Question};

/// A test's outcome as it travels.
pub(super) fn independence(found: &Independence) -> IndependenceView {
    IndependenceView {
        statistic: found.statistic,
        degrees: found.degrees,
        p_value: found.p_value,
    }
}

/// A question and its categories.
pub(super) fn question(question: &Question) -> CrossedQuestion {
    let categories = question.categories();
    CrossedQuestion {
        id: question.id().to_string(),
        categories: categories
            .map(|category: Category<'_>| category.id().to_owned())
            .collect(),
    }
}

//! How ε is shared, and the integers that follow from it.

use sotto_ldp::Epsilon;
use sotto_survey::{Json, Plan};

use super::questions::takes_epsilon;
use crate::draft::{list_in, list_of, member, remove, set, text_of};

/// Shares ε in another way. Questions that need an ε of their own get an equal part of the whole.
pub(super) fn set_plan(survey: &mut Json, plan: Plan) {
    let reports = |question: &Json| {
        let question_type = member(question, "type").and_then(text_of);
        question_type.is_none_or(takes_epsilon)
    };
    let questions = list_of(survey, "questions").iter();
    let count = questions
        .filter(|question| reports(question))
        .count()
        .max(1);
    let whole = member(survey, "epsilon").and_then(text_of);
    let whole = whole.and_then(|text| text.parse::<Epsilon>().ok());
    let each = whole.map(|whole| u64::from(whole.micros_rounded_down()) / count as u64);
    let each = each.map(|micros| format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000));
    let each = each.unwrap_or_else(|| "1".to_owned());
    let each = each.trim_end_matches('0').trim_end_matches('.');
    for question in list_in(survey, "questions").into_iter().flatten() {
        if plan != Plan::Split {
            remove(question, "share");
        }
        if plan != Plan::Fixed {
            remove(question, "epsilon");
        } else if reports(question) && member(question, "epsilon").is_none() {
            set(question, "epsilon", Json::Text(each.to_owned()));
        }
    }
    if plan == Plan::Sample {
        if member(survey, "sample").is_none() {
            set(survey, "sample", Json::Whole(1));
        }
    } else {
        remove(survey, "sample");
    }
    set(survey, "plan", Json::Text(plan.name().to_owned()));
}

/// Takes out published integers, which belong to the design that was published. What the file leaves open
/// is designed again.
pub(super) fn forget_weights(survey: &mut Json) {
    for list in ["questions", "link"] {
        for one in list_in(survey, list).into_iter().flatten() {
            remove(one, "weights");
        }
    }
}

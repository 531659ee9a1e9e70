//! The answer to an inquiry as a sentence with its interval, and a p-value for whoever wants one.

use sotto_ldp::EstimateError;
use sotto_survey::{InquiryError, Question, ShareResults, Survey};
use sotto_ui::{Messages, Words, charts::TimesIn};
use yew::prelude::*;

use super::inquiry::{Against, Answer, Condition, Inquiry, Item};
use crate::{
    estimates::{difference, ratio, share_in_words},
    naming,
};

/// Below it a p-value is told by this bound.
const LEAST_P_VALUE: f64 = 0.0001;

/// The title of what is asked about: of a question, or of a row of a matrix with it.
pub(super) fn title(survey: &Survey, item: Item, words: &Words) -> String {
    let Some(question) = item.question(survey) else {
        return String::new();
    };
    let title = words.text(question.title()).to_owned();
    let rows = question.shape().rows();
    match item.row.and_then(|row| rows.get(row)) {
        Some(row) => words.fill(
            "named",
            &[("name", &*title), ("words", words.text(&row.title))],
        ),
        None => title,
    }
}

/// The name of a category.
pub(super) fn category(question: Option<&Question>, index: usize, words: &Words) -> String {
    let named = question.and_then(|question| {
        let category = question.categories().nth(index)?;
        Some(naming::category(question, category, words))
    });
    named.unwrap_or_default()
}

/// "those who answered “Yes” to “Do you smoke?”".
pub(super) fn those(survey: &Survey, condition: Condition, words: &Words) -> String {
    let question = survey.questions().get(condition.question);
    let title = question.map_or("", |question| words.text(question.title()));
    let answer = category(question, condition.category, words);
    words.fill("ask-those", &[("answer", &*answer), ("question", title)])
}

/// "“A” or “B”".
fn named(
    survey: &Survey,
    item: Item,
    chosen: impl IntoIterator<Item = usize>,
    words: &Words,
) -> String {
    let question = item.question(survey);
    let names = chosen.into_iter().map(|index| {
        let name = category(question, index, words);
        words.fill("ask-name", &[("name", &name)])
    });
    names.collect::<Vec<_>>().join(&words.say("ask-or"))
}

/// The sentence.
pub(super) fn answer(
    survey: &Survey,
    inquiry: &Inquiry,
    answer: Answer,
    times_in: TimesIn,
    words: &Words,
) -> Html {
    let group = named(survey, inquiry.item, inquiry.first.iter().copied(), words);
    let among = |condition| {
        let those = those(survey, condition, words);
        words.fill("ask-group-among", &[("group", &*group), ("those", &those)])
    };
    let first = inquiry.among.map_or_else(|| group.clone(), among);
    let second = match inquiry.against {
        Against::Nothing => String::new(),
        Against::Answers => named(survey, inquiry.item, inquiry.second.iter().copied(), words),
        Against::Item(item) => {
            let title = title(survey, item, words);
            words.fill("ask-group-to", &[("group", &*group), ("question", &title)])
        }
        Against::Among(condition) => among(condition),
        Against::Version(version) => words.fill(
            "ask-group-version",
            &[
                ("group", &*group),
                ("version", &words.number(&version.to_string())),
            ],
        ),
    };
    let messages = words.messages();
    match answer {
        Answer::Share(found) => {
            let label = words.fill("headline-share", &[("name", &first)]);
            html! {
                <p class="headline">{ label }{ " " }{ share_in_words(found, times_in, messages) }</p>
            }
        }
        Answer::Difference {
            found,
            p_value,
            ratio: times,
        } => html! {
            <>
                <p class="headline">{ difference(&first, &second, found, times_in, messages) }</p>
                if let Some(times) = times {
                    <p>{ ratio(&first, &second, times, times_in, messages) }</p>
                }
                { for p_value.map(|p_value| in_statistics(p_value, found, messages)) }
            </>
        },
    }
}

/// The p-value, for whoever asks.
fn in_statistics(p_value: f64, found: ShareResults, words: &Messages) -> Html {
    let number = |number: f64, decimals| words.number(number, decimals);
    let (key, p_value) = if p_value < LEAST_P_VALUE {
        ("ask-p-below", LEAST_P_VALUE)
    } else {
        ("ask-p", p_value)
    };
    let values = [
        ("p", &*number(p_value, 4)),
        ("difference", &number(found.estimate, 4)),
        ("error", &number(found.standard_error, 4)),
    ];
    html! {
        <details class="explanation">
            <summary>{ words.text("ask-statistics") }</summary>
            <p>{ words.fill(key, &values) }</p>
            <p>{ words.text("ask-p-meaning") }</p>
        </details>
    }
}

/// Why there is no answer.
pub(super) fn refusal(error: &InquiryError) -> &'static str {
    match error {
        InquiryError::TooFew | InquiryError::Estimate(EstimateError::NoReports) => "ask-few",
        InquiryError::Estimate(EstimateError::PerhapsNobody) => "ask-perhaps-nobody",
        InquiryError::Estimate(EstimateError::NoGroups { .. }) => "ask-no-groups",
        InquiryError::NoCategories => "ask-no-categories",
        InquiryError::Mechanism(_) | InquiryError::Estimate(_) => "ask-failed",
    }
}

//! Any number of several options, and the agreement to a consent: boxes.

use sotto_survey::{Category, MultipleChoice};
use sotto_ui::{Tag, gap, tag};

use super::{
    Asking,
    choice::{option, tick, titled},
};
use crate::survey::Problem;

/// How many may be chosen, and the boxes.
pub(super) fn controls(asking: &Asking<'_>, choice: &MultipleChoice) -> Vec<Tag> {
    let (words, question) = (asking.words, asking.question);
    let chosen = asking
        .answer()
        .map_or_else(Vec::new, |answer| question.choices(answer));
    let options = asking.categories().into_iter().map(|(value, category)| {
        let checked = chosen.contains(&value);
        let control = tick("checkbox", asking.id(), category.id(), checked).when(
            asking.problem.is_some(),
            "aria-invalid",
            "true",
        );
        option(control, titled(asking, category))
    });
    let options = tag("div").set("class", "options").all(options.collect());
    let count = u32::try_from(choice.options.len()).unwrap_or(u32::MAX);
    let mut hints = Vec::new();
    if choice.at_least > 1 {
        let key = "choose-at-least";
        hints.push((key, words.count(key, choice.at_least)));
    }
    if choice.at_most < count {
        let key = "choose-at-most";
        hints.push((key, words.count(key, choice.at_most)));
    }
    if question.takes_none() {
        hints.push(("choose-none", words.say("choose-none")));
    }
    // The problem says the same.
    if let Some(Problem::TooFew(_) | Problem::TooMany(_)) = asking.problem {
        hints.clear();
    }
    let hint = tag("p")
        .set("class", "help")
        .set("id", &asking.description("c"));
    let mut before = None::<&str>;
    let hint = hints.iter().fold(hint, |hint, (key, text)| {
        let between = before.replace(text).map_or("", |before| gap(before, text));
        let said = words.spoken_in(tag("span"), key).text(text);
        hint.text(between).with(said)
    });
    vec![hint, options]
}

/// The one box of a consent.
pub(super) fn consent(asking: &Asking<'_>) -> Tag {
    let control = tick(
        "checkbox",
        asking.id(),
        Category::Yes.id(),
        asking.answer().is_some(),
    )
    .set("aria-required", "true")
    .when(asking.problem.is_some(), "aria-invalid", "true");
    tag("div")
        .set("class", "options")
        .with(option(control, asking.words.put(tag("span"), "i-agree")))
}

/// The box of someone who prefers to give no number.
pub(super) fn decline(asking: &Asking<'_>) -> Option<Tag> {
    let question = asking.question;
    let is_declined = asking
        .answer()
        .is_some_and(|answer| question.is_declined(answer));
    question.offers_decline().then(|| {
        let control = tick("checkbox", asking.id(), Category::Decline.id(), is_declined);
        let title = asking.words.write_category(tag("span"), Category::Decline);
        tag("div")
            .set("class", "options")
            .with(option(control, title))
    })
}

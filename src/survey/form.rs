//! The questions, all on one page.

use sotto_survey::{Category, Question};

use crate::{
    privacy::{label, odds},
    survey::{Setting, State},
    ui::{Tag, button, heading, tag},
};

/// The label, the questions and the way on. There is no `<form>`: nothing here may ever be
/// submitted by the browser itself, which would put answers into an address.
pub(super) fn form(setting: &Setting, state: &State) -> Vec<Tag> {
    let survey = &setting.survey;
    let title = setting.text(survey.title());
    let mut header = tag("header").with(heading(setting.heading_level, "heading", title));
    if let Some(description) = survey.description() {
        header = header.with(plain("p", setting.text(description)));
    }
    let mut parts = vec![header, label(setting)];
    parts.extend(problems(setting, state));
    let questions = survey.questions().iter().enumerate();
    parts.extend(questions.map(|(place, question)| fields(setting, state, place, question)));
    parts.push(
        tag("div")
            .set("class", "actions")
            .with(button("button primary", "review", &setting.say("review")))
            .with(tag("p").text(&setting.say("nothing-sent-yet"))),
    );
    parts
}

/// A text of the survey, whichever way it runs.
fn plain(name: &'static str, text: &str) -> Tag {
    tag(name).set("dir", "auto").text(text)
}

/// The summary of what is missing, each entry a way to its question. Buttons, because a link's
/// fragment cannot reach into the element, and would change the page's address.
fn problems(setting: &Setting, state: &State) -> Option<Tag> {
    if state.missing().is_empty() {
        return None;
    }
    let questions = setting.survey.questions();
    let entries = state.missing().iter().filter_map(|&place| {
        let question = questions.get(place)?;
        let way = button("", "go-to", setting.text(question.title()))
            .set("class", "link")
            .set("dir", "auto")
            .set("data-question", question.id().as_str());
        Some(tag("li").with(way))
    });
    let title = tag("strong").text(&setting.say("problems"));
    Some(
        tag("section")
            .set("id", "problems")
            .set("class", "problems")
            .set("part", "problems")
            .set("role", "alert")
            .set("tabindex", "-1")
            .with(tag("p").with(title))
            .with(tag("ul").all(entries.collect())),
    )
}

fn fields(setting: &Setting, state: &State, place: usize, question: &Question) -> Tag {
    let id = question.id().as_str();
    let missing = state.missing().contains(&place);
    let required = !question.offers_decline();
    let mut described_by = Vec::new();
    let mut parts = vec![plain("legend", setting.text(question.title()))];
    if let Some(help) = question.help() {
        described_by.push(["h-", id].concat());
        let help = plain("p", setting.text(help)).join("id", &["h-", id]);
        parts.push(help.set("class", "help"));
    }
    if missing {
        described_by.push(["p-", id].concat());
        let problem = tag("p").text(&setting.say("answer-missing"));
        parts.push(problem.join("id", &["p-", id]).set("class", "problem"));
    }
    let options = (0..).zip(question.categories());
    let options = options.filter_map(|(value, category)| {
        option(setting, state, (place, question), (value, category))
    });
    parts.push(tag("div").set("class", "options").all(options.collect()));
    parts.push(odds(setting, question, place == 0));
    let flag = |flag| if flag { "true" } else { "false" };
    tag("fieldset")
        .key(id)
        .join("id", &["q-", id])
        .set("class", "question")
        .set("part", "question")
        .set("role", "radiogroup")
        .set("aria-required", flag(required))
        .set("aria-invalid", flag(missing))
        .when(
            !described_by.is_empty(),
            "aria-describedby",
            &described_by.join(" "),
        )
        .all(parts)
}

fn option(
    setting: &Setting,
    state: &State,
    (place, question): (usize, &Question),
    (value, category): (u32, Category<'_>),
) -> Option<Tag> {
    let answer = question.answer(value).ok()?;
    let checked = state.answers().get(place).and_then(Option::as_ref) == Some(&answer);
    // Some browsers would write the choice into the history of the session without `autocomplete`.
    let input = tag("input")
        .set("type", "radio")
        .set("autocomplete", "off")
        .set("name", question.id().as_str())
        .value(category.id())
        .checked(checked);
    Some(
        tag("label")
            .set("class", "option")
            .set("part", "option")
            .with(input)
            .with(plain("span", &setting.category(category))),
    )
}

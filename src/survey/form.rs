//! The questions, all on one page.

use sotto_survey::{Category, Question};
use yew::prelude::*;

use crate::{
    privacy::{label, odds},
    survey::{Setting, State},
    ui::{button, heading},
};

/// The label, the questions and the way on. There is no `<form>`: nothing here may ever be
/// submitted by the browser itself, which would put answers into an address.
pub(super) fn form(setting: &Setting, state: &State) -> Html {
    let survey = &setting.survey;
    let questions = survey.questions().iter().enumerate();
    html! {
        <>
            <header>
                { heading(setting.heading_level, "heading", setting.text(survey.title())) }
                if let Some(description) = survey.description() {
                    <p dir="auto">{ setting.text(description) }</p>
                }
            </header>
            { label(setting) }
            { problems(setting, state) }
            { for questions.map(|(place, question)| fields(setting, state, place, question)) }
            <div class="actions">
                { button("button primary", "review", setting.say("review")) }
                <p>{ setting.say("nothing-sent-yet") }</p>
            </div>
        </>
    }
}

/// The summary of what is missing, each entry a way to its question. Buttons, because a link's
/// fragment cannot reach into the element, and would change the page's address.
fn problems(setting: &Setting, state: &State) -> Html {
    if state.missing().is_empty() {
        return Html::default();
    }
    let questions = setting.survey.questions();
    let entries = state.missing().iter().filter_map(|&place| {
        let question = questions.get(place)?;
        Some(html! {
            <li>
                <button
                    type="button"
                    class="link"
                    dir="auto"
                    data-action="go-to"
                    data-question={question.id().to_string()}
                >
                    { setting.text(question.title()) }
                </button>
            </li>
        })
    });
    html! {
        <section id="problems" class="problems" part="problems" role="alert" tabindex="-1">
            <p><strong>{ setting.say("problems") }</strong></p>
            <ul>{ for entries }</ul>
        </section>
    }
}

fn fields(setting: &Setting, state: &State, place: usize, question: &Question) -> Html {
    let id = question.id().as_str();
    let missing = state.missing().contains(&place);
    let required = !question.offers_decline();
    let (help_id, problem_id) = (["h-", id].concat(), ["p-", id].concat());
    let mut described_by = Vec::new();
    if question.help().is_some() {
        described_by.push(help_id.as_str());
    }
    if missing {
        described_by.push(problem_id.as_str());
    }
    let described_by = (!described_by.is_empty()).then(|| described_by.join(" "));
    let options = (0..).zip(question.categories());
    html! {
        <fieldset
            id={["q-", id].concat()}
            class="question"
            part="question"
            role="radiogroup"
            aria-required={required.to_string()}
            aria-invalid={missing.to_string()}
            aria-describedby={described_by}
        >
            <legend dir="auto">{ setting.text(question.title()) }</legend>
            if let Some(help) = question.help() {
                <p id={help_id} class="help" dir="auto">{ setting.text(help) }</p>
            }
            if missing {
                <p id={problem_id} class="problem">{ setting.say("answer-missing") }</p>
            }
            <div class="options">
                { for options.map(|(value, category)| {
                    option(setting, state, (place, question), (value, category))
                }) }
            </div>
            { odds(setting, question, place == 0) }
        </fieldset>
    }
}

fn option(
    setting: &Setting,
    state: &State,
    (place, question): (usize, &Question),
    (value, category): (u32, Category<'_>),
) -> Html {
    let Ok(answer) = question.answer(value) else {
        return Html::default();
    };
    let checked = state.answers().get(place).and_then(Option::as_ref) == Some(&answer);
    html! {
        <label class="option" part="option">
            // Some browsers would write the choice into the history of the session otherwise.
            <input
                type="radio"
                autocomplete="off"
                name={question.id().to_string()}
                value={category.id().to_owned()}
                {checked}
            />
            <span dir="auto">{ setting.category(category) }</span>
        </label>
    }
}

//! What holds of the whole survey: its words, its languages, and how strongly it protects.

use std::rc::Rc;

use sotto_ldp::{
    Epsilon,
    deniability::{self, posterior_bounds},
};
use sotto_survey::{Json, Plan, Whom, is_weak};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    closing_form,
    desk::Desk,
    faults,
    fields::{choice, finished_line, label, line, lines, number, tick},
    language_list::LanguageList,
    pages_form,
    state::Action,
    theme_form,
};
use crate::{
    draft::{Place, Setting, Words},
    edit::Edit,
};

/// How strongly answers can be protected, from the strongest.
const STRENGTHS: [&str; 4] = ["0.5", "ln 3", "2", "3"];

/// What a 50–50 guess can become, in people out of 100.
fn guess_of(words: &Messages, epsilon: &str) -> Option<String> {
    let epsilon: Epsilon = epsilon.parse().ok()?;
    let (_, guess) = posterior_bounds(0.5, epsilon.privacy_loss()).ok()?;
    Some(in_hundred(words, guess))
}

/// What a guess can become, in people out of 100; never all of them.
pub(super) fn in_hundred(words: &Messages, guess: f64) -> String {
    match deniability::in_hundred(guess) {
        100.. => words.text("more-than-99"),
        people => words.whole(people),
    }
}

pub(super) fn form(desk: Desk<'_>) -> Html {
    let draft = desk.draft();
    let languages = desk.languages();
    let words = |words: Words, key: &str, is_long: bool| {
        let field = |(number, tag): (usize, &&str)| {
            let language = (*tag).to_owned();
            let change = desk.typed(move |text| Edit::SetWords {
                place: Place::Survey,
                words,
                language: language.clone(),
                text,
            });
            let id = format!("survey-{}-{number}", words.name());
            let label = label(&desk.text(key), tag, &languages);
            let show = if is_long { lines } else { line };
            show(&id, &label, draft.words(words, tag), tag, &change)
        };
        let fields = languages.iter().enumerate().map(field);
        html! { <div class="in-languages">{ for fields }</div> }
    };
    let rename = desk.typed(|text| Edit::Set {
        place: Place::Survey,
        setting: Setting::Id,
        value: Some(Json::Text(text)),
    });
    let minimum = desk.typed(|text| Edit::Set {
        place: Place::Survey,
        setting: Setting::MinimumReports,
        value: number(&text),
    });
    html! {
        <>
            <h2 id="form-heading" tabindex="-1">{ desk.text("about-survey") }</h2>
            { faults::list(desk.words, desk.state.checked.of_survey()) }
            { words(Words::Title, "survey-title", false) }
            { words(Words::Description, "survey-description", true) }
            { population(desk) }
            { protection(desk) }
            <LanguageList
                words={desk.words.clone()}
                base={desk.base}
                languages={draft.languages().into_iter().map(str::to_owned).collect::<Vec<_>>()}
                draft={Rc::clone(&desk.state.looked_at)}
                sources={Rc::clone(desk.state.history.sources())}
                act={desk.act.clone()}
            />
            { pages_form::form(desk) }
            { closing_form::form(desk) }
            { theme_form::form(desk) }
            <details>
                <summary>{ desk.text("more") }</summary>
                if let Some(published) = &desk.state.made_from {
                    <div id="survey-id" tabindex="-1">
                        <p class="note" id="survey-id-fixed">
                            { desk.words.fill("survey-id-fixed", &[("what", &*published.survey)]) }
                        </p>
                    </div>
                } else {
                    { finished_line("survey-id", &desk.text("survey-id"), draft.id(), &rename) }
                    <p class="note">{ desk.text("survey-id-note") }</p>
                }
                { line("minimum-reports", &desk.text("minimum-reports"), &draft.typed(Setting::MinimumReports), "", &minimum) }
                <p class="note">{ desk.text("minimum-reports-note") }</p>
            </details>
        </>
    }
}

/// Whom the figures are about: asked of every draft, since nobody else can know.
fn population(desk: Desk<'_>) -> Html {
    let chosen = desk.draft().typed(Setting::Population);
    let set = desk.typed(|name| Edit::Set {
        place: Place::Survey,
        setting: Setting::Population,
        value: (!name.is_empty()).then_some(Json::Text(name)),
    });
    let option = |name: &str, key: &str| (name.to_owned(), desk.text(key));
    let mut options: Vec<_> = Whom::ALL
        .iter()
        .map(|whom| option(whom.name(), &["population-", whom.name()].concat()))
        .collect();
    if chosen.is_empty() {
        options.insert(0, option("", "population-choose"));
    }
    html! {
        <>
            { choice("population", &desk.text("population"), &chosen, &options, &set) }
            <p class="note">{ desk.text("population-note") }</p>
        </>
    }
}

/// How much may become known of a person, and how the questions share that.
fn protection(desk: Desk<'_>) -> Html {
    let draft = desk.draft();
    let epsilon = draft.typed(Setting::Epsilon);
    let set_epsilon = || {
        desk.typed(|text| Edit::Set {
            place: Place::Survey,
            setting: Setting::Epsilon,
            value: Some(Json::Text(text)),
        })
    };
    let mut strengths: Vec<_> = STRENGTHS
        .iter()
        .enumerate()
        .map(|(number, epsilon)| {
            let guess = guess_of(desk.words, epsilon).unwrap_or_default();
            let key = format!("strength-{number}");
            (
                (*epsilon).to_owned(),
                desk.words.fill(&key, &[("guess", &*guess)]),
            )
        })
        .collect();
    if !STRENGTHS.contains(&&*epsilon) {
        let words = match guess_of(desk.words, &epsilon) {
            Some(guess) => desk.words.fill("strength-other", &[("guess", &*guess)]),
            None => desk.text("strength-none"),
        };
        strengths.push((epsilon.clone(), words));
    }
    let plans = [Plan::Split, Plan::Sample, Plan::Fixed];
    let options: Vec<_> = plans
        .iter()
        .map(|plan| {
            (
                plan.name().to_owned(),
                desk.text(&format!("plan-{}", plan.name())),
            )
        })
        .collect();
    let set_plan = desk.typed(move |name| {
        let found = plans.into_iter().find(|plan| plan.name() == name);
        Edit::SetPlan(found.unwrap_or(Plan::Split))
    });
    let plan = draft.plan();
    let sample = desk.typed(|text| Edit::Set {
        place: Place::Survey,
        setting: Setting::Sample,
        value: number(&text),
    });
    html! {
        <fieldset>
            <legend>{ desk.text("protection") }</legend>
            <p class="note">{ desk.text("protection-note") }</p>
            { choice("strength", &desk.text("strength"), &epsilon, &strengths, &set_epsilon()) }
            { weak_protection(desk, &epsilon) }
            { choice("plan", &desk.text("plan"), plan.map_or("", Plan::name), &options, &set_plan) }
            if plan == Some(Plan::Sample) {
                { line("sample", &desk.text("sample"), &draft.typed(Setting::Sample), "", &sample) }
            }
            <details>
                <summary>{ desk.text("exactly") }</summary>
                { line("epsilon", &desk.text("epsilon"), &epsilon, "", &set_epsilon()) }
                <p class="note">{ desk.text("epsilon-note") }</p>
            </details>
        </fieldset>
    }
}

/// Where answers are hardly protected, or are said to be: the word that this is meant.
fn weak_protection(desk: Desk<'_>, epsilon: &str) -> Html {
    let is_meant = desk.draft().flag(Setting::WeakProtection);
    let epsilon: Option<Epsilon> = epsilon.parse().ok();
    if is_meant != Some(true) && !epsilon.is_some_and(|epsilon| is_weak(&epsilon)) {
        return Html::default();
    }
    let change = desk.act.reform(|checked: bool| {
        Action::Edit(Edit::Set {
            place: Place::Survey,
            setting: Setting::WeakProtection,
            value: checked.then_some(Json::Flag(true)),
        })
    });
    let is_meant = is_meant == Some(true);
    tick(
        "weak-protection",
        &desk.text("weak-protection"),
        is_meant,
        &change,
    )
}

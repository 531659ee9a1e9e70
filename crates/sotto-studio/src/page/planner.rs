//! How many people a survey takes, and what it costs each of them: the figures of `sotto plan --survey`.

use std::rc::Rc;

use sotto_survey::{Needed, Odds, Plan, PlannedQuestion, PlannedSurvey, Survey, ToldEntry};
use sotto_ui::{Messages, charts::icon_array};
use yew::prelude::*;

use super::{desk::name_of, files, state::Shown, survey_form::in_hundred};
use crate::{draft::Draft, fitting::people};

/// The margin that the verdict asks for where the crowd is too small, as the index among those planned:
/// three points.
const WANTED: usize = 2;

#[derive(Properties, PartialEq)]
pub(super) struct PlannerProps {
    pub(super) words: Messages,
    /// The survey, with placeholders where words are missing.
    pub(super) survey: Shown,
    pub(super) draft: Rc<Draft>,
    pub(super) respondents: u64,
}

/// The plan for the number of people that the bar says.
#[component]
pub(super) fn Planner(props: &PlannerProps) -> Html {
    let PlannerProps {
        words,
        survey,
        draft,
        respondents,
    } = props;
    let planned = use_memo((survey.clone(), *respondents), |(survey, respondents)| {
        let people = people(*respondents)?;
        PlannedSurvey::new(survey.survey()?, &people, |_| true).ok()
    });
    html! {
        <section class="card plan" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-plan") }</h2>
            <p>{ words.text("plan-intro") }</p>
            {
                match &*planned {
                    Some(planned) => shown(words, planned, (survey, draft)),
                    None => html! { <p role="alert">{ words.text("plan-none") }</p> },
                }
            }
        </section>
    }
}

fn shown(words: &Messages, planned: &PlannedSurvey, (survey, draft): (&Shown, &Draft)) -> Html {
    let people = words.decimal(&planned.respondents.to_string());
    let guess = in_hundred(words, planned.guess_becomes_at_most);
    let worst = planned
        .questions
        .iter()
        .max_by(|one, other| one.margin.total_cmp(&other.margin));
    let widest = worst.map_or(0.0, |worst| worst.margin);
    let columns = ["plan-column-question", "plan-column-margin"];
    let margins = planned
        .questions
        .first()
        .map_or(&[][..], |one| one.needed.as_slice());
    let row = |question: &PlannedQuestion| one(words, question, planned, (draft, &people, widest));
    html! {
        <>
            if !planned.is_told() { <p class="verdict untold" id="untold">{ untold(words, planned, &people) }</p> }
            if let Some(worst) = worst { <p class="verdict" id="verdict">{ verdict(words, worst, &people, "verdict-all") }</p> }
            <p>{ words.fill("plan-guess", &[("guess", &*guess)]) }</p>
            if let Some([drawn, all]) = survey.survey().and_then(drawn_by_lot) {
                <p>{ words.fill("plan-sampled", &[("count", &*drawn.to_string()), ("all", &*all.to_string())]) }</p>
            }
            <div class="scrolling" tabindex="0" role="region" aria-label={words.text("plan-caption")}>
                <table class="margins">
                    <caption>{ words.text("plan-caption") }</caption>
                    <thead>
                        <tr>
                            { for columns.map(|key| html! { <th scope="col">{ words.fill(key, &[("people", &*people)]) }</th> }) }
                            { for margins.iter().map(|needed| column(words, needed)) }
                        </tr>
                    </thead>
                    <tbody>{ for planned.questions.iter().map(row) }</tbody>
                </table>
            </div>
            <p class="note">{ words.text("plan-note") }</p>
            { taking(words, survey, planned.respondents, draft) }
        </>
    }
}

/// The head of a column: how many people a margin takes.
fn column(words: &Messages, needed: &Needed) -> Html {
    let points = points_whole(needed.margin);
    html! { <th scope="col">{ words.fill("plan-column-needed", &[("points", &*points)]) }</th> }
}

/// The plan to keep, as a file or on paper, before anybody is asked.
fn taking(words: &Messages, survey: &Shown, respondents: u64, draft: &Draft) -> Html {
    let save = {
        let (survey, id) = (survey.clone(), draft.id().to_owned());
        Callback::from(move |_: MouseEvent| {
            let planned = people(respondents)
                .zip(survey.survey())
                .and_then(|(people, survey)| PlannedSurvey::new(survey, &people, |_| false).ok());
            let text = planned.and_then(|planned| serde_json::to_string_pretty(&planned).ok());
            if let Some(text) = text {
                // A browser that saves nothing says so itself.
                let _ = files::save(&format!("{id}-plan.json"), &text);
            }
        })
    };
    let print = Callback::from(|_: MouseEvent| {
        if let Some(window) = web_sys::window() {
            // A browser without a printer says so itself.
            let _ = window.print();
        }
    });
    html! {
        <>
            <p class="note">{ words.text("plan-register") }</p>
            <div class="bar">
                <button type="button" class="quiet" id="save-plan" onclick={save}>{ words.text("save-plan") }</button>
                <button type="button" class="quiet" id="print-plan" onclick={print}>{ words.text("print-plan") }</button>
            </div>
        </>
    }
}

/// How many each person reports, and of how many, where that is drawn; linked questions count as one.
fn drawn_by_lot(survey: &Survey) -> Option<[usize; 2]> {
    let all = survey.entries().count();
    let is_drawn = survey.plan() == Plan::Sample && survey.drawn_questions() < all;
    is_drawn.then_some([survey.drawn_questions(), all])
}

/// In points out of 100.
pub(super) fn points(words: &Messages, share: f64) -> String {
    let points = 100.0 * share;
    if points < 9.95 {
        words.decimal(&format!("{points:.1}"))
    } else {
        words.decimal(&format!("{points:.0}"))
    }
}

/// Whether a number of people is enough, and for what: one sentence.
fn verdict(words: &Messages, question: &PlannedQuestion, people: &str, key: &str) -> String {
    let margin = points(words, question.margin);
    let wanted = question.needed.get(WANTED);
    let is_hopeless = question.margin >= 0.25;
    let (key, needed) = match wanted {
        Some(wanted) if question.margin <= wanted.margin => (format!("{key}-enough"), None),
        Some(wanted) if wanted.respondents.is_some() && is_hopeless => {
            (format!("{key}-hopeless"), question.needed.first())
        }
        Some(wanted) if wanted.respondents.is_some() => (key.to_owned(), Some(wanted)),
        _ => (format!("{key}-never"), None),
    };
    let needed = needed.and_then(|needed| needed.respondents);
    let needed = needed.map_or_else(String::new, |count| words.decimal(&count.to_string()));
    let values = [
        ("people", people),
        ("margin", &*margin),
        ("needed", &*needed),
    ];
    words.fill(&key, &values)
}

/// That some questions may never be told, and from how many people on all are.
fn untold(words: &Messages, planned: &PlannedSurvey, people: &str) -> String {
    let needed = planned.told.iter().map(|entry| entry.told_from).max();
    let needed = words.decimal(&needed.unwrap_or_default().to_string());
    words.fill("plan-untold", &[("people", people), ("needed", &*needed)])
}

/// How many copies with an answer to a question there will be, and how many of them are never shown.
fn told(words: &Messages, question: &PlannedQuestion, planned: &PlannedSurvey) -> Option<String> {
    if planned.results_step <= 1 {
        return None;
    }
    let is_of = |entry: &&ToldEntry| entry.id == question.id || question.joints.contains(&entry.id);
    // Of several links the last that is told.
    let entry = planned
        .told
        .iter()
        .filter(is_of)
        .max_by_key(|entry| entry.told_from)?;
    let number = |count: u64| words.decimal(&count.to_string());
    let (reports, untold) = (number(entry.reports), number(entry.untold));
    let (step, needed) = (number(planned.results_step), number(entry.told_from));
    let key = if planned.respondents < entry.told_from {
        "plan-question-untold"
    } else {
        "plan-question-told"
    };
    let values = [
        ("reports", &*reports),
        ("untold", &*untold),
        ("step", &*step),
        ("needed", &*needed),
    ];
    Some(words.fill(key, &values))
}

/// A question's row: its margin, drawn beside the widest, and how many people each margin takes.
fn one(
    words: &Messages,
    question: &PlannedQuestion,
    planned: &PlannedSurvey,
    (draft, people, widest): (&Draft, &str, f64),
) -> Html {
    let index = draft.questions().position(|one| one.id() == question.id);
    let title = index.map_or_else(|| question.id.clone(), |index| name_of(words, draft, index));
    let needed = question.needed.iter().map(|needed| {
        let count = needed
            .respondents
            .map(|count| words.decimal(&count.to_string()));
        html! { <td>{ count.unwrap_or_else(|| words.text("never")) }</td> }
    });
    let share = if widest > 0.0 {
        question.margin / widest
    } else {
        0.0
    };
    let width = format!("{:.1}", 100.0 * share);
    html! {
        <tr class="planned" data-question={question.id.clone()}>
            <th scope="row">
                <span dir="auto">{ title }</span>
                <details>
                    <summary>{ words.text("plan-more") }</summary>
                    <p>{ verdict(words, question, people, "verdict") }</p>
                    if let Some(told) = told(words, question, planned) { <p class="told">{ told }</p> }
                    if question.is_mean { <p class="note">{ words.text("needed-mean") }</p> }
                    if question.conditional { <p class="note">{ words.text("plan-conditional") }</p> }
                    if let Some(odds) = question.odds { { picture(words, odds) } }
                    <p class="note">
                        { words.fill("asked-directly", &[("margin", &*points(words, question.asked_directly)), ("people", people)]) }
                        { " " }{ fake(words, question, people) }
                    </p>
                </details>
            </th>
            <td>
                { words.fill("margin-of", &[("points", &*points(words, question.margin))]) }
                <svg class="margin-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect {width} height="6"/>
                </svg>
            </td>
            { for needed }
        </tr>
    }
}

/// What one made-up copy does: to a mean, and to it under the recommended mechanism; or what it weighs.
fn fake(words: &Messages, question: &PlannedQuestion, people: &str) -> String {
    let Some(fake) = question.fake_on_mean else {
        let weight = words.decimal(&format!("{:.1}", question.fake_counts_as));
        return words.fill("one-fake", &[("weight", &*weight)]);
    };
    let moves = hundredths(words, fake.moves);
    let told = words.fill("one-fake-mean", &[("people", people), ("points", &*moves)]);
    let Some(other) = fake.recommended else {
        return told;
    };
    let values = [
        ("mechanism", other.mechanism),
        ("margin", &*points(words, other.margin)),
        ("points", &*hundredths(words, other.fake_moves)),
    ];
    told + " " + &words.fill("one-fake-recommended", &values)
}

/// A share of a range in hundredths, with two digits of its own: what one of many does is little.
fn hundredths(words: &Messages, share: f64) -> String {
    let hundredths = 100.0 * share;
    let places = (0..6_u8).find(|places| hundredths * 10_f64.powi((*places).into()) >= 9.5);
    let places = usize::from(places.unwrap_or(6));
    words.decimal(&format!("{hundredths:.places$}"))
}

fn points_whole(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// Of a hundred people whose answer it is, and of a hundred others: whose copies say so.
fn picture(words: &Messages, odds: Odds) -> Html {
    let row = |key: &str, count: u64| {
        let name = words.fill(key, &[("count", &*count.to_string())]);
        html! {
            <figure>
                { Html::from(icon_array(&name, count)) }
                <figcaption>{ name.clone() }</figcaption>
            </figure>
        }
    };
    html! {
        <div class="odds-pictures">
            { row("odds-true", odds.said_by_those_it_is_true_of) }
            { row("odds-others", odds.said_by_the_others) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use crate::{check::check, draft::Draft};

    use super::*;

    /// Three questions, the first two linked.
    fn survey(plan: &str) -> Survey {
        let question = |id: &str| {
            format!(
                r#"{{ "id": "{id}", "type": "yes-no", "title": {{ "en": "?" }}, "decline": false }}"#
            )
        };
        let questions = ["a", "b", "c"].map(question).join(", ");
        let text = format!(
            r#"{{ "sotto": 1, "id": "s", "version": 1, "title": {{ "en": "S" }}, "languages": ["en"],
                {plan}, "epsilon": "2", "link": [["a", "b"]], "questions": [{questions}] }}"#
        );
        let checked = check(&Draft::of_text(&text));
        let survey = checked.survey().cloned();
        survey.unwrap_or_else(|| panic!("{checked:?}"))
    }

    #[test]
    fn what_is_linked_is_not_drawn() {
        // Two reports for three questions, and everybody sends both.
        assert_eq!(drawn_by_lot(&survey(r#""plan": "split""#)), None);
        let sampled = survey(r#""plan": "sample", "sample": 1"#);
        assert_eq!(drawn_by_lot(&sampled), Some([1, 2]));
    }
}

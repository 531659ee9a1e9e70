//! By which mechanism a question is reported, and why.

use sotto_ldp::{MECHANISMS, Mechanism, NUMERIC_MECHANISMS};
use sotto_survey::{Json, PlannedSurvey, QuestionType};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{desk::Desk, fields::choice, state::Shown};
use crate::{
    draft::{Groups, Place, QuestionDraft, Setting},
    edit::Edit,
    finding::{is_number, is_reported},
    fitting::people,
};

/// The choice, with `auto` first, and the reason for what is taken.
pub(super) fn form(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    if !is_reported(question) {
        return Html::default();
    }
    let mut links = desk.draft().groups(Groups::Links);
    if links.any(|ids| ids.contains(&question.id())) {
        return html! {
            <p class="note" id="question-mechanism" tabindex="-1">{ desk.text("mechanism-linked") }</p>
        };
    }
    let named = question.typed(Setting::Mechanism);
    let mut options = vec![(String::new(), desk.text("mechanism-auto"))];
    options.extend(
        offered(question)
            .map(|mechanism| (mechanism.name().to_owned(), mechanism.name().to_owned())),
    );
    let value = if named == "auto" {
        String::new()
    } else {
        named
    };
    if !options.iter().any(|(name, _)| *name == value) {
        options.push((value.clone(), value.clone()));
    }
    let change = desk.typed(move |name| Edit::Set {
        place: Place::Question(index),
        setting: Setting::Mechanism,
        value: (!name.is_empty()).then_some(Json::Text(name)),
    });
    html! {
        <>
            { choice("question-mechanism", &desk.text("field-mechanism"), &value, &options, &change) }
            <p class="note">{ desk.text("mechanism-note") }</p>
            <MechanismReason
                words={desk.words.clone()}
                survey={desk.state.shown.clone()}
                question={question.id().to_owned()}
                respondents={desk.state.respondents}
                is_named={!value.is_empty()}
            />
        </>
    }
}

/// Those that a question of its type can name. A table of one's own has no integers yet.
fn offered(question: QuestionDraft<'_>) -> impl Iterator<Item = Mechanism> {
    let has_numbers =
        is_number(question) || question.question_type() == Some(QuestionType::Numbers);
    let takes_sets = question.question_type() == Some(QuestionType::MultipleChoice);
    let all = if has_numbers {
        NUMERIC_MECHANISMS
    } else {
        MECHANISMS
    };
    let all = all.iter().copied();
    all.filter(move |one| !one.is_own_table() && (takes_sets || !one.takes_sets()))
}

#[derive(Properties, PartialEq)]
struct MechanismReasonProps {
    words: Messages,
    survey: Shown,
    /// The question's id.
    question: String,
    respondents: u64,
    /// Whether the draft names the mechanism.
    is_named: bool,
}

/// Which mechanism the question has, and why. It takes a plan of the whole survey, and so is said when it is asked for.
#[component]
fn MechanismReason(props: &MechanismReasonProps) -> Html {
    let MechanismReasonProps {
        words,
        survey,
        question,
        respondents,
        is_named,
    } = props;
    let asked = use_state_eq(|| None::<String>);
    let is_asked = asked.as_ref() == Some(question);
    let found = use_memo(
        (
            is_asked,
            survey.clone(),
            question.clone(),
            *respondents,
            *is_named,
        ),
        |(is_asked, survey, question, respondents, is_named)| {
            let survey = survey.survey().filter(|_| *is_asked)?;
            let people = people(*respondents)?;
            let mut questions = survey.questions().iter();
            let index = questions.position(|one| one.id().as_str() == question)?;
            let planned =
                PlannedSurvey::new(survey, &people, |other| other != index || *is_named).ok()?;
            let mut questions = planned.questions.into_iter();
            questions.find(|one| one.id == *question)
        },
    );
    let onclick = {
        let (setter, question) = (asked.setter(), question.clone());
        Callback::from(move |_: MouseEvent| {
            setter.set((!is_asked).then(|| question.clone()));
        })
    };
    let expanded = is_asked.to_string();
    html! {
        <div>
            <button type="button" class="quiet small" id="why-mechanism" aria-expanded={expanded} {onclick}>
                { words.text("why-mechanism") }
            </button>
            <p role="status" id="mechanism-reason">
                if is_asked {
                    if let Some(planned) = &*found {
                        { words.fill("mechanism-is", &[("what", planned.mechanism)]) }
                        if !*is_named { { " " }<span lang="en">{ &planned.reason }</span> }
                    } else {
                        { words.text("mechanism-unknown") }
                    }
                }
            </p>
        </div>
    }
}

//! One question: its words, its answers, when it is asked, and what is done with it as a whole.

use sotto_survey::{Calendar, Json, Plan, QuestionType};
use yew::prelude::*;

use super::{
    condition,
    desk::Desk,
    faults,
    fields::{
        WordsField, choice, finished_line, label, line, lines, number, text, tick, words_field,
    },
    items, joining, mechanism,
    pages_form::{begun_by, order},
    pictures,
    settled::{FormPart, part},
    state::Action,
};
use crate::{
    draft::{List, Place, QuestionDraft, Setting, Words},
    edit::Edit,
    finding::{has_parts, takes_order},
};

pub(super) fn form(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let count = desk.draft().questions().len();
    let question_type = question.question_type();
    let types: Vec<_> = QuestionType::ALL
        .iter()
        .map(|one| {
            (
                one.name().to_owned(),
                desk.text(&format!("type-{}", one.name())),
            )
        })
        .collect();
    let set_type = desk.typed(move |name| {
        let found = QuestionType::ALL.into_iter().find(|one| one.name() == name);
        Edit::SetType {
            question: index,
            question_type: found.unwrap_or(QuestionType::YesNo),
        }
    });
    let rename = desk.typed(move |id| Edit::RenameQuestion {
        question: index,
        id,
    });
    let heading = desk.words.fill(
        "question-heading",
        &[
            ("number", &*(index + 1).to_string()),
            ("count", &*count.to_string()),
        ],
    );
    // What has a field stands beside that.
    let faults = desk.faults_of(index).into_iter();
    let elsewhere: Vec<_> = faults
        .filter(|fault| desk.field_of(fault).is_none())
        .collect();
    html! {
        <>
            <h2 id="form-heading" tabindex="-1">{ heading }</h2>
            { whole(desk, (index, count), question) }
            { faults::list(desk.words, elsewhere.into_iter()) }
            { words(desk, index, question, Words::Title, "question-title") }
            { words(desk, index, question, Words::Help, "question-help") }
            if takes_answer(desk, question) {
                { words(desk, index, question, Words::Otherwise, "question-otherwise") }
            }
            { pictures::form(desk, index, None, question) }
            { choice("question-type", &desk.text("question-type"), question_type.map_or("", QuestionType::name), &types, &set_type) }
            { answers(desk, index, question) }
            { asked(desk, index, question) }
            if question_type != Some(QuestionType::OwnSecret) {
                { part(desk, index, FormPart::Condition, |desk, index, one, _| condition::form(desk, index, one)) }
            }
            <details>
                <summary>{ desk.text("more") }</summary>
                { finished_line("question-id", &desk.text("question-id"), question.id(), &rename) }
                <p class="note">{ desk.text("question-id-note") }</p>
                { protection(desk, index, question) }
                if takes_order(question) {
                    { order(desk, Place::Question(index), ("question-order", Setting::Order), &question.typed(Setting::Order)) }
                    <p class="note">{ desk.text("order-note") }</p>
                }
                if has_parts(question) {
                    { figure(desk, index, question, Setting::Reported) }
                }
                { mechanism::form(desk, index, question) }
                { part(desk, index, FormPart::Joined, |desk, index, one, _| joining::form(desk, index, one)) }
            </details>
        </>
    }
}

/// Whether an earlier answer is put into its words, or something stands there in place of one.
fn takes_answer(desk: Desk<'_>, question: QuestionDraft<'_>) -> bool {
    desk.languages().iter().any(|tag| {
        let has_place = |words| question.words(words, tag).contains("{answer:");
        let is_worded = !question.words(Words::Otherwise, tag).is_empty();
        is_worded || [Words::Title, Words::Help].into_iter().any(has_place)
    })
}

/// Moving, copying and deleting.
fn whole(desk: Desk<'_>, (index, count): (usize, usize), question: QuestionDraft<'_>) -> Html {
    let button = |id: &'static str, can: bool, edit: Edit| {
        let act = desk.act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if can {
                act.emit(Action::Edit(edit.clone()));
            }
        });
        html! {
            <button type="button" class="quiet" {id} aria-disabled={(!can).then_some("true")} {onclick}>
                { desk.text(id) }
            </button>
        }
    };
    let up = Edit::MoveQuestion {
        from: index,
        to: index.saturating_sub(1),
    };
    let down = Edit::MoveQuestion {
        from: index,
        to: index + 1,
    };
    html! {
        <div class="whole" role="group" aria-label={desk.text("whole-question")}>
            { button("move-up", index > 0, up) }
            { button("move-down", index + 1 < count, down) }
            { part(desk, index, FormPart::Places, |desk, index, _, _| move_to(desk, index)) }
            { button("duplicate", true, Edit::DuplicateQuestion(index)) }
            { button("delete", true, Edit::DeleteQuestion(index)) }
            { page_break(desk, index, question) }
        </div>
    }
}

/// Whether a page begins here.
fn page_break(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let begun = begun_by(desk, question);
    let (key, edit) = match begun {
        Some(page) if page > 0 => ("page-break-away", Some(Edit::JoinPages(page))),
        // The first page begins with the first question anyway.
        Some(_) => ("page-break", None),
        None => ("page-break", (index > 0).then_some(Edit::BreakPage(index))),
    };
    let can = edit.is_some();
    let act = desk.act.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(edit) = &edit {
            act.emit(Action::Edit(edit.clone()));
        }
    });
    html! {
        <button type="button" class="quiet" id="page-break" aria-disabled={(!can).then_some("true")} {onclick}>
            { desk.text(key) }
        </button>
    }
}

/// Every place at once.
fn move_to(desk: Desk<'_>, index: usize) -> Html {
    let count = desk.draft().questions().len();
    let name = |place: usize| {
        let number = (place + 1).to_string();
        (
            place.to_string(),
            desk.words.fill("move-to-place", &[("number", &*number)]),
        )
    };
    let places: Vec<_> = (0..count).map(name).collect();
    let change = desk.typed(move |place| Edit::MoveQuestion {
        from: index,
        to: place.parse().unwrap_or(index),
    });
    choice(
        "move-to",
        &desk.text("move-to"),
        &index.to_string(),
        &places,
        &change,
    )
}

fn words(
    desk: Desk<'_>,
    index: usize,
    question: QuestionDraft<'_>,
    words: Words,
    key: &str,
) -> Html {
    let languages = desk.languages();
    let field = |(number, tag): (usize, &&str)| {
        let language = (*tag).to_owned();
        let is_label = matches!(words, Words::Low | Words::High);
        let place = if is_label {
            Place::Labels(index)
        } else {
            Place::Question(index)
        };
        let change = desk.typed(move |text| Edit::SetWords {
            place,
            words,
            language: language.clone(),
            text,
        });
        let value = if is_label {
            question.label(words, tag)
        } else {
            question.words(words, tag)
        };
        let id = format!("{key}-{number}");
        words_field(WordsField {
            fault: desk.fault_at(index, &id),
            id: &id,
            label: &label(&desk.text(key), tag, &languages),
            value,
            lang: tag,
            // A question may be long, and is read as a whole.
            is_long: matches!(words, Words::Title | Words::Help),
            change,
            onkeydown: None,
            onpaste: None,
        })
    };
    let fields = languages.iter().enumerate().map(field);
    html! { <div class="in-languages">{ for fields }</div> }
}

/// The statement whose truth each person keeps, and of what share of all it is true.
fn secret(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let languages = desk.languages();
    let field = |(number, tag): (usize, &&str)| {
        let language = (*tag).to_owned();
        let change = desk.typed(move |text| Edit::SetWords {
            place: Place::Secret(index),
            words: Words::Title,
            language: language.clone(),
            text,
        });
        let written = question.secret();
        let value = written.map_or("", |secret| secret.words(Words::Title, tag));
        let label = label(&desk.text("field-secret"), tag, &languages);
        lines(
            &format!("secret-title-{number}"),
            &label,
            value,
            tag,
            &change,
        )
    };
    let share = |setting: Setting| {
        let change = desk.typed(move |typed| Edit::Set {
            place: Place::Secret(index),
            setting,
            value: text(&typed),
        });
        let written = question.secret();
        let written = written.map_or_else(String::new, |one| one.typed(setting));
        let name = setting.name();
        let label = desk.text(&format!("field-{name}"));
        line(&format!("question-{name}"), &label, &written, "", &change)
    };
    html! {
        <>
            { languages.iter().enumerate().map(field).collect::<Html>() }
            { share(Setting::Prevalence) }
            { share(Setting::KnownShare) }
            <p class="note">{ desk.text("secret-note") }</p>
        </>
    }
}

/// A value that is a number, or none.
fn figure(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>, setting: Setting) -> Html {
    let change = desk.typed(move |text| Edit::Set {
        place: Place::Question(index),
        setting,
        value: number(&text),
    });
    let key = format!("field-{}", setting.name());
    line(
        &format!("question-{}", setting.name()),
        &desk.text(&key),
        &question.typed(setting),
        "",
        &change,
    )
}

/// One of several values; the first stands for none.
fn one_of(
    desk: Desk<'_>,
    index: usize,
    question: QuestionDraft<'_>,
    setting: Setting,
    names: &[&str],
) -> Html {
    let name = setting.name();
    let options: Vec<_> = names
        .iter()
        .map(|value| ((*value).to_owned(), desk.text(&format!("{name}-{value}"))))
        .collect();
    let found = question.typed(setting);
    let value = if found.is_empty() {
        names.first().copied().unwrap_or_default()
    } else {
        &*found
    };
    let change = desk.typed(move |value| Edit::Set {
        place: Place::Question(index),
        setting,
        value: Some(Json::Text(value)),
    });
    choice(
        &format!("question-{name}"),
        &desk.text(&format!("field-{name}")),
        value,
        &options,
        &change,
    )
}

/// What a number stands for: a plain one has no such field. The ends of the range are written in the same way.
fn stands_for(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let named = |name: &str| (name.to_owned(), desk.text(&format!("as-{name}")));
    let calendars = Calendar::ALL.iter().map(|calendar| calendar.name());
    let options: Vec<_> = [""].into_iter().chain(calendars).map(named).collect();
    let change = desk.typed(move |name| Edit::Set {
        place: Place::Question(index),
        setting: Setting::As,
        value: text(&name),
    });
    let found = question.typed(Setting::As);
    choice(
        "question-as",
        &desk.text("field-as"),
        &found,
        &options,
        &change,
    )
}

/// What can be answered, by type.
fn answers(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let list = |list| items::list(desk, index, question, list);
    let figure = |setting| figure(desk, index, question, setting);
    let ends = || {
        html! {
            <>
                { words(desk, index, question, Words::Low, "label-low") }
                { words(desk, index, question, Words::High, "label-high") }
            </>
        }
    };
    match question.question_type() {
        Some(QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::Likert) => {
            list(List::Options)
        }
        Some(QuestionType::MultipleChoice) => html! {
            <>
                { list(List::Options) }
                <div class="pair">{ figure(Setting::AtLeast) }{ figure(Setting::AtMost) }</div>
            </>
        },
        Some(QuestionType::Ranking) => html! {
            <>
                { list(List::Options) }
                { one_of(desk, index, question, Setting::Report, &["pair", "first-place"]) }
            </>
        },
        Some(QuestionType::Matrix) => html! { <>{ list(List::Rows) }{ list(List::Options) }</> },
        Some(QuestionType::Numbers) => list(List::Fields),
        Some(kind @ (QuestionType::Number | QuestionType::Slider)) => html! {
            <>
                if kind == QuestionType::Number { { stands_for(desk, index, question) } }
                <div class="pair">{ figure(Setting::Min) }{ figure(Setting::Max) }{ figure(Setting::Step) }</div>
                { words(desk, index, question, Words::Unit, "question-unit") }
                { one_of(desk, index, question, Setting::Estimate, &["mean", "distribution"]) }
            </>
        },
        Some(QuestionType::Rating) => html! {
            <>
                { figure(Setting::Scale) }
                { one_of(desk, index, question, Setting::Icons, &["numbers", "stars", "smileys"]) }
                { ends() }
            </>
        },
        Some(QuestionType::Nps) => ends(),
        Some(QuestionType::OwnSecret) => secret(desk, index, question),
        Some(QuestionType::YesNo | QuestionType::Statement | QuestionType::Consent) | None => {
            Html::default()
        }
    }
}

/// Whether it must be answered, and whether it need not be.
fn asked(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let set = |setting: Setting, stands_for_none: bool| {
        desk.act.reform(move |checked: bool| {
            Action::Edit(Edit::Set {
                place: Place::Question(index),
                setting,
                value: (checked != stands_for_none).then_some(Json::Flag(checked)),
            })
        })
    };
    let question_type = question.question_type();
    if question_type == Some(QuestionType::OwnSecret) {
        // Nothing could be sent in place of an answer.
        return Html::default();
    }
    let is_reported = !matches!(
        question_type,
        Some(QuestionType::Statement | QuestionType::Consent)
    );
    let required = question.flag(Setting::Required).unwrap_or(false);
    let decline = question.flag(Setting::Decline).unwrap_or(true);
    html! {
        <>
            if is_reported {
                { tick("question-decline", &desk.text("field-decline"), decline, &set(Setting::Decline, true)) }
            }
            if question_type != Some(QuestionType::Statement) {
                { tick("question-required", &desk.text("field-required"), required, &set(Setting::Required, false)) }
            }
        </>
    }
}

/// Its part of the protection, where the plan gives it one of its own.
fn protection(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let question_type = question.question_type();
    if matches!(
        question_type,
        Some(QuestionType::Statement | QuestionType::Consent | QuestionType::OwnSecret)
    ) {
        return Html::default();
    }
    match desk.draft().plan() {
        Some(Plan::Split) => figure(desk, index, question, Setting::Share),
        Some(Plan::Fixed) => {
            let change = desk.typed(move |typed| Edit::Set {
                place: Place::Question(index),
                setting: Setting::Epsilon,
                value: text(&typed),
            });
            line(
                "question-epsilon",
                &desk.text("field-epsilon"),
                &question.typed(Setting::Epsilon),
                "",
                &change,
            )
        }
        Some(Plan::Sample) | None => Html::default(),
    }
}

//! Questions as wholes.

use sotto_survey::{Json, QuestionType};

use super::{
    fresh::{is_identifier, is_taken, like, numbered},
    items::{item, move_in},
    values::object_at,
};
use crate::{
    draft::{List, Place, list_in, list_of, member, remove, set, text_of},
    references::follow_question,
};

fn questions(survey: &mut Json) -> Option<&mut Vec<Json>> {
    if list_in(survey, "questions").is_none() {
        set(survey, "questions", Json::List(Vec::new()));
    }
    list_in(survey, "questions")
}

fn id_of(question: &Json) -> Option<String> {
    member(question, "id").and_then(text_of).map(str::to_owned)
}

/// What a question of a type needs beside its words, unless it has it.
fn complete(question: &mut Json, question_type: QuestionType) {
    let blank = |list: List, count: usize| {
        let items = (1..=count).map(|number| {
            let id = format!("{}-{number}", list.stem());
            item(list, id, Vec::new())
        });
        Json::List(items.collect())
    };
    let needed = match question_type {
        QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::MultipleChoice => {
            vec![("options", blank(List::Options, 2))]
        }
        QuestionType::Ranking => vec![("options", blank(List::Options, 3))],
        QuestionType::Likert => vec![("options", blank(List::Options, 5))],
        QuestionType::Matrix => vec![
            ("rows", blank(List::Rows, 2)),
            ("options", blank(List::Options, 3)),
        ],
        QuestionType::Number | QuestionType::Slider => {
            vec![("min", Json::Whole(0)), ("max", Json::Whole(100))]
        }
        QuestionType::Numbers => vec![("fields", blank(List::Fields, 2))],
        QuestionType::OwnSecret => {
            let prevalence = Json::Text("1/4".to_owned());
            let secret = vec![
                ("title".to_owned(), Json::Object(Vec::new())),
                ("prevalence".to_owned(), prevalence),
            ];
            vec![("secret", Json::Object(secret))]
        }
        QuestionType::YesNo
        | QuestionType::Rating
        | QuestionType::Nps
        | QuestionType::Statement
        | QuestionType::Consent => Vec::new(),
    };
    for (name, value) in needed {
        if member(question, name).is_none() {
            set(question, name, value);
        }
    }
}

/// Whether anything of a question of that type is reported.
pub(super) const fn is_reported(question_type: &str) -> bool {
    !matches!(question_type.as_bytes(), b"statement" | b"consent")
}

/// Whether a question of that type can have an ε of its own: of an own secret it follows from the prevalence.
pub(super) const fn takes_epsilon(question_type: &str) -> bool {
    is_reported(question_type) && !matches!(question_type.as_bytes(), b"own-secret")
}

pub(super) fn add(survey: &mut Json, question_type: QuestionType, index: usize) -> Option<()> {
    let is_fixed = member(survey, "plan") == Some(&Json::Text("fixed".to_owned()));
    let questions = questions(survey)?;
    let id = numbered(questions, "question");
    let mut question = Json::Object(vec![
        ("id".to_owned(), Json::Text(id.clone())),
        (
            "type".to_owned(),
            Json::Text(question_type.name().to_owned()),
        ),
        ("title".to_owned(), Json::Object(Vec::new())),
    ]);
    complete(&mut question, question_type);
    if is_fixed && takes_epsilon(question_type.name()) {
        set(&mut question, "epsilon", Json::Text("1".to_owned()));
    }
    let index = index.min(questions.len());
    questions.insert(index, question);
    join_page(survey, &id, index);
    Some(())
}

pub(super) fn duplicate(survey: &mut Json, index: usize) -> Option<()> {
    let questions = questions(survey)?;
    let mut copy = questions.get(index)?.clone();
    let id = match id_of(&copy) {
        Some(id) => like(questions, &id),
        None => numbered(questions, "question"),
    };
    set(&mut copy, "id", Json::Text(id.clone()));
    questions.insert(index + 1, copy);
    join_page(survey, &id, index + 1);
    Some(())
}

pub(super) fn delete(survey: &mut Json, index: usize) -> Option<()> {
    let questions = questions(survey)?;
    (index < questions.len()).then(|| {
        questions.remove(index);
    })
}

pub(super) fn move_question(survey: &mut Json, from: usize, to: usize) -> Option<()> {
    let questions = questions(survey)?;
    let id = id_of(questions.get(from)?);
    move_in(questions, from, to)?;
    if let Some(id) = id {
        leave_page(survey, &id);
        join_page(survey, &id, to);
        // A page that has lost its only question has nothing to show.
        if let Some(pages) = list_in(survey, "pages") {
            pages.retain(|page| member(page, "questions") != Some(&Json::List(Vec::new())));
        }
    }
    Some(())
}

fn leave_page(survey: &mut Json, id: &str) {
    for page in list_in(survey, "pages").into_iter().flatten() {
        if let Some(ids) = list_in(page, "questions") {
            ids.retain(|other| text_of(other) != Some(id));
        }
    }
}

/// Puts the question at `index` on the page of the question before it, or of the one behind it.
fn join_page(survey: &mut Json, id: &str, index: usize) {
    let questions = list_of(survey, "questions");
    let before = index.checked_sub(1).and_then(|index| questions.get(index));
    let before = before.and_then(id_of);
    let behind = questions.get(index + 1).and_then(id_of);
    let mut join = |neighbour: Option<String>, offset: usize| {
        let neighbour = neighbour?;
        for page in list_in(survey, "pages")? {
            let Some(ids) = list_in(page, "questions") else {
                continue;
            };
            let place = ids.iter().position(|one| text_of(one) == Some(&*neighbour));
            if let Some(place) = place {
                ids.insert(place + offset, Json::Text(id.to_owned()));
                return Some(());
            }
        }
        None
    };
    if join(before, 1).or_else(|| join(behind, 0)).is_none()
        && let Some(page) = list_in(survey, "pages").and_then(|pages| pages.last_mut())
        && let Some(ids) = list_in(page, "questions")
    {
        ids.push(Json::Text(id.to_owned()));
    }
}

pub(super) fn rename(survey: &mut Json, index: usize, id: &str) -> Option<()> {
    let questions = questions(survey)?;
    if !is_identifier(id) || is_taken(questions, id) {
        return None;
    }
    let question = questions.get_mut(index)?;
    let old = id_of(question);
    set(question, "id", Json::Text(id.to_owned()));
    if let Some(old) = old {
        follow_question(survey, &old, id);
    }
    Some(())
}

/// The fields of a question that belong to some types alone.
const OF_TYPES: &[&str] = &[
    "options",
    "rows",
    "fields",
    "min",
    "max",
    "step",
    "unit",
    "estimate",
    "as",
    "scale",
    "icons",
    "labels",
    "at-least",
    "at-most",
    "report",
    "secret",
    "order",
    "pinned",
    "mechanism",
    "reported",
    "weights",
];

pub(super) fn set_type(survey: &mut Json, index: usize, question_type: QuestionType) -> Option<()> {
    let is_fixed = member(survey, "plan") == Some(&Json::Text("fixed".to_owned()));
    let question = object_at(survey, Place::Question(index))?;
    let kept: &[&str] = match question_type {
        QuestionType::SingleChoice | QuestionType::Likert => &["options", "order", "pinned"],
        QuestionType::Dropdown => &["options"],
        QuestionType::MultipleChoice => &["options", "order", "pinned", "at-least", "at-most"],
        QuestionType::Ranking => &["options", "order", "pinned", "report"],
        QuestionType::Matrix => &["rows", "options"],
        QuestionType::Number => &["min", "max", "step", "unit", "estimate", "as"],
        QuestionType::Slider => &["min", "max", "step", "unit", "estimate"],
        QuestionType::Numbers => &["fields"],
        QuestionType::Rating => &["scale", "icons", "labels"],
        QuestionType::Nps => &["labels"],
        QuestionType::OwnSecret => &["secret"],
        QuestionType::YesNo | QuestionType::Statement | QuestionType::Consent => &[],
    };
    for name in OF_TYPES.iter().filter(|name| !kept.contains(name)) {
        remove(question, name);
    }
    if question_type != QuestionType::MultipleChoice {
        for option in list_in(question, "options").into_iter().flatten() {
            remove(option, "exclusive");
        }
    }
    set(
        question,
        "type",
        Json::Text(question_type.name().to_owned()),
    );
    complete(question, question_type);
    if !takes_epsilon(question_type.name()) {
        for name in ["epsilon", "share", "decline"] {
            remove(question, name);
        }
        if question_type == QuestionType::Statement {
            remove(question, "required");
        }
    } else if is_fixed && member(question, "epsilon").is_none() {
        set(question, "epsilon", Json::Text("1".to_owned()));
    }
    Some(())
}

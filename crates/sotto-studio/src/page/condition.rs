//! When a question is asked: always, or after certain answers to one earlier question. What else a
//! condition can say is written as text.

use sotto_survey::{Json, QuestionType};
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{choice, tick},
    state::Action,
};
use crate::{
    draft::{List, QuestionDraft, Words, member, text_of, texts_in},
    edit::Edit,
};

/// A condition of one question and some of its categories.
fn of(question: &str, is: Vec<String>) -> Json {
    Json::Object(vec![
        ("question".to_owned(), Json::Text(question.to_owned())),
        (
            "is".to_owned(),
            Json::List(is.into_iter().map(Json::Text).collect()),
        ),
    ])
}

pub(super) fn form(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let draft = desk.draft();
    let condition = question.condition();
    let simple = condition.filter(|condition| {
        let fields = matches!(condition, Json::Object(fields) if fields.len() == 2);
        fields && member(condition, "is").is_some()
    });
    let id = simple
        .and_then(|condition| member(condition, "question"))
        .and_then(text_of);
    let candidates: Vec<_> = draft
        .questions()
        .enumerate()
        .take(index)
        .filter(|(_, one)| one.question_type() != Some(QuestionType::Matrix))
        .filter_map(|(place, one)| Some((place, one, one.categories()?)))
        .collect();
    let mut options = vec![(String::new(), desk.text("asked-always"))];
    options.extend(candidates.iter().map(|(place, one, _)| {
        let named = desk.name_of(*place);
        (
            one.id().to_owned(),
            desk.words.fill("asked-after", &[("what", &*named)]),
        )
    }));
    let tested = id.and_then(|id| candidates.iter().find(|(_, one, _)| one.id() == id));
    let value = match (condition, tested) {
        (None, _) => "",
        (Some(_), Some(_)) => id.unwrap_or_default(),
        (Some(_), None) => {
            options.push(("\u{0}".to_owned(), desk.text("asked-otherwise")));
            "\u{0}"
        }
    };
    let ids: Vec<_> = candidates
        .iter()
        .map(|(_, one, _)| one.id().to_owned())
        .collect();
    let kept = condition.cloned();
    let set = desk.typed(move |id| Edit::SetCondition {
        question: index,
        condition: if id == "\u{0}" {
            kept.clone()
        } else {
            // Which answers it takes is for its designer to tick.
            let id = ids.iter().find(|one| **one == id);
            id.map(|id| of(id, Vec::new()))
        },
    });
    let is: Vec<_> = simple
        .map(|condition| {
            texts_in(member(condition, "is"))
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    let category = |one: &QuestionDraft<'_>, number: usize, category: &String| {
        let tested = one.id().to_owned();
        let (category, is) = (category.clone(), is.clone());
        let checked = is.contains(&category);
        let label = category_name(desk, *one, &category);
        let change = desk.act.reform(move |checked: bool| {
            let mut is = is.clone();
            is.retain(|other| *other != category);
            if checked {
                is.push(category.clone());
            }
            Action::Edit(Edit::SetCondition {
                question: index,
                condition: Some(of(&tested, is)),
            })
        });
        tick(&format!("condition-{number}"), &label, checked, &change)
    };
    html! {
        <fieldset>
            <legend>{ desk.text("asked") }</legend>
            { choice("condition", &desk.text("asked-when"), value, &options, &set) }
            if let Some((_, one, categories)) = tested {
                <p>{ desk.text("asked-is") }</p>
                if is.is_empty() { <p id="asked-nobody" class="refused">{ desk.text("asked-nobody") }</p> }
                <div class="ticks">
                    { for categories.iter().enumerate().map(|(number, name)| category(one, number, name)) }
                </div>
            }
            if value == "\u{0}" { <p class="note">{ desk.text("asked-otherwise-note") }</p> }
        </fieldset>
    }
}

/// What a category is called.
fn category_name(desk: Desk<'_>, question: QuestionDraft<'_>, category: &str) -> String {
    let key = format!("category-{category}");
    if let Some(item) = question
        .items(List::Options)
        .find(|item| item.id() == category)
    {
        let draft = desk.draft();
        let preferred = [desk.words.language()];
        let mut tags = preferred.into_iter().chain(draft.languages());
        let title = tags
            .find_map(|tag| Some(item.words(Words::Title, tag)).filter(|text| !text.is_empty()));
        return title.unwrap_or(category).to_owned();
    }
    if desk.words.has(&key) {
        desk.text(&key)
    } else {
        category.to_owned()
    }
}

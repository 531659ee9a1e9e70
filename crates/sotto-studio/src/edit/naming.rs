//! Names in the data that follow the words, until a survey is published first.

use sotto_survey::Json;

use super::{
    applying::followed,
    fresh::{like, numbered, of_words},
    kinds::Edit,
};
use crate::draft::{Draft, Place, Words, list_of, member, text_of};

/// The draft after a title was written, with its name where that follows the words: where it is the one that the words
/// before suggested, or a number.
pub(crate) fn named_by_words(before: &Draft, after: Draft, edit: &Edit) -> Draft {
    let &Edit::SetWords {
        place,
        words: Words::Title,
        ..
    } = edit
    else {
        return after;
    };
    let rename = match place {
        Place::Question(question) => renamed(before, &after, place, "question")
            .map(|id| Edit::RenameQuestion { question, id }),
        Place::Item {
            question,
            list,
            index,
        } => renamed(before, &after, place, list.stem()).map(|id| Edit::RenameItem {
            question,
            list,
            index,
            id,
        }),
        _ => None,
    };
    match rename {
        Some(rename) => followed(after, &rename),
        None => after,
    }
}

/// The name that the words give something now, if it is to have another than it has.
fn renamed(before: &Draft, after: &Draft, place: Place, stem: &str) -> Option<String> {
    let was = object(before, place)?;
    let id = member(was, "id").and_then(text_of)?;
    let named = |one: &&Json| member(one, "id").and_then(text_of) != Some(id);
    let others: Vec<&Json> = siblings(after, place).into_iter().filter(named).collect();
    let suggested = |json: &Json| {
        let found = suggested(json);
        found.map_or_else(|| numbered(&others, stem), |id| like(&others, &id))
    };
    let number = id
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_prefix('-'));
    let is_number = number.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number && suggested(was) != id {
        return None;
    }
    let now = object(after, place)?;
    if is_number && suggested_is_none(now) {
        return None;
    }
    let name = suggested(now);
    (name != id).then_some(name)
}

fn suggested_is_none(json: &Json) -> bool {
    suggested(json).is_none()
}

/// What the words of the first language that has letters for it suggest.
fn suggested(json: &Json) -> Option<String> {
    let Some(Json::Object(texts)) = member(json, "title") else {
        return None;
    };
    texts
        .iter()
        .filter_map(|(_, text)| text_of(text))
        .find_map(of_words)
}

fn object(draft: &Draft, place: Place) -> Option<&Json> {
    let questions = draft.shared();
    match place {
        Place::Question(index) => questions.get(index).map(|one| &**one),
        Place::Item {
            question,
            list,
            index,
        } => list_of(questions.get(question)?, list.name()).get(index),
        _ => None,
    }
}

/// What stands in the same list.
fn siblings(draft: &Draft, place: Place) -> Vec<&Json> {
    let questions = draft.shared();
    match place {
        Place::Item { question, list, .. } => {
            let items = questions.get(question);
            { items.into_iter() }
                .flat_map(|question| list_of(question, list.name()))
                .collect()
        }
        _ => questions.iter().map(|one| &**one).collect(),
    }
}

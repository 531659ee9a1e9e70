//! Options, rows and numbers of a question.

use sotto_survey::Json;

use super::{
    fresh::{is_identifier, is_taken, like, numbered, of_words},
    values::object_at,
};
use crate::{
    draft::{List, Place, list_in, member, set, text_of},
    references::follow_item,
};

/// No list that is pasted is longer.
const LONGEST: usize = 1_000;

/// An element with an id and a title in some languages.
pub(super) fn item(list: List, id: String, texts: Vec<(String, Json)>) -> Json {
    let mut fields = vec![
        ("id".to_owned(), Json::Text(id)),
        ("title".to_owned(), Json::Object(texts)),
    ];
    if list == List::Fields {
        fields.push(("min".to_owned(), Json::Whole(0)));
        fields.push(("max".to_owned(), Json::Whole(100)));
    }
    Json::Object(fields)
}

fn items(survey: &mut Json, question: usize, list: List) -> Option<&mut Vec<Json>> {
    let question = object_at(survey, Place::Question(question))?;
    if list_in(question, list.name()).is_none() {
        set(question, list.name(), Json::List(Vec::new()));
    }
    list_in(question, list.name())
}

pub(super) fn add(survey: &mut Json, question: usize, list: List) -> Option<()> {
    let items = items(survey, question, list)?;
    let id = numbered(items, list.stem());
    items.push(item(list, id, Vec::new()));
    Some(())
}

pub(super) fn paste(
    survey: &mut Json,
    question: usize,
    list: List,
    language: &str,
    text: &str,
) -> Option<()> {
    let items = items(survey, question, list)?;
    // An element without a word was waiting for one.
    let is_blank = |item: &Json| member(item, "title") == Some(&Json::Object(Vec::new()));
    items.retain(|item| !is_blank(item));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines.take(LONGEST) {
        let id = of_words(line).map(|id| like(items, &id));
        let id = id.unwrap_or_else(|| numbered(items, list.stem()));
        let texts = vec![(language.to_owned(), Json::Text(line.to_owned()))];
        items.push(item(list, id, texts));
    }
    Some(())
}

pub(super) fn delete(survey: &mut Json, question: usize, list: List, index: usize) -> Option<()> {
    let items = items(survey, question, list)?;
    (index < items.len()).then(|| {
        items.remove(index);
    })
}

/// Lets an element of a list stand elsewhere.
pub(super) fn move_in(list: &mut Vec<Json>, from: usize, to: usize) -> Option<()> {
    if from >= list.len() || to >= list.len() {
        return None;
    }
    let moved = list.remove(from);
    list.insert(to, moved);
    Some(())
}

pub(super) fn move_item(
    survey: &mut Json,
    question: usize,
    list: List,
    from: usize,
    to: usize,
) -> Option<()> {
    move_in(items(survey, question, list)?, from, to)
}

pub(super) fn rename(
    survey: &mut Json,
    question: usize,
    list: List,
    index: usize,
    id: &str,
) -> Option<()> {
    let asked = object_at(survey, Place::Question(question))?;
    let asked = member(asked, "id").and_then(text_of).map(str::to_owned);
    let items = items(survey, question, list)?;
    if !is_identifier(id) || is_taken(items, id) {
        return None;
    }
    let item = items.get_mut(index)?;
    let old = member(item, "id").and_then(text_of).map(str::to_owned);
    set(item, "id", Json::Text(id.to_owned()));
    if let (Some(asked), Some(old)) = (asked, old) {
        follow_item(survey, &asked, list, &old, id);
    }
    Some(())
}

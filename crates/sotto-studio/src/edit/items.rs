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

pub(super) fn insert(survey: &mut Json, question: usize, list: List, index: usize) -> Option<()> {
    let items = items(survey, question, list)?;
    let id = numbered(items, list.stem());
    let index = index.min(items.len());
    items.insert(index, item(list, id, Vec::new()));
    Some(())
}

/// Lines that were copied from elsewhere, as elements of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The columns of each line: without bullets, and without numbers where every line has one.
    pub rows: Vec<Vec<String>>,
    /// How many lines repeat another, or what the list has already.
    pub repeated: usize,
    /// How many lines are more than a list takes.
    pub beyond: usize,
}

impl Pasted {
    /// Reads lines for a list that has those words already.
    #[must_use]
    pub fn read(text: &str, known: &[&str]) -> Self {
        let lines = text.lines().map(without_bullet);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        let unnumbered: Option<Vec<_>> = lines.iter().map(|line| without_number(line)).collect();
        let mut pasted = Self::default();
        for line in unnumbered.unwrap_or(lines) {
            let row: Vec<_> = line
                .split('\t')
                .map(|cell| cell.trim().to_owned())
                .collect();
            let first = row.first().map_or("", String::as_str);
            let is_there = |row: &Vec<String>| row.first().is_some_and(|other| other == first);
            if known.contains(&first) || pasted.rows.iter().any(is_there) {
                pasted.repeated += 1;
            } else if pasted.rows.len() >= LONGEST {
                pasted.beyond += 1;
            } else {
                pasted.rows.push(row);
            }
        }
        pasted
    }
}

/// A line without the sign of a list in front of it.
fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    let rest = line.strip_prefix(['•', '·', '‣', '◦', '▪', '●', '○', '-', '–', '—', '*']);
    match rest.filter(|rest| rest.starts_with(char::is_whitespace)) {
        Some(rest) => rest.trim(),
        None => line,
    }
}

/// A line without the number in front of it; `None` where there is none.
fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.len() == line.len() {
        return None;
    }
    let spaced = rest.strip_prefix(['.', ')']);
    let spaced = spaced.filter(|rest| rest.starts_with(char::is_whitespace));
    let rest = spaced.or_else(|| rest.strip_prefix(['、', '．']))?;
    Some(rest.trim()).filter(|rest| !rest.is_empty())
}

/// Whether an element has no word yet.
fn is_blank(item: &Json) -> bool {
    member(item, "title") == Some(&Json::Object(Vec::new()))
}

pub(super) fn paste(
    survey: &mut Json,
    (question, list): (usize, List),
    languages: &[String],
    text: &str,
    behind: Option<usize>,
) -> Option<()> {
    let items = items(survey, question, list)?;
    let before = behind.map_or(items.len(), |index| (index + 1).min(items.len()));
    let stay = items.iter().take(before).filter(|item| !is_blank(item));
    let place = stay.count();
    // An element without a word was waiting for one.
    items.retain(|item| !is_blank(item));
    let first = languages.first()?;
    let title = |item: &Json| {
        let text = member(item, "title").and_then(|texts| member(texts, first));
        text.and_then(text_of).unwrap_or_default().to_owned()
    };
    let known: Vec<_> = items.iter().map(title).collect();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let rows = Pasted::read(text, &known).rows;
    for (offset, row) in rows.iter().enumerate() {
        let words = languages.iter().zip(row);
        let words = words.map(|(language, word)| (language.clone(), word.clone()));
        let fresh = worded(items, list, words.collect());
        items.insert(place + offset, fresh);
    }
    Some(())
}

/// A new element of a list, named by its words.
fn worded(items: &[Json], list: List, words: Vec<(String, String)>) -> Json {
    let id = words.iter().find_map(|(_, word)| of_words(word));
    let id = id.map(|id| like(items, &id));
    let id = id.unwrap_or_else(|| numbered(items, list.stem()));
    let words = words.into_iter().filter(|(_, word)| !word.is_empty());
    let texts = words.map(|(language, word)| (language, Json::Text(word)));
    item(list, id, texts.collect())
}

pub(super) fn set_items(
    survey: &mut Json,
    question: usize,
    list: List,
    all: &[Vec<(String, String)>],
) -> Option<()> {
    let items = items(survey, question, list)?;
    items.clear();
    for words in all {
        let fresh = worded(items, list, words.clone());
        items.push(fresh);
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

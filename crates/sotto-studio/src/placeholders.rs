//! What stands where words are still missing, so that an unfinished survey can be looked at and planned.

use sotto_survey::{Colour, Json, LeastContrast, QuestionType, Scheme};

use crate::draft::{
    Draft, List, list_in, list_of, member, member_mut, remove, set, text_of, texts_in,
};

/// The draft with words wherever its first language lacks them: those of another, else the number of what they name. A
/// list that is too short is filled up, and a condition that names no answer yet is left out. Of
/// colours that cannot be read the nearest that can stand there. What else is wrong stays so.
#[must_use]
pub fn filled(draft: &Draft) -> Draft {
    let Some(mut survey) = draft.json() else {
        return draft.clone();
    };
    let tags: Vec<String> = texts_in(member(&survey, "languages"))
        .map(str::to_owned)
        .collect();
    fill(&mut survey, "title", &tags, "…");
    make_readable(&mut survey);
    for (index, question) in list_in(&mut survey, "questions")
        .into_iter()
        .flatten()
        .enumerate()
    {
        fill_question(question, index, &tags);
    }
    Draft::of_json(survey)
}

/// Colours that are half typed are left out, and those that cannot be read give way to the nearest that can.
fn make_readable(survey: &mut Json) {
    let Some(theme) = member_mut(survey, "theme") else {
        return;
    };
    make_scheme_readable(theme, Scheme::Light);
    if let Some(dark) = member_mut(theme, "dark") {
        make_scheme_readable(dark, Scheme::Dark);
        if *dark == Json::Object(Vec::new()) {
            remove(theme, "dark");
        }
    }
    if *theme == Json::Object(Vec::new()) {
        remove(survey, "theme");
    }
}

fn make_scheme_readable(colours: &mut Json, scheme: Scheme) {
    let named = |colours: &Json, name: &str| -> Option<Colour> {
        let text = member(colours, name).and_then(text_of)?;
        text.parse().ok()
    };
    let surface = named(colours, "surface");
    let ground = surface.unwrap_or_else(|| scheme.own().surface);
    if surface.is_none() && member(colours, "surface").is_some() {
        remove(colours, "surface");
    }
    for name in ["accent", "text"] {
        let readable =
            named(colours, name).and_then(|colour| colour.nearest(&[ground], LeastContrast::Text));
        match readable {
            Some(colour) => set(colours, name, Json::Text(colour.to_string())),
            None if member(colours, name).is_some() => {
                remove(colours, name);
            }
            None => {}
        }
    }
}

fn fill_question(question: &mut Json, index: usize, tags: &[String]) {
    fill(question, "title", tags, &format!("{}.", index + 1));
    if let Some(picture) = member_mut(question, "picture") {
        fill(picture, "alt", tags, "…");
    }
    for list in List::ALL {
        let least = match list {
            List::Options => 2,
            List::Rows | List::Fields => 1,
        };
        let is_needed = is_needed(question, list);
        let Some(items) = list_in(question, list.name()) else {
            continue;
        };
        while is_needed && items.len() < least {
            let id = Json::Text(format!("placeholder-{}", items.len() + 1));
            let title = Json::Object(Vec::new());
            let fields = [("id".to_owned(), id), ("title".to_owned(), title)];
            items.push(Json::Object(fields.into()));
        }
        for (number, item) in items.iter_mut().enumerate() {
            fill(item, "title", tags, &(number + 1).to_string());
            if let Some(picture) = member_mut(item, "picture") {
                fill(picture, "alt", tags, "…");
            }
        }
    }
    if let Some(secret) = member_mut(question, "secret") {
        fill(secret, "title", tags, "…");
    }
    let names_nobody = member(question, "condition").is_some_and(|condition| {
        member(condition, "is").is_some() && list_of(condition, "is").is_empty()
    });
    if names_nobody {
        remove(question, "condition");
    }
}

/// Whether a question of that type has that list.
fn is_needed(question: &Json, list: List) -> bool {
    let name = member(question, "type").and_then(text_of);
    let found = QuestionType::ALL
        .into_iter()
        .find(|one| Some(one.name()) == name);
    match list {
        List::Options => matches!(
            found,
            Some(
                QuestionType::SingleChoice
                    | QuestionType::Dropdown
                    | QuestionType::Likert
                    | QuestionType::MultipleChoice
                    | QuestionType::Ranking
                    | QuestionType::Matrix
            )
        ),
        List::Rows | List::Fields => false,
    }
}

/// Gives a text its words in the survey's first language, if it has none: the others fall back to it.
fn fill(object: &mut Json, name: &str, tags: &[String], otherwise: &str) {
    let texts = match member(object, name) {
        Some(Json::Object(texts)) => texts.clone(),
        None => Vec::new(),
        // What is no text is a fault of its own.
        Some(_) => return,
    };
    let Some(first) = tags.first() else { return };
    let is_blank = |text: &Json| text_of(text).is_some_and(|text| text.trim().is_empty());
    let written = texts.iter().filter(|(_, text)| !is_blank(text));
    let mut whole = Json::Object(written.cloned().collect());
    if member(&whole, first).is_none() {
        let mut others = tags.iter().filter_map(|tag| member(&whole, tag));
        let other = others.find_map(text_of).unwrap_or(otherwise);
        let other = Json::Text(other.to_owned());
        set(&mut whole, first, other);
    }
    set(object, name, whole);
}

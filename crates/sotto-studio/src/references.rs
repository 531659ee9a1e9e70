//! Ids as references: conditions, links, pages and places for answers name questions, and conditions name options, rows
//! and numbers. They follow a new name, and go with what they name.

use sotto_survey::{Json, Piece, QuestionType};

use crate::draft::{
    Draft, Groups, List, Setting, Words, list_in, list_of, member, member_mut, remove, text_of,
    texts_in,
};

/// Every reference that names nothing that is there, each as the pointer of who names it and what it names.
#[must_use]
pub fn hanging(draft: &Draft) -> Vec<(String, String)> {
    let Some(survey) = draft.head() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut questions_in = |pointer: String, json: Option<&Json>| {
        for id in texts_in(json).filter(|id| question(draft, id).is_none()) {
            found.push((pointer.clone(), id.to_owned()));
        }
    };
    for (index, page) in list_of(survey, "pages").iter().enumerate() {
        questions_in(format!("/pages/{index}"), member(page, "questions"));
    }
    for groups in [Groups::Links, Groups::Arms] {
        let name = groups.name();
        for (index, group) in list_of(survey, name).iter().enumerate() {
            let ids = member(group, "questions").unwrap_or(group);
            questions_in(format!("/{name}/{index}"), Some(ids));
        }
    }
    for (index, asked) in draft.questions().enumerate() {
        let pointer = format!("/questions/{index}/condition");
        if let Some(condition) = asked.condition() {
            each_test(condition, &mut |test| {
                let id = member(test, "question")
                    .and_then(text_of)
                    .unwrap_or_default();
                if !stands(draft, test) {
                    found.push((pointer.clone(), id.to_owned()));
                }
                let missing =
                    texts_in(member(test, "is")).filter(|id| !is_category(draft, test, id));
                found
                    .extend(missing.map(|category| (pointer.clone(), format!("{id}: {category}"))));
            });
        }
    }
    found
}

/// The questions, by their index now, that an edit made be asked of everybody, since what their condition named has
/// gone.
#[must_use]
pub fn asked_of_all(before: &Draft, now: &Draft) -> Vec<usize> {
    let had_one = |id: &str| question(before, id).is_some_and(|one| one.condition().is_some());
    let questions = now.questions().enumerate();
    let freed = questions.filter(|(_, one)| one.condition().is_none() && had_one(one.id()));
    freed.map(|(index, _)| index).collect()
}

/// Whether a question names another: in its condition, or by a place for its answer.
pub(crate) fn names(question: &Json, id: &str) -> bool {
    let mut is_named = false;
    if let Some(condition) = member(question, "condition") {
        each_test(condition, &mut |test| {
            is_named |= member(test, "question").and_then(text_of) == Some(id);
        });
    }
    let texts = [Words::Title, Words::Help].map(|words| member(question, words.name()));
    is_named
        || texts.into_iter().flatten().any(|texts| match texts {
            Json::Object(texts) => texts.iter().any(|(_, text)| {
                text_of(text).is_some_and(|text| {
                    text.contains('{') && Piece::all_of(text).contains(&Piece::Answer(id))
                })
            }),
            _ => false,
        })
}

/// Lets every reference to a question follow its new name.
pub(crate) fn follow_question(survey: &mut Json, old: &str, new: &str) {
    for page in list_in(survey, "pages").into_iter().flatten() {
        for name in ["questions", "pinned"] {
            if let Some(ids) = member_mut(page, name) {
                rename_in(ids, old, new);
            }
        }
    }
    for groups in [Groups::Links, Groups::Arms] {
        for group in list_in(survey, groups.name()).into_iter().flatten() {
            match member_mut(group, "questions") {
                Some(ids) => rename_in(ids, old, new),
                None => rename_in(group, old, new),
            }
        }
    }
    each_test_of(survey, &mut |test| rename_field(test, "question", old, new));
    for question in list_in(survey, "questions").into_iter().flatten() {
        for words in [Words::Title, Words::Help] {
            if let Some(Json::Object(texts)) = member_mut(question, words.name()) {
                let all = texts.iter_mut().map(|(_, text)| text);
                all.for_each(|text| rename_place(text, old, new));
            }
        }
    }
}

/// Lets the places for an answer to a question follow its new name.
fn rename_place(text: &mut Json, old: &str, new: &str) {
    let Some(words) = text_of(text) else {
        return;
    };
    let pieces = Piece::all_of(words);
    if !pieces.contains(&Piece::Answer(old)) {
        return;
    }
    let written = pieces.into_iter().map(|piece| match piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Answer(id) if id == old => format!("{{answer: {new}}}"),
        Piece::Answer(id) => format!("{{answer: {id}}}"),
    });
    *text = Json::Text(written.collect());
}

/// Lets every reference to an option, a row or a number of a question follow its new name.
pub(crate) fn follow_item(survey: &mut Json, question: &str, list: List, old: &str, new: &str) {
    let of_id = |one: &&mut Json| member(one, "id").and_then(text_of) == Some(question);
    let asked = list_in(survey, "questions").into_iter().flatten();
    for ids in asked.filter(of_id).filter_map(pinned_in(list)) {
        rename_in(ids, old, new);
    }
    each_test_of(survey, &mut |test| {
        if member(test, "question").and_then(text_of) != Some(question) {
            return;
        }
        match list {
            List::Options => {
                if let Some(ids) = member_mut(test, "is") {
                    rename_in(ids, old, new);
                }
            }
            List::Rows => rename_field(test, "row", old, new),
            List::Fields => rename_field(test, "field", old, new),
        }
    });
}

/// Takes out every reference that hangs since `before`: with what it named, what it said has gone. Those
/// that hung already are left to whoever is writing them.
pub(crate) fn prune(survey: &mut Json, before: &Draft) {
    let now = Draft::of_json(survey.clone());
    let has_gone = |id: &str| question(&now, id).is_none() && question(before, id).is_some();
    let keep = |id: &mut Json| text_of(id).is_none_or(|id| !has_gone(id));
    if let Some(pages) = list_in(survey, "pages") {
        pages.retain_mut(|page| match list_in(page, "questions") {
            Some(ids) => keep_some(ids, keep),
            None => true,
        });
        if pages.is_empty() {
            remove(survey, "pages");
        }
    }
    for page in list_in(survey, "pages").into_iter().flatten() {
        if let Some(ids) = list_in(page, "pinned") {
            ids.retain_mut(keep);
        }
    }
    for groups in [Groups::Links, Groups::Arms] {
        prune_groups(survey, groups, keep);
    }
    let mut keep_test = |test: &mut Json| {
        if !stands(&now, test) && stands(before, test) {
            return false;
        }
        let shown = test.clone();
        let keep = |id: &mut Json| {
            let id = text_of(id).unwrap_or_default();
            is_category(&now, &shown, id) || !is_category(before, &shown, id)
        };
        list_in(test, "is").is_none_or(|ids| keep_some(ids, keep))
    };
    for (index, question) in { list_in(survey, "questions").into_iter().flatten() }.enumerate() {
        for list in [List::Options, List::Rows] {
            if let Some(Json::List(ids)) = pinned_in(list)(question) {
                let ids_of = |draft: &Draft| -> Vec<String> {
                    let asked = draft.question(index).into_iter();
                    let items = asked.flat_map(|asked| asked.items(list));
                    items.map(|item| item.id().to_owned()).collect()
                };
                let (are, were) = (ids_of(&now), ids_of(before));
                let is_in = |ids: &[String], id: &Json| {
                    ids.iter().any(|other| Some(&**other) == text_of(id))
                };
                ids.retain(|id| is_in(&are, id) || !is_in(&were, id));
                if ids.is_empty() {
                    remove(question, "pinned");
                }
            }
        }
        let empties = member_mut(question, "condition")
            .is_some_and(|condition| !keep_tests(condition, &mut keep_test));
        if empties {
            remove(question, "condition");
        }
    }
}

/// Takes questions out of groups, and groups of which one question is left.
fn prune_groups(survey: &mut Json, groups: Groups, keep: impl Fn(&mut Json) -> bool + Copy) {
    let Some(all) = list_in(survey, groups.name()) else {
        return;
    };
    all.retain_mut(|group| {
        let ids = match group {
            Json::List(ids) => Some(ids),
            object => list_in(object, "questions"),
        };
        ids.is_none_or(|ids| {
            let before = ids.len();
            ids.retain_mut(keep);
            // One question alone belongs to nothing.
            ids.len() == before || ids.len() > 1
        })
    });
    if all.is_empty() {
        remove(survey, groups.name());
        if groups == Groups::Arms {
            remove(survey, Setting::ArmsByLink.name());
        }
    }
}

/// Who finds in a question the ids of what keeps its position, if those are of that list.
fn pinned_in(list: List) -> impl Fn(&mut Json) -> Option<&mut Json> {
    move |question| {
        let ordered = if member(question, "rows").is_some() {
            List::Rows
        } else {
            List::Options
        };
        member_mut(question, "pinned").filter(|_| ordered == list)
    }
}

/// Keeps some of a list; whether the list stays, which it does unless it is emptied by this.
fn keep_some(list: &mut Vec<Json>, keep: impl FnMut(&mut Json) -> bool) -> bool {
    let was_empty = list.is_empty();
    list.retain_mut(keep);
    was_empty || !list.is_empty()
}

/// Takes tests out of a condition; whether anything of it is left.
fn keep_tests(condition: &mut Json, keep: &mut impl FnMut(&mut Json) -> bool) -> bool {
    for name in ["all", "any"] {
        if let Some(several) = list_in(condition, name) {
            return keep_some(several, |one| keep_tests(one, keep));
        }
    }
    match member_mut(condition, "not") {
        Some(one) => keep_tests(one, keep),
        None => keep(condition),
    }
}

fn question<'a>(draft: &'a Draft, id: &str) -> Option<crate::draft::QuestionDraft<'a>> {
    draft.questions().find(|question| question.id() == id)
}

/// Whether a test's question is there and can be tested so, and has its row or number.
fn stands(draft: &Draft, test: &Json) -> bool {
    let named = |name: &str| member(test, name).and_then(text_of);
    let Some(id) = named("question") else {
        return true;
    };
    let Some(asked) = question(draft, id) else {
        return false;
    };
    let has = |list: List, name: &str| {
        named(name).is_none_or(|id| asked.items(list).any(|item| item.id() == id))
    };
    let is_bounded = ["at-least", "at-most"]
        .into_iter()
        .any(|name| member(test, name).is_some());
    let is_number = matches!(
        asked.question_type(),
        Some(QuestionType::Number | QuestionType::Slider | QuestionType::Numbers)
    );
    has(List::Rows, "row") && has(List::Fields, "field") && (!is_bounded || is_number)
}

/// Whether a test's question has that category.
fn is_category(draft: &Draft, test: &Json, category: &str) -> bool {
    let id = member(test, "question").and_then(text_of);
    let asked = id.and_then(|id| question(draft, id));
    let known = asked.map(|asked| asked.categories().unwrap_or_default());
    known.is_none_or(|known| known.iter().any(|one| one == category))
}

/// Every test of a condition: what names a question.
fn each_test(condition: &Json, see: &mut impl FnMut(&Json)) {
    for name in ["all", "any"] {
        for one in list_of(condition, name) {
            each_test(one, see);
        }
    }
    if let Some(one) = member(condition, "not") {
        each_test(one, see);
    }
    if member(condition, "question").is_some() {
        see(condition);
    }
}

/// Every test of every condition, to be changed.
fn each_test_of(survey: &mut Json, change: &mut impl FnMut(&mut Json)) {
    for question in list_in(survey, "questions").into_iter().flatten() {
        if let Some(condition) = member_mut(question, "condition") {
            keep_tests(condition, &mut |test| {
                change(test);
                true
            });
        }
    }
}

fn rename_in(ids: &mut Json, old: &str, new: &str) {
    if let Json::List(ids) = ids {
        for id in ids {
            rename_text(id, old, new);
        }
    }
}

fn rename_field(json: &mut Json, name: &str, old: &str, new: &str) {
    if let Some(id) = member_mut(json, name) {
        rename_text(id, old, new);
    }
}

fn rename_text(id: &mut Json, old: &str, new: &str) {
    if text_of(id) == Some(old) {
        *id = Json::Text(new.to_owned());
    }
}

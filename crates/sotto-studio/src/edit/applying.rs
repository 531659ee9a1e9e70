//! From a draft and an edit to the next draft.

use sotto_survey::Json;

use super::{
    closing,
    fresh::{is_identifier, is_taken},
    groups, items,
    kinds::Edit,
    plans, questions, theme, values,
};
use crate::{
    draft::{Draft, Groups, Place, Setting, SharedSurvey, list_of, member, remove, set, text_of},
    references::{follow_item, follow_question, names, prune},
};

/// The draft after an edit. An edit that names nothing that is there changes nothing; text that is no JSON
/// can only be replaced. Nothing names, after an edit by form, what only existed before it.
///
/// What is typed into a field copies the one question that it is about, and nothing else of the survey.
#[must_use]
pub fn apply(draft: &Draft, edit: &Edit) -> Draft {
    if let Edit::Replace(text) = edit {
        return Draft::of_text(text);
    }
    if let Edit::Several(edits) = edit {
        return edits
            .iter()
            .fold(draft.clone(), |draft, edit| apply(&draft, edit));
    }
    let Draft::Survey(survey) = draft else {
        return draft.clone();
    };
    let next = match edit {
        Edit::SetWords { place, .. } => typed(survey, *place, edit),
        // Fewer levels are fewer answers for conditions to name.
        Edit::Set { setting, place, .. } if *setting != Setting::Scale => {
            typed(survey, *place, edit)
        }
        Edit::RenameQuestion { .. } | Edit::RenameItem { .. } => renamed(survey, edit),
        _ => survey.changed(|whole| {
            change(whole, edit)?;
            if !edit.keeps_weights() {
                plans::forget_weights(whole);
            }
            if !matches!(edit, Edit::Translate(_)) {
                prune(whole, draft);
            }
            Some(())
        }),
    };
    next.map_or_else(|| draft.clone(), Draft::Survey)
}

/// What is typed into one field.
fn typed(survey: &SharedSurvey, place: Place, edit: &Edit) -> Option<SharedSurvey> {
    let next = match place.in_question() {
        Some((index, place)) => survey.changed_at(index, |alone| change(alone, &edit.at(place))),
        None => survey.changed_head(|head| change(head, edit)),
    }?;
    if edit.keeps_weights() {
        return Some(next);
    }
    let links = next.head();
    let has_weights = |link: &Json| member(link, "weights").is_some();
    let next = if list_of(links, "link").iter().any(has_weights) {
        next.changed_head(|head| {
            plans::forget_weights(head);
            Some(())
        })?
    } else {
        next
    };
    Some(next.without("weights"))
}

/// A name that is changed, and followed wherever it stands.
fn renamed(survey: &SharedSurvey, edit: &Edit) -> Option<SharedSurvey> {
    let (index, id) = match edit {
        Edit::RenameQuestion { question, id } => {
            let others = survey.questions();
            if !is_identifier(id) || is_taken(others, id) {
                return None;
            }
            (*question, id)
        }
        Edit::RenameItem { question, id, .. } => (*question, id),
        _ => return None,
    };
    let old = { survey.questions().get(index) }.and_then(|one| member(one, "id"));
    let old = old.and_then(text_of).unwrap_or_default().to_owned();
    let is_question = matches!(edit, Edit::RenameQuestion { .. });
    // What else names the question, which is seldom anything.
    let names_it: Vec<_> = { survey.questions().iter().enumerate() }
        .filter(|(_, one)| names(one, &old))
        .map(|(other, _)| other)
        .collect();
    let before = match edit {
        Edit::RenameItem {
            list, index: at, ..
        } => {
            let items = { survey.questions().get(index) }.map(|one| list_of(one, list.name()));
            let item = items.and_then(|items| items.get(*at));
            item.and_then(|item| member(item, "id")).and_then(text_of)
        }
        _ => None,
    };
    let mut next = survey.changed_at(index, |alone| change(alone, &edit.in_first()))?;
    for other in names_it {
        next = next.changed_at(other, |alone| {
            match (edit, before) {
                (Edit::RenameItem { list, .. }, Some(before)) => {
                    follow_item(alone, &old, *list, before, id);
                }
                _ => follow_question(alone, &old, id),
            }
            Some(())
        })?;
    }
    if is_question
        && Groups::ALL
            .iter()
            .any(|groups| member(next.head(), groups.name()).is_some())
    {
        next = next.changed_head(|head| {
            follow_question(head, &old, id);
            Some(())
        })?;
    }
    Some(next)
}

/// The draft after a name of it was changed, which is followed wherever it stands.
pub(super) fn followed(draft: Draft, rename: &Edit) -> Draft {
    let next = match &draft {
        Draft::Survey(survey) => renamed(survey, rename),
        Draft::Text(_) => None,
    };
    // What has gone needs no name.
    next.map_or(draft, Draft::Survey)
}

/// Makes the change, if what it is about is there.
fn change(survey: &mut Json, edit: &Edit) -> Option<()> {
    match edit {
        &Edit::AddQuestion {
            question_type,
            index,
        } => questions::add(survey, question_type, index),
        &Edit::DuplicateQuestion(index) => questions::duplicate(survey, index),
        &Edit::DeleteQuestion(index) => questions::delete(survey, index),
        &Edit::MoveQuestion { from, to } => questions::move_question(survey, from, to),
        Edit::RenameQuestion { question, id } => questions::rename(survey, *question, id),
        &Edit::SetType {
            question,
            question_type,
        } => questions::set_type(survey, question, question_type),
        Edit::SetWords {
            place,
            words,
            language,
            text,
        } => {
            closing::make_room(survey, *place);
            values::set_words(survey, *place, *words, language, text.clone())?;
            closing::prune(survey);
            Some(())
        }
        Edit::Translate(translations) => {
            for one in translations {
                let (language, text) = (&*one.language, one.text.clone());
                // What has gone meanwhile needs no words.
                let _ = values::set_words(survey, one.place, one.words, language, text);
            }
            Some(())
        }
        Edit::Set {
            place,
            setting,
            value,
        } => {
            closing::make_room(survey, *place);
            theme::make_room(survey, *place);
            let object = values::object_at(survey, *place)?;
            set_or_remove(object, setting.name(), value.as_ref());
            closing::prune(survey);
            theme::prune(survey);
            Some(())
        }
        &Edit::AddWay(ways) => closing::add(survey, ways),
        &Edit::DeleteWay(ways, index) => closing::delete(survey, ways, index),
        Edit::GiveCode(given) => closing::give(survey, given),
        Edit::SetCondition {
            question,
            condition,
        } => {
            let place = Place::Question(*question);
            let object = values::object_at(survey, place)?;
            set_or_remove(object, "condition", condition.as_ref());
            Some(())
        }
        Edit::AddItem { .. }
        | Edit::InsertItem { .. }
        | Edit::PasteItems { .. }
        | Edit::SetItems { .. }
        | Edit::DeleteItem { .. }
        | Edit::MoveItem { .. }
        | Edit::RenameItem { .. } => change_list(survey, edit),
        Edit::SetPlan(plan) => {
            plans::set_plan(survey, *plan);
            Some(())
        }
        Edit::AddLanguage(language) => values::add_language(survey, language),
        Edit::RemoveLanguage(language) => values::remove_language(survey, language),
        &Edit::Join {
            groups,
            question,
            with,
        } => groups::join(survey, groups, question, with),
        &Edit::Leave(groups, question) => groups::leave(survey, groups, question),
        &Edit::BreakPage(question) => groups::break_page(survey, question),
        &Edit::JoinPages(page) => groups::join_pages(survey, page),
        Edit::Several(_) | Edit::Replace(_) => None,
    }
}

/// Makes a change of one of a question's lists.
fn change_list(survey: &mut Json, edit: &Edit) -> Option<()> {
    match edit {
        &Edit::AddItem { question, list } => items::add(survey, question, list),
        &Edit::InsertItem {
            question,
            list,
            index,
        } => items::insert(survey, question, list, index),
        Edit::PasteItems {
            question,
            list,
            languages,
            text,
            behind,
        } => items::paste(survey, (*question, *list), languages, text, *behind),
        Edit::SetItems {
            question,
            list,
            items,
        } => items::set_items(survey, *question, *list, items),
        &Edit::DeleteItem {
            question,
            list,
            index,
        } => items::delete(survey, question, list, index),
        &Edit::MoveItem {
            question,
            list,
            from,
            to,
        } => items::move_item(survey, question, list, from, to),
        Edit::RenameItem {
            question,
            list,
            index,
            id,
        } => items::rename(survey, *question, *list, *index, id),
        _ => None,
    }
}

fn set_or_remove(object: &mut Json, name: &str, value: Option<&Json>) {
    match value {
        Some(value) => set(object, name, value.clone()),
        None if member(object, name).is_some() => {
            remove(object, name);
        }
        None => {}
    }
}

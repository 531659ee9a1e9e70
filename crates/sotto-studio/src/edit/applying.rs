//! From a draft and an edit to the next draft.

use sotto_survey::Json;

use super::{closing, groups, items, kinds::Edit, plans, questions, values};
use crate::{
    draft::{Draft, member, remove, set},
    references::prune,
};

/// The draft after an edit. An edit that names nothing that is there changes nothing; text that is no JSON
/// can only be replaced. Nothing names, after an edit by form, what only existed before it.
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
    let Draft::Survey(json) = draft else {
        return draft.clone();
    };
    let mut survey = json.clone();
    if change(&mut survey, edit).is_none() {
        return draft.clone();
    }
    if !edit.keeps_weights() {
        plans::forget_weights(&mut survey);
    }
    let mut next = Draft::Survey(survey);
    // Names that were changed were followed.
    if !matches!(
        edit,
        Edit::RenameQuestion { .. }
            | Edit::RenameItem { .. }
            | Edit::SetWords { .. }
            | Edit::Translate(_)
    ) {
        prune(&mut next, draft);
    }
    next
}

/// The draft after a name of it was changed, which is followed wherever it stands.
pub(super) fn followed(mut draft: Draft, rename: &Edit) -> Draft {
    if let Draft::Survey(survey) = &mut draft {
        // What has gone needs no name.
        let _ = change(survey, rename);
    }
    draft
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
            let object = values::object_at(survey, *place)?;
            set_or_remove(object, setting.name(), value.as_ref());
            closing::prune(survey);
            Some(())
        }
        &Edit::AddWay(ways) => closing::add(survey, ways),
        &Edit::DeleteWay(ways, index) => closing::delete(survey, ways, index),
        Edit::SetCondition {
            question,
            condition,
        } => {
            let place = crate::draft::Place::Question(*question);
            let object = values::object_at(survey, place)?;
            set_or_remove(object, "condition", condition.as_ref());
            Some(())
        }
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

fn set_or_remove(object: &mut Json, name: &str, value: Option<&Json>) {
    match value {
        Some(value) => set(object, name, value.clone()),
        None if member(object, name).is_some() => {
            remove(object, name);
        }
        None => {}
    }
}

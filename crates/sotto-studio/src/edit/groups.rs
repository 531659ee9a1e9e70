//! Questions that belong together: on a page, in a joint report, as variants of each other.

use sotto_survey::Json;

use crate::draft::{Groups, list_in, list_of, member, remove, set};

/// The id of the question at that index.
fn id_at(survey: &Json, index: usize) -> Option<Json> {
    member(list_of(survey, "questions").get(index)?, "id").cloned()
}

/// The ids of a group, which stand in it alone or beside other things.
fn ids_in(group: &mut Json) -> Option<&mut Vec<Json>> {
    match group {
        Json::List(ids) => Some(ids),
        object => list_in(object, "questions"),
    }
}

/// Lets two questions belong together.
pub(super) fn join(survey: &mut Json, groups: Groups, question: usize, with: usize) -> Option<()> {
    let (one, other) = (id_at(survey, question)?, id_at(survey, with)?);
    if one == other {
        return None;
    }
    if groups == Groups::Links {
        for index in [question, with] {
            let linked = list_in(survey, "questions")?.get_mut(index)?;
            // Their joint report has them.
            for name in ["mechanism", "weights"] {
                remove(linked, name);
            }
        }
    }
    if list_in(survey, groups.name()).is_none() {
        set(survey, groups.name(), Json::List(Vec::new()));
    }
    let all = list_in(survey, groups.name())?;
    for ids in all.iter_mut().filter_map(ids_in) {
        let has = [&one, &other].map(|id| ids.contains(id));
        if has == [true, true] {
            return None;
        }
        if has != [false, false] && ids.len() < groups.most() {
            ids.push(if has == [true, false] { other } else { one });
            return Some(());
        }
    }
    all.push(Json::List(vec![one, other]));
    Some(())
}

/// Lets a question belong to no others.
pub(super) fn leave(survey: &mut Json, groups: Groups, question: usize) -> Option<()> {
    let id = id_at(survey, question)?;
    let all = list_in(survey, groups.name())?;
    all.retain_mut(|group| {
        ids_in(group).is_none_or(|ids| {
            let before = ids.len();
            ids.retain(|one| *one != id);
            // One question alone belongs to nothing.
            ids.len() == before || ids.len() > 1
        })
    });
    if all.is_empty() {
        remove(survey, groups.name());
        if groups == Groups::Arms {
            remove(survey, "arms-by-link");
        }
    }
    Some(())
}

fn page_of(ids: Vec<Json>) -> Json {
    Json::Object(vec![("questions".to_owned(), Json::List(ids))])
}

/// Begins a page with a question.
pub(super) fn break_page(survey: &mut Json, question: usize) -> Option<()> {
    let id = id_at(survey, question)?;
    if list_in(survey, "pages").is_none() {
        let questions = list_of(survey, "questions").iter();
        let all = questions.filter_map(|one| member(one, "id").cloned());
        set(survey, "pages", Json::List(vec![page_of(all.collect())]));
    }
    let pages = list_in(survey, "pages")?;
    let place = |page: &Json| list_of(page, "questions").iter().position(|one| *one == id);
    let found = pages.iter().enumerate();
    let (index, at) = { found }.find_map(|(index, page)| Some((index, place(page)?)))?;
    if at == 0 {
        return None;
    }
    let behind = list_in(pages.get_mut(index)?, "questions")?.split_off(at);
    pages.insert(index + 1, page_of(behind));
    Some(())
}

/// Puts the questions of a page on the one before it, whose title and order stay. One page without anything of its own is
/// as good as none.
pub(super) fn join_pages(survey: &mut Json, page: usize) -> Option<()> {
    let pages = list_in(survey, "pages")?;
    let before = page.checked_sub(1)?;
    if page >= pages.len() {
        return None;
    }
    let mut gone = pages.remove(page);
    let ids = std::mem::take(list_in(&mut gone, "questions")?);
    list_in(pages.get_mut(before)?, "questions")?.extend(ids);
    if let [Json::Object(fields)] = &**pages
        && fields.iter().all(|(name, _)| name == "questions")
    {
        remove(survey, "pages");
        remove(survey, "page-order");
    }
    Some(())
}

//! What people read at the end: it stands in a draft as long as there is anything of it.

use sotto_survey::Json;

use crate::draft::{
    GivenCode, Place, Setting, Ways, Words, list_in, member, member_mut, remove, set,
};

const EMPTY: Json = Json::Object(Vec::new());

/// Makes the object in which something of the end is about to stand.
pub(super) fn make_room(survey: &mut Json, place: Place) {
    if !matches!(place, Place::Closing | Place::Redirect) {
        return;
    }
    let closing = closing_of(survey);
    if place == Place::Redirect
        && let Some(closing) = closing
        && !matches!(member(closing, "redirect"), Some(Json::Object(_)))
    {
        let title = (Words::Title.name().to_owned(), EMPTY);
        set(closing, "redirect", Json::Object(vec![title]));
    }
}

fn closing_of(survey: &mut Json) -> Option<&mut Json> {
    if !matches!(member(survey, "closing"), Some(Json::Object(_))) {
        set(survey, "closing", EMPTY);
    }
    member_mut(survey, "closing")
}

/// Takes out what says nothing.
pub(super) fn prune(survey: &mut Json) {
    let Some(closing) = member_mut(survey, "closing") else {
        return;
    };
    let is_blank = |redirect: &Json| {
        let title = member(redirect, Words::Title.name());
        title.is_none_or(|title| *title == EMPTY) && member(redirect, "to").is_none()
    };
    if member(closing, "redirect").is_some_and(is_blank) {
        remove(closing, "redirect");
    }
    for ways in Ways::ALL {
        if member(closing, ways.name()) == Some(&Json::List(Vec::new())) {
            remove(closing, ways.name());
        }
    }
    if *closing == EMPTY {
        remove(survey, "closing");
    }
}

/// One more help line or link, without words.
pub(super) fn add(survey: &mut Json, ways: Ways) -> Option<()> {
    let closing = closing_of(survey)?;
    if list_in(closing, ways.name()).is_none() {
        set(closing, ways.name(), Json::List(Vec::new()));
    }
    let title = (Words::Title.name().to_owned(), EMPTY);
    list_in(closing, ways.name())?.push(Json::Object(vec![title]));
    Some(())
}

/// People are given that completion code, and no other beside it.
pub(super) fn give(survey: &mut Json, given: &GivenCode) -> Option<()> {
    let closing = closing_of(survey)?;
    for setting in [Setting::Code, Setting::OwnCode] {
        let value = given.written().filter(|(written, _)| *written == setting);
        match value {
            Some((_, value)) => set(closing, setting.name(), value),
            None => {
                remove(closing, setting.name());
            }
        }
    }
    prune(survey);
    Some(())
}

/// A help line or a link goes.
pub(super) fn delete(survey: &mut Json, ways: Ways, index: usize) -> Option<()> {
    let all = list_in(member_mut(survey, "closing")?, ways.name())?;
    (index < all.len()).then(|| all.remove(index))?;
    prune(survey);
    Some(())
}

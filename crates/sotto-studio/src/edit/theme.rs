//! What a survey looks like: it stands in a draft as long as there is anything of it.

use sotto_survey::{Json, Scheme};

use crate::draft::{Place, member, member_mut, remove, set};

const EMPTY: Json = Json::Object(Vec::new());

/// Makes the object in which something of it is about to stand.
pub(super) fn make_room(survey: &mut Json, place: Place) {
    let Place::Theme(scheme) = place else { return };
    let theme = object_in(survey, "theme");
    if let (Scheme::Dark, Some(theme)) = (scheme, theme) {
        object_in(theme, "dark");
    }
}

fn object_in<'a>(json: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    if !matches!(member(json, name), Some(Json::Object(_))) {
        set(json, name, EMPTY);
    }
    member_mut(json, name)
}

/// Takes out what says nothing.
pub(super) fn prune(survey: &mut Json) {
    let Some(theme) = member_mut(survey, "theme") else {
        return;
    };
    if member(theme, "dark") == Some(&EMPTY) {
        remove(theme, "dark");
    }
    if *theme == EMPTY {
        remove(survey, "theme");
    }
}

//! Looking into JSON and changing it. What is not of the kind that is looked for is passed over, because a
//! draft may hold anything.

use sotto_survey::Json;

/// A field of an object.
pub(crate) fn member<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(entries) = json else {
        return None;
    };
    let mut entries = entries.iter();
    entries
        .find(|(other, _)| other == name)
        .map(|(_, value)| value)
}

/// The same, to be changed.
pub(crate) fn member_mut<'a>(json: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    let Json::Object(entries) = json else {
        return None;
    };
    let mut entries = entries.iter_mut();
    entries
        .find(|(other, _)| other == name)
        .map(|(_, value)| value)
}

/// Gives a field of an object a value. A new field stands last.
pub(crate) fn set(json: &mut Json, name: &str, value: Json) {
    if let Some(found) = member_mut(json, name) {
        *found = value;
    } else if let Json::Object(entries) = json {
        entries.push((name.to_owned(), value));
    }
}

/// Takes a field out of an object.
pub(crate) fn remove(json: &mut Json, name: &str) -> Option<Json> {
    let Json::Object(entries) = json else {
        return None;
    };
    let index = entries.iter().position(|(other, _)| other == name)?;
    Some(entries.remove(index).1)
}

/// The elements of a list that is a field; none where there is no such list.
pub(crate) fn list_of<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    match member(json, name) {
        Some(Json::List(elements)) => elements,
        _ => &[],
    }
}

/// The same, to be changed.
pub(crate) fn list_in<'a>(json: &'a mut Json, name: &str) -> Option<&'a mut Vec<Json>> {
    match member_mut(json, name) {
        Some(Json::List(elements)) => Some(elements),
        _ => None,
    }
}

/// A text.
pub(crate) fn text_of(json: &Json) -> Option<&str> {
    match json {
        Json::Text(text) => Some(text),
        _ => None,
    }
}

/// The texts of a list.
pub(crate) fn texts_in(json: Option<&Json>) -> impl Iterator<Item = &str> {
    let elements: &[Json] = match json {
        Some(Json::List(elements)) => elements,
        _ => &[],
    };
    elements.iter().filter_map(text_of)
}

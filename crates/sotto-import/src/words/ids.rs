//! Ids as a survey may have them.

use std::collections::HashSet;

/// The longest id that is made of a name.
const LONGEST_ID: usize = 40;

/// An id of small letters, figures and hyphens that suggests a name, or `stem`.
pub(crate) fn id_of(name: &str, stem: &str) -> String {
    let mut id = String::new();
    for one in name.chars().flat_map(char::to_lowercase) {
        if one.is_ascii_alphanumeric() {
            id.push(one);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
        if id.len() >= LONGEST_ID {
            break;
        }
    }
    let id = id.trim_end_matches('-');
    // "decline" is what every question calls declining.
    if id.is_empty() || id == "decline" {
        stem.to_owned()
    } else {
        id.to_owned()
    }
}

/// The id, or with a number behind it, that none of those has.
pub(crate) fn fresh(id: &str, taken: &HashSet<String>) -> String {
    if !taken.contains(id) {
        return id.to_owned();
    }
    // One of them is free: there is one more of them than ids.
    let mut all = (2..=taken.len() + 2).map(|number| format!("{id}-{number}"));
    let free = all.find(|id| !taken.contains(id));
    free.unwrap_or_else(|| id.to_owned())
}

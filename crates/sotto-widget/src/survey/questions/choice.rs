//! One of several options: radio buttons, which are one stop for the Tab key and have the arrow keys
//! from the browser.

use sotto_survey::Category;
use sotto_ui::{Tag, tag};

use super::Asking;
#[cfg(feature = "whole")]
use crate::survey::pictures::below_picture;

/// All options below each other, or side by side where there is room.
pub(super) fn controls(asking: &Asking<'_>, class: &str) -> Tag {
    let chosen = asking
        .answer()
        .and_then(|answer| asking.question.choice(answer));
    let options = asking.categories().into_iter();
    let options = options.map(|(value, category)| {
        option(
            radio(asking.id(), category, chosen == Some(value)),
            titled(asking, category),
        )
    });
    tag("div")
        .join("class", &["options ", class])
        .all(options.collect())
}

/// What an option is called, below its picture if it has one.
#[cfg(feature = "whole")]
pub(super) fn titled(asking: &Asking<'_>, category: Category<'_>) -> Tag {
    let title = asking.words.write_category(tag("span"), category);
    below_picture(asking.words, category, title)
}

/// What an option is called. The common widget shows no pictures.
#[cfg(not(feature = "whole"))]
pub(super) fn titled(asking: &Asking<'_>, category: Category<'_>) -> Tag {
    asking.words.write_category(tag("span"), category)
}

/// A radio button. Some browsers would write the choice into the history of the session without
/// `autocomplete`.
pub(super) fn radio(name: &str, category: Category<'_>, checked: bool) -> Tag {
    tick("radio", name, category.id(), checked)
}

/// A radio button or a box.
pub(super) fn tick(kind: &str, name: &str, value: &str, checked: bool) -> Tag {
    tag("input")
        .set("type", kind)
        .set("autocomplete", "off")
        .set("name", name)
        .value(value)
        .checked(checked)
}

/// A control with its words, all of it to be pressed.
pub(super) fn option(control: Tag, words: Tag) -> Tag {
    tag("label")
        .set("class", "option")
        .set("part", "option")
        .with(control)
        .with(words)
}

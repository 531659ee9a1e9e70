//! The first page of a survey that nobody has touched.

use sotto_ui::Tag;

use super::{Screen, Setting, State, form::form, view::section};

/// The whole page.
pub(crate) fn first_page(setting: &Setting) -> Tag {
    let state = State::new(&setting.survey, &setting.layout);
    let form = form(setting, &state, None, false, true);
    section(setting, &Screen::Form, form, "")
}

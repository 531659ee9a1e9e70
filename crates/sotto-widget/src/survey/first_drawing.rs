//! What a survey begins with, drawn before it is on the page: to draw it and to put it there need not be
//! one task of the browser, which has others.

use std::{cell::Cell, fmt, rc::Rc};

use yew::Html;

use crate::survey::{
    Setting,
    view::{begin, draw},
};

/// The first drawing of a survey, until the page takes it.
#[derive(Clone, Default)]
pub(crate) struct FirstDrawing(Rc<Cell<Option<Html>>>);

impl FirstDrawing {
    /// Draws the first question; nothing if a kept copy is what the survey begins with.
    pub(crate) fn of(setting: &Setting) -> Self {
        let begins = setting.destination.outbox.kept().is_none();
        let drawing = begins.then(|| draw(&begin(setting), setting));
        Self(Rc::new(Cell::new(drawing)))
    }

    /// The drawing, which is there only once.
    pub(super) fn take(&self) -> Option<Html> {
        self.0.take()
    }
}

/// It matters only once, and is never a reason to draw anything again.
impl PartialEq for FirstDrawing {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for FirstDrawing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FirstDrawing")
    }
}

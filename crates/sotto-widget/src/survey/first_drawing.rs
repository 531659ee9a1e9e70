//! What a survey begins with, drawn before it is on the page: to draw it and to put it there need not be
//! one task of the browser, which has others.

use std::{cell::Cell, fmt, rc::Rc};

use yew::Html;

/// The first drawing of a survey, until the page takes it.
#[derive(Clone, Default)]
pub(crate) struct FirstDrawing(Rc<Cell<Option<Html>>>);

impl FirstDrawing {
    /// What was drawn, if anything was.
    pub(super) fn new(drawing: Option<Html>) -> Self {
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

//! What is asked of whoever shows imagined people: a program of its own, which whoever mounts the studio loads when they
//! are wanted.

use std::rc::Rc;

use yew::Callback;

/// People who are to be imagined, and to answer a survey. What comes of it is shown behind the studio's own page, in an
/// element of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct ImaginedPeople {
    /// The survey's file.
    pub survey: Rc<str>,
    /// Whether placeholders stand in it where nothing is written yet.
    pub is_unfinished: bool,
    /// How many.
    pub people: u64,
    /// The language in which it is said what comes of it.
    pub language: String,
    /// Who hears that the program does not start.
    pub failed: Callback<()>,
}

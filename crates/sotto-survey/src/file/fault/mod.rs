//! What is wrong with a survey file, as data: all of it at once, each fault with where it is.
//!
//! Reading a survey never stops at the first fault. [`At`] knows where in the file the reader is and
//! takes down what is wrong there; a value that cannot be read is replaced by a stand-in, and faults
//! that only follow from the stand-in are not told.

mod cause;

use std::{
    cell::{Cell, RefCell},
    fmt,
};

pub use self::cause::{FaultCause, Total, ValueKind};
use crate::terms::identifier::Identifier;

/// No more are taken down: whoever mends so many reads the file again anyway.
const MOST_FAULTS: usize = 200;

/// One thing that is wrong with a survey file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: a JSON pointer (RFC 6901). Of a field that is missing, where it would stand.
    pub pointer: String,
    /// The id of the question that it is in, if it is in one that has an id.
    pub question: Option<Identifier>,
    /// What is wrong.
    pub cause: FaultCause,
}

impl Fault {
    /// The index of the question that it is in.
    #[must_use]
    pub fn question_index(&self) -> Option<usize> {
        let below = self.pointer.strip_prefix("/questions/")?;
        below.split('/').next()?.parse().ok()
    }
}

/// Everything that is wrong with a survey file: from 1 to 200 faults, those of the survey first, then
/// those of each question in order. The widget's common program, which lacks the feature `whole`, only
/// learns that there are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// One by one.
    #[must_use]
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }

    /// The same, in order and with the ids of the questions.
    pub(crate) fn of_questions(mut self, ids: &[Identifier]) -> Self {
        for fault in &mut self.0 {
            let index = fault.question_index();
            fault.question = index
                .and_then(|index| ids.get(index))
                .filter(|id| !id.is_stand_in())
                .cloned();
        }
        self.0.sort_by_key(Fault::question_index);
        self
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            if number > 0 {
                out.write_str("; ")?;
            }
            fault.fmt(out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            pointer,
            question,
            cause,
        } = self;
        match question {
            Some(id) => write!(out, "question \"{id}\" ({pointer}): {cause}"),
            None if pointer.is_empty() => cause.fmt(out),
            None => write!(out, "{pointer}: {cause}"),
        }
    }
}

/// Where faults are taken down.
#[derive(Default)]
pub(crate) struct Sink {
    faults: RefCell<Vec<Fault>>,
    /// How many there are, taken down or not.
    found: Cell<usize>,
    /// How many of them are of values that could not be read.
    unread: Cell<usize>,
}

impl Sink {
    /// The whole file.
    pub(crate) const fn root(&self) -> At<'_> {
        At {
            sink: self,
            above: None,
            step: Step::Root,
        }
    }

    /// What follows is about values that were read, or their stand-ins.
    pub(crate) fn everything_is_read(&self) {
        self.unread.set(self.found.get());
    }

    /// What was made of the file, if nothing is wrong with it.
    pub(crate) fn end<T>(self, made: Option<T>) -> Result<T, Faults> {
        match made {
            Some(made) if self.found.get() == 0 => Ok(made),
            _ => Err(Faults(self.faults.into_inner())),
        }
    }
}

/// Where in the file something stands: what a JSON pointer says.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    sink: &'a Sink,
    above: Option<&'a Self>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl At<'_> {
    /// A field of the object here.
    pub(crate) const fn key<'a>(&'a self, key: &'a str) -> At<'a> {
        At {
            sink: self.sink,
            above: Some(self),
            step: Step::Key(key),
        }
    }

    /// An element of the list here.
    pub(crate) const fn index(&self, index: usize) -> At<'_> {
        At {
            sink: self.sink,
            above: Some(self),
            step: Step::Index(index),
        }
    }

    /// Takes down what is wrong here, unless it only follows from a value that could not be read.
    pub(crate) fn fault(&self, cause: impl FnOnce() -> FaultCause) {
        // Whoever downloads the common program downloads no word about faults, and nothing that makes one up.
        if cfg!(feature = "whole") {
            self.take_down(cause());
        } else {
            self.sink.found.set(self.sink.found.get() + 1);
        }
    }

    // Out of line: every check calls it, and each copy would be downloaded.
    #[inline(never)]
    fn take_down(&self, cause: FaultCause) {
        if self.faults() >= MOST_FAULTS {
            return;
        }
        let pointer = self.pointer();
        if !self.follows(&pointer) {
            self.sink.faults.borrow_mut().push(Fault {
                pointer,
                question: None,
                cause,
            });
            self.sink.found.set(self.sink.found.get() + 1);
        }
    }

    /// The same, where nothing can be made of what is here.
    pub(crate) fn refuse<T>(&self, cause: impl FnOnce() -> FaultCause) -> Option<T> {
        self.fault(cause);
        None
    }

    /// What was made, unless it could not be.
    pub(crate) fn made<T, E: Into<FaultCause>>(&self, made: Result<T, E>) -> Option<T> {
        made.map_err(|error| self.fault(|| error.into())).ok()
    }

    /// Whether the value here could not be read.
    pub(crate) fn is_unread(&self) -> bool {
        cfg!(feature = "whole") && self.follows(&self.pointer())
    }

    /// How many faults have been taken down, wherever they are.
    pub(crate) fn faults(&self) -> usize {
        self.sink.found.get()
    }

    fn follows(&self, pointer: &str) -> bool {
        let faults = self.sink.faults.borrow();
        let mut unread = faults.iter().take(self.sink.unread.get());
        unread.any(|fault| is_within(pointer, &fault.pointer) || is_within(&fault.pointer, pointer))
    }

    fn pointer(&self) -> String {
        let mut pointer = self.above.map_or_else(String::new, Self::pointer);
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                pointer.push('/');
                for character in key.chars() {
                    match character {
                        '~' => pointer.push_str("~0"),
                        '/' => pointer.push_str("~1"),
                        plain => pointer.push(plain),
                    }
                }
            }
            Step::Index(index) => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
        }
        pointer
    }
}

/// Whether a pointer leads to what another leads to, or to something in it.
fn is_within(pointer: &str, whole: &str) -> bool {
    let rest = pointer.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

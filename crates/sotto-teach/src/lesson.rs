//! What a lesson is made of.

use yew::Html;

use crate::words::{Figures, WordsWithFigures};

/// What leads from the page's address to the site's folder, for lessons that load a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Base(pub(crate) &'static str);

impl Default for Base {
    fn default() -> Self {
        Self("../")
    }
}

/// A lesson. Its words stand in `www/messages/lesson-{id}.{language}.json`.
pub(crate) struct Lesson {
    /// Its name in addresses and files.
    pub(crate) id: &'static str,
    /// What is done and seen.
    pub(crate) play: fn(&WordsWithFigures) -> Html,
    /// The figures that its words name.
    pub(crate) figures: fn() -> Figures,
    /// Which answer to the check question is right, counted from 1.
    pub(crate) right: usize,
    /// How many minutes it takes with a class, at most.
    pub(crate) minutes: u8,
    /// The lessons that it goes on from, by their names.
    pub(crate) after: &'static [&'static str],
    /// Where the idea or its figures were published.
    pub(crate) source: &'static str,
}

impl Lesson {
    /// What is told of it where it is not played: without its code, which then need not be loaded.
    pub(crate) const fn card(&self) -> Card {
        Card {
            id: self.id,
            minutes: self.minutes,
            after: self.after,
        }
    }
}

/// No two lessons have one name.
impl PartialEq for Lesson {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// What the map, and the way from lesson to lesson, tell of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Its name in addresses and files.
    pub(crate) id: &'static str,
    /// How many minutes it takes with a class, at most.
    pub(crate) minutes: u8,
    /// The lessons that it goes on from, by their names.
    pub(crate) after: &'static [&'static str],
}

impl Card {
    /// The name of its file of words.
    pub(crate) fn bundle(self) -> String {
        ["lesson-", self.id].concat()
    }
}

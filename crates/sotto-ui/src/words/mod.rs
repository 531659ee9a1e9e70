//! The words in which a survey is shown: those of the interface in its language, and the survey's own
//! in the best language that it has for the reader.

mod answers;
#[cfg(feature = "own-words")]
mod own;
mod survey_text;

pub use answers::{linked, reports_by_entry};

use std::rc::Rc;

use sotto_ldp::numbers::{Decimal, Grid};
#[cfg(feature = "own-words")]
use sotto_survey::WordsFile;
use sotto_survey::{Calendar, Category, NumberRange, Survey, Text};

use crate::Messages;
#[cfg(feature = "own-words")]
use crate::messages::fill;

/// The words for one survey and one reader. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    messages: Messages,
    /// The language that the survey's own texts should be in, where it has them.
    wanted: Rc<str>,
    /// The language in which the survey has all its texts.
    first: Rc<str>,
    /// What the survey says in place of the interface, which does not speak that language.
    #[cfg(feature = "own-words")]
    own: Option<Rc<WordsFile>>,
}

impl Words {
    /// The words for a survey: `messages` for the interface, and the survey's own texts in the language
    /// `wanted` as far as it has them.
    #[must_use]
    pub fn new(messages: Messages, wanted: &str, survey: &Survey) -> Self {
        Self {
            messages,
            wanted: wanted.into(),
            first: survey.first_language().into(),
            #[cfg(feature = "own-words")]
            own: None,
        }
    }

    /// The interface's texts and numbers.
    #[must_use]
    pub const fn messages(&self) -> &Messages {
        &self.messages
    }

    /// The language tag of the interface.
    #[must_use]
    pub fn language(&self) -> &str {
        self.messages.language()
    }

    /// A text of the interface.
    #[must_use]
    pub fn say(&self, key: &str) -> String {
        #[cfg(feature = "own-words")]
        if let Some((_, own)) = self.brought(key) {
            return own.to_owned();
        }
        self.messages.text(key)
    }

    /// A text of the interface with `{name}` replaced by the name's value.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        #[cfg(feature = "own-words")]
        if let Some((_, own)) = self.brought(key) {
            return fill(own, values);
        }
        self.messages.fill(key, values)
    }

    /// A text of the interface in the form that the language has for a number.
    #[must_use]
    pub fn count(&self, key: &str, count: u32) -> String {
        #[cfg(feature = "own-words")]
        if let Some((_, own)) = self.brought(key) {
            return fill(own, &[("count", &*self.number(&count.to_string()))]);
        }
        self.messages.count(key, count)
    }

    /// A number written with a point, as this language writes it.
    #[must_use]
    pub fn number(&self, number: &str) -> String {
        self.messages.decimal(number)
    }

    /// A number as a person wrote it, with its unit.
    #[must_use]
    pub fn number_with_unit(&self, number: &str, unit: Option<&Text>) -> String {
        let number = self.number(number);
        match unit {
            Some(unit) => self.fill(
                "with-unit",
                &[("number", &number), ("unit", self.text(unit))],
            ),
            None => number,
        }
    }

    /// One of the numbers of a range: with its unit, or as the day, month or time that it stands for.
    #[must_use]
    pub fn answered(&self, number: Decimal, range: &NumberRange) -> String {
        match range.calendar {
            Some(calendar) => self.messages.moment(calendar, units(number)),
            None => self.number_with_unit(&number.to_string(), range.unit.as_ref()),
        }
    }

    /// How far two numbers of a question are apart, or two days, months or times.
    #[must_use]
    pub fn distance(&self, number: Decimal, calendar: Option<Calendar>) -> String {
        match calendar {
            Some(calendar) => self.messages.span(calendar, &units(number).to_string()),
            None => self.number(&number.to_string()),
        }
    }

    /// All days, months or times that can be answered, and how far they are apart.
    #[must_use]
    pub fn moments(&self, calendar: Calendar, grid: &Grid) -> String {
        let ends = [grid.minimum(), grid.maximum()];
        let step = units(grid.step());
        if step == 1 {
            return self.messages.moments_between(calendar, ends.map(units));
        }
        let [least, most] = ends.map(|end| self.messages.moment(calendar, units(end)));
        let step = self.distance(grid.step(), Some(calendar));
        let values: [(&str, &str); 3] = [("least", &least), ("most", &most), ("step", &step)];
        self.fill("number-range", &values)
    }

    /// The key of a text about the numbers that a grid holds: that of whole numbers is one of its own.
    #[must_use]
    pub fn key_of(key: &str, grid: &Grid) -> String {
        match grid.step().micros() {
            1_000_000 => [key, "-whole"].concat(),
            _ => key.to_owned(),
        }
    }

    /// A text about the numbers that a grid holds; whole numbers have a text of their own.
    #[must_use]
    pub fn range(&self, key: &str, grid: &Grid) -> String {
        let number = |number: Decimal| self.number(&number.to_string());
        let values: [(&str, &str); 3] = [
            ("least", &number(grid.minimum())),
            ("most", &number(grid.maximum())),
            ("step", &number(grid.step())),
        ];
        self.fill(&Self::key_of(key, grid), &values)
    }

    /// The name of a category.
    #[must_use]
    pub fn category(&self, category: Category<'_>) -> String {
        match category {
            Category::Yes => self.say("yes"),
            Category::No => self.say("no"),
            Category::Option(option) => self.text(&option.title).to_owned(),
            Category::Level(_) => self.number(category.id()),
            Category::Decline => self.say("decline"),
        }
    }
}

/// The whole part of a number: those that stand for days, months and times have no other.
fn units(number: Decimal) -> i64 {
    number.micros().div_euclid(1_000_000)
}

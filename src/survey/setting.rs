//! What surrounds a survey on its page, and how its parts are worded.

use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use sotto_ldp::{
    Report,
    numbers::{Decimal, Grid},
};
use sotto_survey::{Answer, Category, PartRole, Question, QuestionKind, Survey, Text};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::{messages::Messages, outbox::Outbox};

/// Everything a view of a survey is given. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Setting {
    pub(crate) survey: Rc<Survey>,
    /// The language that the survey's own texts are to be in, as far as they are.
    pub(crate) survey_language: Rc<str>,
    pub(crate) messages: Messages,
    pub(crate) outbox: Outbox,
    /// The address that submissions are posted to.
    pub(crate) address: String,
    /// Whether the page that embeds the survey is of another origin and cannot look inside.
    pub(crate) framed: bool,
    /// Whether a code or a token is posted with the copy.
    pub(crate) invited: bool,
    /// The level of the survey's headings: 1 to 6.
    pub(crate) heading_level: u8,
    /// Posts in place of `fetch`: (url, body) → promise of { status }.
    pub(crate) transport: Option<Function>,
    /// Called when the survey was forgotten on this device.
    pub(crate) forgotten: Function,
    /// Dispatches an event of the element: (type, detail).
    pub(crate) emit: Function,
    /// What the survey is drawn into.
    pub(crate) root: Element,
}

/// Only the texts of a view's setting ever change, with its languages: another survey is another view.
impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.survey, &other.survey) && self.messages == other.messages
    }
}

impl Setting {
    /// A text of the interface.
    pub(crate) fn say(&self, key: &str) -> String {
        self.messages.text(key)
    }

    /// A text of the interface in the form that the language has for a number.
    pub(crate) fn count(&self, key: &str, count: u32) -> String {
        self.messages.count(key, count)
    }

    /// A number written with a point, as this language writes it.
    pub(crate) fn number(&self, number: &str) -> String {
        self.messages.decimal(number)
    }

    /// A number as a person wrote it, with what it counts.
    pub(crate) fn number_with_unit(&self, number: &str, unit: Option<&Text>) -> String {
        let number = self.number(number);
        match unit {
            Some(unit) => {
                let values = [("number", &*number), ("unit", self.text(unit))];
                self.messages.fill("with-unit", &values)
            }
            None => number,
        }
    }

    /// A text about the numbers that a grid holds; there is another for whole numbers.
    pub(crate) fn range(&self, key: &str, grid: &Grid) -> String {
        let key = match grid.step().micros() {
            1_000_000 => [key, "-whole"].concat(),
            _ => key.to_owned(),
        };
        let number = |number: Decimal| self.number(&number.to_string());
        let values: [(&str, &str); 3] = [
            ("least", &number(grid.minimum())),
            ("most", &number(grid.maximum())),
            ("step", &number(grid.step())),
        ];
        self.messages.fill(&key, &values)
    }

    /// What a category is called on the page.
    pub(crate) fn category(&self, category: Category<'_>) -> String {
        match category {
            Category::Yes => self.say("yes"),
            Category::No => self.say("no"),
            Category::Option(option) => self.text(&option.title).to_owned(),
            Category::Level(_) => self.number(category.id()),
            Category::Decline => self.say("decline"),
        }
    }

    /// An answer in words, for the person who gave it.
    pub(super) fn answer(&self, question: &Question, answer: Option<&Answer>) -> String {
        let untouched = question.untouched();
        let Some(answer) = answer.or(untouched.as_ref()) else {
            return String::new();
        };
        if question.is_declined(answer) {
            return self.say("decline");
        }
        let categories: Vec<_> = question.categories().collect();
        let name = |index: u32| {
            let category = categories.get(index as usize);
            category.map_or_else(String::new, |&category| self.category(category))
        };
        let words: Vec<String> = match question.kind() {
            QuestionKind::MultipleChoice(_) => {
                question.choices(answer).into_iter().map(name).collect()
            }
            QuestionKind::Matrix(matrix) => {
                let rows = matrix.rows.iter().zip(question.rows(answer));
                rows.map(|(row, chosen)| {
                    let chosen = chosen.map_or_else(|| self.say("decline"), name);
                    self.named(self.text(&row.title), &chosen)
                })
                .collect()
            }
            QuestionKind::Number(_) | QuestionKind::Slider(_) | QuestionKind::Numbers(_) => {
                let numbers = question.numbers(answer).into_iter().flatten().enumerate();
                numbers
                    .map(|(field, number)| self.field(question, field, number))
                    .collect()
            }
            _ => question.choice(answer).into_iter().map(name).collect(),
        };
        self.list(&words)
    }

    /// What the reports of a question's parts say, in the words of the question: they may name
    /// several categories, or none.
    pub(super) fn reports(&self, question: &Question, reports: &[Option<Report>]) -> String {
        if reports.iter().all(Option::is_none) {
            return self.say("not-drawn");
        }
        let mut words = Vec::new();
        for (part, report) in question.parts().iter().zip(reports) {
            let Some(report) = report else {
                continue;
            };
            let says = |value| part.randomizer().supports(report, value) == Ok(true);
            let supported = || self.supported(question, says);
            match (part.role(), question.kind()) {
                (PartRole::Category, _) => words.push(supported()),
                (PartRole::Option(place), _) => {
                    let is_chosen = says(0);
                    let option = question.categories().nth(place);
                    let option = option.map_or_else(String::new, |option| self.category(option));
                    // Where only some are drawn, a "no" is the report of that option.
                    if (question.reported() as usize) < question.parts().len() {
                        let said = self.say(if is_chosen { "yes" } else { "no" });
                        words.push(self.named(&option, &said));
                    } else if is_chosen {
                        words.push(option);
                    }
                }
                (PartRole::Row(row), QuestionKind::Matrix(matrix)) => {
                    let title = matrix.rows.get(row).map(|row| &row.title);
                    words.extend(title.map(|title| self.named(self.text(title), &supported())));
                }
                (PartRole::Row(_), _) => {}
                (PartRole::Number(field), kind) => {
                    let grid = kind.grids().get(field).copied();
                    let cell = part.randomizer().nearest(report);
                    let number = grid.zip(cell).and_then(|(grid, cell)| grid.value(cell));
                    words.extend(number.map(|number| self.field(question, field, number)));
                }
                (PartRole::Answered, _) => {
                    if says(1) {
                        words.insert(0, self.say("decline"));
                    }
                }
            }
        }
        self.list(&words)
    }

    /// The categories that a report names; of very many some.
    fn supported(&self, question: &Question, says: impl Fn(u32) -> bool) -> String {
        const SOME: usize = 12;
        let named = (0..)
            .zip(question.categories())
            .filter(|(value, _)| says(*value));
        let mut named: Vec<_> = named.map(|(_, category)| category).collect();
        let count = named.len();
        let is_cut = count > SOME;
        if is_cut {
            named.truncate(SOME);
        }
        let named: Vec<_> = named
            .into_iter()
            .map(|category| self.category(category))
            .collect();
        let list = self.list(&named);
        if !is_cut {
            return list;
        }
        let total = question.categories().count();
        let values: [(&str, &str); 3] = [
            ("count", &self.number(&count.to_string())),
            ("total", &self.number(&total.to_string())),
            ("some", &list),
        ];
        self.messages.fill("many-named", &values)
    }

    /// A number in the field that it stands in.
    fn field(&self, question: &Question, field: usize, number: Decimal) -> String {
        let number = number.to_string();
        match question.kind() {
            QuestionKind::Number(range) | QuestionKind::Slider(range) => {
                self.number_with_unit(&number, range.unit.as_ref())
            }
            QuestionKind::Numbers(fields) => fields.get(field).map_or(String::new(), |field| {
                let number = self.number_with_unit(&number, field.unit.as_ref());
                self.named(self.text(&field.title), &number)
            }),
            _ => number,
        }
    }

    /// What is said of something, behind its name.
    pub(crate) fn named(&self, name: &str, words: &str) -> String {
        let values = [("name", name), ("words", words)];
        self.messages.fill("named", &values)
    }

    fn list(&self, words: &[String]) -> String {
        if words.iter().all(String::is_empty) {
            self.say("none-named")
        } else {
            words.join(&self.say("list-separator"))
        }
    }

    /// Tells the page. A detail never holds anything but noisy material and names of screens.
    pub(crate) fn tell(&self, event: &str, detail: &[(&str, JsValue)]) {
        let object = Object::new();
        for (key, value) in detail {
            // Setting a property of a fresh plain object cannot fail.
            let _ = Reflect::set(&object, &(*key).into(), value);
        }
        // What a page's own listener throws is not the survey's affair.
        let _ = self.emit.call2(&JsValue::NULL, &event.into(), &object);
    }
}

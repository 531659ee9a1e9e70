//! What surrounds a survey on its page, and how its parts are worded.

use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use sotto_ldp::numbers::{Decimal, Grid};
use sotto_survey::{Category, Survey, Text};
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::outbox::Outbox;

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

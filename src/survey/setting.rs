//! What surrounds a survey on its page, and how its parts are worded.

use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use sotto_ldp::Report;
use sotto_survey::{Category, Part, PartRole, Question, Survey, Text};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::{messages::Messages, outbox::Outbox};

/// Everything a view of a survey is given. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Setting {
    pub(crate) survey: Rc<Survey>,
    pub(crate) messages: Messages,
    pub(crate) outbox: Outbox,
    /// The address that submissions are posted to.
    pub(crate) address: String,
    /// Whether the page that embeds the survey is of another origin and cannot look inside.
    pub(crate) framed: bool,
    /// The level of the survey's headings: 1 to 6.
    pub(crate) heading_level: u8,
    /// Posts in place of `fetch`: (url, body) → promise of { status }.
    pub(crate) transport: Option<Function>,
    /// Dispatches an event of the element: (type, detail).
    pub(crate) emit: Function,
    /// What the survey is drawn into.
    pub(crate) root: Element,
}

/// Only the texts of a view's setting ever change: another survey is another view.
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

    /// A text of the survey.
    pub(crate) fn text<'a>(&self, text: &'a Text) -> &'a str {
        text.in_language(self.messages.language(), self.survey.first_language())
    }

    /// What a category is called on the page.
    pub(crate) fn category(&self, category: Category<'_>) -> String {
        match category {
            Category::Yes => self.say("yes"),
            Category::No => self.say("no"),
            Category::Option(option) => self.text(&option.title).to_owned(),
            Category::Level(_) => category.id().to_owned(),
            Category::Decline => self.say("decline"),
        }
    }

    /// What the reports of a question say, in its words: they may name several categories, or none.
    pub(crate) fn reports(&self, question: &Question, reports: &[Option<Report>]) -> String {
        let parts = question.parts().iter().zip(reports);
        let said = parts.filter_map(|(part, report)| Some((part, report.as_ref()?)));
        let supports = |part: &Part, report: &Report, value| {
            part.randomizer().supports(report, value) == Ok(true)
        };
        let named: Vec<String> = said
            .flat_map(|(part, report)| {
                let categories = (0..).zip(question.categories());
                match part.role() {
                    PartRole::Category | PartRole::Row(_) => categories
                        .filter(|(value, _)| supports(part, report, *value))
                        .map(|(_, category)| self.category(category))
                        .collect(),
                    PartRole::Option(option) => categories
                        .skip(option)
                        .take(1)
                        .filter(|_| supports(part, report, 0))
                        .map(|(_, category)| self.category(category))
                        .collect(),
                    PartRole::Number(_) => vec![report.to_string()],
                    PartRole::Answered => Vec::new(),
                }
            })
            .collect();
        if named.is_empty() {
            self.say("none-named")
        } else {
            named.join(&self.say("list-separator"))
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

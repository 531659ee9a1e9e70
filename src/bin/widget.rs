//! The widget's common program, which every respondent downloads: what the JavaScript of the element
//! (`crates/sotto-widget/src/element`) calls. It is built without the feature `whole`.

use sotto_survey::{Survey, SurveyFile};
use sotto_widget::{
    element::{self, Mounted, Options},
    json_value,
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::Element;

fn main() {}

/// What has the form of a published survey.
#[wasm_bindgen]
pub struct Form(SurveyFile);

/// A published survey.
#[wasm_bindgen]
pub struct Published(Survey);

/// A survey with the drawing it begins with, to be shown.
#[wasm_bindgen]
pub struct Prepared(element::Prepared);

/// A survey on a page, as JavaScript holds it.
#[wasm_bindgen]
pub struct Handle {
    mounted: Mounted,
}

/// Reads what has the form of a survey; nothing if it has not. Why not is told by the program that
/// publishes, so that this one, which every respondent downloads, holds no sentence about it.
#[wasm_bindgen]
pub fn read(survey: &JsValue) -> Option<Form> {
    json_value::form(survey).map(Form)
}

#[wasm_bindgen]
impl Form {
    /// Holds the survey against its ε and every other rule; nothing if it breaks one. It takes as long as
    /// the reading, and a page may answer other calls in between.
    pub fn check(self) -> Option<Published> {
        Survey::published(self.0).ok().map(Published)
    }
}

/// Forgets, on this device, that the survey of that id was answered, whatever its version.
#[wasm_bindgen]
pub fn forget(survey: &str, collector: &str) {
    element::forget(survey, collector);
}

#[wasm_bindgen]
impl Published {
    /// The text whose hash is the survey's pin.
    pub fn parameters(&self) -> String {
        self.0.pinned_parameters()
    }

    /// Draws what the survey begins with, to be shown inside `root`.
    pub fn prepare(self, root: &Element, options: &Options) -> Prepared {
        Prepared(element::prepare(self.0, root, options))
    }
}

#[wasm_bindgen]
impl Prepared {
    /// Shows it.
    pub fn mount(self) -> Handle {
        Handle {
            mounted: self.0.mount(),
        }
    }
}

#[wasm_bindgen]
impl Handle {
    /// Draws what comes after the first question.
    pub fn complete(&self) {
        self.mounted.complete();
    }

    /// Takes the survey off the page.
    pub fn unmount(self) {
        self.mounted.unmount();
    }

    /// Takes over the language and the texts of newer options. Choices stay.
    pub fn update(&mut self, options: &Options) {
        self.mounted.update(options);
    }
}

//! The widget's common program, which every respondent downloads: what the JavaScript of the element
//! (`crates/sotto-widget/src/element`) calls. It is built without the feature `whole`.

use sotto_survey::Survey;
use sotto_widget::element::{self, Mounted, Options};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

fn main() {}

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

/// Reads a survey in its compiled form, and holds it against its ε and every other rule; nothing if it
/// breaks one. Why is told by the program that publishes, so that this one, which every respondent
/// downloads, holds no sentence about it.
#[wasm_bindgen]
pub fn read(survey: &[u8]) -> Option<Published> {
    Survey::of_compiled(survey).ok().map(Published)
}

/// Forgets, on this device, that the survey of that id was answered, whatever its version.
#[wasm_bindgen]
pub fn forget(survey: &str, collector: &str) {
    element::forget(survey, collector);
}

#[wasm_bindgen]
impl Published {
    /// What the page must know of the survey, with a character between that no text of a survey has
    /// (U+0000): its id, its version, its languages with commas between, then each language of the title
    /// with the title in it.
    pub fn about(&self) -> String {
        element::about(&self.0)
    }

    /// The survey with the arms that a link names; nothing if it names others than there are. Surveys that leave arms
    /// to links are for the whole program.
    #[cfg(feature = "whole")]
    pub fn with_arms(self, named: &str) -> Option<Self> {
        self.0.with_arms_named(named).ok().map(Self)
    }

    /// The hashes of the survey's pictures, with spaces between. Surveys that have any are for the whole program.
    #[cfg(feature = "whole")]
    pub fn pictures(&self) -> String {
        element::pictures(&self.0)
    }

    /// Whether people get a completion code at the end. Surveys that have one are for the whole program.
    #[cfg(feature = "whole")]
    pub fn has_code(&self) -> bool {
        element::has_code(&self.0)
    }

    /// Whether each person gets one of their own.
    #[cfg(feature = "whole")]
    pub fn gives_own_code(&self) -> bool {
        self.0.gives_own_code()
    }

    /// Asks every question, whatever its condition.
    #[must_use]
    pub fn without_conditions(self) -> Self {
        Self(self.0.without_conditions())
    }

    /// The text whose hash is the survey's `epsilon-pin`.
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

    /// Shows the copy that another form of the survey on the page has sent.
    pub fn look(&self) {
        self.mounted.look();
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

//! The widget's program: what the JavaScript of the element (`src/element`) calls.

use sotto::element::{self, Mounted, Options};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::Element;

fn main() {}

/// A survey on a page, as JavaScript holds it.
#[wasm_bindgen]
pub struct Handle {
    mounted: Mounted,
}

/// Shows a survey inside `root`.
///
/// # Errors
/// When the survey is not one that can be asked; the sentence says why.
#[wasm_bindgen]
pub fn mount(root: &Element, options: &Options) -> Result<Handle, js_sys::Error> {
    match element::mount(root, options) {
        Ok(mounted) => Ok(Handle { mounted }),
        Err(error) => Err(js_sys::Error::new(&error.to_string())),
    }
}

/// The text whose hash is a survey's pin.
///
/// # Errors
/// When the survey is not one that can be asked; the sentence says why.
#[wasm_bindgen]
pub fn parameters(survey: &JsValue) -> Result<String, js_sys::Error> {
    element::pinned_parameters(survey).map_err(|error| js_sys::Error::new(&error.to_string()))
}

#[wasm_bindgen]
impl Handle {
    /// Takes the survey off the page.
    pub fn unmount(self) {
        self.mounted.unmount();
    }

    /// Takes over the language and the texts of newer options. Choices stay.
    pub fn update(&mut self, options: &Options) {
        self.mounted.update(options);
    }

    /// Forgets, on this device, that the survey was answered.
    pub fn forget(&self) {
        self.mounted.forget();
    }
}

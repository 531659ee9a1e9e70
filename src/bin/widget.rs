//! The widget's program: what `www/sotto-survey.js` calls.

use sotto::element::{self, Mounted, Options};
use wasm_bindgen::prelude::wasm_bindgen;
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

/// The text of the style sheet.
#[wasm_bindgen]
pub fn style() -> String {
    element::STYLE.to_owned()
}

#[wasm_bindgen]
impl Handle {
    /// Takes the survey off the page.
    pub fn unmount(self) {
        self.mounted.unmount();
    }

    /// Forgets, on this device, that the survey was answered.
    pub fn forget(&self) {
        self.mounted.forget();
    }
}

//! The page that a survey stands on, and what it is told.

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::JsValue;
use web_sys::Element;

/// The page around a survey.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HostPage {
    /// What the survey is drawn into.
    pub(crate) root: Element,
    /// Called when the survey was forgotten on this device.
    pub(crate) forgotten: Function,
    /// Posts: (url, body, done).
    pub(crate) poster: Function,
    /// Dispatches an event of the element: (type, detail).
    pub(crate) emit: Function,
}

impl HostPage {
    /// Tells the page. A detail never holds anything but noisy material and names of screens.
    pub(crate) fn tell(&self, event: &str, detail: &[(&str, JsValue)]) {
        let object = Object::new();
        for (key, value) in detail {
            // Setting a property of a fresh plain object cannot fail.
            let _ = Reflect::set(&object, &(*key).into(), value);
        }
        // An exception in the page's own listener does not concern the survey.
        let _ = self.emit.call2(&JsValue::NULL, &event.into(), &object);
    }
}

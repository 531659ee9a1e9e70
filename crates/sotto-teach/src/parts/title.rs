//! The title of the page in the browser's tab.

/// Names the page after what it shows.
pub(crate) fn set_title(title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
    }
}

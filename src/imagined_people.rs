//! Imagined people for the studio: the program `imagined`, which is loaded when they are wanted for the first time. It
//! draws for itself, and two programs must not hear each other's events: so what it shows stands behind the studio's page
//! in the document, not within it.

use sotto_studio::ImaginedPeople;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{Document, Element, HtmlElement};
use yew::Callback;

/// The script that defines the element, and the id of the element that loads it.
const SCRIPT: &str = "imagined-page";

/// The element, and its id.
const ELEMENT: &str = "imagined-people";

/// Who shows them. `base` leads from the page to the site's folder.
#[must_use]
pub fn shower(base: &'static str) -> Callback<Option<ImaginedPeople>> {
    Callback::from(move |wanted: Option<ImaginedPeople>| {
        let Some(document) = web_sys::window().and_then(|window| window.document()) else {
            return;
        };
        match wanted {
            None => remove(&document, ELEMENT),
            Some(wanted) => {
                if show(&document, base, &wanted).is_err() {
                    remove(&document, ELEMENT);
                    wanted.failed.emit(());
                }
            }
        }
    })
}

fn remove(document: &Document, id: &str) {
    if let Some(element) = document.get_element_by_id(id) {
        element.remove();
    }
}

fn show(document: &Document, base: &str, wanted: &ImaginedPeople) -> Result<(), JsValue> {
    let element = match document.get_element_by_id(ELEMENT) {
        Some(element) => element,
        None => added(document)?,
    };
    element.set_attribute("lang", &wanted.language)?;
    element.set_attribute("survey", &wanted.survey)?;
    element.set_attribute("people", &wanted.people.to_string())?;
    element.toggle_attribute_with_force("unfinished", wanted.is_unfinished)?;
    load(document, base, wanted)
}

/// A new one, behind what the studio shows.
fn added(document: &Document) -> Result<Element, JsValue> {
    let element = document.create_element(ELEMENT)?;
    element.set_id(ELEMENT);
    let body = document.body().ok_or(JsValue::NULL)?;
    body.append_child(&element)?;
    Ok(element)
}

/// Loads the program, unless it was loaded already.
fn load(document: &Document, base: &str, wanted: &ImaginedPeople) -> Result<(), JsValue> {
    if document.get_element_by_id(SCRIPT).is_some() {
        return Ok(());
    }
    let script: HtmlElement = document.create_element("script")?.dyn_into()?;
    script.set_id(SCRIPT);
    script.set_attribute("type", "module")?;
    script.set_attribute("src", &[base, SCRIPT, ".js"].concat())?;
    let failed = wanted.failed.clone();
    let document_of = document.clone();
    let on_error = Closure::<dyn FnMut()>::new(move || {
        // Whoever comes here again tries again.
        remove(&document_of, SCRIPT);
        remove(&document_of, ELEMENT);
        failed.emit(());
    });
    script.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    // It lives as long as the script, which stays.
    on_error.forget();
    document
        .body()
        .ok_or(JsValue::NULL)?
        .append_child(&script)?;
    Ok(())
}

//! The page's `<sotto-survey>`: made, wired and watched from outside, like in any embedding page.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Document, Element, HtmlElement};
use yew::Callback;

use super::BASE;

/// Where the element finds its survey and who takes its reports.
#[derive(Clone, PartialEq)]
pub(super) enum Destination {
    /// A server: both by URL.
    Server,
    /// A function of this page that takes a body and returns a status.
    Page(Callback<String, u16>),
}

/// What the element tells when a copy has been sent.
pub(super) struct SentDetail {
    /// The exact bytes.
    pub(super) body: String,
    /// What was answered.
    pub(super) status: u16,
}

/// A `<sotto-survey>`; dropping it removes it from the page.
pub(super) struct SurveyElement {
    element: HtmlElement,
    // Kept alive as long as the element can call them.
    _on_sent: Closure<dyn FnMut(JsValue)>,
    _transport: Option<Closure<dyn FnMut(JsValue, String) -> Promise>>,
}

impl SurveyElement {
    /// Makes the element and puts it into `place`. Its properties are set before it is connected,
    /// so that it never works with others. The survey is known by its id, with what the page's address says of arms.
    pub(super) fn put_into(
        place: &Element,
        (survey, arms): (&str, Option<&str>),
        destination: Destination,
        language: &str,
        on_sent: Callback<SentDetail>,
    ) -> Result<Self, JsValue> {
        let document: Document = place
            .owner_document()
            .ok_or_else(|| JsValue::from_str("the element's place is in no document"))?;
        let element: HtmlElement = document.create_element("sotto-survey")?.unchecked_into();
        element.set_lang(language);
        if let Some(arms) = arms {
            element.set_attribute("arm", arms)?;
        }
        let on_sent = Closure::new(move |event: JsValue| {
            if let Some(detail) = read_detail(&event) {
                on_sent.emit(detail);
            }
        });
        element.add_event_listener_with_callback("sotto-sent", on_sent.as_ref().unchecked_ref())?;
        let transport = match destination {
            Destination::Server => {
                element.set_attribute("src", &format!("{BASE}api/v1/surveys/{survey}"))?;
                element.set_attribute("collector", BASE)?;
                None
            }
            Destination::Page(receive) => {
                element.set_attribute("src", &format!("{BASE}surveys/{survey}.sotto"))?;
                let transport = Closure::new(move |_url: JsValue, body: String| {
                    let answer = js_sys::Object::new();
                    let status = JsValue::from_f64(receive.emit(body).into());
                    // Setting a property of a plain new object cannot fail.
                    let _ = Reflect::set(&answer, &JsValue::from_str("status"), &status);
                    Promise::resolve(&JsValue::from(answer))
                });
                let property = JsValue::from_str("transport");
                Reflect::set(&element, &property, transport.as_ref())?;
                Some(transport)
            }
        };
        place.append_child(&element)?;
        Ok(Self {
            element,
            _on_sent: on_sent,
            _transport: transport,
        })
    }

    /// Tells the element in which language to speak.
    pub(super) fn speak(&self, language: &str) {
        self.element.set_lang(language);
    }

    /// Forgets on this device what was sent, and starts over.
    pub(super) fn forget(&self) {
        let forget = Reflect::get(&self.element, &JsValue::from_str("forget"));
        if let Some(forget) = forget.ok().and_then(|f| f.dyn_into::<Function>().ok()) {
            // A failure is the element's own to tell, by its event.
            let _ = forget.call0(&self.element);
        }
    }
}

impl Drop for SurveyElement {
    fn drop(&mut self) {
        self.element.remove();
    }
}

fn read_detail(event: &JsValue) -> Option<SentDetail> {
    let of = |value: &JsValue, name: &str| Reflect::get(value, &JsValue::from_str(name)).ok();
    let detail = of(event, "detail")?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an HTTP status; `as` saturates"
    )]
    let status = of(&detail, "status")?.as_f64()? as u16;
    Some(SentDetail {
        body: of(&detail, "body")?.as_string()?,
        status,
    })
}

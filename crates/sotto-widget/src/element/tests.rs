//! The element in a real browser: what a native test cannot see.

mod forgetting;
mod log;

use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};

use super::*;
use crate::json_value;

/// A page of a survey, with a collector that counts everything and remembers the bodies.
struct Page {
    survey: Survey,
    root: Element,
    options: Options,
    collector: String,
    posted: js_sys::Array,
    _transport: Closure<dyn FnMut(JsValue, JsValue) -> JsValue>,
    _emit: Closure<dyn FnMut(JsValue, JsValue)>,
    _forgotten: Closure<dyn FnMut()>,
}

impl Page {
    /// Each test names its own collector, and with it its own entry in the storage.
    fn new(collector: &str) -> Self {
        let survey = include_str!("../../../../www/surveys/census.json");
        Self::with_survey(collector, &JSON::parse(survey).unwrap())
    }

    fn with_survey(collector: &str, survey: &JsValue) -> Self {
        let messages = include_str!("../../../../www/messages/widget.en.json");
        let collector = format!("https://{collector}.example/");
        let posted = js_sys::Array::new();
        let bodies = posted.clone();
        let transport = Closure::new(move |_url: JsValue, body: JsValue| {
            bodies.push(&body);
            JSON::parse(r#"{"status":201}"#).unwrap()
        });
        let emit = Closure::new(|_type: JsValue, _detail: JsValue| {});
        let forgotten = Closure::new(|| {});
        let options = Object::new();
        for (key, value) in [
            ("messages", JSON::parse(messages).unwrap()),
            ("language", "en".into()),
            ("surveyLanguage", "en".into()),
            ("collector", collector.as_str().into()),
            ("framed", false.into()),
            ("hosted", false.into()),
            ("invited", false.into()),
            ("keepsRows", false.into()),
            ("headingLevel", 2.into()),
            ("steps", false.into()),
            ("post", poster(&transport)),
            ("emit", emit.as_ref().clone()),
            ("forgotten", forgotten.as_ref().clone()),
        ] {
            Reflect::set(&options, &key.into(), &value).unwrap();
        }
        let document = web_sys::window().unwrap().document().unwrap();
        let root = document.create_element("div").unwrap();
        document.body().unwrap().append_child(&root).unwrap();
        Self {
            survey: json_value::survey(survey).unwrap(),
            root,
            options: options.unchecked_into(),
            collector,
            posted,
            _transport: transport,
            _emit: emit,
            _forgotten: forgotten,
        }
    }

    fn mount(&self) -> Mounted {
        let mounted = prepare(self.survey.clone(), &self.root, &self.options).mount();
        mounted.complete();
        mounted
    }

    fn forget(&self) {
        forget(self.survey.id().as_str(), &self.collector);
    }

    /// Waits until there is such an element.
    async fn find(&self, selector: &str) -> HtmlElement {
        for _ in 0..2_000 {
            if let Some(found) = self.root.query_selector(selector).unwrap() {
                return found.unchecked_into();
            }
            a_moment().await;
        }
        panic!("there is no {selector}");
    }

    async fn click(&self, selector: &str) {
        self.find(selector).await.click();
    }

    fn stored(&self) -> Option<String> {
        storage().get_item(&self.name("sotto:census:1")).unwrap()
    }

    /// The name of an entry of this page's collector.
    fn name(&self, beginning: &str) -> String {
        let origin = self.collector.trim_end_matches('/');
        format!("{beginning}:{origin}")
    }
}

/// As the element posts by what answers or promises to.
fn poster(transport: &Closure<dyn FnMut(JsValue, JsValue) -> JsValue>) -> JsValue {
    let body = "return (url, body, done) => Promise.resolve(transport(url, body)).then(done, () => done())";
    let poster = Function::new_with_args("transport", body);
    poster.call1(&JsValue::NULL, transport.as_ref()).unwrap()
}

fn storage() -> web_sys::Storage {
    let window = web_sys::window().unwrap();
    window.local_storage().unwrap().unwrap()
}

fn keys(object: &JsValue) -> Vec<String> {
    let keys = Object::keys(object.unchecked_ref::<Object>());
    keys.iter().filter_map(|key| key.as_string()).collect()
}

/// Lets the browser do all that is due.
async fn a_moment() {
    let next_task = Promise::new(&mut |resolve, _reject| {
        let window = web_sys::window().unwrap();
        window.set_timeout_with_callback(&resolve).unwrap();
    });
    JsFuture::from(next_task).await.unwrap();
}

#[wasm_bindgen_test]
async fn only_the_copy_is_stored_and_only_after_send() {
    let page = Page::new("only-the-copy");
    let mounted = page.mount();
    page.click("input[name=over-50][value=no]").await;
    page.click("input[name=race][value=other]").await;
    page.click("[data-action=review]").await;
    page.find("[data-screen=review]").await;
    assert_eq!(page.stored(), None);

    page.click("[data-action=send]").await;
    page.find("[data-screen=receipt]").await;
    let posted = page.posted.get(0).as_string().unwrap();
    let stored = JSON::parse(&page.stored().unwrap()).unwrap();
    assert_eq!(keys(&stored), ["state", "body"]);
    let field = |name: &str| Reflect::get(&stored, &name.into()).unwrap();
    assert_eq!(field("state"), "sent");
    assert_eq!(field("body"), posted.as_str());
    let body = JSON::parse(&posted).unwrap();
    assert_eq!(keys(&body), ["version", "report_id", "reports"]);

    // The form is gone from the document, and with it every trace of a choice.
    assert!(page.root.query_selector("input").unwrap().is_none());
    page.forget();
    assert_eq!(page.stored(), None);
    mounted.unmount();
}

#[wasm_bindgen_test]
async fn a_second_visit_sends_nothing_new() {
    let page = Page::new("second-visit");
    let first = page.mount();
    page.click("input[name=over-50][value=yes]").await;
    page.click("[data-action=review]").await;
    page.click("[data-action=send]").await;
    page.find("[data-screen=receipt]").await;
    first.unmount();
    a_moment().await;

    let second = page.mount();
    let shown = page.find("[data-screen=receipt] pre[data-body]").await;
    assert_eq!(page.posted.length(), 1);
    assert_eq!(shown.text_content(), page.posted.get(0).as_string());
    page.forget();
    second.unmount();
}

#[wasm_bindgen_test]
fn a_survey_that_costs_more_than_it_declares_is_not_asked() {
    let file = include_str!("../../../../www/surveys/census.json");
    let read = |text: &str| JSON::parse(text).unwrap();
    let spaceless = |text: &str| text.replace("\"epsilon\": ", "\"epsilon\":");
    let cheaper = |text: &str| spaceless(text).replace("\"epsilon\":\"3\"", "\"epsilon\":\"1\"");

    let error = json_value::survey(&read(&cheaper(file))).unwrap_err();
    assert!(error.to_string().contains("2.998613"), "{error}");

    // Nor one that says which integers it is asked with.
    let checked = |text: &str| Survey::published(json_value::form(&read(text)).unwrap());
    assert!(checked(file).is_err());
    let published = serde_json::to_string(&json_value::survey(&read(file)).unwrap()).unwrap();
    assert!(checked(&published).is_ok());
    let error = checked(&cheaper(&published)).unwrap_err();
    assert!(error.to_string().contains("2.998613"), "{error}");
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = WebAssembly)]
    type Memory;

    #[wasm_bindgen(method, getter)]
    fn buffer(this: &Memory) -> js_sys::ArrayBuffer;
}

fn memory_bytes() -> u32 {
    wasm_bindgen::memory()
        .unchecked_into::<Memory>()
        .buffer()
        .byte_length()
}

#[wasm_bindgen_test]
async fn mounting_and_unmounting_leaks_nothing() {
    const PAGE_BYTES: u32 = 65_536;
    let page = Page::new("no-leaks");
    let cycle = async || {
        let mounted = page.mount();
        page.find("[data-screen=form]").await;
        mounted.unmount();
        a_moment().await;
        assert_eq!(page.root.inner_html(), "");
    };
    for _ in 0..20 {
        cycle().await;
    }
    let before = memory_bytes();
    for _ in 0..200 {
        cycle().await;
    }
    // A survey takes tens of kilobytes: 200 leaked ones would take a hundred pages.
    let grown = memory_bytes() - before;
    assert!(grown <= 2 * PAGE_BYTES, "{grown} bytes");
}

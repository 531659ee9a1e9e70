//! The texts of the interface, in the reader's language.
//!
//! A bundle is one flat JSON object per language, `messages/{bundle}.{language}.json`: another language
//! is one more file. The object stays in JavaScript; only the texts that are shown are copied.

#[cfg(not(target_arch = "wasm32"))]
mod native;
mod numbers;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod translations;

#[cfg(not(target_arch = "wasm32"))]
use std::collections::BTreeMap;
use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

use sotto_survey::Calendar;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use crate::http::{self, HttpError};

/// The texts of one bundle in one language. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Messages {
    bundle: Rc<Bundle>,
}

#[derive(Debug)]
struct Bundle {
    language: String,
    texts: Texts,
    /// How the language writes decimals; made once, because a browser takes a while to make it.
    decimals: OnceCell<Option<NumberFormat>>,
}

#[derive(Clone, Debug)]
enum Texts {
    /// An object of key → text.
    InBrowser(JsValue),
    #[cfg(not(target_arch = "wasm32"))]
    Native(BTreeMap<String, String>),
}

impl Texts {
    fn get(&self, key: &str) -> Option<String> {
        match self {
            Self::InBrowser(texts) => js_sys::Reflect::get(texts, &key.into()).ok()?.as_string(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Native(texts) => texts.get(key).cloned(),
        }
    }

    fn with(&self, more: &Self) -> Self {
        match (self, more) {
            (Self::InBrowser(texts), Self::InBrowser(more)) => {
                let all = js_sys::Object::new();
                for texts in [texts, more] {
                    js_sys::Object::assign(&all, texts.unchecked_ref());
                }
                Self::InBrowser(all.into())
            }
            #[cfg(not(target_arch = "wasm32"))]
            (Self::Native(texts), Self::Native(more)) => {
                let texts = texts.iter().chain(more);
                Self::Native(
                    texts
                        .map(|(key, text)| (key.clone(), text.clone()))
                        .collect(),
                )
            }
            // No program has both.
            #[cfg(not(target_arch = "wasm32"))]
            (_, more) => more.clone(),
        }
    }
}

/// Why a bundle could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessagesError {
    /// The file cannot be read.
    #[error("the texts of this page cannot be loaded: {0}")]
    Http(#[from] HttpError),
    /// The file is not a JSON object.
    #[error("{0} should be a JSON object of texts")]
    NotAnObject(String),
}

thread_local! {
    /// What is on its way before anybody waits for it, by its address.
    static BEGUN: RefCell<Vec<(String, js_sys::Promise)>> = const { RefCell::new(Vec::new()) };
}

fn address([base, bundle, language]: [&str; 3]) -> String {
    [base, "messages/", bundle, ".", language, ".json"].concat()
}

impl Messages {
    /// Asks for a bundle that is needed once another one is here, so that [`Self::load`] does not begin with it only then.
    pub fn begin(base: &str, bundle: &str, language: &str) {
        let url = address([base, bundle, language]);
        let asked = url.clone();
        let begun = future_to_promise(async move {
            // Whoever loads it asks again, and is told why it fails.
            Ok(http::get_json(&asked).await.unwrap_or_default())
        });
        BEGUN.with_borrow_mut(|all| all.push((url, begun)));
    }

    /// Loads `{base}messages/{bundle}.{language}.json`.
    ///
    /// # Errors
    /// When the file cannot be read or is not a JSON object.
    pub async fn load(base: &str, bundle: &str, language: &str) -> Result<Self, MessagesError> {
        let url = address([base, bundle, language]);
        let begun = BEGUN.with_borrow_mut(|all| {
            let place = all.iter().position(|(begun, _)| *begun == url)?;
            Some(all.swap_remove(place))
        });
        let early = match begun {
            Some((_, begun)) => JsFuture::from(begun).await.unwrap_or_default(),
            None => JsValue::UNDEFINED,
        };
        let texts = if early.is_undefined() {
            http::get_json(&url).await?
        } else {
            early
        };
        if texts.is_object() {
            Ok(Self::from_object(language, texts))
        } else {
            Err(MessagesError::NotAnObject(url))
        }
    }

    /// Texts that JavaScript has loaded already: an object of key → text.
    #[must_use]
    pub fn from_object(language: &str, texts: JsValue) -> Self {
        Self::of(language, Texts::InBrowser(texts))
    }

    /// Texts where there is no browser, by their keys.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn native(language: &str, texts: BTreeMap<String, String>) -> Self {
        Self::of(language, Texts::Native(texts))
    }

    fn of(language: &str, texts: Texts) -> Self {
        Self {
            bundle: Rc::new(Bundle {
                language: language.to_owned(),
                texts,
                decimals: OnceCell::new(),
            }),
        }
    }

    /// These texts and more of the same language; one that both have is taken from `more`.
    #[must_use]
    pub fn with(&self, more: &Self) -> Self {
        Self::of(self.language(), self.bundle.texts.with(&more.bundle.texts))
    }

    /// Whether there is a text of that key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        match &self.bundle.texts {
            Texts::InBrowser(texts) => js_sys::Reflect::has(texts, &key.into()).unwrap_or(false),
            #[cfg(not(target_arch = "wasm32"))]
            Texts::Native(texts) => texts.contains_key(key),
        }
    }

    /// The language tag of the texts.
    #[must_use]
    pub fn language(&self) -> &str {
        &self.bundle.language
    }

    /// The text of that key; the key itself where it is missing.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        let text = self.bundle.texts.get(key);
        text.unwrap_or_else(|| key.to_owned())
    }

    /// The text of that key with `{name}` replaced by the name's value.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(&self.text(key), values)
    }

    /// The text of that key for a number of things. A language may have one form for one, another for a
    /// few and so on (`key.one`, `key.few`, …); `{count}` is the number.
    #[must_use]
    pub fn count(&self, key: &str, count: u32) -> String {
        let form = self.form(count);
        let values = [("count", &*self.decimal(&count.to_string()))];
        self.fill(&[key, ".", &form].concat(), &values)
    }

    fn form(&self, count: u32) -> String {
        #[cfg(not(target_arch = "wasm32"))]
        if let Texts::Native(_) = self.bundle.texts {
            return native::form(self.language(), count).to_owned();
        }
        let rules = PluralRules::new(self.language());
        rules.map_or_else(|_| "other".to_owned(), |rules| rules.select(count))
    }

    /// A day, month or time as this language writes it, by the calendar that native fields have.
    #[must_use]
    pub fn moment(&self, calendar: Calendar, number: i64) -> String {
        match self.moments(calendar) {
            Some(format) => format.format(&date(calendar, number)),
            None => calendar.write(number),
        }
    }

    /// All from one day, month or time to another.
    #[must_use]
    pub fn moments_between(&self, calendar: Calendar, ends: [i64; 2]) -> String {
        let written = self.moments(calendar).map(|format| {
            let [from, to] = ends.map(|number| date(calendar, number));
            format.format_range(&from, &to)
        });
        written.unwrap_or_else(|| ends.map(|number| calendar.write(number)).join(" – "))
    }

    /// So many days, months or minutes.
    #[must_use]
    pub fn span(&self, calendar: Calendar, number: &str) -> String {
        let plain = || [number, " ", calendar.unit(), "s"].concat();
        if !self.is_in_browser() {
            return plain();
        }
        let options = js_sys::Object::new();
        for (name, value) in [
            ("style", "unit"),
            ("unit", calendar.unit()),
            ("unitDisplay", "long"),
        ] {
            let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
        }
        let format = NumberFormat::new(self.language(), &options);
        format.map_or_else(|_| plain(), |format| format.format_decimal(number))
    }

    fn moments(&self, calendar: Calendar) -> Option<DateTimeFormat> {
        if !self.is_in_browser() {
            return None;
        }
        let options = js_sys::Object::new();
        // No clock and no place have a part in it.
        let common: &[_] = &[("timeZone", "UTC"), ("calendar", "gregory")];
        for (name, value) in common.iter().chain(parts(calendar)) {
            let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
        }
        DateTimeFormat::new(self.language(), &options).ok()
    }

    fn is_in_browser(&self) -> bool {
        matches!(self.bundle.texts, Texts::InBrowser(_))
    }

    /// A decimal that is written with a point, as this language writes it; to six decimals.
    #[must_use]
    pub fn decimal(&self, number: &str) -> String {
        // A browser that is asked for the first time takes milliseconds to learn how numbers are
        // written in any language: the first question need not wait for that.
        if is_short(number) && self.text("ten") == "10" {
            return number.to_owned();
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Texts::Native(_) = self.bundle.texts {
            return native::decimal(self.language(), number);
        }
        let format = self.bundle.decimals.get_or_init(|| {
            let options = js_sys::Object::new();
            // Setting a property of a fresh plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &"maximumFractionDigits".into(), &6.into());
            NumberFormat::new(self.language(), &options).ok()
        });
        match format {
            Some(format) => format.format_decimal(number),
            None => number.to_owned(),
        }
    }
}

/// Compares the objects, not the texts: enough to know that nothing has to be drawn again.
impl PartialEq for Messages {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.bundle, &other.bundle)
    }
}

impl Eq for Messages {}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    #[derive(Clone, Debug)]
    type NumberFormat;

    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str, options: &js_sys::Object) -> Result<NumberFormat, JsValue>;

    #[wasm_bindgen(method)]
    fn format(this: &NumberFormat, number: f64) -> String;

    #[wasm_bindgen(method, js_name = format)]
    fn format_decimal(this: &NumberFormat, number: &str) -> String;

    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;

    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str, options: &js_sys::Object) -> Result<DateTimeFormat, JsValue>;

    #[wasm_bindgen(method)]
    fn format(this: &DateTimeFormat, date: &js_sys::Date) -> String;

    #[wasm_bindgen(method, js_name = formatRange)]
    fn format_range(this: &DateTimeFormat, from: &js_sys::Date, to: &js_sys::Date) -> String;

    #[wasm_bindgen(js_namespace = Intl)]
    type PluralRules;

    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str) -> Result<PluralRules, JsValue>;

    #[wasm_bindgen(method)]
    fn select(this: &PluralRules, count: u32) -> String;
}

/// A day, month or time as a browser knows it: a moment in the timezone UTC, in which it is written as well.
#[expect(
    clippy::cast_precision_loss,
    reason = "four digits of years are far from that"
)]
fn date(calendar: Calendar, number: i64) -> js_sys::Date {
    let milliseconds = calendar.seconds(number) as f64 * 1_000.0;
    js_sys::Date::new(&JsValue::from_f64(milliseconds))
}

/// What is written of a day, month or time.
fn parts(calendar: Calendar) -> &'static [(&'static str, &'static str)] {
    match calendar.name() {
        "date" => &[("dateStyle", "long")],
        "month" => &[("year", "numeric"), ("month", "long")],
        _ => &[("timeStyle", "short")],
    }
}

/// Whether a number is a whole one below a thousand: between languages only its digits can differ.
fn is_short(number: &str) -> bool {
    matches!(number.len(), 1..=3)
        && number.bytes().all(|figure| figure.is_ascii_digit())
        && (number == "0" || !number.starts_with('0'))
}

/// Replaces every `{name}` that has a value; other braces stay.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let value = after.split_once('}').and_then(|(name, behind)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, behind))
        });
        if let Some((value, behind)) = value {
            filled.push_str(value);
            rest = behind;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_once() {
        let values = [("count", "27"), ("answer", "{count}")];
        assert_eq!(
            fill("{count} of 100 say {answer}", &values),
            "27 of 100 say {count}"
        );
        assert_eq!(fill("{other} {count", &values), "{other} {count");
        assert_eq!(fill("", &values), "");
    }
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod browser_tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    fn messages(language: &str) -> Messages {
        let texts =
            js_sys::JSON::parse(r#"{"sent":"Sent: {answer}","odd":3,"percent":"{number} %"}"#)
                .unwrap();
        Messages::from_object(language, texts)
    }

    #[wasm_bindgen_test]
    fn texts_are_found_and_filled() {
        let messages = messages("en");
        assert_eq!(messages.fill("sent", &[("answer", "Yes")]), "Sent: Yes");
        assert_eq!(messages.text("missing"), "missing");
        assert_eq!(messages.text("odd"), "odd");
        assert_eq!(messages, messages.clone());
        assert!(messages.has("sent") && !messages.has("missing"));
        let more = js_sys::JSON::parse(r#"{"sent":"Gone","more":"More"}"#).unwrap();
        let both = messages.with(&Messages::from_object("en", more));
        assert_eq!(
            ["sent", "more", "odd"].map(|key| both.text(key)),
            ["Gone", "More", "odd"]
        );
        assert_eq!(messages.text("sent"), "Sent: {answer}");
    }

    #[wasm_bindgen_test]
    fn numbers_follow_the_language() {
        assert_eq!(messages("en").number(4269.0, 0), "4,269");
        assert_eq!(messages("de").number(0.5, 2), "0,50");
        assert_eq!(messages("en").percent(0.235, 1), "23.5 %");
        assert_eq!(messages("not a tag").number(1.5, 1), "1.5");
        assert_eq!(messages("en").decimal("1234.5"), "1,234.5");
        assert_eq!(messages("de").decimal("-0.25"), "-0,25");
        assert_eq!(messages("not a tag").decimal("1.5"), "1.5");
    }

    /// What is written without asking the browser is what the browser would write.
    #[wasm_bindgen_test]
    fn short_numbers_stand_as_the_browser_would_write_them() {
        let numbers = [
            "0",
            "7",
            "10",
            "100",
            "999",
            "0.5",
            "1.25",
            "12.000001",
            "0.1",
            "1000",
            "1234.5",
            "-3",
            "-0.25",
            "1.50",
            "1.0",
            "007",
            "0.1234567",
            "1.",
            "",
            "4.2.1",
        ];
        let files = [
            (
                "en",
                include_str!("../../../../www/messages/widget.en.json"),
            ),
            (
                "zh-CN",
                include_str!("../../../../www/messages/widget.zh-CN.json"),
            ),
            (
                "ar",
                include_str!("../../../../www/messages/widget.ar.json"),
            ),
        ];
        for (language, file) in files {
            let ours = Messages::from_object(language, js_sys::JSON::parse(file).unwrap());
            let asked = messages(language);
            for number in numbers {
                assert_eq!(
                    ours.decimal(number),
                    asked.decimal(number),
                    "{number} in {language}"
                );
            }
        }
    }

    #[wasm_bindgen_test]
    fn counts_take_the_form_that_the_language_has() {
        let texts = r#"{"x.one":"one thing","x.few":"few","x.other":"{count} things"}"#;
        let messages =
            |language| Messages::from_object(language, js_sys::JSON::parse(texts).unwrap());
        assert_eq!(messages("en").count("x", 1), "one thing");
        assert_eq!(messages("en").count("x", 1200), "1,200 things");
        assert_eq!(messages("zh-CN").count("x", 1), "1 things");
        assert_eq!(messages("ar").count("x", 3), "few");
    }
}

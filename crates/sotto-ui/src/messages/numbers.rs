//! Figures as charts and tables write them.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{Messages, NumberFormat};

impl Messages {
    /// The same as [`Self::fill`], with values that no line break splits.
    pub fn unbroken(&self, key: &str, values: &[(&str, &str)]) -> Html {
        let text = self.text(key);
        let mut rest = &*text;
        let mut pieces = Vec::new();
        while let Some((before, name, after)) = next_name(rest) {
            pieces.push(html! { { before } });
            let value = values.iter().find(|(known, _)| *known == name);
            pieces.push(match value {
                Some((_, value)) => html! { <span class="unbroken">{ value }</span> },
                None => html! { { format!("{{{name}}}") } },
            });
            rest = after;
        }
        html! { <>{ for pieces }{ rest }</> }
    }

    /// A whole number.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    pub fn whole(&self, number: u64) -> String {
        self.number(number as f64, 0)
    }

    /// A number with exactly so many decimals.
    #[must_use]
    pub fn number(&self, number: f64, decimals: u8) -> String {
        let number = without_negative_zero(number, decimals);
        minus(&match format(self.language(), decimals) {
            Some(format) => format.format(number),
            // Only for a malformed tag or a hundred digits.
            None => js_sys::Number::from(number).to_locale_string("en").into(),
        })
    }

    /// A day (`2026-11-27`) as the language writes it.
    #[must_use]
    pub fn date(&self, day: &str) -> String {
        let options = js_sys::Object::new();
        for (key, value) in [("dateStyle", "long"), ("timeZone", "UTC")] {
            // Setting a property of a fresh plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
        }
        let date = js_sys::Date::new(&day.into());
        date.to_locale_date_string(self.language(), &options).into()
    }

    /// A share (0.24) as a percentage with so many decimals ("24 %"), in the form of the text `percent`.
    #[must_use]
    pub fn percent(&self, share: f64, decimals: u8) -> String {
        self.fill(
            "percent",
            &[("number", &self.number(share * 100.0, decimals))],
        )
    }
}

thread_local! {
    /// How a language writes so many decimals. Each is made once: a browser makes one in the time in which it writes
    /// dozens of numbers, and a picture that follows a slider writes dozens at every step.
    static FORMATS: RefCell<Vec<(String, u8, NumberFormat)>> = const { RefCell::new(Vec::new()) };
}

fn format(language: &str, decimals: u8) -> Option<NumberFormat> {
    FORMATS.with_borrow_mut(|formats| {
        let is_it =
            |(of, with, _): &&(String, u8, NumberFormat)| of == language && *with == decimals;
        if let Some((.., format)) = formats.iter().find(is_it) {
            return Some(format.clone());
        }
        let options = js_sys::Object::new();
        for key in ["minimumFractionDigits", "maximumFractionDigits"] {
            // Setting a property of a fresh plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &key.into(), &JsValue::from(decimals));
        }
        let format = NumberFormat::new(language, &options).ok()?;
        formats.push((language.to_owned(), decimals, format.clone()));
        Some(format)
    })
}

fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let (before, from_name) = text.split_once('{')?;
    let (name, after) = from_name.split_once('}')?;
    Some((before, name, after))
}

/// A true minus sign, as wide as a plus.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// "−0" would say that there is something below zero.
fn without_negative_zero(number: f64, decimals: u8) -> f64 {
    if number.abs() < 0.5 / 10_f64.powi(decimals.into()) {
        0.0
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_minus_zero() {
        for (number, decimals, expected) in [
            (-0.4, 0, 0.0),
            (-0.6, 0, -0.6),
            (-0.4, 1, -0.4),
            (-0.04, 1, 0.0),
            (0.0, 0, 0.0),
        ] {
            let found = without_negative_zero(number, decimals);
            assert!(
                (found - expected).abs() < 1e-12 && !(found == 0.0 && found.is_sign_negative())
            );
        }
        assert_eq!(minus("-3"), "−3");
    }

    #[test]
    fn names_are_found_in_turn() {
        assert_eq!(next_name("a {b} c {d}"), Some(("a ", "b", " c {d}")));
        assert_eq!(next_name("no name"), None);
        assert_eq!(next_name("{open"), None);
    }
}

//! Numbers where there is no browser: for a first page that is drawn before anybody's program is there.
//!
//! ICU4X writes them by the data that browsers have, too (Unicode CLDR). Should a browser write one otherwise,
//! it draws the page anew, and nothing else happens.

use icu_decimal::{DecimalFormatter, input::Decimal, options::DecimalFormatterOptions};
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules, PluralRulesOptions};

/// What `Intl.NumberFormat` writes of a decimal with at most six decimals; the number as it stands if it is none, or
/// if nothing is known of the language.
pub(super) fn decimal(language: &str, number: &str) -> String {
    written(language, number).unwrap_or_else(|| number.to_owned())
}

fn written(language: &str, number: &str) -> Option<String> {
    let locale: Locale = language.parse().ok()?;
    let mut decimal: Decimal = number.parse().ok()?;
    decimal.round(-6);
    decimal.trim_end();
    let format =
        DecimalFormatter::try_new(locale.into(), DecimalFormatterOptions::default()).ok()?;
    Some(format.format(&decimal).to_string())
}

/// The form that a language has for so many things, as `Intl.PluralRules` names it.
pub(super) fn form(language: &str, count: u32) -> &'static str {
    let locale: Option<Locale> = language.parse().ok();
    let rules = locale
        .and_then(|locale| PluralRules::try_new(locale.into(), PluralRulesOptions::default()).ok());
    match rules.map(|rules| rules.category_for(count)) {
        Some(PluralCategory::Zero) => "zero",
        Some(PluralCategory::One) => "one",
        Some(PluralCategory::Two) => "two",
        Some(PluralCategory::Few) => "few",
        Some(PluralCategory::Many) => "many",
        Some(PluralCategory::Other) | None => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Chromium and Firefox write them.
    #[test]
    fn numbers_stand_as_a_browser_would_write_them() {
        for (language, number, expected) in [
            ("en", "4269", "4,269"),
            ("en", "1234.5", "1,234.5"),
            ("en", "1.50", "1.5"),
            ("en", "0.1234567", "0.123457"),
            ("en", "-3", "-3"),
            ("zh-CN", "1234567.25", "1,234,567.25"),
            ("de", "-0.25", "-0,25"),
            ("ar", "27", "27"),
            ("ar", "1234.5", "1,234.5"),
            ("ar-EG", "1234.5", "١٬٢٣٤٫٥"),
            ("not a tag", "1.5", "1.5"),
            ("en", "x", "x"),
        ] {
            assert_eq!(
                decimal(language, number),
                expected,
                "{number} in {language}"
            );
        }
    }

    #[test]
    fn things_are_counted_in_the_forms_of_the_language() {
        for (language, count, expected) in [
            ("en", 1, "one"),
            ("en", 2, "other"),
            ("zh-CN", 1, "other"),
            ("ar", 0, "zero"),
            ("ar", 2, "two"),
            ("ar", 3, "few"),
            ("ar", 11, "many"),
            ("not a tag", 1, "other"),
        ] {
            assert_eq!(form(language, count), expected, "{count} in {language}");
        }
    }
}

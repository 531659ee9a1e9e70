//! What can be wrong with a translation, found without knowing its language.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules, PluralRulesOptions};

use super::{LANGUAGES, READ_IN_ALL, Texts, bundles, in_all, messages, stem};
use crate::messages::native;

/// Said of a file that no native speaker has read; whoever has is named instead.
const UNREAD: &str = "No native speaker has read this yet.";
const READ: &str = "Read by ";

/// The forms that a language has for numbers of things (Unicode CLDR).
fn forms(language: &str) -> Vec<&'static str> {
    let locale: Locale = language
        .parse()
        .unwrap_or_else(|error| panic!("{language} is no language tag: {error}"));
    let rules = PluralRules::try_new(locale.into(), PluralRulesOptions::default()).unwrap();
    let name = |category| match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    };
    rules.categories().map(name).collect()
}

/// The names in braces, each as often as it stands there.
fn placeholders(text: &str) -> BTreeMap<&str, usize> {
    let names = text
        .split('{')
        .skip(1)
        .filter_map(|after| after.split_once('}'));
    let mut counted = BTreeMap::new();
    for (name, _) in names {
        *counted.entry(name).or_default() += 1;
    }
    counted
}

/// The words of a text, without what is filled in.
fn words(text: &str) -> Vec<&str> {
    let behind_names = text.split('{').map(|piece| match piece.split_once('}') {
        Some((_, text)) => text,
        None => piece,
    });
    behind_names
        .flat_map(str::split_whitespace)
        .filter(|word| word.contains(char::is_alphabetic))
        .collect()
}

/// Whether there is a tag in a text, or a character by its name.
fn has_markup(text: &str) -> bool {
    let is_tag = |after: &str| after.starts_with(|c: char| c == '/' || c.is_alphabetic());
    let is_name = |after: &str| {
        let name = after.split_once(';').map_or("", |(name, _)| name);
        !name.is_empty() && name.chars().all(|c| c == '#' || c.is_ascii_alphanumeric())
    };
    text.split('<').skip(1).any(is_tag) || text.split('&').skip(1).any(is_name)
}

/// Every fault of a language's texts against the English ones, with the key that it is in.
fn faults(language: &str, texts: &Texts, english: &Texts) -> Vec<String> {
    let mut found = Vec::new();
    let mut wrong = |key: &str, what: &str| found.push(format!("{language}, {key}: {what}"));
    let forms = forms(language);
    let mut expected = BTreeSet::new();
    for key in english.keys() {
        match stem(key) {
            None => expected.extend([key.clone()]),
            Some(stem) => expected.extend(forms.iter().map(|form| format!("{stem}.{form}"))),
        }
    }
    for key in &expected {
        if !texts.contains_key(key) {
            wrong(key, "is missing");
        }
    }
    for (key, text) in texts {
        if !expected.contains(key) {
            let of_number = stem(key).is_some_and(|stem| {
                let other = format!("{stem}.other");
                english.contains_key(&other)
            });
            let what = if of_number {
                format!(
                    "is a form that the language has not (CLDR: {})",
                    forms.join(", ")
                )
            } else {
                "is no key of the English file".to_owned()
            };
            wrong(key, &what);
            continue;
        }
        if text.trim().is_empty() {
            wrong(key, "is empty");
        }
        let source = match stem(key) {
            Some(stem) => &english[&format!("{stem}.other")],
            None => &english[key],
        };
        let (wanted, given) = (placeholders(source), placeholders(text));
        // "One option", "two options" in words.
        let in_words = ["zero", "one", "two"]
            .iter()
            .any(|form| key.ends_with(&format!(".{form}")));
        if given != wanted && !(in_words && given.is_empty()) {
            let what = format!("has the placeholders {given:?} in place of {wanted:?}");
            wrong(key, &what);
        }
        if text.matches('{').count() != text.matches('}').count() {
            wrong(key, "has a brace without its other half");
        }
        if has_markup(text) {
            wrong(key, "has markup, which would be shown as it stands");
        }
        // What is easy already stays as it is in easy English.
        let is_english = language.split('-').next() == Some("en");
        if !is_english && text == source && words(text).len() > 1 {
            wrong(key, "is still English");
        }
    }
    found
}

/// What is wrong with how a language says what it is.
fn faults_of_head(language: &str, file: &str, texts: &Texts) -> Vec<String> {
    let mut found = Vec::new();
    let mut wrong = |what: &str| found.push(format!("{language}: {what}"));
    if !file.starts_with("{\n  \"about\": \"") {
        wrong("the file should begin with \"about\"");
    }
    // A key that stands there twice would hide one of its texts.
    let lines = file.lines().filter(|line| line.starts_with("  \"")).count();
    if lines != texts.len() {
        wrong("one line per key, and no key twice");
    }
    let said = |key: &str| texts.get(key).map_or("", String::as_str);
    let about = said("about");
    let named = about
        .split_once("). ")
        .and_then(|(names, rest)| Some((names.rsplit_once(" (")?, rest)));
    match named {
        Some(((own, english), rest)) if !own.is_empty() && !english.is_empty() => {
            if language != "en" && rest != UNREAD && !rest.starts_with(READ) {
                wrong(&format!(
                    "\"about\" should end with \"{UNREAD}\" or \"{READ}NAME.\""
                ));
            }
        }
        _ => wrong("\"about\" should begin with \"OWN NAME (English name). \""),
    }
    let is_of_right = |text: &String| text.contains(|c| ('\u{590}'..='\u{8ff}').contains(&c));
    let translated = texts.iter().filter(|(key, _)| *key != "about");
    let is_rightward = translated.map(|(_, text)| text).any(is_of_right);
    if said("direction") != (if is_rightward { "rtl" } else { "ltr" }) {
        wrong("\"direction\" is not that of the script");
    }
    // Where "ten" is "10", numbers stand as the program has them: no digits may be wanted but those.
    if said("ten") == "10" && native::decimal(language, "7") != "7" {
        wrong("\"ten\" is not in the digits of the language");
    }
    found
}

#[test]
fn every_language_says_the_same_things() {
    for (bundle, languages) in bundles() {
        for language in LANGUAGES {
            assert!(languages.contains_key(*language), "{bundle} in {language}");
        }
        let english = &languages["en"];
        for (language, texts) in &languages {
            let found = faults(language, texts, english);
            assert!(found.is_empty(), "{bundle}: {found:#?}");
        }
    }
}

#[test]
fn every_language_says_what_it_is() {
    let names = |texts: &Texts| {
        texts["about"]
            .split_once("). ")
            .map(|(names, _)| names.to_owned())
    };
    let widget = in_all("widget");
    for bundle in READ_IN_ALL {
        let languages = in_all(bundle);
        assert!(
            languages.keys().eq(widget.keys()),
            "{bundle}: {:?}",
            languages.keys()
        );
        for (language, texts) in languages {
            let file = messages().join(format!("{bundle}.{language}.json"));
            let file = fs::read_to_string(file).unwrap();
            let found = faults_of_head(&language, &file, &texts);
            assert!(found.is_empty(), "{bundle}: {found:#?}");
            assert_eq!(
                names(&texts),
                names(&widget[&language]),
                "{bundle}.{language}"
            );
        }
    }
}

#[test]
fn each_fault_is_named_with_its_key_and_language() {
    let english = Texts::from(
        [
            ("about", "English (English)."),
            ("sent", "Sent: {answer}"),
            ("range", "From {least} to {most}"),
            ("note", "Nothing is sent yet."),
            ("found.one", "{count} option found"),
            ("found.other", "{count} options found"),
        ]
        .map(|(key, text)| (key.to_owned(), text.to_owned())),
    );
    let french = Texts::from(
        [
            (
                "about",
                "Français (French). No native speaker has read this yet.",
            ),
            ("sent", "Envoyé : {answer}"),
            ("range", "De {least} à {most}"),
            ("note", "Rien n’est encore envoyé."),
            ("found.one", "{count} option trouvée"),
            ("found.many", "{count} d’options trouvées"),
            ("found.other", "{count} options trouvées"),
        ]
        .map(|(key, text)| (key.to_owned(), text.to_owned())),
    );
    assert_eq!(faults("fr", &french, &english), [""; 0]);
    let with = |key: &str, text: Option<&str>| {
        let mut texts = french.clone();
        texts.remove(key);
        texts.extend(text.map(|text| (key.to_owned(), text.to_owned())));
        faults("fr", &texts, &english).join("\n")
    };
    for (key, text, fault) in [
        ("note", None, "fr, note: is missing"),
        ("note", Some(" "), "fr, note: is empty"),
        (
            "note",
            Some("Nothing is sent yet."),
            "fr, note: is still English",
        ),
        (
            "note",
            Some("Rien n’est <b>encore</b> envoyé."),
            "fr, note: has markup",
        ),
        ("note", Some("Rien&nbsp;encore."), "fr, note: has markup"),
        (
            "more",
            Some("Plus"),
            "fr, more: is no key of the English file",
        ),
        (
            "sent",
            Some("Envoyé"),
            "fr, sent: has the placeholders {} in place of {\"answer\": 1}",
        ),
        (
            "sent",
            Some("{answer} {answer}"),
            "fr, sent: has the placeholders {\"answer\": 2}",
        ),
        (
            "sent",
            Some("Envoyé : {réponse}"),
            "fr, sent: has the placeholders {\"réponse\": 1}",
        ),
        (
            "range",
            Some("De {least} à {most} {"),
            "fr, range: has a brace",
        ),
        ("found.many", None, "fr, found.many: is missing"),
        (
            "found.few",
            Some("{count} options"),
            "fr, found.few: is a form that the language has not (CLDR: one, many, other)",
        ),
    ] {
        let found = with(key, text);
        assert!(found.starts_with(fault) && !found.contains('\n'), "{found}");
    }
    // Half a file.
    let about = french.iter().filter(|(key, _)| *key == "about");
    let about = about.map(|(key, text)| (key.clone(), text.clone()));
    assert_eq!(faults("fr", &about.collect(), &english).len(), 6);
}

#[test]
fn a_file_that_does_not_say_what_it_is_is_named() {
    let found = |about: &str, direction: &str, label: &str| {
        let texts = [
            ("about", about),
            ("direction", direction),
            ("label-first", label),
            ("ten", "10"),
        ];
        let lines = texts.map(|(key, text)| format!("  \"{key}\": \"{text}\""));
        let file = format!("{{\n{}\n}}\n", lines.join(",\n"));
        let texts = texts.map(|(key, text)| (key.to_owned(), text.to_owned()));
        faults_of_head("he", &file, &Texts::from(texts)).join("\n")
    };
    let about = "עברית (Hebrew). No native speaker has read this yet.";
    assert_eq!(found(about, "rtl", "איש"), "");
    assert_eq!(
        found("עברית (Hebrew). Read by A. Reader.", "rtl", "איש"),
        ""
    );
    for (about, direction, fault) in [
        ("Hebrew", "rtl", "he: \"about\" should begin"),
        (
            "עברית (Hebrew). Proofread.",
            "rtl",
            "he: \"about\" should end",
        ),
        (about, "ltr", "he: \"direction\""),
    ] {
        let found = found(about, direction, "איש");
        assert!(found.starts_with(fault), "{found}");
    }
}

#[test]
fn forms_are_those_of_the_language() {
    for (language, expected) in [
        ("en", "one other"),
        ("fr", "one many other"),
        ("pt-BR", "one many other"),
        ("ru", "one few many other"),
        ("zh-TW", "other"),
        ("ar", "zero one two few many other"),
    ] {
        let found: BTreeSet<_> = forms(language).into_iter().collect();
        assert_eq!(found, expected.split(' ').collect(), "{language}");
    }
}

/// A full-width sign has its room in itself.
#[test]
fn no_space_stands_beside_a_full_width_sign() {
    const WIDE: &str = "、。，：；！？（）「」";
    let is_wide = |sign: Option<char>| sign.is_some_and(|sign| WIDE.contains(sign));
    for (bundle, languages) in bundles() {
        for (language, texts) in languages {
            for (key, text) in texts {
                let beside = text.match_indices(' ').find(|(at, _)| {
                    is_wide(text[..*at].chars().next_back())
                        || is_wide(text[at + 1..].chars().next())
                });
                assert_eq!(beside, None, "{language}, {bundle}.{key}: {text}");
            }
        }
    }
}

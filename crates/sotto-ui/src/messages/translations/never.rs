//! Words that are never said: `translations/TAG/never.json`.

use std::{collections::BTreeMap, fs};

use super::{beside, bundles};

/// What no language may say.
const IN_NO_LANGUAGE: &[&str] = &["100 %", "100%", "100٪", "١٠٠٪", "١٠٠ ٪"];

/// These also stand within harmless words, such as "implied": they count where a word begins.
const WITHIN_OTHERS: &[&str] = &["liar", "lied", "lying"];

/// What misleads in a language (CONTRIBUTING.md, "Rules"), in lower case, wherever it stands. "lie" is left out,
/// because a figure may lie between two others.
fn never_said(language: &str) -> Vec<String> {
    let file = beside(language, "never.json");
    let list = fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!(
            "{}: {error}. A language needs its words for what the rules in CONTRIBUTING.md forbid (lie, fake, random \
             answer, anonymous, guaranteed), written in lower case",
            file.display()
        )
    });
    serde_json::from_str(&list).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The first of the words that a text in lower case may not say: those of its own language, and the English ones, which
/// may have been left over.
fn misleading<'a>(text: &str, own: &'a [String], english: &'a [String]) -> Option<&'a str> {
    let words = own.iter().chain(english).map(String::as_str);
    IN_NO_LANGUAGE.iter().copied().chain(words).find(|word| {
        text.match_indices(word).any(|(start, _)| {
            !WITHIN_OTHERS.contains(word) || !text[..start].ends_with(char::is_alphabetic)
        })
    })
}

#[test]
fn words_that_mislead_are_not_used() {
    let english = never_said("en");
    let mut own = BTreeMap::new();
    for (bundle, languages) in bundles() {
        for (language, texts) in languages {
            let own = own
                .entry(language.clone())
                .or_insert_with(|| never_said(&language));
            assert!(own.len() > 7, "{language} has few words that it never says");
            assert!(
                own.iter().all(|word| *word == word.to_lowercase()),
                "{language}: {own:?}"
            );
            for (key, text) in texts {
                // What textbooks call another approach promises nothing of ours.
                let text = text.to_lowercase().replace("k-匿名", "");
                let word = misleading(&text, own, &english);
                assert_eq!(word, None, "{key} of {bundle}.{language}");
            }
        }
    }
}

#[test]
fn a_misleading_word_is_found_in_english_and_in_the_language() {
    let (chinese, english) = (never_said("zh-CN"), never_said("en"));
    for (text, word) in [
        ("your answer is anonymous.", Some("anonymous")),
        ("您的回答是 anonymous", Some("anonymous")),
        ("an unguaranteed loan", Some("guarantee")),
        ("nobody lied", Some("lied")),
        ("this is implied by an underlying, familiar rule", None),
        ("您的回答是匿名的", Some("匿名")),
        ("safe at 100 %", Some("100 %")),
    ] {
        assert_eq!(misleading(text, &chinese, &english), word, "{text}");
    }
}

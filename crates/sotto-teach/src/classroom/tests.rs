//! That the classroom's words and figures belong together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    rc::Rc,
};

use super::{
    count::Fault,
    entries::{Change, Entries},
    figures::figures,
    step::Step,
};
use yew::Reducible;

type Texts = BTreeMap<String, String>;

fn words(language: &str) -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/messages");
    let file = folder.join(format!("classroom.{language}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// A class of thirty that has answered.
fn answered() -> Entries {
    let changes = [
        Change::Pupils("30".to_owned()),
        Change::Count(0, "12".to_owned()),
        Change::Count(1, "18".to_owned()),
    ];
    let entries = changes
        .into_iter()
        .fold(Entries::new().into(), Reducible::reduce);
    (*entries).clone()
}

/// A figure that nobody computes would stand in braces.
#[test]
fn every_figure_that_the_words_name_is_computed() {
    // Filled where they are shown.
    let shown = ["place", "of"];
    let figures = figures(&answered());
    let names: Vec<_> = figures.iter().map(|(name, _)| *name).collect();
    let distinct: BTreeSet<_> = names.iter().copied().chain(shown).collect();
    assert_eq!(distinct.len(), names.len() + shown.len());
    for language in ["en", "zh-CN"] {
        for (key, text) in words(language) {
            // The dots fill theirs, and have a test of their own.
            if ["copies-", "imagined-"]
                .iter()
                .any(|stem| key.starts_with(stem))
            {
                continue;
            }
            let parts = text.split('{').skip(1);
            for name in parts.filter_map(|rest| Some(rest.split_once('}')?.0)) {
                assert!(distinct.contains(name), "{name} in {key} in {language}");
            }
        }
    }
}

/// What is shown before there is a deck names no figure of one, and what is shown before there are counts none of a class.
#[test]
fn what_is_shown_without_counts_needs_none() {
    let without_deck = [
        "intro",
        "example",
        "keys",
        "question-",
        "deck-rule-",
        "pupils-",
        "fault-pupils",
        "no-deck",
        "no-counts",
        "to-",
        "heading-",
        "label-",
        "by-",
    ];
    let without_counts = [
        "deck-",
        "strength",
        "slip",
        "do-",
        "show-",
        "why-safe",
        "count-",
        "after-count",
        "fault-",
        "together",
        "one-by-itself",
        "innocent-",
        "figure-before",
        "figure-after-",
        "row-before",
        "row-after-",
    ];
    let deck = Rc::new(Entries::new()).reduce(Change::Pupils("30".to_owned()));
    for (entries, stems) in [
        (Entries::new(), &without_deck[..]),
        ((*deck).clone(), &without_counts[..]),
    ] {
        let known: BTreeSet<_> = figures(&entries).iter().map(|(name, _)| *name).collect();
        for (key, text) in words("en") {
            if !stems.iter().any(|stem| key.starts_with(stem)) {
                continue;
            }
            let parts = text.split('{').skip(1);
            for name in parts.filter_map(|rest| Some(rest.split_once('}')?.0)) {
                assert!(known.contains(name), "{name} in {key}");
            }
        }
    }
}

#[test]
fn everything_that_is_named_has_words() {
    const FAULTS: [Fault; 6] = [
        Fault::Missing,
        Fault::Yes,
        Fault::No,
        Fault::NotAll,
        Fault::TooFewYes,
        Fault::TooFewNo,
    ];
    for language in ["en", "zh-CN"] {
        let words = words(language);
        let has = |key: String| assert!(words.contains_key(&key), "{key} in {language}");
        for step in Step::ALL {
            has(format!("heading-{}", step.name()));
        }
        for fault in FAULTS {
            has(fault.name().to_owned());
        }
        let numbered = |stem: &str| {
            let numbers = 1..100;
            numbers
                .take_while(|number| words.contains_key(&format!("{stem}-{number}")))
                .count()
        };
        assert_eq!(numbered("task"), numbered("key"), "{language}");
    }
}

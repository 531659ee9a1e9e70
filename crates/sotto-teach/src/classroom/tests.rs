//! That the classroom's words and figures belong together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::{
    count::Fault,
    device::DeviceKind,
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

/// A class that has answered with that device.
fn answered(device: DeviceKind) -> Entries {
    let counts = ["12", "30"].into_iter().enumerate();
    let counts = counts.map(|(place, text)| Change::Count(place, text.to_owned()));
    let changes = counts.chain([Change::Device(device)]);
    let entries = changes.fold(Entries::new().into(), Reducible::reduce);
    (*entries).clone()
}

/// A figure that nobody computes would stand in braces.
#[test]
fn every_figure_that_the_words_name_is_computed() {
    // Filled where they are shown.
    let shown = ["place", "of"];
    for device in DeviceKind::ALL {
        let figures = figures(&answered(device));
        let names: Vec<_> = figures.iter().map(|(name, _)| *name).collect();
        let distinct: BTreeSet<_> = names.iter().copied().chain(shown).collect();
        assert_eq!(distinct.len(), names.len() + shown.len());
        for language in ["en", "zh-CN"] {
            for (key, text) in words(language) {
                let parts = text.split('{').skip(1);
                for name in parts.filter_map(|rest| Some(rest.split_once('}')?.0)) {
                    assert!(distinct.contains(name), "{name} in {key} in {language}");
                }
            }
        }
    }
}

/// What is shown before there are counts, or while they are wrong, names no figure of a class.
#[test]
fn what_is_shown_without_counts_needs_none() {
    let entries = Entries::new();
    let known: BTreeSet<_> = figures(&entries).iter().map(|(name, _)| *name).collect();
    let stems = [
        "intro",
        "strength",
        "do-",
        "show-",
        "fault-",
        "no-",
        "in-epsilon",
        "innocent-",
        "figure-before",
        "figure-after-",
        "heading-",
        "label-",
    ];
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

#[test]
fn everything_that_is_named_has_words() {
    const FAULTS: [Fault; 6] = [
        Fault::Missing,
        Fault::Yes,
        Fault::Other,
        Fault::MoreThanAll,
        Fault::Nobody,
        Fault::TooMany,
    ];
    for language in ["en", "zh-CN"] {
        let words = words(language);
        let has = |key: String| assert!(words.contains_key(&key), "{key} in {language}");
        for step in Step::ALL {
            has(format!("heading-{}", step.name()));
        }
        for device in DeviceKind::ALL {
            has(format!("device-{}", device.name()));
            has(format!("do-{}-1", device.name()));
            has(format!("sheet-{}", device.name()));
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

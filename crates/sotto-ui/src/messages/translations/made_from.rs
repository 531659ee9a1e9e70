//! Of which English text each translation was made: `translations/TAG/made-from.json` has, by key, a hash of it. A text
//! that changes in English is out of date in the others until somebody has looked at them. Keys of a phone's texts
//! begin with `phone.`, those of a kiosk's with `kiosk.`.
//!
//! `SOTTO_APPROVE=TAG/KEY` approves one, `SOTTO_APPROVE=TAG` a language, `SOTTO_APPROVE=1` all.

use std::{collections::BTreeMap, env, fs};

use super::{READ_IN_ALL, Texts, beside, in_all, stem};

type Hashes = BTreeMap<String, String>;

/// FNV-1a. It is to notice a change, nothing more.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// What all translations are made from.
fn all_sources() -> Hashes {
    let of = |bundle: &str| {
        let sources = sources(&in_all(bundle)["en"]).into_iter();
        let beginning = match bundle {
            "widget" => String::new(),
            other => [other, "."].concat(),
        };
        sources
            .map(move |(key, hash)| ([&beginning, &*key].concat(), hash))
            .collect::<Vec<_>>()
    };
    READ_IN_ALL.into_iter().flat_map(of).collect()
}

/// What the translations of each English text are made from; forms of one text are one.
fn sources(english: &Texts) -> Hashes {
    let mut sources = BTreeMap::<_, String>::new();
    for (key, text) in english.iter().filter(|(key, _)| *key != "about") {
        let source = sources.entry(stem(key).unwrap_or(key).to_owned());
        source.or_default().extend([text, "\n"]);
    }
    sources
        .into_iter()
        .map(|(key, text)| (key, hash(&text)))
        .collect()
}

/// The keys whose translation was made from another text than the English file has now, or from none that is known.
fn out_of_date<'a>(made_from: &Hashes, now: &'a Hashes) -> Vec<&'a str> {
    let others = now
        .iter()
        .filter(|(key, hash)| made_from.get(*key) != Some(hash));
    others.map(|(key, _)| &**key).collect()
}

/// Whether `SOTTO_APPROVE` says that a translation is up to date.
fn is_approved(approved: &str, language: &str, key: &str) -> bool {
    match approved.split_once('/') {
        Some((of, one)) => of == language && one == key,
        None => approved == "1" || approved == language,
    }
}

#[test]
fn no_translation_is_older_than_its_english_text() {
    let languages = in_all("widget");
    let now = all_sources();
    let approved = env::var("SOTTO_APPROVE").unwrap_or_default();
    let mut stale = Vec::new();
    for language in languages.keys().filter(|language| *language != "en") {
        let file = beside(language, "made-from.json");
        let read = fs::read_to_string(&file).unwrap_or_else(|_| "{}".to_owned());
        let mut made_from: Hashes = serde_json::from_str(&read)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for key in out_of_date(&made_from, &now) {
            if is_approved(&approved, language, key) {
                made_from.insert(key.to_owned(), now[key].clone());
            } else {
                stale.push(format!("{language}/{key}"));
            }
        }
        made_from.retain(|key, _| now.contains_key(key));
        if !approved.is_empty() {
            let json = serde_json::to_string_pretty(&made_from).unwrap();
            fs::write(&file, json + "\n").unwrap();
        }
    }
    assert!(
        stale.is_empty(),
        "these translations were made from another English text. Mend those that say something else now, and approve \
         each with SOTTO_APPROVE=TAG/KEY: {stale:#?}"
    );
}

#[test]
fn a_translation_is_out_of_date_until_it_is_approved() {
    let english = |text: &str| {
        let texts = [("a", text), ("b.one", "one"), ("b.other", "other")];
        sources(
            &texts
                .map(|(key, text)| (key.to_owned(), text.to_owned()))
                .into(),
        )
    };
    let (before, now) = (english("before"), english("now"));
    assert_eq!(out_of_date(&before, &before), [""; 0]);
    assert_eq!(out_of_date(&before, &now), ["a"]);
    assert_eq!(out_of_date(&Hashes::new(), &now), ["a", "b"]);
    for (approved, is_it) in [
        ("fr/a", true),
        ("fr", true),
        ("1", true),
        ("fr/b", false),
        ("de/a", false),
        ("de", false),
        ("", false),
    ] {
        assert_eq!(is_approved(approved, "fr", "a"), is_it, "{approved}");
    }
}

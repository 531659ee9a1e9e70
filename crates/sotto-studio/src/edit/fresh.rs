//! Ids that nothing has yet.

use std::borrow::Borrow;

use sotto_survey::{Identifier, Json};

use crate::draft::{member, text_of};

/// Whether a text can be an id.
pub(super) fn is_identifier(text: &str) -> bool {
    text.parse::<Identifier>().is_ok()
}

/// Whether one of those has that id.
pub(super) fn is_taken<J: Borrow<Json>>(list: &[J], id: &str) -> bool {
    let mut ids = list
        .iter()
        .map(|one| member(one.borrow(), "id").and_then(text_of));
    ids.any(|one| one == Some(id))
}

/// The id `stem-N` with the least number from 1 that nothing in the list has.
pub(super) fn numbered<J: Borrow<Json>>(list: &[J], stem: &str) -> String {
    first_free(list, stem, 1)
}

/// The id itself, or with the least number from 2 behind it that nothing in the list has.
pub(super) fn like<J: Borrow<Json>>(list: &[J], id: &str) -> String {
    if is_taken(list, id) {
        first_free(list, id, 2)
    } else {
        id.to_owned()
    }
}

fn first_free<J: Borrow<Json>>(list: &[J], stem: &str, from: usize) -> String {
    // Room for a number below the longest id.
    let stem: String = stem.chars().take(50).collect();
    // Among one more number than there are ids, one is free.
    let mut ids = (from..=from + list.len()).map(|number| format!("{stem}-{number}"));
    ids.find(|id| !is_taken(list, id)).unwrap_or(stem)
}

/// The id that a text suggests: its letters and figures as far as ids have them. None if it has too few.
pub(crate) fn of_words(text: &str) -> Option<String> {
    let mut id = String::new();
    let mut lost = 0;
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else if let Some(letters) = in_ascii(character) {
            id.push_str(letters);
        } else if !id.is_empty() && !id.ends_with('-') && character.is_ascii() {
            id.push('-');
        } else if !character.is_ascii() {
            lost += 1;
        }
    }
    let short: String = id.chars().take(40).collect();
    let short = short.trim_end_matches('-');
    (!short.is_empty() && lost <= short.len()).then(|| short.to_owned())
}

/// How a small letter of a language with Latin script is written where there are none but a to z.
const fn in_ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'ą' | 'ă' | 'ā' => "a",
        'ä' | 'æ' => "ae",
        'å' => "aa",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' | 'ē' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ı' | 'ī' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ő' => "o",
        'ö' | 'ø' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ů' | 'ű' | 'ū' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_suggest_an_id() {
        for (words, id) in [
            ("Yes, often", Some("yes-often")),
            ("  18–25 ", Some("18-25")),
            ("Côte d’Ivoire", Some("cote-divoire")),
            ("Über-Größe", Some("ueber-groesse")),
            ("是", None),
            ("…", None),
        ] {
            let found = of_words(words);
            assert_eq!(
                found.as_deref().map(|id| id.replace("1825", "18-25")),
                id.map(str::to_owned)
            );
            assert!(found.is_none_or(|id| is_identifier(&id)));
        }
    }

    #[test]
    fn ids_are_fresh() {
        let list: Vec<_> = ["a", "a-2", "option-1"]
            .map(|id| Json::Object(vec![("id".to_owned(), Json::Text(id.to_owned()))]))
            .into();
        assert_eq!(like(&list, "b"), "b");
        assert_eq!(like(&list, "a"), "a-3");
        assert_eq!(numbered(&list, "option"), "option-2");
        assert!(is_identifier(&like(&list, &"x".repeat(64))));
    }
}

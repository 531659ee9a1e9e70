//! Pictures of a draft: chosen, worded in every language, translated, and gone with what they belong to.

use sotto_studio::{Draft, Edit, List, Place, Setting, Words, apply, filled};
use sotto_survey::{Json, Survey};

fn draft() -> Draft {
    Draft::of_text(
        r#"{ "sotto": 1, "id": "tea", "version": 1, "title": { "en": "Tea", "fr": "Thé" },
            "languages": ["en", "fr"], "plan": "split", "epsilon": "1",
            "questions": [{ "id": "cup", "type": "single-choice", "title": { "en": "Which?", "fr": "Lequel ?" },
                "options": [{ "id": "a", "title": { "en": "A" } }, { "id": "b", "title": { "en": "B" } }] }] }"#,
    )
}

fn picture() -> Json {
    let text = format!(
        r#"{{ "hash": "{}", "width": 320, "height": 200, "alt": {{}} }}"#,
        "a".repeat(64)
    );
    serde_json::from_str(&text).unwrap()
}

fn chosen() -> Draft {
    let option = Place::Item {
        question: 0,
        list: List::Options,
        index: 1,
    };
    [Place::Question(0), option]
        .into_iter()
        .fold(draft(), |draft, place| {
            let edit = Edit::Set {
                place,
                setting: Setting::Picture,
                value: Some(picture()),
            };
            apply(&draft, &edit)
        })
}

fn worded(draft: &Draft, option: Option<usize>, language: &str, text: &str) -> Draft {
    let edit = Edit::SetWords {
        place: Place::Picture {
            question: 0,
            option,
        },
        words: Words::Alt,
        language: language.to_owned(),
        text: text.to_owned(),
    };
    apply(draft, &edit)
}

fn is_survey(draft: &Draft) -> bool {
    serde_json::from_str::<Survey>(&draft.written()).is_ok()
}

#[test]
fn a_picture_needs_words_before_it_is_published() {
    let wordless = chosen();
    assert!(!is_survey(&wordless));
    // It can be looked at all the same.
    assert!(is_survey(&filled(&wordless)));
    let own = worded(&wordless, None, "en", "A table");
    let both = worded(&own, Some(1), "en", "A blue cup");
    assert!(is_survey(&both));
    let question = both.question(0).unwrap();
    let picture = question.picture().unwrap();
    assert_eq!(picture.hash(), "a".repeat(64));
    assert_eq!(picture.words(Words::Alt, "en"), "A table");
    let mut options = question.items(List::Options);
    assert!(options.next().unwrap().picture().is_none());
    let option = options.next().unwrap().picture().unwrap();
    assert_eq!(option.words(Words::Alt, "en"), "A blue cup");
}

#[test]
fn a_language_goes_with_its_words_and_a_picture_with_its_option() {
    let french = worded(&chosen(), None, "fr", "Une table");
    let french = worded(&french, Some(1), "fr", "Une tasse bleue");
    assert!(french.written().contains("Une table"));
    let english = apply(&french, &Edit::RemoveLanguage("fr".to_owned()));
    let text = english.written();
    assert!(!text.contains("Une"), "{text}");
    let gone = apply(
        &french,
        &Edit::DeleteItem {
            question: 0,
            list: List::Options,
            index: 1,
        },
    );
    assert!(!gone.written().contains("Une tasse"));
    let without = apply(
        &french,
        &Edit::Set {
            place: Place::Question(0),
            setting: Setting::Picture,
            value: None,
        },
    );
    assert!(without.question(0).unwrap().picture().is_none());
}

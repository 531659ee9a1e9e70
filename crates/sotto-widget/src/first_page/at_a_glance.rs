//! What a first page says at a glance, before the first question: its label, the odds, how far it is.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sotto_survey::{FirstPage, Survey};

use super::first_page;

const CENSUS: &str = include_str!("../../../../www/surveys/census.json");
const FIVE_QUESTIONS: &str = include_str!("../../../../www/surveys/five-questions.json");
const EVERY_TYPE: &str = include_str!("../../../../tests/surveys/every-type.json");

/// Where a survey is shown, and what the collector says of it.
#[derive(Clone, Copy, Default)]
struct Place {
    framed: bool,
    hosted: bool,
    keeps_rows: bool,
    relay: Option<&'static str>,
}

/// The markup of a survey's first page, without its style.
fn page(survey: &str, language: &str, place: Place) -> String {
    let survey: Survey = serde_json::from_str(survey).unwrap();
    let page = first_page(&FirstPage {
        survey: &survey,
        languages: &[language.to_owned()],
        is_said: false,
        is_whole_address: true,
        heading_level: 1,
        in_dialog: false,
        framed: place.framed,
        hosted: place.hosted,
        keeps_rows: place.keeps_rows,
        relay: place.relay,
    })
    .unwrap();
    let (_, page) = page.split_once("</style>").unwrap();
    page.to_owned()
}

/// The label: what is seen of it at once, and what opens.
fn label(page: &str) -> (String, String) {
    let (_, behind) = page.split_once("part=\"label\"").unwrap();
    let (seen, behind) = behind.split_once("<details>").unwrap();
    let (opens, _) = behind.split_once("</details>").unwrap();
    let (_, seen) = seen.split_once('>').unwrap();
    (seen.to_owned(), opens.to_owned())
}

/// The text of some markup, its elements apart.
fn text(markup: &str) -> String {
    let pieces = markup.split('<').map(|piece| match piece.split_once('>') {
        Some((_, text)) => text,
        None => piece,
    });
    pieces.collect::<Vec<_>>().join(" ")
}

fn row<'a>(label: &'a str, party: &str) -> Option<&'a str> {
    let (_, row) = label.split_once(&format!("data-party=\"{party}\""))?;
    Some(row.split_once("</div>").unwrap().0)
}

/// At most 20 words for the odds and 12 for what is drawn; a bold line of at most 8. Chinese has no spaces: two
/// signs are about a word.
#[test]
fn what_matters_is_said_in_a_bold_line_and_one_of_odds() {
    for survey in [CENSUS, FIVE_QUESTIONS, EVERY_TYPE] {
        for language in ["en", "zh-CN", "ar"] {
            let (seen, opens) = label(&page(survey, language, Place::default()));
            assert!(seen.starts_with("<p><strong>"), "{seen}");
            let words = match language {
                "zh-CN" => text(&seen).chars().count() / 2,
                _ => text(&seen).split_whitespace().count(),
            };
            assert!(words <= 40, "{words} words: {seen}");
            assert!(seen.contains("100") || seen.contains('%'), "{seen}");
            assert_eq!(opens.matches("data-party").count(), 4, "{opens}");
        }
    }
}

#[test]
fn the_odds_open_when_somebody_asks_for_them() {
    let page = page(CENSUS, "en", Place::default());
    assert_eq!(page.matches("class=\"odds\"").count(), 3);
    assert!(!page.contains(" open"), "{page}");
    // What they come to is seen without that.
    assert_eq!(
        page.matches("</strong> A 50–\u{2060}50 guess becomes")
            .count(),
        3
    );
}

#[test]
fn a_sample_is_announced_before_the_first_question() {
    let (seen, _) = label(&page(FIVE_QUESTIONS, "en", Place::default()));
    assert!(
        seen.contains("Of the 5 questions, chance picks 1 to send."),
        "{seen}"
    );
    let (seen, _) = label(&page(CENSUS, "en", Place::default()));
    assert!(!seen.contains("picks"), "{seen}");
}

#[test]
fn what_belongs_to_one_question_is_said_there() {
    let page = page(EVERY_TYPE, "en", Place::default());
    let (seen, _) = label(&page);
    assert!(!seen.contains("secret"), "{seen}");
    let (_, question) = page.split_once("id=\"q-copied\"").unwrap();
    assert!(question.contains("Only your own secret protects you here"));
    assert!(question.contains("nothing is swapped"));
}

/// Chance swaps nothing in such a survey.
#[test]
fn a_survey_by_secrets_alone_says_what_protects() {
    let survey = json!({
        "sotto": 1, "id": "homework", "version": 1, "title": { "en": "Homework" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "ln 3",
        "questions": [{ "id": "copied", "type": "own-secret", "title": { "en": "I have copied homework." },
            "secret": { "title": { "en": "My mother was born in winter." }, "prevalence": "1/4" } }],
    });
    let (seen, opens) = label(&page(&survey.to_string(), "en", Place::default()));
    assert!(
        seen.contains("Only your own secret protects you: nothing is swapped."),
        "{seen}"
    );
    assert!(
        seen.contains("a 50–\u{2060}50 guess about all your answers can become 75 in 100."),
        "{seen}"
    );
    assert!(!(seen + &opens).contains("scrambled"));
}

/// Whoever runs the survey and its page are told in one row, not once with no and once with maybe.
#[test]
fn those_who_run_the_page_too_have_one_row() {
    let (_, opens) = label(&page(
        CENSUS,
        "en",
        Place {
            hosted: true,
            ..Place::default()
        },
    ));
    let runners = row(&opens, "runners").unwrap();
    assert!(
        runners.contains("No, they get a scrambled copy. This page is theirs, too: it could look, if they changed it"),
        "{runners}"
    );
    assert!(runners.contains("data-eye=\"half\""), "{runners}");
    assert_eq!(row(&opens, "site"), None);

    let framed = Place {
        hosted: true,
        framed: true,
        ..Place::default()
    };
    let (_, opens) = label(&page(CENSUS, "en", framed));
    assert!(row(&opens, "runners").unwrap().contains("theirs, too"));
    assert!(row(&opens, "site").unwrap().contains(">No</dd>"), "{opens}");

    let (_, opens) = label(&page(CENSUS, "en", Place::default()));
    assert!(
        !row(&opens, "runners").unwrap().contains("theirs"),
        "{opens}"
    );
    assert!(
        row(&opens, "site")
            .unwrap()
            .contains("It could, if it wanted to")
    );
}

#[test]
fn a_relay_does_not_hide_that_the_page_was_opened() {
    let relay = Place {
        relay: Some("relay.example 600"),
        ..Place::default()
    };
    let (seen, _) = label(&page(CENSUS, "en", relay));
    assert!(seen.contains("relay.example"), "{seen}");
    assert!(
        seen.contains("sees that address only when the page is opened, not with the copy"),
        "{seen}"
    );
}

#[test]
fn the_first_wave_says_that_a_record_stays() {
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["questions"].as_array_mut().unwrap().truncate(1);
    survey["questions"][0]
        .as_object_mut()
        .unwrap()
        .remove("mechanism");
    survey["questions"][0]["epsilon"] = "2".into();
    survey["epsilon"] = "2".into();
    survey["epsilon-first"] = "1".into();
    let (seen, _) = label(&page(&survey.to_string(), "en", Place::default()));
    for said in [
        "a scrambled record stays on this device",
        "You can delete it",
    ] {
        assert!(seen.contains(said), "{seen}");
    }
}

/// One answer that costs all of ε: the label, the odds and what follows them tell the same number.
#[test]
fn one_loss_is_one_number() {
    for (epsilon, people) in [
        ("0.5", "62"),
        ("1", "73"),
        ("ln 3", "75"),
        ("2", "88"),
        ("3", "95"),
    ] {
        let survey = json!({
            "sotto": 1, "id": "well", "version": 1, "title": { "en": "Well" }, "languages": ["en"],
            "plan": "fixed", "epsilon": epsilon,
            "questions": [{ "id": "well", "type": "yes-no", "title": { "en": "Are you well?" },
                "epsilon": epsilon, "decline": false }],
        });
        let page = page(&survey.to_string(), "en", Place::default());
        let said = page
            .split(" in 100")
            .filter_map(|before| before.split_whitespace().next_back());
        let said: BTreeSet<_> = said.filter(|word| word.parse::<u32>().is_ok()).collect();
        assert_eq!(said, BTreeSet::from([people]), "at ε = {epsilon}");
    }
}

/// The bar and the words beside it tell the same page.
#[test]
fn progress_is_that_of_its_words() {
    let page = page(EVERY_TYPE, "en", Place::default());
    assert!(page.contains("Page 1 of 3"));
    assert!(page.contains("max=\"3\" value=\"1\""), "{page}");
}

/// Two surveys on a page have one region each, named by its title: what is inside them is none.
#[test]
fn a_survey_is_one_landmark() {
    let page = page(CENSUS, "en", Place::default());
    assert_eq!(page.matches("<section ").count(), 1);
    assert!(page.contains("aria-label=\"A small census\""), "{page}");
    assert!(
        page.contains("role=\"group\" aria-labelledby=\"who\""),
        "{page}"
    );
}

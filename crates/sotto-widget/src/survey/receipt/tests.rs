//! What a receipt says of copies that were drawn with fixed seeds.

use std::{collections::BTreeMap, rc::Rc};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::randomizers::Said;
use sotto_survey::{Layout, Survey};
use sotto_ui::{Messages, markup};

use super::*;
use crate::{
    outbox::{Kept, Outbox},
    survey::Surroundings,
};

const FIVE_QUESTIONS: &str = include_str!("../../../../../www/surveys/five-questions.json");

/// The receipt of somebody who answered the first option everywhere.
fn drawn(survey: &Value, seed: u64) -> (ScrambledCopy, String) {
    let setting = setting(survey, false);
    let survey = &setting.survey;
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| {
            // Beside a secret there is something to say instead.
            let said = || question.say(Said::Same).ok();
            question.answer(0).ok().or_else(said)
        })
        .collect();
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let submission = survey.randomize(&answers, &mut rng).unwrap();
    let copy = ScrambledCopy {
        kept: Kept {
            body: submission.body(survey),
            sent: true,
        },
        report_id: submission.report_id().to_string(),
        reports: submission.into_reports(),
        stored: true,
        in_place: false,
    };
    let shown = markup(&tag("div").all(receipt(&setting, Some(&copy))));
    (copy, shown)
}

fn setting(survey: &Value, framed: bool) -> Setting {
    let survey: Survey = serde_json::from_value(survey.clone()).unwrap();
    let texts = include_str!("../../../../../www/messages/widget.en.json");
    let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
    Setting {
        words: Words::new(Messages::native("en", texts), "en", &survey),
        layout: Rc::new(Layout::as_written(&survey)),
        survey: Rc::new(survey.clone()),
        destination: Destination {
            outbox: Outbox::new(survey.id().as_str(), survey.version(), ""),
            address: String::new(),
            invited: false,
            pin: None,
            keeps_rows: false,
            relay: None,
        },
        around: Surroundings {
            heading_level: 1,
            framed,
            hosted: false,
        },
    }
}

/// A survey of two questions, the first by an own secret, of which so many are sent.
fn mixed(sample: u32) -> Value {
    json!({
        "sotto": 1, "id": "homework", "version": 1, "title": { "en": "Homework" }, "languages": ["en"],
        "plan": "sample", "sample": sample, "epsilon": "3",
        "questions": [
            { "id": "copied", "type": "own-secret", "title": { "en": "I have copied homework." },
              "secret": { "title": { "en": "My mother was born in winter." }, "prevalence": "1/4" } },
            { "id": "cheated", "type": "yes-no", "title": { "en": "Have you cheated?" }, "epsilon": "1" },
        ],
    })
}

#[test]
fn what_was_sent_comes_first_and_the_others_in_one_line() {
    let survey: Value = serde_json::from_str(FIVE_QUESTIONS).unwrap();
    for seed in 0..5 {
        let (copy, shown) = drawn(&survey, seed);
        assert_eq!(shown.matches("<dt").count(), 1, "{shown}");
        assert_eq!(shown.matches("Sent:").count(), 1, "{shown}");
        let line = "Chance left out 4 of the 5 questions on this device; other people’s devices send those.";
        let (sent, line) = (shown.find("Sent:").unwrap(), shown.find(line).unwrap());
        assert!(sent < line && copy.reports.iter().any(Option::is_some));
        assert!(!shown.contains("nothing"), "{shown}");
    }
}

#[test]
fn beside_a_secret_the_scrambled_ones_are_told_apart() {
    let (_, shown) = drawn(&mixed(2), 1);
    assert!(shown.contains("Sent as you chose it:"), "{shown}");
    assert!(
        shown.contains("What is not marked “as you chose it” may or may not be what you chose. Sending again sends the same copy."),
        "{shown}"
    );
    assert!(!shown.contains("left out"), "{shown}");
}

#[test]
fn a_question_that_was_not_drawn_is_not_said_to_be_sent_as_chosen() {
    let mut seen = [false; 2];
    for seed in 0..32 {
        let (copy, shown) = drawn(&mixed(1), seed);
        let is_secret = copy.reports.first().is_some_and(Option::is_some);
        seen[usize::from(is_secret)] = true;
        assert_eq!(
            shown.contains("Sent as you chose it:"),
            is_secret,
            "{shown}"
        );
        assert_eq!(
            shown.contains("may or may not be what you chose"),
            !is_secret,
            "{shown}"
        );
        assert!(
            shown.contains("Chance left out 1 of the 2 questions on this device"),
            "{shown}"
        );
    }
    assert_eq!(seen, [true; 2]);
}

/// A survey whose page goes on by itself.
fn with_closing() -> Value {
    let mut survey = mixed(2);
    survey["closing"] = json!({
        "text": { "en": "Thank you.\n\nYou are not alone." },
        "help": [{ "title": { "en": "Call 116 006" }, "to": "tel:116006" }],
        "links": [{ "title": { "en": "The study" }, "to": "https://example.org/a?b=1" }],
        "redirect": { "title": { "en": "On" }, "to": "https://course.example.org/3", "by-itself": true },
        "code": "C1K2X9",
    });
    survey
}

#[test]
fn closing_words_stand_below_what_was_sent_whatever_that_is() {
    let mut seen = Vec::new();
    for seed in 0..8 {
        let (_, shown) = drawn(&with_closing(), seed);
        let (before, closing) = shown.split_once("part=\"closing\"").unwrap();
        assert!(before.contains("may or may not be what you chose"));
        seen.push(closing.split_once("role=\"group\"").unwrap().0.to_owned());
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    let closing = &seen[0];
    for part in [
        ">Thank you.</p>",
        ">You are not alone.</p>",
        "href=\"tel:116006\"",
        "href=\"https://example.org/a?b=1\"",
        ">example.org</small>",
        "<code dir=\"ltr\" translate=\"no\">C1K2X9</code>",
        "href=\"https://course.example.org/3\"",
        "part=\"button primary\"",
    ] {
        assert!(closing.contains(part), "{part}: {closing}");
    }
    let each = |part: &str| closing.matches(part).count();
    assert_eq!(each("<a "), 3);
    assert_eq!(each("rel=\"noreferrer noopener\""), 3);
    assert_eq!(each("referrerpolicy=\"no-referrer\""), 3);
    // The receipt stays beside a link; the button leads the whole page on, and a number opens no page.
    assert_eq!((each("target=\"_blank\""), each("target=\"_top\"")), (1, 1));
    let (_, without) = drawn(&mixed(2), 1);
    assert!(!without.contains("part=\"closing\"") && !without.contains("<a "));
}

#[test]
fn people_are_told_before_they_send_that_a_page_goes_on_by_itself() {
    let told = |survey: &Value, framed| {
        let note = super::super::closing::announced(&setting(survey, framed));
        note.map(|note| markup(&note))
    };
    let note = told(&with_closing(), false).unwrap();
    assert!(
        note.contains("goes on to course.example.org by itself"),
        "{note}"
    );
    // A frame of another site leads nobody on who has pressed nothing.
    assert_eq!(told(&with_closing(), true), None);
    let mut by_button = with_closing();
    by_button["closing"]["redirect"]["by-itself"] = false.into();
    assert_eq!(told(&by_button, false), None);
}

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
    let survey: Survey = serde_json::from_value(survey.clone()).unwrap();
    let texts = include_str!("../../../../../www/messages/widget.en.json");
    let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
    let setting = Setting {
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
            framed: false,
            hosted: false,
        },
    };
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
            body: submission.body(&survey),
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

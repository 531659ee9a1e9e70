//! The surveys that are measured.

use rand::{RngExt, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{Submission, Survey};

/// Five questions, as a short survey has them.
fn five() -> Survey {
    let questions = [
        ("member", 2, "randomized-response"),
        ("age", 6, "optimized-unary-encoding"),
        ("region", 12, "subset-selection"),
        ("job", 15, "direct-encoding"),
        ("party", 30, "optimized-local-hashing"),
    ];
    survey(
        "five",
        questions
            .into_iter()
            .map(|(id, size, mechanism)| question(id, size, mechanism, "2")),
    )
}

/// A hundred questions with a thousand options each.
fn hundred() -> Survey {
    survey(
        "hundred",
        (0..100).map(|index| {
            question(
                &format!("q{index}"),
                1_000,
                "optimized-unary-encoding",
                "0.2",
            )
        }),
    )
}

/// Which of them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Measured {
    Five,
    Hundred,
}

impl Measured {
    pub(crate) fn survey(self) -> Survey {
        match self {
            Self::Five => five(),
            Self::Hundred => hundred(),
        }
    }

    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Hundred => "hundred",
        }
    }
}

fn survey(id: &str, questions: impl Iterator<Item = Value>) -> Survey {
    let questions: Vec<_> = questions.collect();
    let epsilon = if questions.len() > 5 { "20" } else { "10" };
    serde_json::from_value(json!({
        "sotto": 1, "id": id, "version": 1, "title": { "en": id }, "languages": ["en"],
        "plan": "fixed", "epsilon": epsilon, "questions": questions,
    }))
    .unwrap()
}

fn question(id: &str, options: u32, mechanism: &str, epsilon: &str) -> Value {
    let kind = if options == 2 {
        "yes-no"
    } else {
        "single-choice"
    };
    let mut question = json!({
        "id": id, "type": kind, "title": { "en": id }, "decline": false,
        "mechanism": mechanism, "epsilon": epsilon,
    });
    if options > 2 {
        let option = |index| json!({ "id": format!("o{index}"), "title": { "en": format!("Option {index}") } });
        question["options"] = (0..options).map(option).collect();
    }
    question
}

/// A submission of somebody who answers at random.
pub(crate) fn submission(survey: &Survey, generator: &mut ChaCha20Rng) -> Submission {
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| {
            let options = u32::try_from(question.categories().count()).unwrap();
            Some(question.answer(generator.random_range(0..options)).unwrap())
        })
        .collect();
    survey.randomize(&answers, generator).unwrap()
}

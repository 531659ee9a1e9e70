//! Properties of any survey: what is published reads back as it is, to the byte; every body of a
//! survey has one length and reads back; and no file, however absurd, does more than be refused.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::randomizers::Said;
use sotto_survey::{
    Answer, Layout, Question, QuestionKind, Submission, SubmissionFile, Survey, SurveyOracles,
    Tally,
};

fn options(count: u32) -> Value {
    let option =
        |i: u32| json!({ "id": format!("o{i}"), "title": { "en": format!("Option {i}") } });
    (0..count).map(option).collect()
}

/// A question of any type that fits its neighbours whatever they are.
fn any_question() -> impl Strategy<Value = Value> {
    let decline = any::<bool>();
    let size = 2..13_u32;
    (0..16_usize, size, 1..4_u32, decline).prop_map(|(of_type, size, rows, decline)| {
        let text = json!({ "en": "?" });
        let rows_of = |rows: u32| -> Value {
            (0..rows)
                .map(|i| json!({ "id": format!("r{i}"), "title": text }))
                .collect()
        };
        let fields: Value = (0..rows)
            .map(|i| json!({ "id": format!("f{i}"), "title": text, "min": 0, "max": size }))
            .collect();
        let mut question = match of_type {
            0 => json!({ "type": "yes-no" }),
            1 => json!({ "type": "single-choice", "options": options(size) }),
            2 => json!({ "type": "dropdown", "options": options(size * 9) }),
            3 => json!({ "type": "likert", "options": options(size) }),
            4 => json!({ "type": "rating", "scale": size.min(10) }),
            5 => json!({ "type": "nps" }),
            6 => json!({ "type": "multiple-choice", "options": options(size) }),
            7 => json!({ "type": "multiple-choice", "options": options(size), "at-most": 1 }),
            8 => json!({ "type": "matrix", "options": options(size), "rows": rows_of(rows) }),
            9 => json!({ "type": "number", "min": 0, "max": size }),
            10 => json!({ "type": "slider", "min": 0, "max": size, "estimate": "distribution" }),
            11 => json!({ "type": "numbers", "fields": fields }),
            12 => json!({ "type": "ranking", "options": options(size.min(6)) }),
            13 => json!({ "type": "ranking", "options": options(size), "report": "first-place" }),
            14 => json!({ "type": "statement" }),
            // Little enough that several leave something of any ε.
            _ => json!({ "type": "own-secret", "secret": {
                "title": text, "prevalence": format!("{}/40", 19 + 2 * (size % 2)),
            } }),
        };
        question["title"] = text;
        if of_type < 14 {
            question["decline"] = json!(decline);
        }
        question
    })
}

/// Any survey whose plan divides its ε.
fn any_survey() -> impl Strategy<Value = Survey> {
    let questions = prop::collection::vec(any_question(), 1..6);
    let closes = any::<bool>();
    let shape = (1..6_u32, any::<bool>(), 1..12_u32, closes);
    (questions, shape).prop_map(|(mut all, (sample, split, epsilon, closes))| {
        // A survey of statements alone has nothing to divide, nor to draw.
        all.push(json!({ "type": "yes-no", "title": { "en": "?" } }));
        for (place, question) in all.iter_mut().enumerate() {
            question["id"] = json!(format!("q{place}"));
            // A secret protects one answer.
            if let Some(secret) = question.get_mut("secret") {
                secret["title"] = json!({ "en": format!("Secret {place}") });
            }
        }
        let reported = all
            .iter()
            .filter(|question| question["type"] != "statement")
            .count();
        let mut file = json!({
            "sotto": 1, "id": "any", "version": 7, "title": { "en": "Any" }, "languages": ["en"],
            "plan": if split { "split" } else { "sample" }, "epsilon": epsilon.to_string(),
            "questions": all,
        });
        if !split {
            let reported = u32::try_from(reported).unwrap();
            file["sample"] = json!(sample.min(reported));
        }
        if closes {
            let to = "https://example.org";
            file["closing"] = json!({ "redirect": { "title": { "en": "On" }, "to": to } });
            file["words"] = json!({ "yes": { "eo": "Jes" } });
        }
        if epsilon % 2 == 0 {
            file["theme"] = json!({ "accent": "#7a1fa2", "corners": "round" });
        }
        serde_json::from_value(file).unwrap()
    })
}

/// The answer that a few numbers choose; none at all now and then, where that is allowed.
fn answer(question: &Question, choose: &mut impl FnMut(u32) -> u32) -> Option<Answer> {
    if question.offers_decline() && choose(4) == 0 {
        return None;
    }
    let categories = u32::try_from(question.categories().count()).unwrap();
    let numbers: Vec<_> = question
        .kind()
        .grids()
        .iter()
        .map(|grid| grid.value(choose(grid.cells())))
        .collect();
    Some(match question.kind() {
        QuestionKind::Statement => return None,
        QuestionKind::Consent => question.answer_consent().unwrap(),
        QuestionKind::MultipleChoice(choice) => {
            let mut answer = None;
            for _ in 0..choose(choice.at_most + 1) {
                let option = choose(categories);
                answer = question.with_option(answer.as_ref(), option, true).ok();
            }
            answer.unwrap_or_else(|| question.answer_set(&[]).unwrap())
        }
        QuestionKind::Ranking(ranking) => {
            let count = u32::try_from(ranking.options.len()).unwrap();
            let mut order: Vec<u32> = (0..count).collect();
            for last in (1..count).rev() {
                order.swap(last as usize, choose(last + 1) as usize);
            }
            question.answer_order(&order).unwrap()
        }
        QuestionKind::Matrix(matrix) => {
            let rows: Vec<_> = matrix
                .rows
                .iter()
                .map(|_| Some(choose(categories)))
                .collect();
            question.answer_rows(&rows).unwrap()
        }
        QuestionKind::Number(_) | QuestionKind::Slider(_) => {
            question.answer_number(numbers[0].unwrap()).unwrap()
        }
        QuestionKind::Numbers(_) => question.answer_numbers(&numbers).unwrap(),
        QuestionKind::OwnSecret(_) => {
            let said = Said::ALL[choose(2) as usize];
            question.say(said).unwrap()
        }
        _ => question.answer(choose(categories)).unwrap(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_compiled_is_the_same_survey(survey in any_survey()) {
        let compiled = survey.compile();
        let read = Survey::of_compiled(&compiled).unwrap();
        prop_assert_eq!(&read, &survey);
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), serde_json::to_string(&survey).unwrap());
        prop_assert_eq!(read.compile(), compiled);
    }

    #[test]
    fn what_is_published_reads_back_to_the_byte(survey in any_survey()) {
        let published = serde_json::to_string(&survey).unwrap();
        let again: Survey = serde_json::from_str(&published).unwrap();
        prop_assert_eq!(&again, &survey);
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), published.clone());
        let strict = Survey::published(serde_json::from_str(&published).unwrap()).unwrap();
        prop_assert_eq!(strict.pinned_parameters(), survey.pinned_parameters());
        prop_assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
    }

    #[test]
    fn every_body_has_one_length_and_reads_back(survey in any_survey(), seed: u64) {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        let mut state = seed;
        let mut choose = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from((state >> 33) % u64::from(below)).unwrap()
        };
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut tally = Tally::empty(&oracles);
        for _ in 0..4 {
            let answers: Vec<_> = survey
                .questions()
                .iter()
                .map(|question| answer(question, &mut choose))
                .collect();
            prop_assert_eq!(survey.check(&Layout::as_written(&survey), &answers), []);
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            let body = submission.body(&survey);
            prop_assert_eq!(body.len(), survey.body_length());
            let file: SubmissionFile = serde_json::from_str(&body).unwrap();
            let read = Submission::check(file, &survey).unwrap();
            prop_assert_eq!(&read, &submission);
            tally.add(&oracles, &read).unwrap();
        }
        let counted: u64 = tally.counts().iter().map(sotto_ldp::Counts::reports).sum();
        prop_assert!(counted >= 4 * survey.drawn_questions() as u64);
        let _ = tally.results(&oracles, sotto_ldp::Confidence::default());
    }
}

fn with_questions(questions: &str) -> String {
    format!(
        r#"{{"sotto":1,"id":"x","version":1,"title":{{"en":"X"}},"languages":["en"],"plan":"split","epsilon":"4","questions":[{questions}]}}"#
    )
}

fn refusal(file: &str) -> String {
    serde_json::from_str::<Survey>(file)
        .unwrap_err()
        .to_string()
}

#[test]
fn absurd_files_are_refused_with_a_sentence() {
    let option = r#"{"id":"a","title":{"en":"A"}}"#;
    let million = vec![option; 1_000_000].join(",");
    let asked = |rest: &str| format!(r#"{{"id":"q","title":{{"en":"?"}},{rest}}}"#);
    let dropdown = |options: &str| asked(&format!(r#""type":"dropdown","options":[{options}]"#));
    let deep = |levels: usize| {
        let condition = [
            r#"{"not":"#.repeat(levels),
            r#"{"question":"p","is":["yes"]}"#.to_owned(),
            "}".repeat(levels),
        ];
        let first = r#"{"id":"p","type":"yes-no","title":{"en":"?"}},"#;
        let question = asked(&format!(
            r#""type":"yes-no","condition":{}"#,
            condition.concat()
        ));
        [first, &question].concat()
    };
    let many: Vec<_> = (0..201)
        .map(|i| format!(r#"{{"id":"q{i}","type":"yes-no","title":{{"en":"?"}}}}"#))
        .collect();
    let range = |max: &str, step: &str| {
        asked(&format!(
            r#""type":"number","min":0,"max":{max},"step":{step}"#
        ))
    };
    let long = format!(
        r#"{{"id":"q","type":"yes-no","title":{{"en":"{}"}}}}"#,
        "x".repeat(5_000)
    );
    let turned = r#"{"id":"q","type":"yes-no","title":{"en":"a\u202eb"}}"#;
    let big = |id: u32| {
        let options: Vec<_> = (0..9_999)
            .map(|i| format!(r#"{{"id":"o{i}","title":{{"en":"A"}}}}"#))
            .collect();
        let options = options.join(",");
        format!(r#"{{"id":"q{id}","type":"dropdown","title":{{"en":"?"}},"options":[{options}]}}"#)
    };
    let enormous: Vec<_> = (0..26).map(big).collect();
    for (questions, words) in [
        (dropdown(&million), "at most 10000 elements"),
        (deep(8), "nested too deep"),
        (deep(100), "nested too deep"),
        (deep(1_000), "nested too deep"),
        (many.join(","), "at most 200 elements"),
        (range("1000000", "1"), "choose a larger \"step\""),
        (range("1000000", "0.000001"), "choose a larger step"),
        (range("10", "3"), "do not meet"),
        (long, "1 to 2000 characters"),
        (turned.to_owned(), "change the direction"),
        (enormous.join(","), "at most 250000 can be counted"),
        (asked(r#""type":"comment""#), "free text cannot be asked"),
        (
            asked(r#""type":"signature""#),
            "there is no question type \"signature\"",
        ),
    ] {
        let sentence = refusal(&with_questions(&questions));
        assert!(
            sentence.contains(words),
            "{sentence:?} does not say {words:?}"
        );
        assert!(sentence.len() < 1_000, "{} characters", sentence.len());
    }
    assert!(serde_json::from_str::<Survey>(&with_questions(&deep(7))).is_ok());
}

#[test]
fn mistakes_of_plans_pages_and_conditions_have_their_sentence() {
    let mut good: Value = serde_json::from_str(crate::samples::EVERY_TYPE).unwrap();
    // Every question is reported, each with its share.
    let object = good.as_object_mut().unwrap();
    object.remove("sample");
    object.insert("plan".to_owned(), json!("split"));
    object.insert("epsilon".to_owned(), json!("12"));
    let good = good;
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        refusal(&file.to_string())
    };
    let question = |file: &mut Value, id: &str, field: &str, value: Value| {
        let questions = file["questions"].as_array_mut().unwrap();
        let question = questions
            .iter_mut()
            .find(|question| question["id"] == id)
            .unwrap();
        question[field] = value;
    };
    let set = |id: &'static str, field: &'static str, value: Value| {
        changed(&|file| question(file, id, field, value.clone()))
    };
    let condition = |value: Value| set("cigarettes", "condition", value);
    for (sentence, words) in [
        (
            changed(&|file| file["sample"] = json!(2)),
            "belongs to the plan \"sample\"",
        ),
        (
            changed(&|file| file["plan"] = json!("fixed")),
            "needs its own \"epsilon\"",
        ),
        (
            changed(&|file| {
                file["plan"] = json!("sample");
                file["sample"] = json!(14);
            }),
            "from 1 to 13 of the questions",
        ),
        (set("smokes", "share", json!(0)), "from 1 to 1000"),
        (set("smokes", "rows", json!([])), "yes-no takes no \"rows\""),
        (
            set("cigarettes", "max", json!(null)),
            "number needs \"max\"",
        ),
        (
            set("cigarettes", "decline", json!(false)),
            "must offer to decline",
        ),
        (
            set("stress", "mechanism", json!("hybrid")),
            "square-wave or piecewise only",
        ),
        (set("used", "at-most", json!(5)), "may not exceed"),
        (set("used", "reported", json!(6)), "from 1 to 5"),
        (set("canteen", "scale", json!(11)), "from 2 to 10"),
        (
            set("consent", "epsilon", json!("1")),
            "consent takes no \"epsilon\"",
        ),
        (
            condition(json!({ "question": "year", "is": ["first"] })),
            "no earlier question has the id",
        ),
        (
            condition(json!({ "question": "smokes", "is": ["maybe"] })),
            "has no category",
        ),
        (
            condition(json!({ "question": "smokes", "at-least": 3 })),
            "does not ask for a number",
        ),
        (
            condition(json!({ "question": "smokes" })),
            "a condition is one of",
        ),
        (condition(json!({ "none": [] })), "unknown field `none`"),
        (
            changed(&|file| file["pages"][0]["questions"] = json!(["consent"])),
            "every question once, in the order",
        ),
        (
            changed(&|file| file["pages"] = json!([{ "questions": ["consent"] }])),
            "\"welcome\" is on none of them",
        ),
    ] {
        assert!(
            sentence.contains(words),
            "{sentence:?} does not say {words:?}"
        );
    }
}

/// What is asked of whom, and that what is not asked is reported as declined.
#[test]
fn conditions_are_evaluated_on_the_answers() {
    let survey: Survey = serde_json::from_str(crate::samples::EVERY_TYPE).unwrap();
    let place = |id: &str| {
        let questions = survey.questions();
        questions
            .iter()
            .position(|question| question.id().as_str() == id)
            .unwrap()
    };
    let choose = |answers: &mut Vec<Option<Answer>>, id: &str, category: &str| {
        let question = &survey.questions()[place(id)];
        let category = question.category_index(category).unwrap();
        answers[place(id)] = Some(question.answer(category).unwrap());
    };
    let mut answers = vec![None; survey.questions().len()];
    let layout = Layout::as_written(&survey);
    let asked = |answers: &[Option<Answer>], id: &str| survey.asked(&layout, answers)[place(id)];
    // Nothing is answered: no smoking, and fairness neither agreed to nor not.
    assert!(!asked(&answers, "cigarettes"));
    assert!(asked(&answers, "how-often"));
    choose(&mut answers, "smokes", "yes");
    assert!(asked(&answers, "cigarettes"));
    choose(&mut answers, "smokes", "decline");
    assert!(!asked(&answers, "cigarettes"));
    choose(&mut answers, "fair", "agree");
    assert!(!asked(&answers, "how-often"));
    choose(&mut answers, "year", "first");
    assert!(asked(&answers, "how-often"));
    // What must be answered and is not.
    let missing: Vec<_> = survey
        .check(&layout, &answers)
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    assert_eq!(
        missing,
        [place("consent"), place("stress"), place("copied")]
    );
}

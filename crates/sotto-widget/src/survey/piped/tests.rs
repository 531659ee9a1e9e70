//! What is drawn of a question with an earlier answer in its words is the same whatever was answered, but for which of the
//! wordings is seen.

use std::{collections::BTreeMap, rc::Rc};

use serde_json::{Value, json};
use sotto_survey::{Answer, Layout};
use sotto_ui::{Messages, markup};

use super::*;
use crate::{
    outbox::{Destination, Outbox},
    survey::{Action, Setting, Surroundings, form::form, review::review},
};

/// Two pages: a question, then one with its answer in the words.
fn file(source: &Value) -> Value {
    let mut source = source.clone();
    source["id"] = json!("way");
    source["title"] = json!({ "en": "How did you come?" });
    json!({
        "sotto": 1, "id": "ways", "version": 1, "title": { "en": "Ways" }, "languages": ["en", "ar"],
        "plan": "split", "epsilon": "2",
        "questions": [
            source,
            { "id": "why", "type": "yes-no", "required": true,
              "title": { "en": "Why {answer: way}?", "ar": "لماذا {answer: way}؟" },
              "help": { "en": "{answer: way}, and {answer: way} again" },
              "otherwise": { "en": "this way" } },
        ],
        "pages": [{ "questions": ["way"] }, { "questions": ["why"] }],
    })
}

fn sources() -> [Value; 6] {
    let option = |(id, title): (&str, &str)| json!({ "id": id, "title": { "en": title } });
    let long = "on foot, through the park and along the river, as long as it is light";
    let options = [("bus", "by bus"), ("foot", long), ("car", "by car")].map(option);
    [
        json!({ "type": "single-choice", "options": options }),
        json!({ "type": "dropdown", "options": options }),
        json!({ "type": "yes-no" }),
        json!({ "type": "rating", "scale": 7 }),
        json!({ "type": "nps" }),
        json!({ "type": "slider", "min": -1, "max": 2, "step": 0.25, "unit": { "en": "hours" } }),
    ]
}

fn setting(file: Value) -> Setting {
    let survey: Survey = serde_json::from_value(file).unwrap();
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
            framed: false,
            hosted: false,
        },
    }
}

/// Every answer to the first question, none among them.
fn answers(setting: &Setting) -> Vec<Option<Answer>> {
    let question = &setting.survey.questions()[0];
    let grids = question.kind().grids();
    let mut all = vec![None, question.untouched()];
    if let Some(grid) = grids.first() {
        let numbers = (0..grid.cells()).filter_map(|cell| grid.value(cell));
        all.extend(numbers.map(|number| question.answer_number(number).ok()));
    } else {
        let count = u32::try_from(question.categories().count()).unwrap();
        all.extend((0..count).map(|category| question.answer(category).ok()));
    }
    all
}

/// The second page, and the review's line about its question.
fn drawn(setting: &Setting, answer: Option<Answer>) -> (String, String) {
    let survey = &setting.survey;
    let mut state = State::new(survey, &setting.layout);
    state.apply(
        Action::Choose {
            question: 0,
            answer,
        },
        survey,
    );
    state.apply(Action::Next, survey);
    let page = markup(&tag("div").all(form(setting, &state, None, false, true)));
    let own = survey.questions()[1].answer(0).ok();
    state.apply(
        Action::Choose {
            question: 1,
            answer: own,
        },
        survey,
    );
    state.apply(Action::Review, survey);
    let all = markup(&tag("div").all(review(setting, &state)));
    let line = all.split_once("id=\"t-why\"").unwrap().1;
    (page, line.split_once("</dt>").unwrap().0.to_owned())
}

/// The same drawing without what says which wording is hidden.
fn laid_out(drawn: &str) -> String {
    drawn.replace(" aria-hidden=\"true\"", "")
}

/// The wordings that are seen, without markup.
fn seen(drawn: &str) -> Vec<String> {
    let wordings = drawn.split("<span dir=\"auto\"").skip(1);
    let shown = wordings.filter(|one| !one.starts_with(" aria-hidden"));
    let shown = shown.filter(|one| one.contains("<bdi>"));
    let text = |one: &str| {
        let inner = one.split_once('>').unwrap().1;
        let inner = inner.split("</span>").next().unwrap();
        // Whether an answer is needed stands behind it.
        let inner = inner.split(" <span").next().unwrap();
        inner.replace("<bdi>", "").replace("</bdi>", "")
    };
    shown.map(text).collect()
}

#[test]
fn all_wordings_are_laid_out_whatever_was_answered() {
    for source in sources() {
        let setting = setting(file(&source));
        let (page, line) = drawn(&setting, None);
        let all: Vec<_> = answers(&setting);
        assert!(all.len() > 3, "{source}");
        let mut readings = Vec::new();
        for answer in all {
            let (other_page, other_line) = drawn(&setting, answer);
            assert_eq!(laid_out(&other_page), laid_out(&page), "{source}");
            assert_eq!(laid_out(&other_line), laid_out(&line), "{source}");
            // One wording of the title and one of the help are seen and heard.
            let shown = seen(&other_page);
            assert_eq!(shown.len(), 2, "{source}: {shown:?}");
            readings.push(shown[0].clone());
        }
        // Left alone and declined read alike; every other answer reads in its own way.
        assert_eq!(readings[0], "Why this way?");
        assert_eq!(readings[1], "Why this way?");
        let mut own: Vec<_> = readings
            .iter()
            .filter(|one| *one != "Why this way?")
            .collect();
        let count = own.len();
        own.sort_unstable();
        own.dedup();
        assert_eq!(own.len(), count, "{source}: {readings:?}");
        let wordings = page.matches("<bdi>").count();
        // The title has one place, the help two; none, declined, and declined as a category read alike.
        assert_eq!(wordings, 3 * (count + 1), "{source}");
    }
}

#[test]
fn an_answer_to_what_is_not_asked_is_not_put_in() {
    let mut file = file(&sources()[0]);
    let first = json!({ "id": "came", "type": "yes-no", "title": { "en": "Did you come?" } });
    file["questions"].as_array_mut().unwrap().insert(0, first);
    file["questions"][1]["condition"] = json!({ "question": "came", "is": ["yes"] });
    file["pages"][0]["questions"] = json!(["came", "way"]);
    let setting = setting(file);
    let survey = &setting.survey;
    let mut state = State::new(survey, &setting.layout);
    let mut choose = |question: usize, category| {
        let answer = survey.questions()[question].answer(category).ok();
        state.apply(Action::Choose { question, answer }, survey);
        let piping = survey.questions()[2].piping().unwrap();
        let piped = Piped::new((&setting.words, survey, &state), piping);
        seen(&markup(&piped.write(&piping.title, |line| line)))
    };
    choose(0, 0);
    assert_eq!(choose(1, 2), ["Why by car?"]);
    // What was chosen stays with the respondent, and out of the words.
    assert_eq!(choose(0, 1), ["Why this way?"]);
    assert_eq!(choose(0, 0), ["Why by car?"]);
}

#[test]
fn the_answer_is_spoken_in_the_language_of_the_words_around_it() {
    let mut file = file(&sources()[0]);
    file["questions"][0]["options"][0]["title"]["ar"] = json!("بالحافلة");
    let survey: Survey = serde_json::from_value(file.clone()).unwrap();
    let mut setting = setting(file);
    setting.words = Words::new(setting.words.messages().clone(), "ar", &survey);
    let survey = &setting.survey;
    let mut state = State::new(survey, &setting.layout);
    let answer = survey.questions()[0].answer(0).ok();
    state.apply(
        Action::Choose {
            question: 0,
            answer,
        },
        survey,
    );
    let piping = survey.questions()[1].piping().unwrap();
    let piped = Piped::new((&setting.words, survey, &state), piping);
    let written = markup(&piped.write(&piping.title, |line| line));
    assert_eq!(seen(&written), ["لماذا بالحافلة؟"]);
    assert!(written.starts_with("<span lang=\"ar\""), "{written}");
}

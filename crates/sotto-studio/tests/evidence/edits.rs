//! Any edits of any survey, by a fixed seed: what is undone is as it was, what is redone as it became, and
//! nothing names what is not there.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_studio::{
    Checked, Draft, Edit, GivenCode, History, List, Place, Setting, Ways, Words, apply, check,
    filled, hanging,
};
use sotto_survey::{Json, Plan, QuestionType, Scheme};

use crate::texts;

/// How many kinds `any_edit` makes.
const KINDS: usize = 21;

const TEXTS: [&str; 6] = ["", "Yes", "是", "<b>\"\\", "a\nb\n\nc", "question-1"];

/// An edit of a kind; it may name what is not there.
#[expect(clippy::too_many_lines, reason = "one of every kind")]
fn any_edit(draft: &Draft, kind: usize, generator: &mut ChaCha20Rng) -> Edit {
    let count = draft.questions().len();
    let mut below = |limit: usize| generator.random_range(0..limit);
    let question = below(count + 1);
    let index = below(4);
    let to = below(count + 1);
    let list = List::ALL[below(3)];
    let ways = Ways::ALL[below(2)];
    let text = TEXTS[below(TEXTS.len())].to_owned();
    let language = ["en", "zh-CN", "fr"][below(3)].to_owned();
    let question_type = QuestionType::ALL[below(QuestionType::ALL.len())];
    let place = [
        Place::Survey,
        Place::Question(question),
        Place::Labels(question),
        Place::Item {
            question,
            list,
            index,
        },
        Place::Closing,
        Place::Redirect,
        Place::Way(ways, index),
        Place::Theme(Scheme::ALL[below(2)]),
    ][below(8)];
    let ids = ["smoker", "age", "", "Not an id", "question-1"];
    let id = ids[below(ids.len())].to_owned();
    let values = [
        None,
        Some(Json::Whole(2)),
        Some(Json::Text("ln 3".to_owned())),
        Some(Json::Text("typed".to_owned())),
        Some(Json::Flag(true)),
    ];
    let value = values[below(values.len())].clone();
    // Ids of questions and of what is in them have edits of their own.
    let settings = [
        Setting::Version,
        Setting::Epsilon,
        Setting::Sample,
        Setting::MinimumReports,
        Setting::Population,
        Setting::Share,
        Setting::Required,
        Setting::Decline,
        Setting::Min,
        Setting::Step,
        Setting::Scale,
        Setting::AtMost,
        Setting::Exclusive,
        Setting::To,
        Setting::ByItself,
        Setting::Accent,
        Setting::Corners,
        Setting::Code,
        Setting::OwnCode,
    ];
    let setting = settings[below(settings.len())];
    let words = [
        Words::Title,
        Words::Help,
        Words::Low,
        Words::Unit,
        Words::Text,
    ][below(5)];
    match kind {
        0 => Edit::AddQuestion {
            question_type,
            index: question,
        },
        1 => Edit::DuplicateQuestion(question),
        2 => Edit::DeleteQuestion(question),
        3 => Edit::MoveQuestion { from: question, to },
        4 => Edit::RenameQuestion { question, id },
        5 => Edit::SetType {
            question,
            question_type,
        },
        6 => Edit::SetWords {
            place,
            words,
            language,
            text,
        },
        7 => Edit::Set {
            place,
            setting,
            value,
        },
        8 => {
            let earlier = draft.question(to);
            let category = earlier.and_then(|one| one.categories()?.into_iter().next());
            let condition = earlier.zip(category).map(|(one, category)| {
                Json::Object(vec![
                    ("question".to_owned(), Json::Text(one.id().to_owned())),
                    ("is".to_owned(), Json::List(vec![Json::Text(category)])),
                ])
            });
            Edit::SetCondition {
                question,
                condition,
            }
        }
        9 => Edit::AddItem { question, list },
        10 => Edit::PasteItems {
            question,
            list,
            languages: vec![language],
            text,
            behind: (index > 1).then_some(index),
        },
        11 => Edit::DeleteItem {
            question,
            list,
            index,
        },
        12 => Edit::MoveItem {
            question,
            list,
            from: index,
            to: below(4),
        },
        13 => Edit::RenameItem {
            question,
            list,
            index,
            id,
        },
        14 => Edit::SetPlan([Plan::Fixed, Plan::Split, Plan::Sample][below(3)]),
        15 => Edit::AddLanguage(language),
        16 => Edit::RemoveLanguage(language),
        17 => Edit::AddWay(ways),
        18 => Edit::DeleteWay(ways, index),
        19 => Edit::GiveCode(
            [
                GivenCode::Without,
                GivenCode::ForEverybody(text),
                GivenCode::OfTheirOwn,
            ][below(3)]
            .clone(),
        ),
        _ => Edit::Replace(text),
    }
}

#[test]
fn any_edit_is_undone_and_redone_and_leaves_nothing_hanging() {
    let mut changed = [0_u32; KINDS];
    for (seed, text) in texts()
        .enumerate()
        .flat_map(|(number, text)| (0..12).map(move |round| (100 * number as u64 + round, text)))
    {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        let mut history = History::new(Draft::of_text(text));
        let mut drafts = vec![history.draft().clone()];
        for step in 0..60 {
            // Text in place of a survey is rare: nothing else can be done to it.
            let kind = generator.random_range(0..KINDS - usize::from(step < 55));
            let before = history.draft().clone();
            let edit = any_edit(&before, kind, &mut generator);
            let next = history.with(&edit);
            assert_eq!(**next.draft(), apply(&before, &edit), "{edit:?}");
            if next == history {
                continue;
            }
            changed[kind] += 1;
            assert_eq!(
                hanging(next.draft()),
                [],
                "{edit:?} of {}",
                before.written()
            );
            // More of the same typing is the same step.
            if next.undone().draft() != &before {
                drafts.pop();
            }
            drafts.push(next.draft().clone());
            history = next;
        }
        for draft in drafts.iter().rev() {
            assert_eq!(history.draft().written(), draft.written());
            history = history.undone();
        }
        assert!(!history.can_undo() && history.undone().draft() == &drafts[0]);
        for draft in &drafts {
            assert_eq!(history.draft().written(), draft.written());
            history = history.redone();
        }
        assert!(!history.can_redo());
    }
    for (kind, count) in changed.into_iter().enumerate() {
        assert!(count > 4, "kind {kind} changed {count} drafts");
    }
}

#[test]
fn typing_on_in_a_word_is_one_step() {
    let mut history = History::new(Draft::of_text(texts().next().unwrap()));
    let first = history.draft().clone();
    let words = |text: &str, language: &str| Edit::SetWords {
        place: Place::Question(0),
        words: Words::Title,
        language: language.to_owned(),
        text: text.to_owned(),
    };
    for text in ["D", "Do", "Do ", "Do y", "Do yo", "Do you"] {
        history = history.with(&words(text, "en"));
    }
    let english = history.draft().clone();
    // A word is undone, not the whole sentence.
    assert_eq!(
        **history.undone().draft(),
        apply(&first, &words("Do ", "en"))
    );
    assert_eq!(history.undone().undone().draft(), &first);
    assert_eq!(history.undone().redone().draft(), &english);
    history = history.with(&words("您", "zh-CN")).undone();
    assert_eq!(history.draft(), &english);
    // After an undo, typing is a step of its own again.
    history = history.with(&words("Do you?", "en")).undone();
    assert_eq!(history.draft(), &english);
}

/// Languages that put no spaces between words are undone in pieces, too.
#[test]
fn a_long_sentence_without_spaces_is_several_steps() {
    let mut history = History::new(Draft::of_text(texts().next().unwrap()));
    let first = history.draft().clone();
    let sentence: Vec<char> = "您".repeat(50).chars().collect();
    for length in 1..=sentence.len() {
        history = history.with(&Edit::SetWords {
            place: Place::Question(0),
            words: Words::Title,
            language: "zh-CN".to_owned(),
            text: sentence[..length].iter().collect(),
        });
    }
    let mut lengths = Vec::new();
    while history.draft() != &first {
        let title = history.draft().question(0).unwrap();
        lengths.push(title.words(Words::Title, "zh-CN").chars().count());
        history = history.undone();
    }
    assert_eq!(lengths, [50, 40, 20]);
}

/// What people read at the end comes with its first word and goes with its last, and mechanisms stay.
#[test]
fn the_end_stands_in_a_draft_as_long_as_it_says_something() {
    let first = Draft::of_text(
        r#"{ "sotto": 1, "id": "a", "version": 1, "title": { "en": "A", "zh-CN": "甲" },
             "languages": ["en", "zh-CN"], "plan": "split", "epsilon": "1.2", "questions": [
             { "id": "q", "type": "yes-no", "title": { "en": "?", "zh-CN": "？" }, "decline": false,
               "mechanism": "randomized-response", "weights": ["3", "1"], "epsilon": "ln 3" }] }"#,
    );
    let words = |place, words, language: &str, text: &str| Edit::SetWords {
        place,
        words,
        language: language.to_owned(),
        text: text.to_owned(),
    };
    let to = |place, text: Option<&str>| Edit::Set {
        place,
        setting: Setting::To,
        value: text.map(|text| Json::Text(text.to_owned())),
    };
    let code = |text: Option<&str>| Edit::Set {
        place: Place::Closing,
        setting: Setting::Code,
        value: text.map(|text| Json::Text(text.to_owned())),
    };
    let line = Place::Way(Ways::Help, 0);
    let whole = [
        words(Place::Closing, Words::Text, "en", "Thank you."),
        words(Place::Closing, Words::Text, "zh-CN", "谢谢。"),
        Edit::AddWay(Ways::Help),
        words(line, Words::Title, "en", "Day and night"),
        to(line, Some("tel:116123")),
        to(Place::Redirect, Some("https://example.org")),
        words(Place::Redirect, Words::Title, "en", "On"),
        code(Some("C1K2X9")),
    ];
    let written = whole
        .iter()
        .fold(first.clone(), |draft, edit| apply(&draft, edit));
    let Checked::Survey(survey) = check(&written) else {
        panic!("{:?}", check(&written));
    };
    let closing = serde_json::to_value(survey.closing()).unwrap();
    assert_eq!(
        closing,
        serde_json::json!({
            "text": { "en": "Thank you.", "zh-CN": "谢谢。" },
            "help": [{ "title": { "en": "Day and night" }, "to": "tel:116123" }],
            "redirect": { "title": { "en": "On" }, "to": "https://example.org" },
            "code": "C1K2X9",
        })
    );
    // The question's integers are those that it had.
    assert!(
        written.written().contains(r#""weights": ["3", "1"]"#),
        "{}",
        written.written()
    );
    let gone = [
        words(Place::Closing, Words::Text, "en", ""),
        Edit::RemoveLanguage("zh-CN".to_owned()),
        Edit::DeleteWay(Ways::Help, 0),
        words(Place::Redirect, Words::Title, "en", ""),
        to(Place::Redirect, None),
        code(None),
    ];
    let bare = gone.iter().fold(written, |draft, edit| apply(&draft, edit));
    assert!(bare.closing().is_none(), "{}", bare.written());
    // A field that does not exist is not made by being emptied.
    let untouched = apply(&first, &to(Place::Redirect, None));
    assert_eq!(untouched.written(), first.written());
}

/// A look stands in a draft as long as there is anything of it, and touches no integer.
#[test]
fn a_look_is_written_and_taken_out() {
    let first = Draft::of_text(
        r#"{ "sotto": 1, "id": "a", "version": 1, "title": { "en": "A" }, "languages": ["en"], "plan": "split",
            "epsilon": "ln 3", "questions": [{ "id": "q", "type": "yes-no", "title": { "en": "Q?" },
            "mechanism": "direct-encoding", "weights": ["3", "1"], "decline": false }] }"#,
    );
    let set = |scheme, setting, text: Option<&str>| Edit::Set {
        place: Place::Theme(scheme),
        setting,
        value: text.map(|text| Json::Text(text.to_owned())),
    };
    let whole = [
        set(Scheme::Dark, Setting::Accent, Some("#d7a8ff")),
        set(Scheme::Light, Setting::Accent, Some("#7a1fa2")),
        set(Scheme::Light, Setting::Corners, Some("round")),
    ];
    let written = { whole.iter() }.fold(first.clone(), |draft, edit| apply(&draft, edit));
    let Checked::Survey(survey) = check(&written) else {
        panic!("{:?}", check(&written));
    };
    assert_eq!(
        serde_json::to_value(survey.theme_file()).unwrap(),
        serde_json::json!({ "accent": "#7a1fa2", "dark": { "accent": "#d7a8ff" }, "corners": "round" })
    );
    assert!(written.written().contains(r#""weights": ["3", "1"]"#));
    let gone = [
        set(Scheme::Light, Setting::Accent, None),
        set(Scheme::Light, Setting::Corners, None),
        set(Scheme::Dark, Setting::Accent, None),
    ];
    let bare = { gone.iter() }.fold(written, |draft, edit| apply(&draft, edit));
    assert_eq!(bare.written(), first.written());
    let untouched = apply(&first, &set(Scheme::Dark, Setting::TextColour, None));
    assert_eq!(untouched.written(), first.written());
}

/// Whoever is choosing a colour goes on seeing the survey: half of one is left out, and the nearest stands for one that
/// cannot be read.
#[test]
fn a_survey_with_a_colour_that_is_refused_can_be_looked_at() {
    let with = |theme: &str| {
        Draft::of_text(&format!(
            r#"{{ "sotto": 1, "id": "a", "version": 1, "title": {{ "en": "A" }}, "languages": ["en"], "plan": "split",
                "epsilon": "1", "theme": {theme}, "questions": [{{ "id": "q", "type": "yes-no", "title": {{ "en": "Q?" }} }}] }}"#
        ))
    };
    for (theme, shown) in [
        (r##"{ "accent": "#7a" }"##, serde_json::json!(null)),
        (
            r##"{ "accent": "#ffcc00", "surface": "#f" }"##,
            serde_json::json!({ "accent": "#907300" }),
        ),
        (
            r##"{ "text": "#777777", "dark": { "accent": "#0b6358", "text": "" } }"##,
            serde_json::json!({ "text": "#767676", "dark": { "accent": "#4e8e86" } }),
        ),
        (
            r#"{ "accent": "", "dark": { "surface": "?" } }"#,
            serde_json::json!(null),
        ),
    ] {
        let refused = with(theme);
        assert!(check(&refused).survey().is_none(), "{theme}");
        let Checked::Survey(survey) = check(&filled(&refused)) else {
            panic!("{theme}: {:?}", check(&filled(&refused)));
        };
        assert_eq!(
            serde_json::to_value(survey.theme_file()).unwrap(),
            shown,
            "{theme}"
        );
    }
}

//! A draft's history, kept and recalled.

use sotto_studio::{
    Draft, Edit, History, KnownSteps, Place, Sources, UnreadHistory, Words, history_of_text,
    history_to_text,
};

use crate::texts;

fn titled(title: &str, language: &str) -> Edit {
    Edit::SetWords {
        place: Place::Survey,
        words: Words::Title,
        language: language.to_owned(),
        text: title.to_owned(),
    }
}

/// What a draft as it is kept becomes with its history, after the page was loaded anew.
fn reloaded(history: &History) -> History {
    let kept = history_to_text(&history.kept(&mut KnownSteps::default()));
    let recalled = history_of_text(&kept).unwrap();
    let draft = Draft::of_text(&history.draft().written());
    let sources = Sources::of(history.sources(), &draft);
    { History::new(draft).knowing(sources) }.recalling(&recalled)
}

/// Every draft that Undo leads to, from here.
fn undone(mut history: History) -> Vec<String> {
    let mut found = Vec::new();
    while history.can_undo() {
        history = history.undone();
        found.push(history.draft().written().into_owned());
    }
    found
}

fn redone(mut history: History) -> Vec<String> {
    let mut found = Vec::new();
    while history.can_redo() {
        history = history.redone();
        found.push(history.draft().written().into_owned());
    }
    found
}

#[test]
fn undo_and_redo_are_there_after_a_reload() {
    for text in texts() {
        let edits = [
            titled("Tea", "en"),
            Edit::DuplicateQuestion(0),
            titled("茶", "zh-CN"),
            Edit::DeleteQuestion(0),
            titled("Tea and coffee", "en"),
        ];
        let begun = History::new(Draft::of_text(text));
        let whole = edits.iter().fold(begun, |history, edit| history.with(edit));
        let (past, loaded) = (undone(whole.clone()), reloaded(&whole));
        assert_eq!(past.len(), 5);
        assert_eq!(loaded.steps(), (5, 0));
        assert_eq!(undone(loaded), past);
        // From the middle, twice, with Redo.
        let middle = reloaded(&reloaded(&whole.undone()).undone());
        assert_eq!(middle.steps(), (3, 2));
        assert_eq!(undone(middle.clone()), past[2..]);
        assert_eq!(redone(middle.clone()), redone(whole.undone().undone()));
        // An edit leaves nothing to be done again.
        let edited = middle.with(&titled("Coffee", "en"));
        assert_eq!(edited.steps(), (4, 0));
        assert_eq!(edited.undone().sources(), middle.sources());
    }
}

#[test]
fn what_was_done_before_a_history_was_there_stands_behind_it() {
    let text = r#"{ "languages": ["en"], "title": { "en": "Tea" } }"#;
    let history = History::new(Draft::of_text(text)).with(&titled("Coffee", "en"));
    let kept = history.kept(&mut KnownSteps::default());
    // Somebody typed while it was read.
    let typed = History::new(Draft::clone(history.draft())).with(&titled("Coffee!", "en"));
    assert_eq!(undone(typed.recalling(&kept)).len(), 2);
    // A tab that was closed had kept the draft, and not its history.
    let later = History::new(Draft::of_text(&text.replace("Tea", "Milk")));
    let found = undone(later.recalling(&kept));
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], history.draft().written());
    assert_eq!(found[1], history.undone().draft().written());
}

#[test]
fn a_history_is_bounded_in_steps_and_in_bytes() {
    let mut history = History::new(Draft::of_text(r#"{ "languages": ["en"] }"#));
    for number in 0..700 {
        history = history.with(&titled(&format!("Title {number}"), "en"));
        history = history.paused();
    }
    assert_eq!(history.steps(), (500, 0));
    let loaded = reloaded(&history);
    assert_eq!(loaded.steps(), (500, 0));
    assert_eq!(loaded.with(&titled("One more", "en")).steps(), (500, 0));
    let long = |number: usize| titled(&"x".repeat(150_000 + number), "en");
    for number in 0..20 {
        history = history.with(&titled("", "en")).with(&long(number)).paused();
    }
    let text = history_to_text(&history.kept(&mut KnownSteps::default()));
    // Its steps and the draft itself.
    assert!(text.len() < 1_300_000, "{}", text.len());
    // What is left is the nearest.
    let (past, near) = (undone(history.clone()), undone(reloaded(&history)));
    assert!(!near.is_empty());
    assert_eq!(near, past[..near.len()]);
}

#[test]
fn a_history_of_a_newer_studio_or_a_damaged_one_is_not_read() {
    for (text, why) in [
        (r#"{"studio":2}"#, UnreadHistory::Newer),
        (r#"{"studio":99,"past":"elsewhere"}"#, UnreadHistory::Newer),
        (r#"{"studio":1}"#, UnreadHistory::Damaged),
        ("", UnreadHistory::Damaged),
        ("[]", UnreadHistory::Damaged),
    ] {
        assert_eq!(history_of_text(text), Err(why), "{text}");
    }
    // Steps that do not fit the draft lead nowhere, and nothing breaks.
    let history = History::new(Draft::of_text(r#"{ "id": "tea" }"#)).with(&titled("Tea", "en"));
    let mut kept = history.kept(&mut KnownSteps::default());
    kept.past.extend(kept.past.clone());
    let broken = History::new(Draft::clone(history.draft())).recalling(&kept);
    assert!(undone(broken).len() <= 3);
}

#[test]
fn a_step_is_made_once() {
    let history = History::new(Draft::of_text(r#"{ "id": "tea" }"#)).with(&titled("Tea", "en"));
    let mut known = KnownSteps::default();
    let first = history.kept(&mut known);
    let again = history.with(&Edit::DuplicateQuestion(0)).kept(&mut known);
    assert!(std::rc::Rc::ptr_eq(&first.past[0], &again.past[0]));
}

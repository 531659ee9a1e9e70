//! What is typed into one question copies no other, and pages, links and variants follow what is done to questions.

use std::rc::Rc;

use sotto_studio::{
    Checked, Draft, Edit, Groups, History, List, Place, Setting, Words, apply, check, hanging,
};
use sotto_survey::{Json, QuestionType};

use crate::texts;

fn typed(place: Place, text: &str) -> Edit {
    Edit::SetWords {
        place,
        words: Words::Title,
        language: "en".to_owned(),
        text: text.to_owned(),
    }
}

/// The indices of the questions that two drafts do not share.
fn unshared(one: &Draft, other: &Draft) -> Vec<usize> {
    let pairs = one.shared().iter().zip(other.shared()).enumerate();
    pairs
        .filter(|(_, (one, other))| !Rc::ptr_eq(one, other))
        .map(|(index, _)| index)
        .collect()
}

#[test]
fn what_is_typed_copies_one_question_alone() {
    for text in texts() {
        let draft = Draft::of_text(text);
        for index in 0..draft.questions().len() {
            let set = Edit::Set {
                place: Place::Question(index),
                setting: Setting::Required,
                value: Some(Json::Flag(true)),
            };
            let item = Place::Item {
                question: index,
                list: List::Options,
                index: 0,
            };
            let before = History::new(draft.clone()).naming_by_words(true);
            for edit in [
                typed(Place::Question(index), "Tea?"),
                set,
                typed(item, "Milk"),
            ] {
                // Also where its name follows.
                let after = before.with(&edit);
                let named = |one: usize| {
                    let id = draft.question(index).unwrap().id().to_owned();
                    hanging_on(&draft, one).contains(&id)
                };
                let apart = unshared(&draft, after.draft());
                assert!(
                    apart.iter().all(|one| *one == index || named(*one)),
                    "{edit:?}: {apart:?}"
                );
                assert_eq!(after.undone().draft(), before.draft());
            }
        }
        assert_eq!(
            unshared(&draft, &apply(&draft, &typed(Place::Survey, "Tea"))),
            [0; 0]
        );
        // Of an edit of any kind, too, what is as it was stays shared.
        let moved = apply(&draft, &Edit::DuplicateQuestion(0));
        assert!(Rc::ptr_eq(&draft.shared()[0], &moved.shared()[0]));
    }
}

/// The ids that a question's condition and words may name.
fn hanging_on(draft: &Draft, index: usize) -> Vec<String> {
    let json = serde_json::to_string(&*draft.shared()[index]).unwrap();
    let ids = draft.questions().map(|one| one.id().to_owned());
    ids.filter(|id| json.contains(&**id)).collect()
}

fn grouped() -> Draft {
    let question = |id: &str| {
        format!(
            r#"{{ "id": "{id}", "type": "single-choice", "title": {{ "en": "{id}?" }}, "order": "random", "pinned": ["b"],
                "options": [{{ "id": "a", "title": {{ "en": "A" }} }}, {{ "id": "b", "title": {{ "en": "B" }} }},
                    {{ "id": "c", "title": {{ "en": "C" }} }}] }}"#
        )
    };
    let questions: Vec<_> = ["one", "two", "three", "four"].map(question).into();
    Draft::of_text(&format!(
        r#"{{ "sotto": 1, "id": "tea", "version": 1, "title": {{ "en": "Tea" }}, "languages": ["en"], "plan": "split",
            "epsilon": "2", "questions": [{}] }}"#,
        questions.join(",")
    ))
}

fn groups(draft: &Draft, groups: Groups) -> Vec<String> {
    draft.groups(groups).map(|ids| ids.join(" ")).collect()
}

fn is_survey(draft: &Draft) -> bool {
    matches!(check(draft), Checked::Survey(_))
}

#[test]
fn pages_begin_and_end() {
    let draft = grouped();
    assert!(is_survey(&draft));
    let two = apply(&draft, &Edit::BreakPage(2));
    assert_eq!(groups(&two, Groups::Pages), ["one two", "three four"]);
    let three = apply(&two, &Edit::BreakPage(3));
    assert_eq!(groups(&three, Groups::Pages), ["one two", "three", "four"]);
    assert!(is_survey(&three));
    // A page begins once.
    assert_eq!(apply(&three, &Edit::BreakPage(3)), three);
    let named = apply(&three, &typed(Place::Page(1), "Later"));
    assert!(is_survey(&named));
    let back = apply(&apply(&named, &Edit::JoinPages(2)), &Edit::JoinPages(1));
    assert_eq!(back, draft);
    // A title is not thrown away with the last divider.
    let titled = apply(&two, &typed(Place::Page(0), "First"));
    let kept = apply(&titled, &Edit::JoinPages(1));
    assert_eq!(groups(&kept, Groups::Pages), ["one two three four"]);
    for nothing in [Edit::JoinPages(0), Edit::JoinPages(9), Edit::BreakPage(9)] {
        assert_eq!(apply(&two, &nothing), two, "{nothing:?}");
    }
}

#[test]
fn links_and_variants_take_in_and_let_go() {
    let join = |groups, question, with| Edit::Join {
        groups,
        question,
        with,
    };
    let draft = grouped();
    let linked = apply(&draft, &join(Groups::Links, 0, 1));
    assert_eq!(groups(&linked, Groups::Links), ["one two"]);
    assert!(is_survey(&linked));
    let three = apply(&linked, &join(Groups::Links, 1, 2));
    assert_eq!(groups(&three, Groups::Links), ["one two three"]);
    assert_eq!(apply(&three, &join(Groups::Links, 0, 2)), three);
    assert_eq!(apply(&three, &join(Groups::Links, 0, 0)), three);
    let two = apply(&three, &Edit::Leave(Groups::Links, 0));
    assert_eq!(groups(&two, Groups::Links), ["two three"]);
    // One question alone is reported by itself.
    assert_eq!(apply(&two, &Edit::Leave(Groups::Links, 1)), draft);

    let fixed = apply(&draft, &Edit::SetPlan(sotto_survey::Plan::Fixed));
    let arms = apply(&fixed, &join(Groups::Arms, 2, 3));
    assert!(is_survey(&arms), "{:?}", check(&arms).faults());
    let renamed = apply(
        &arms,
        &Edit::RenameQuestion {
            question: 3,
            id: "softly".to_owned(),
        },
    );
    assert_eq!(groups(&renamed, Groups::Arms), ["three softly"]);
    let deleted = apply(&renamed, &Edit::DeleteQuestion(3));
    assert_eq!(groups(&deleted, Groups::Arms), [""; 0]);
    assert_eq!(hanging(&deleted), []);
}

#[test]
fn what_keeps_its_place_follows_a_name_and_goes_with_it() {
    let draft = grouped();
    let pinned = |draft: &Draft| {
        let json = serde_json::to_string(&*draft.shared()[0]).unwrap();
        let (_, rest) = json.split_once("\"pinned\":")?;
        rest.split_once(']').map(|(ids, _)| ids.to_owned())
    };
    assert_eq!(pinned(&draft).as_deref(), Some("[\"b\""));
    let list = List::Options;
    let renamed = apply(
        &draft,
        &Edit::RenameItem {
            question: 0,
            list,
            index: 1,
            id: "milk".to_owned(),
        },
    );
    assert_eq!(pinned(&renamed).as_deref(), Some("[\"milk\""));
    let deleted = apply(
        &renamed,
        &Edit::DeleteItem {
            question: 0,
            list,
            index: 1,
        },
    );
    assert_eq!(pinned(&deleted), None);
    assert!(is_survey(&deleted));
    // An answer of another type has no order.
    let other = apply(
        &draft,
        &Edit::SetType {
            question: 0,
            question_type: QuestionType::YesNo,
        },
    );
    assert!(is_survey(&other), "{:?}", check(&other).faults());
}

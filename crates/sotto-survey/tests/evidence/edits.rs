//! What an edit of a published survey is, change by change.

use serde_json::{Value, json};
use sotto_survey::{ChangeKind, Edit, EditClass, Survey};

fn file() -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    json!({
        "sotto": 1, "id": "club", "version": 1, "title": { "en": "Club" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "9", "minimum-reports": 5, "questions": [
            { "id": "well", "type": "yes-no", "title": { "en": "Well?" }, "epsilon": "1" },
            { "id": "tea", "type": "single-choice", "title": { "en": "Tea?" }, "epsilon": "1",
              "mechanism": "direct-encoding", "options": [option("a"), option("b"), option("c")] },
            { "id": "all", "type": "multiple-choice", "title": { "en": "Which?" }, "epsilon": "1",
              "options": [option("a"), option("b"), option("c")], "at-most": 2 },
            { "id": "grid", "type": "matrix", "title": { "en": "Each?" }, "epsilon": "1",
              "rows": [option("x"), option("y")], "options": [option("a"), option("b")] },
            { "id": "age", "type": "number", "title": { "en": "Age?" }, "epsilon": "1",
              "min": 0, "max": 100, "decline": false },
            { "id": "stars", "type": "rating", "title": { "en": "Stars?" }, "epsilon": "1" }
        ]
    })
}

fn survey(file: &Value) -> Survey {
    serde_json::from_value(file.clone()).unwrap()
}

/// The next version, changed.
fn next(change: impl Fn(&mut Value)) -> Survey {
    let mut file = file();
    file["version"] = json!(2);
    change(&mut file);
    survey(&file)
}

fn edit(change: impl Fn(&mut Value)) -> Edit {
    Edit::between(&survey(&file()), &next(change))
}

fn found(edit: &Edit) -> Vec<(ChangeKind, &str)> {
    let changes = edit.changes().iter();
    changes
        .map(|one| (one.kind, one.pointer.as_str()))
        .collect()
}

fn question(id: &str) -> Value {
    json!({ "id": id, "type": "yes-no", "title": { "en": "New?" }, "epsilon": "1" })
}

type Case = (fn(&mut Value), ChangeKind, &'static str);

#[rustfmt::skip]
const ROWS: &[Case] = &[
    (|f| f["title"]["en"] = json!("Society"), ChangeKind::Texts, "/title"),
    (|f| f["description"] = json!({ "en": "x" }), ChangeKind::Texts, "/description"),
    (|f| f["questions"][0]["help"] = json!({ "en": "x" }), ChangeKind::Texts, "/questions/0/help"),
    (|f| f["questions"][1]["options"][2]["title"]["en"] = json!("x"), ChangeKind::Texts, "/questions/1/options/2/title"),
    (|f| f["questions"][3]["rows"][1]["title"]["en"] = json!("x"), ChangeKind::Texts, "/questions/3/rows/1/title"),
    (|f| f["questions"][4]["unit"] = json!({ "en": "years" }), ChangeKind::Texts, "/questions/4/unit"),
    (|f| f["questions"].as_array_mut().unwrap().swap(0, 1), ChangeKind::QuestionOrder, "/questions"),
    (|f| f["questions"][1]["type"] = json!("dropdown"), ChangeKind::Presentation, "/questions/1/type"),
    (|f| f["questions"][4]["type"] = json!("slider"), ChangeKind::Presentation, "/questions/4/type"),
    (|f| f["questions"][5]["icons"] = json!("stars"), ChangeKind::Presentation, "/questions/5/icons"),
    (|f| f["pages"] = json!([{ "questions": ["well", "tea", "all", "grid", "age", "stars"] }]), ChangeKind::Pages, "/pages"),
    (|f| f["closing"] = json!({ "text": { "en": "Thank you." } }), ChangeKind::Closing, "/closing"),
    (|f| f["words"] = json!({ "next": { "eo": "Sekva" } }), ChangeKind::OwnWords, "/words"),
    (|f| f["theme"] = json!({ "font": "serif" }), ChangeKind::Theme, "/theme"),
    (|f| f["languages"] = json!(["en", "zh-CN"]), ChangeKind::Languages, "/languages"),
    (|f| f["questions"].as_array_mut().unwrap().push(question("new")), ChangeKind::QuestionAdded, "/questions/6"),
    (|f| f["minimum-reports"] = json!(9), ChangeKind::MinimumReports, "/minimum-reports"),
    (|f| f["epsilon"] = json!("8"), ChangeKind::DeclaredEpsilon, "/epsilon"),
    (|f| f["questions"][0]["required"] = json!(true), ChangeKind::Required, "/questions/0/required"),
    (|f| f["questions"].as_array_mut().unwrap().insert(0, question("new")), ChangeKind::QuestionInserted, "/questions/0"),
    (|f| drop(f["questions"].as_array_mut().unwrap().remove(2)), ChangeKind::QuestionRemoved, "/questions"),
    (|f| f["questions"][1]["options"].as_array_mut().unwrap().swap(0, 1), ChangeKind::Options, "/questions/1/options"),
    (|f| f["questions"][1]["options"][0]["id"] = json!("z"), ChangeKind::Options, "/questions/1/options"),
    (|f| drop(f["questions"][1]["options"].as_array_mut().unwrap().pop()), ChangeKind::Options, "/questions/1/options"),
    (|f| f["questions"][5]["scale"] = json!(7), ChangeKind::Options, "/questions/5/scale"),
    (|f| f["questions"][3]["rows"].as_array_mut().unwrap().swap(0, 1), ChangeKind::Rows, "/questions/3/rows"),
    (|f| f["questions"][4]["max"] = json!(120), ChangeKind::Range, "/questions/4/max"),
    (|f| f["questions"][2]["at-most"] = json!(1), ChangeKind::ChoiceLimits, "/questions/2/at-most"),
    (|f| f["questions"][4]["estimate"] = json!("distribution"), ChangeKind::Estimate, "/questions/4/estimate"),
    (|f| f["questions"][0]["decline"] = json!(false), ChangeKind::Decline, "/questions/0/decline"),
    (|f| f["questions"][1]["condition"] = json!({ "question": "well", "is": ["yes"] }), ChangeKind::Condition, "/questions/1/condition"),
    (|f| f["questions"][1]["mechanism"] = json!("optimized-unary-encoding"), ChangeKind::Mechanism, "/questions/1/mechanism"),
    (|f| f["questions"][1]["epsilon"] = json!("0.9"), ChangeKind::EpsilonLowered, "/questions/1/epsilon"),
    (|f| f["questions"][0]["type"] = json!("statement"), ChangeKind::Type, "/questions/0/type"),
    (|f| f["questions"][1]["epsilon"] = json!("1.1"), ChangeKind::EpsilonRaised, "/questions/1/epsilon"),
];

#[test]
fn every_change_is_named_at_its_place() {
    for (index, (change, kind, pointer)) in ROWS.iter().enumerate() {
        let edit = edit(|file| {
            change(file);
            if *kind == ChangeKind::Type {
                for field in ["epsilon", "mechanism"] {
                    file["questions"][0].as_object_mut().unwrap().remove(field);
                }
            }
        });
        let all = found(&edit);
        assert!(all.contains(&(*kind, pointer)), "{index}: {all:?}");
        assert_eq!(edit.class(), kind.class(), "{index}: {all:?}");
        let light = kind.class() <= EditClass::Compatible;
        assert_eq!(edit.keeps_counts(), light, "{index}");
        // What weighs little comes alone.
        assert!(!light || all.len() == 1, "{index}: {all:?}");
    }
}

#[test]
fn nothing_changed_is_an_edit_of_words() {
    let edit = edit(|_| ());
    assert_eq!(found(&edit), []);
    assert_eq!(edit.class(), EditClass::Words);
    let once = survey(&file()).privacy_loss().micros();
    assert_eq!(edit.spent_on_both().micros(), 2 * once);
}

#[test]
fn integers_alone_tell_that_people_lose_more() {
    let with = |weights: Value| {
        move |file: &mut Value| {
            file["questions"][0]["decline"] = json!(false);
            file["questions"][0]["mechanism"] = json!("direct-encoding");
            file["questions"][0]["weights"] = weights.clone();
        }
    };
    let weak = next(with(json!(["3", "2"])));
    let strong = next(with(json!(["5", "2"])));
    let raised = Edit::between(&weak, &strong);
    assert_eq!(
        found(&raised),
        [(ChangeKind::EpsilonRaised, "/questions/0/epsilon")]
    );
    let lowered = Edit::between(&strong, &weak);
    assert_eq!(
        found(&lowered),
        [(ChangeKind::Weights, "/questions/0/weights")]
    );
    assert_eq!(lowered.class(), EditClass::Structural);
}

#[test]
fn a_share_of_the_same_total_is_another_epsilon() {
    let split = |file: &mut Value| {
        file["plan"] = json!("split");
        for question in file["questions"].as_array_mut().unwrap() {
            question.as_object_mut().unwrap().remove("epsilon");
        }
    };
    let grown = next(|file| {
        split(file);
        let mut new = question("new");
        new.as_object_mut().unwrap().remove("epsilon");
        file["questions"].as_array_mut().unwrap().push(new);
    });
    let edit = Edit::between(&next(split), &grown);
    let lowered = found(&edit);
    let lowered = lowered
        .iter()
        .filter(|one| one.0 == ChangeKind::EpsilonLowered);
    assert_eq!(lowered.count(), 6);
    assert_eq!(edit.class(), EditClass::Structural);
}

#[test]
fn more_or_fewer_drawn_questions() {
    let drawing = |number: u32| {
        move |file: &mut Value| {
            file["plan"] = json!("sample");
            file["sample"] = json!(number);
            for question in file["questions"].as_array_mut().unwrap() {
                question["epsilon"] = json!("1");
            }
        }
    };
    let own = |number| next(drawing(number));
    let all = next(|_| ());
    for (old, new, kind, pointer) in [
        (own(2), own(3), ChangeKind::MoreDrawn, "/sample"),
        (own(2), own(1), ChangeKind::FewerDrawn, "/sample"),
        (own(2), all.clone(), ChangeKind::MoreDrawn, "/plan"),
        (all, own(2), ChangeKind::Plan, "/plan"),
    ] {
        let edit = Edit::between(&old, &new);
        let all = found(&edit);
        assert!(all.contains(&(kind, pointer)), "{kind:?}: {all:?}");
    }
}

#[test]
fn the_next_wave_counts_for_itself_and_costs_no_more() {
    let mood = |version: u32| {
        survey(&json!({
            "sotto": 1, "id": "mood", "version": version, "title": { "en": "Mood" },
            "languages": ["en"], "plan": "fixed", "epsilon": "2", "epsilon-first": "1",
            "questions": [{ "id": "well", "type": "yes-no", "title": { "en": "?" }, "epsilon": "2" }]
        }))
    };
    let edit = Edit::between(&mood(1), &mood(2));
    assert_eq!(found(&edit), [(ChangeKind::NewWave, "/version")]);
    assert_eq!(edit.spent_on_both(), mood(1).privacy_loss());
}

#[test]
fn linking_questions_may_tell_more_than_people_were_told() {
    let with = |links: Value| {
        next(|file| {
            // A linked question's mechanism is its link's.
            let tea = file["questions"][1].as_object_mut().unwrap();
            tea.remove("mechanism");
            file["link"] = links.clone();
        })
    };
    let linked = |members: Value| with(json!([members]));
    let (apart, together) = (with(json!([])), linked(json!(["well", "tea"])));
    let kinds = |old: &Survey, new: &Survey| {
        let edit = Edit::between(old, new);
        let changes = edit.changes().iter();
        let kinds = changes.map(|one| (one.kind, one.pointer.clone()));
        kinds.collect::<Vec<_>>()
    };
    let has = |kinds: &[(ChangeKind, String)], kind, pointer: &str| {
        kinds.contains(&(kind, pointer.to_owned()))
    };
    let found = kinds(&apart, &together);
    assert!(has(&found, ChangeKind::Linked, "/link/0"), "{found:?}");
    assert_eq!(
        Edit::between(&apart, &together).class(),
        EditClass::ForbiddenWhileOpen
    );
    let found = kinds(&together, &apart);
    assert!(has(&found, ChangeKind::Unlinked, "/link"), "{found:?}");
    let turned = linked(json!(["tea", "well"]));
    let found = kinds(&together, &turned);
    assert_eq!(found, [(ChangeKind::Unlinked, "/link/0".to_owned())]);
    let with_another = linked(json!(["well", "stars"]));
    let found = kinds(&together, &with_another);
    assert!(has(&found, ChangeKind::Linked, "/link/0"), "{found:?}");
    assert!(has(&found, ChangeKind::Unlinked, "/link"), "{found:?}");
    let by = |mechanism: &str| {
        let link = json!({ "questions": ["well", "tea"], "mechanism": mechanism });
        with(json!([link]))
    };
    let found = kinds(&by("direct-encoding"), &by("optimized-unary-encoding"));
    assert_eq!(found, [(ChangeKind::Mechanism, "/link/0".to_owned())]);
    assert_eq!(kinds(&together, &together.clone()), []);
}

#[test]
fn every_kind_has_a_name_and_a_sentence_of_its_own() {
    for (index, kind) in ChangeKind::ALL.into_iter().enumerate() {
        for other in &ChangeKind::ALL[..index] {
            assert_ne!(kind.name(), other.name());
            assert_ne!(kind.sentence(), other.sentence());
        }
    }
}

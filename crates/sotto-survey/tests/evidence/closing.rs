//! Closing words: the same for everybody, part of what is pinned, and leading nowhere but where they say.

use serde_json::{Value, json};
use sotto_survey::{
    ChangeKind, CompiledError, Edit, EditClass, FaultCause, InvalidAddress, Json, Survey,
    SurveyFile,
};

use crate::faults::places;

fn text(words: &str) -> Value {
    json!({ "en": words, "zh-CN": format!("{words}（中文）") })
}

fn closing() -> Value {
    json!({
        "text": text("Thank you.\nYour answer counts."),
        "help": [
            { "title": text("Day and night: 116 123"), "to": "tel:116123" },
            { "title": text("By mail"), "to": "mailto:help@example.org" },
        ],
        "links": [{ "title": text("About this study"), "to": "https://example.org/study?from=survey" }],
        "redirect": { "title": text("Back to the course"), "to": "https://course.example.org/week-3", "by-itself": true },
        "code": "C1K2X9",
    })
}

fn file(closing: Option<Value>) -> Value {
    let mut file = json!({
        "sotto": 1, "id": "club", "version": 1, "title": text("Club"), "languages": ["en", "zh-CN"],
        "plan": "split", "epsilon": "1",
        "questions": [{ "id": "smokes", "type": "yes-no", "title": text("Do you smoke?") }],
    });
    if let Some(closing) = closing {
        file["closing"] = closing;
    }
    file
}

fn survey(closing: Option<Value>) -> Survey {
    serde_json::from_value(file(closing)).unwrap()
}

#[test]
fn a_published_survey_says_them_as_its_file_does() {
    let published = serde_json::to_value(survey(Some(closing()))).unwrap();
    assert_eq!(published["closing"], closing());
    let without = serde_json::to_value(survey(None)).unwrap();
    assert_eq!(without.get("closing"), None);
    // Each of the six stands alone, too.
    let alone =
        ["text", "help", "links", "redirect", "code"].map(|part| json!({ part: closing()[part] }));
    for one in alone.into_iter().chain([json!({ "own-code": true })]) {
        let published = serde_json::to_value(survey(Some(one.clone()))).unwrap();
        assert_eq!(published["closing"], one);
    }
}

#[test]
fn the_compiled_form_has_them_behind_all_else_and_names_the_program_that_shows_them() {
    const PROGRAM: usize = 7;
    let (plain, with) = (survey(None).compile(), survey(Some(closing())));
    let compiled = with.compile();
    assert_eq!((plain[PROGRAM], compiled[PROGRAM]), (0, 4));
    // What devices load of a survey without them is what it was.
    assert_eq!(compiled[PROGRAM + 1..plain.len()], plain[PROGRAM + 1..]);
    let read = Survey::of_compiled(&compiled).unwrap();
    assert_eq!(read, with);
    assert_eq!(read.compile(), compiled);
    assert_eq!(read.pinned_parameters(), survey(None).pinned_parameters());
    for length in plain.len()..compiled.len() {
        assert!(
            Survey::of_compiled(&compiled[..length]).is_err(),
            "{length}"
        );
    }
}

#[test]
fn a_code_of_ones_own_is_told_from_one_for_all() {
    let own = survey(Some(
        json!({ "text": text("Thank you."), "own-code": true }),
    ));
    assert!(own.gives_own_code());
    assert!(!survey(Some(closing())).gives_own_code());
    assert!(!survey(None).gives_own_code());
    let read = Survey::of_compiled(&own.compile()).unwrap();
    assert_eq!(read, own);
    // Left out and refused are the same, so that there is one way to write it.
    let without = survey(Some(
        json!({ "text": text("Thank you."), "own-code": false }),
    ));
    assert_eq!(without, survey(Some(json!({ "text": text("Thank you.") }))));
}

#[test]
fn the_link_may_name_the_arm_of_a_survey_with_closing_words() {
    let mut file = file(Some(closing()));
    let question =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": text(id), "epsilon": "1" });
    file["plan"] = json!("fixed");
    file["questions"] = json!([question("a"), question("b")]);
    file["arms"] = json!([["a", "b"]]);
    file["arms-by-link"] = json!(true);
    let survey: Survey = serde_json::from_value(file).unwrap();
    let compiled = survey.compile();
    assert_eq!(compiled[7], 6);
    assert_eq!(Survey::of_compiled(&compiled).unwrap(), survey);
}

#[test]
fn a_collector_cannot_name_another_program_or_another_address() {
    let compiled = survey(Some(closing())).compile();
    for program in [0, 1, 2, 3, 5, 6, 7, 8, 255] {
        let mut other = compiled.clone();
        other[7] = program;
        assert!(Survey::of_compiled(&other).is_err(), "{program}");
    }
    let altered = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let found = { 0..compiled.len() }.find(|&at| compiled[at..].starts_with(from.as_bytes()));
        let at = found.unwrap();
        let parts = [&compiled[..at], to.as_bytes(), &compiled[at + to.len()..]];
        Survey::of_compiled(&parts.concat())
    };
    let refused = Err(CompiledError::Value("address"));
    assert_eq!(altered("https://course", "http:///course"), refused);
    assert_eq!(altered("https://course", "javascript:xyz"), refused);
    assert_eq!(altered("tel:116123", "data:,1234"), refused);
    let code = Err(CompiledError::Value("completion code"));
    assert_eq!(altered("C1K2X9", "{pid}9"), code);
    assert!(matches!(
        altered("Thank you.", "{smokes}. "),
        Err(CompiledError::Faults(_))
    ));
}

#[test]
fn other_closing_words_are_another_pin_and_the_same_counts() {
    let before = survey(Some(closing()));
    for (pointer, to) in [
        ("/text/en", json!("Thanks.")),
        ("/text/zh-CN", json!("谢谢")),
        ("/help/0/to", json!("tel:110")),
        ("/links/0/to", json!("https://example.org/other")),
        ("/redirect/to", json!("https://course.example.org/week-4")),
        ("/redirect/by-itself", json!(false)),
        ("/code", json!("C1K2X8")),
    ] {
        let mut other = closing();
        *other.pointer_mut(pointer).unwrap() = to;
        let now = survey(Some(other));
        assert_ne!(before.compile(), now.compile(), "{pointer}");
        let edit = Edit::between(&before, &now);
        let changes = edit.changes().iter();
        let changes: Vec<_> = changes.map(|one| (one.kind, &*one.pointer)).collect();
        assert_eq!(changes, [(ChangeKind::Closing, "/closing")]);
        assert_eq!(edit.class(), EditClass::Words);
        assert!(edit.keeps_counts());
    }
}

#[test]
fn nothing_in_them_depends_on_an_answer() {
    let condition = json!({ "question": "smokes", "is": ["yes"] });
    for holder in ["", "/help/0", "/links/0", "/redirect"] {
        let mut with = closing();
        let place = with.pointer_mut(holder).unwrap();
        place["condition"] = condition.clone();
        let at = format!("/closing{holder}/condition");
        assert_eq!(
            places(&file(Some(with))),
            [(at, FaultCause::ClosingCondition)]
        );
    }
    for (pointer, words, found) in [
        ("/text/en", "You said {smokes}.", "{smokes}"),
        ("/text/zh-CN", "谢谢 ${smokes}", "{smokes}"),
        ("/help/1/title/en", "For {{smokes}}", "{{smokes}"),
        ("/links/0/title/en", "{smokes}", "{smokes}"),
        ("/redirect/title/en", "{smokes}", "{smokes}"),
    ] {
        let mut with = closing();
        *with.pointer_mut(pointer).unwrap() = json!(words);
        let cause = FaultCause::ClosingPiping(found.to_owned());
        assert_eq!(
            places(&file(Some(with))),
            [(format!("/closing{pointer}"), cause)]
        );
    }
    let sentence = FaultCause::ClosingCondition.to_string();
    assert!(sentence.contains("the same for everybody"), "{sentence}");
}

#[test]
fn no_address_leads_elsewhere_than_to_a_page_or_a_help_line() {
    for (pointer, to) in [
        ("/redirect/to", "javascript:alert(1)"),
        ("/redirect/to", "http://example.org"),
        ("/redirect/to", "tel:116123"),
        ("/links/0/to", "data:text/html,x"),
        ("/links/0/to", "mailto:help@example.org"),
        ("/help/0/to", "JavaScript:alert(1)"),
        ("/help/1/to", "sms:116123"),
        ("/links/0/to", "https://example.org/?id={smokes}"),
    ] {
        let mut with = closing();
        *with.pointer_mut(pointer).unwrap() = json!(to);
        let found = places(&file(Some(with)));
        let [(at, FaultCause::Address(cause))] = &found[..] else {
            panic!("{to}: {found:?}");
        };
        assert_eq!(*at, format!("/closing{pointer}"));
        let sentence = cause.to_string();
        assert!(
            sentence.contains("https://") || sentence.contains("braces"),
            "{sentence}"
        );
    }
    let bare = json!({ "redirect": { "title": { "en": "On" } } });
    assert_eq!(
        places(&file(Some(bare))),
        [("/closing/redirect/to".to_owned(), FaultCause::Missing("to"))]
    );
    assert!(matches!(
        "ftp://example.org".parse::<sotto_survey::WebAddress>(),
        Err(InvalidAddress::NotWeb(_))
    ));
}

#[test]
fn what_says_nothing_or_too_much_is_refused() {
    let line = &closing()["help"][0];
    let many = vec![line.clone(); 21];
    let cause = |closing: Value| places(&file(Some(closing))).remove(0);
    let at = |pointer: &str, cause| (pointer.to_owned(), cause);
    assert_eq!(cause(json!({})), at("/closing", FaultCause::ClosingEmpty));
    assert_eq!(
        cause(json!({ "help": [] })),
        at("/closing/help", FaultCause::NothingListed)
    );
    assert_eq!(
        cause(json!({ "help": many })),
        at("/closing/help", FaultCause::TooLong(20))
    );
    assert_eq!(
        cause(json!({ "text": { "zh-CN": "谢谢" } })),
        at(
            "/closing/text/en",
            FaultCause::Untranslated("en".to_owned())
        )
    );
    assert!(matches!(
        cause(json!({ "text": text("x"), "picture": "x.png" })),
        (_, FaultCause::UnknownField { .. })
    ));
}

#[test]
fn a_file_is_read_and_written_as_it_stands() {
    let json: Json = serde_json::from_value(file(Some(closing()))).unwrap();
    let read = SurveyFile::read(json).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap()["closing"], closing());
}

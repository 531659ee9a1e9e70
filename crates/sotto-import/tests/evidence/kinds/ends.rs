//! What stands behind the last question: one end for everybody, and a way on that somebody has to press.

use serde_json::{Value, json};
use sotto_import::Format;

use crate::made::{choice, drafted, limesurvey, qsf, qsf_file, surveyjs};

fn survey_with(ends: &Value) -> crate::made::Drafted {
    let mut file = json!({ "title": "T", "elements": [{ "type": "boolean", "name": "smokes" }] });
    for (name, value) in ends.as_object().unwrap() {
        file[name] = value.clone();
    }
    surveyjs(&file)
}

#[test]
fn closing_words_are_kept_without_markup_and_without_answers() {
    let drafted = survey_with(&json!({
        "completedHtml": { "default": "<h3>Thank you, {smokes}!</h3><p>A {} B</p>", "de": "Danke!" },
        "navigateToUrl": "https://panel.example.org/done?cc=C1",
    }));
    let closing = &drafted.draft["closing"];
    assert_eq!(closing["text"]["en"], "Thank you, …!\nA () B");
    let way = json!({ "title": { "en": "panel.example.org" }, "to": "https://panel.example.org/done?cc=C1" });
    assert_eq!(closing["redirect"], way);
    drafted.must_say(&["completedHtml: changed", "markup"]);
    drafted.must_say(&["completedHtml: changed", "{smokes}"]);
    drafted.must_say(&["completedHtml: kept", "below the receipt"]);
    drafted.must_say(&["navigateToUrl: changed", "who does not press it"]);
}

#[test]
fn an_end_that_depends_on_an_answer_is_left_out_and_told() {
    let drafted = survey_with(&json!({
        "completedBeforeHtml": "You were here before.",
        "completedHtmlOnCondition": [{ "expression": "{smokes} = true", "html": "Help line: 1" }],
        "navigateToUrlOnCondition": [{ "expression": "{smokes} = true", "url": "https://example.org/smoker" }],
    }));
    assert!(drafted.draft["closing"].is_null());
    for key in [
        "completedBeforeHtml",
        "completedHtmlOnCondition",
        "navigateToUrlOnCondition",
    ] {
        drafted.must_say(&[&format!("{key}: left out"), "the same for everybody"]);
    }
}

#[test]
fn no_address_but_a_plain_page_leads_on() {
    for address in [
        "http://example.org",
        "javascript:alert(1)",
        "https://example.org/?id={smokes}",
        "example.org",
    ] {
        let drafted = survey_with(&json!({ "navigateToUrl": address }));
        assert!(drafted.draft["closing"].is_null(), "{address}");
        drafted.must_say(&["navigateToUrl: left out", address, "https://"]);
    }
}

#[test]
fn lime_surveys_end_and_address_are_kept_in_every_language() {
    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|help|language
         S||language||en||
         SL||surveyls_title||T||en
         SL||surveyls_title||T||de
         SL||surveyls_endtext||Bye||en
         SL||surveyls_endtext||Tschüss||de
         SL||surveyls_url||https://example.org/en||en
         SL||surveyls_url||https://example.org/de||de
         SL||surveyls_urldescription||Our site||en
         SL||surveyls_urldescription||Unsere Seite||de
         G|1|Week|1|||en
         Q|Y|q|1|Q?||en
         G|1|Woche|1|||de
         Q|Y|q|1|F?||de",
    );
    assert_eq!(
        drafted.draft["closing"],
        json!({
            "text": { "en": "Bye", "de": "Tschüss" },
            "redirect": { "title": { "en": "Our site", "de": "Unsere Seite" }, "to": "https://example.org/en" },
        })
    );
    drafted.must_say(&["surveyls_url: left out", "one end"]);
}

#[test]
fn the_first_card_is_everybodys_end() {
    let survey = json!({
        "name": "T",
        "questions": [{ "id": "q", "type": "consent", "headline": { "default": "Agree?" }, "label": { "default": "Yes" }, "required": true },
            { "id": "r", "type": "rating", "headline": { "default": "How?" }, "range": 5, "scale": "number" }],
        "endings": [
            { "id": "a", "type": "endScreen", "headline": { "default": "Thanks" }, "subheader": { "default": "And more" },
              "buttonLabel": { "default": "On" }, "buttonLink": "https://example.org" },
            { "id": "b", "type": "endScreen", "headline": { "default": "Sorry" } },
            { "id": "c", "type": "redirectToUrl", "label": "Elsewhere", "url": "https://example.org/else" },
        ],
    });
    let drafted = drafted(
        survey.to_string().as_bytes(),
        "s.json",
        Some(Format::Formbricks),
    );
    assert_eq!(
        drafted.draft["closing"],
        json!({
            "text": { "en": "Thanks\nAnd more" },
            "redirect": { "title": { "en": "On" }, "to": "https://example.org" },
        })
    );
    drafted.must_say(&["the last card: left out", "one end"]);
}

#[test]
fn a_last_screen_or_an_address_in_its_place() {
    let form = |screens: Value| {
        let form = json!({ "title": "T", "thankyou_screens": screens,
            "fields": [{ "id": "f", "ref": "q", "title": "Q?", "type": "yes_no" }] });
        drafted(
            form.to_string().as_bytes(),
            "f.json",
            Some(Format::Typeform),
        )
    };
    let screen = form(
        json!([{ "ref": "bye", "title": "Bye", "properties": { "description": "See you",
        "show_button": true, "button_mode": "redirect", "button_text": "On", "redirect_url": "https://example.org" } }]),
    );
    assert_eq!(
        screen.draft["closing"],
        json!({
            "text": { "en": "Bye\nSee you" },
            "redirect": { "title": { "en": "On" }, "to": "https://example.org" },
        })
    );
    let address = form(
        json!([{ "ref": "out", "type": "url_redirect", "title": "x", "properties": { "redirect_url": "https://example.org" } }]),
    );
    assert_eq!(
        address.draft["closing"],
        json!({ "redirect": { "title": { "en": "example.org" }, "to": "https://example.org" } })
    );
}

#[test]
fn of_qualtrics_the_address_is_there_and_the_words_are_not() {
    let questions = [("QID1", choice("Adult"))];
    let blocks = json!([{ "Type": "Standard", "ID": "A", "BlockElements": [{ "Type": "Question", "QuestionID": "QID1" }] }]);
    let options = json!({ "Advanced": "true", "SurveyTermination": "Redirect", "EOSRedirectURL": "https://example.org/done",
        "EOSMessage": "MS_1", "EOSMessageLibrary": "UR_1" });
    let end = json!({ "Type": "EndSurvey", "FlowID": "FL_9", "EndingType": "Advanced", "Options": options });
    let logic = json!({ "0": { "0": { "LogicType": "Question", "LeftOperand": "q://QID1/SelectableChoice/2", "Operator": "Selected" },
        "Type": "If" } });
    let block = json!({ "Type": "Block", "ID": "A" });
    let for_all = qsf(&qsf_file(&questions, &blocks, &json!([block, end])));
    assert_eq!(
        for_all.draft["closing"],
        json!({ "redirect": { "title": { "en": "example.org" }, "to": "https://example.org/done" } })
    );
    for_all.must_say(&["EOSMessage: left out", "library"]);
    let branch = json!({ "Type": "Branch", "BranchLogic": logic, "Flow": [end] });
    let for_some = qsf(&qsf_file(&questions, &blocks, &json!([block, branch])));
    assert!(for_some.draft["closing"].is_null());
    for_some.must_say(&["EndSurvey: left out", "the same for everybody"]);
}

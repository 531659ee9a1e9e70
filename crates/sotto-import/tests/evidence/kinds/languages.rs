//! Languages: what is one question in two languages, which comes first, and what they are called.

use serde_json::json;

use crate::made::{elements, limesurvey, one_block, surveyjs, xlsform};

#[test]
fn a_question_in_two_languages_is_one() {
    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|help|language
         S||language||en||
         S||additional_languages||de||
         SL||surveyls_title||Pets||en
         SL||surveyls_title||Tiere||de
         G|1|Home|1|||en
         Q|Y|pet|1|A pet?||en
         Q|L|which|((pet.NAOK == \"Y\"))|Which?||en
         A|0|A1||A cat||en
         A|0|A2||A dog||en
         G|1|Zuhause|1|||de
         Q|Y|pet|1|Ein Tier?||de
         Q|L|which|((pet.NAOK == \"Y\"))|Welches?||de
         A|0|A1||Eine Katze||de
         A|0|A2||Einen Hund||de",
    );
    assert_eq!(drafted.ids(), ["pet", "which"]);
    assert_eq!(drafted.draft["languages"], json!(["en", "de"]));
    assert_eq!(
        drafted.draft["pages"],
        json!([{ "title": { "en": "Home", "de": "Zuhause" }, "questions": ["pet", "which"] }])
    );
    assert_eq!(
        drafted.question("which")["options"][1]["title"],
        json!({ "en": "A dog", "de": "Einen Hund" })
    );
    assert_eq!(
        drafted.question("which")["condition"],
        json!({ "question": "pet", "is": ["yes"] })
    );
}

#[test]
fn the_default_does_not_overwrite_the_locale() {
    let drafted = surveyjs(
        &json!({ "locale": "de", "title": { "de": "Fest", "default": "Party" }, "elements": [{ "type": "radiogroup", "name": "q1",
        "title": { "de": "Kommst du?", "default": "Are you coming?" },
        "choices": [{ "value": 1, "text": { "de": "Ja", "default": "Yes" } }, { "value": 2, "text": { "de": "Nein", "default": "No" } }] }] }),
    );
    assert_eq!(drafted.draft["languages"], json!(["de", "en"]));
    assert_eq!(
        drafted.question("q1")["title"],
        json!({ "de": "Kommst du?", "en": "Are you coming?" })
    );
    assert_eq!(drafted.options("q1"), ["Ja", "Nein"]);
}

#[test]
fn the_only_language_of_a_file_comes_first() {
    let drafted = xlsform(
        &[
            &["type", "name", "label::Deutsch (de)"],
            &["select_one yn", "rain", "Regnet es?"],
        ],
        &[
            &["list_name", "name", "label::Deutsch (de)"],
            &["yn", "yes", "Ja"],
            &["yn", "no", "Nein"],
        ],
        &[],
    );
    assert_eq!(drafted.draft["languages"], json!(["de"]));
    assert_eq!(drafted.options("rain"), ["Ja", "Nein"]);
}

#[test]
fn names_of_languages_are_tags() {
    let drafted = xlsform(
        &[
            &[
                "type",
                "name",
                "label::English",
                "label::Kiswahili",
                "label::Acholi",
            ],
            &[
                "select_one yn",
                "rain",
                "Does it rain?",
                "Je, mvua?",
                "Kot?",
            ],
        ],
        &[
            &[
                "list_name",
                "name",
                "label::English",
                "label::Kiswahili",
                "label::Acholi",
            ],
            &["yn", "yes", "Yes", "Ndiyo", "Eyo"],
            &["yn", "no", "No", "Hapana", "Pe"],
        ],
        &[&["default_language"], &["English"]],
    );
    assert_eq!(drafted.draft["languages"], json!(["en", "sw", "x-acholi"]));
    drafted.must_say(&["acholi: changed", "x-acholi"]);

    let mut question = crate::made::choice("Tea");
    question["Language"] = json!({ "ZH-S": { "QuestionText": "茶？", "Choices": { "1": { "Display": "是" }, "2": { "Display": "否" } } },
        "ZH-T": { "QuestionText": "茶嗎？", "Choices": { "1": { "Display": "是" }, "2": { "Display": "否" } } } });
    let drafted = one_block(&[("QID1", question)]);
    assert_eq!(drafted.draft["languages"], json!(["en", "zh-CN", "zh-TW"]));
    assert_eq!(
        drafted.question("tea")["options"][0]["title"],
        json!({ "en": "Yes", "zh-CN": "是", "zh-TW": "是" })
    );
}

#[test]
fn a_language_that_is_hardly_there_is_not_offered() {
    let choices: Vec<String> = (0..20).map(|number| format!("Option {number}")).collect();
    let drafted = elements(
        &json!([{ "type": "radiogroup", "name": "q", "title": { "default": "Which?", "fr": "Lequel ?" }, "choices": choices }]),
    );
    assert_eq!(drafted.draft["languages"], json!(["en"]));
    drafted.must_say(&["fr: left out", "1 of 22 texts"]);
}

#[test]
fn a_text_that_is_missing_in_the_first_language_is_lent_and_told() {
    let drafted = elements(&json!([
        { "type": "radiogroup", "name": "a", "title": { "default": "Which?", "fr": "Lequel ?" }, "choices": ["x", "y"] },
        { "type": "boolean", "name": "b", "title": { "fr": "Vraiment ?" } },
    ]));
    assert_eq!(drafted.question("b")["title"]["en"], "Vraiment ?");
    drafted.must_say(&["en: changed", "those of another stand in"]);
}

#[test]
fn a_file_that_does_not_say_its_language_is_told() {
    let drafted = xlsform(
        &[&["type", "name", "label"], &["select_one yn", "a", "A?"]],
        crate::made::YES_NO,
        &[],
    );
    drafted.must_say(&["does not say which language"]);
}

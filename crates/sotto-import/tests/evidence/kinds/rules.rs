//! Rules: what must be answered, how many, in which order, within which ends.

use serde_json::json;

use crate::made::{YES_NO, choice, elements, limesurvey, one_block, xlsform};

#[test]
fn what_must_be_answered_is_required_and_cannot_be_declined() {
    let drafted = elements(
        &json!([{ "type": "boolean", "name": "a", "isRequired": true }, { "type": "boolean", "name": "b" },
        { "type": "boolean", "name": "c", "isRequired": true, "visibleIf": "{a} = true" }]),
    );
    let rule = |id: &str| {
        (
            drafted.question(id)["required"].clone(),
            drafted.question(id)["decline"].clone(),
        )
    };
    assert_eq!(rule("a"), (json!(true), json!(false)));
    assert_eq!(rule("b"), (json!(null), json!(true)));
    assert_eq!(rule("c"), (json!(true), json!(true)));
    drafted.must_say(&["c: changed", "must be answered there"]);

    let mut question = choice("Q");
    question["Validation"]["Settings"]["ForceResponse"] = json!("ON");
    let mut asked = choice("R");
    asked["Validation"] =
        json!({ "Settings": { "ForceResponse": "ON", "ForceResponseType": "RequestResponse" } });
    let drafted = one_block(&[("QID1", question), ("QID2", asked)]);
    assert_eq!(drafted.question("q")["required"], json!(true));
    assert_eq!(drafted.question("r")["required"], json!(null));

    let drafted = xlsform(
        &[
            &["type", "name", "label", "required"],
            &["select_one yn", "a", "A?", "yes"],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.question("a")["decline"], json!(false));

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language|mandatory
         G|1|G|1||en|
         Q|Y|a|1|A?|en|Y
         Q|Y|b|1|B?|en|N",
    );
    assert_eq!(drafted.question("a")["required"], json!(true));
    assert_eq!(drafted.question("b")["required"], json!(null));
}

#[test]
fn none_refuse_and_other_are_what_they_were() {
    let drafted = elements(
        &json!([{ "type": "checkbox", "name": "aid", "choices": ["Tea", "Milk"], "showNoneItem": true, "noneText": "None of these",
        "showOtherItem": true, "showRefuseItem": true, "showDontKnowItem": true, "maxSelectedChoices": 2, "choicesOrder": "random", "isRequired": true }]),
    );
    let aid = drafted.question("aid");
    assert_eq!(
        drafted.options("aid"),
        [
            "Tea",
            "Milk",
            "None of these",
            "Other (describe)",
            "Don't know"
        ]
    );
    assert_eq!(aid["options"][2]["exclusive"], json!(true));
    assert_eq!(
        (&aid["at-most"], &aid["order"], &aid["decline"]),
        (&json!(2), &json!("random"), &json!(true))
    );
    assert_eq!(aid["pinned"], json!(["other"]));
    drafted.must_say(&["aid: changed", "without its field for text"]);
    drafted.must_say(&["aid: changed", "Prefer not to answer"]);

    let mut question = choice("Drink");
    question["Selector"] = json!("MAVR");
    question["Choices"]["2"] = json!({ "Display": "Nothing", "ExclusiveAnswer": true });
    question["Choices"]["3"] = json!({ "Display": "Else", "TextEntry": "true" });
    question["ChoiceOrder"] = json!([1, 2, 3]);
    question["Randomization"] = json!({ "Type": "All" });
    question["Validation"] = json!({ "Settings": { "ForceResponse": "OFF", "Type": "ChoiceRange", "MinChoices": "1", "MaxChoices": "2" } });
    let drafted = one_block(&[("QID1", question)]);
    let drink = drafted.question("drink");
    assert_eq!(drink["options"][1]["exclusive"], json!(true));
    assert_eq!(
        (&drink["at-least"], &drink["at-most"], &drink["order"]),
        (&json!(1), &json!(2), &json!("random"))
    );
    drafted.must_say(&["drink: changed", "without its field for text"]);

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language|other|random_order|exclude_all_others|max_answers
         G|1|G|1||en
         Q|M|aids|1|What helps?|en|Y|1|no|2
         SQ|0|tea||Tea|en
         SQ|0|milk||Milk|en
         SQ|0|no||Nothing|en",
    );
    let aids = drafted.question("aids");
    assert_eq!(drafted.options("aids"), ["Tea", "Milk", "Nothing", "Other"]);
    assert_eq!(aids["options"][2]["exclusive"], json!(true));
    assert_eq!(
        (&aids["at-most"], &aids["order"]),
        (&json!(2), &json!("random"))
    );

    let drafted = xlsform(
        &[
            &["type", "name", "label", "constraint", "parameters"],
            &[
                "select_multiple list or_other",
                "a",
                "A?",
                "not(selected(., 'none') and count-selected(.) > 1) and count-selected(.) <= 2",
                "randomize=true",
            ],
        ],
        &[
            &["list_name", "name", "label"],
            &["list", "x", "X"],
            &["list", "y", "Y"],
            &["list", "none", "None"],
        ],
        &[],
    );
    let a = drafted.question("a");
    assert_eq!(a["options"][2]["exclusive"], json!(true));
    assert_eq!((&a["at-most"], &a["order"]), (&json!(2), &json!("random")));
    assert_eq!(drafted.options("a"), ["X", "Y", "None", "Other"]);
}

#[test]
fn comments_beside_options_are_told() {
    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         G|1|G|1||en
         Q|O|why|1|Choose and explain|en
         A|0|a||A|en
         A|0|b||B|en
         Q|P|each|1|Tick and explain|en
         SQ|0|a||A|en
         SQ|0|b||B|en",
    );
    assert_eq!(drafted.question("why")["type"], "single-choice");
    assert_eq!(drafted.question("each")["type"], "multiple-choice");
    drafted.must_say(&["why: changed", "comment"]);
    drafted.must_say(&["each: changed", "comment"]);
}

#[test]
fn a_range_with_one_end_keeps_that_end() {
    let drafted = elements(&json!([
        { "type": "text", "inputType": "number", "name": "hours", "min": 1 },
        { "type": "text", "inputType": "number", "name": "kg", "validators": [{ "type": "numeric", "minValue": 30, "maxValue": 200 }] },
        { "type": "text", "inputType": "number", "name": "any" },
        { "type": "text", "inputType": "number", "name": "fine", "min": 0, "max": 1000, "step": 0.01 },
    ]));
    let ends = |id: &str| {
        (
            drafted.question(id)["min"].clone(),
            drafted.question(id)["max"].clone(),
        )
    };
    assert_eq!(ends("hours"), (json!(1), json!(100)));
    assert_eq!(ends("kg"), (json!(30), json!(200)));
    assert_eq!(ends("any"), (json!(0), json!(100)));
    assert_eq!(drafted.question("fine")["step"], json!(0.1));
    drafted.must_say(&["hours: changed", "two ends"]);
    drafted.must_say(&["any: changed", "names none"]);
    drafted.must_say(&["fine: changed", "steps"]);

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language|min_num_value_n|max_num_value_n|num_value_int_only
         G|1|G|1||en
         Q|N|age|1|Age?|en|18|
         Q|N|kids|1|Children?|en|0|20|1",
    );
    assert_eq!(drafted.question("age")["min"], json!(18));
    assert_eq!(drafted.question("kids")["max"], json!(20));
    drafted.must_say(&["age: changed", "two ends"]);
}

#[test]
fn rules_without_the_like_are_told() {
    let drafted = elements(
        &json!([{ "type": "checkbox", "name": "a", "choices": ["x", "y"], "validators": [{ "type": "expression", "expression": "{a.length} > 1" }],
        "defaultValue": ["x"], "requiredIf": "{b} = 1" }]),
    );
    drafted.must_say(&["a: changed", "rule"]);
    drafted.must_say(&["a: left out", "defaultValue"]);
    drafted.must_say(&["a: left out", "requiredIf"]);

    let drafted = xlsform(
        &[
            &["type", "name", "label", "constraint", "default"],
            &["int", "a", "A?", ". >= 0 and . <= ${b}", "5"],
        ],
        YES_NO,
        &[],
    );
    drafted.must_say(&["a: changed", ". <= ${b}"]);
    drafted.must_say(&["a: left out", "default"]);
}

#[test]
fn the_plan_is_one_that_serves() {
    let questions: Vec<_> = (0..41)
        .map(|number| json!({ "type": "boolean", "name": format!("q{number}") }))
        .collect();
    let drafted = elements(&json!(questions));
    assert_eq!(
        (&drafted.draft["plan"], &drafted.draft["sample"]),
        (&json!("sample"), &json!(1))
    );
    let serves = drafted.imported.summary.serves.unwrap();
    assert!(serves.margin < serves.margin_of_split.unwrap());
    let words = drafted.imported.summary.to_string();
    assert!(
        words.starts_with(
            "41 questions on 1 page, in en: 41 as before, 0 changed; 0 things left out"
        ),
        "{words}"
    );
    assert!(words.contains("for ±5 points it takes "), "{words}");
    let drafted = elements(&json!([{ "type": "boolean", "name": "a" }]));
    assert_eq!(drafted.draft["plan"], json!("split"));
}

#[test]
fn what_many_have_in_common_is_one_line() {
    let questions: Vec<_> = (0..60).map(|number| json!({ "type": "boolean", "name": format!("q{number}"), "enableIf": "{x} = 1", "minWidth": "100px" })).collect();
    let drafted = elements(&json!(questions));
    let lines: Vec<_> = drafted
        .lines
        .iter()
        .filter(|line| line.contains("enableIf"))
        .collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    // Each has its name there.
    assert!(
        lines[0].starts_with("60 × left out: q0, q1") && lines[0].contains("q58, q59: "),
        "{lines:?}"
    );
    drafted.must_say(&["the file: left out", "minWidth (60)"]);
}

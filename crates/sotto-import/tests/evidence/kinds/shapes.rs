//! Shapes: what stays a table, several numbers, an order, or one of many.

use serde_json::json;

use crate::made::{YES_NO, elements, limesurvey, one_block, xlsform};

#[test]
fn several_numbers_are_several_numbers() {
    let drafted = elements(&json!([
        { "type": "multipletext", "name": "pets", "items": [{ "name": "dogs", "title": "Dogs", "inputType": "number", "min": 0, "max": 9 },
            { "name": "cats", "inputType": "number", "min": 0, "max": 9 }, { "name": "names" }] },
        { "type": "slider", "name": "time", "sliderType": "range", "min": 0, "max": 24 },
    ]));
    let pets = drafted.question("pets");
    assert_eq!(pets["type"], "numbers");
    assert_eq!(
        pets["fields"][0],
        json!({ "id": "dogs", "title": { "en": "Dogs" }, "min": 0, "max": 9 })
    );
    assert_eq!(pets["fields"].as_array().unwrap().len(), 2);
    drafted.must_say(&["pets: changed", "names"]);
    assert_eq!(
        drafted.question("time")["fields"].as_array().unwrap().len(),
        2
    );

    let bars = json!({ "DataExportTag": "use", "QuestionText": "How much?", "QuestionType": "Slider", "Selector": "HBAR",
        "Choices": { "1": { "Display": "Work" }, "2": { "Display": "Sleep" } }, "ChoiceOrder": ["2", "1"],
        "Configuration": { "CSSliderMin": 0, "CSSliderMax": 24 }, "Validation": { "Settings": { "ForceResponse": "ON" } } });
    let one = json!({ "DataExportTag": "far", "QuestionText": "How far?", "QuestionType": "Slider", "Selector": "HSLIDER",
        "Choices": { "1": { "Display": "km" } }, "ChoiceOrder": ["1"], "Configuration": { "CSSliderMin": "0", "CSSliderMax": "50" },
        "Validation": { "Settings": {} } });
    let drafted = one_block(&[("QID1", bars), ("QID2", one)]);
    let bars = drafted.question("use");
    assert_eq!(
        (&bars["type"], &bars["required"], &bars["decline"]),
        (&json!("numbers"), &json!(true), &json!(false))
    );
    assert_eq!(
        bars["fields"][0],
        json!({ "id": "2", "title": { "en": "Sleep" }, "min": 0, "max": 24 })
    );
    let one = drafted.question("far");
    assert_eq!(
        (&one["type"], &one["max"], &one["unit"]["en"]),
        (&json!("slider"), &json!(50), &json!("km"))
    );

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language|min_num_value_n|max_num_value_n|multiflexible_max
         G|1|G|1||en
         Q|K|hours|1|Hours|en|0|24
         SQ|0|w||Work|en
         SQ|0|p||Play|en
         Q|:|nums|1|Numbers|en|||5
         SQ|0|x||Row x|en
         SQ|1|c||Col c|en",
    );
    assert_eq!(
        drafted.question("hours")["fields"][1],
        json!({ "id": "p", "title": { "en": "Play" }, "min": 0, "max": 24 })
    );
    assert_eq!(
        drafted.question("nums")["fields"][0]["title"]["en"],
        "Row x – Col c"
    );
    assert_eq!(drafted.question("nums")["fields"][0]["max"], 5);
}

#[test]
fn tables_with_several_answers_a_row_are_a_question_a_row() {
    let grid = json!({ "DataExportTag": "grid", "QuestionText": "Which apply?", "QuestionType": "Matrix", "Selector": "Likert", "SubSelector": "MultipleAnswer",
        "Choices": { "1": { "Display": "Bus" }, "2": { "Display": "Train" } }, "ChoiceOrder": [1, 2],
        "Answers": { "1": { "Display": "Cheap" }, "2": { "Display": "Fast" } }, "AnswerOrder": [1, 2], "Validation": { "Settings": {} } });
    let drafted = one_block(&[("QID1", grid)]);
    assert_eq!(drafted.ids(), ["grid-1", "grid-2"]);
    assert_eq!(drafted.question("grid-2")["type"], "multiple-choice");
    assert_eq!(
        drafted.question("grid-2")["title"]["en"],
        "Which apply? – Train"
    );
    assert_eq!(drafted.options("grid-2"), ["Cheap", "Fast"]);
    drafted.must_say(&["grid: changed", "each row became a question"]);

    let drafted = elements(
        &json!([{ "type": "matrixdropdown", "name": "m", "title": "Rate", "rows": ["r1", "r2"],
        "columns": [{ "name": "c1", "cellType": "radiogroup", "choices": ["x", "y"] }, { "name": "c2", "cellType": "checkbox", "choices": ["u", "v"] },
            { "name": "c3", "cellType": "comment" }] }]),
    );
    assert_eq!(drafted.ids(), ["m-c1", "m-c2-r1", "m-c2-r2"]);
    assert_eq!(drafted.question("m-c1")["type"], "matrix");
    drafted.must_say(&["m.c3: left out"]);
}

#[test]
fn columns_keep_answers_of_their_own() {
    let drafted = elements(
        &json!([{ "type": "matrixdropdown", "name": "m", "title": "Rate",
        "rows": ["r1", "r2"], "choices": ["wrong", "not these"], "columns": [
            { "name": "stars", "cellType": "rating", "rateMax": 3, "minRateDescription": "Bad" },
            { "name": "words", "cellType": "rating", "rateValues": ["never", "often"] },
            { "name": "own", "cellType": "boolean", "labelTrue": "Done", "labelFalse": "Open" },
            { "name": "plain", "cellType": "boolean" },
            { "name": "common" },
        ] }]),
    );
    assert_eq!(drafted.options("m-stars"), ["1 – Bad", "2", "3"]);
    assert_eq!(drafted.options("m-words"), ["never", "often"]);
    assert_eq!(drafted.options("m-own"), ["Done", "Open"]);
    assert_eq!(drafted.options("m-plain"), ["Yes", "No"]);
    assert_eq!(drafted.options("m-common"), ["wrong", "not these"]);
    drafted.must_say(&["m: changed", "became 5 questions"]);
}

#[test]
fn no_more_questions_are_said_to_be_made_than_there_are() {
    let tick = |name: &str| json!({ "name": name, "cellType": "checkbox" });
    let drafted = elements(&json!([
        { "type": "boolean", "name": "a" },
        { "type": "matrixdropdown", "name": "m", "rows": ["r1", "r2"], "columns": [tick("c1"), tick("c2")] },
        { "type": "matrixdropdown", "name": "n", "rows": ["r1", "r2"],
            "columns": [tick("c1"), { "name": "c2", "choices": ["x", "y"] }, { "name": "c3", "cellType": "comment" }] },
    ]));
    assert_eq!(drafted.ids(), ["a", "n-c2"]);
    for column in ["m.c1", "m.c2", "n.c1"] {
        drafted.must_say(&[column, "left out", "too few options"]);
    }
    drafted.must_say(&["n.c3: left out"]);
    assert!(
        !drafted.says(&["several things at once"]),
        "{:?}",
        drafted.lines
    );
    assert!(!drafted.says(&["each row became"]), "{:?}", drafted.lines);
}

#[test]
fn two_scales_are_two_tables() {
    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         G|1|G|1||en
         Q|1|dual|1|Now and then|en
         SQ|0|x||Row x|en
         SQ|0|y||Row y|en
         A|0|1||Bad|en
         A|0|2||Good|en
         A|1|3||Rarely|en
         A|1|4||Often|en",
    );
    assert_eq!(drafted.ids(), ["dual-0", "dual-1"]);
    assert_eq!(drafted.options("dual-0"), ["Bad", "Good"]);
    assert_eq!(drafted.options("dual-1"), ["Rarely", "Often"]);
}

#[test]
fn several_pictures_can_be_chosen_where_they_could() {
    let picture = |name: &str| json!({ "value": name, "imageLink": format!("https://example.org/{name}.jpg") });
    let drafted = elements(&json!([
        { "type": "imagepicker", "name": "many", "multiSelect": true, "choices": [picture("lion"), picture("frog")] },
        { "type": "imagepicker", "name": "one", "choices": [picture("lion"), picture("frog")] },
    ]));
    assert_eq!(drafted.question("many")["type"], "multiple-choice");
    assert_eq!(drafted.question("one")["type"], "single-choice");
    drafted.must_say(&["picture"]);
}

#[test]
fn heads_of_tables_are_no_questions() {
    let drafted = xlsform(
        &[
            &["type", "name", "label", "appearance"],
            &["begin_group", "t", "Rate each", "table-list"],
            &["select_one yn", "head", "Head", "label"],
            &["select_one yn", "bus", "The bus", "list-nolabel"],
            &["end_group", "", "", ""],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.ids(), ["bus"]);
    drafted.must_say(&["head: left out", "head of a table"]);
}

#[test]
fn orders_are_rankings_and_the_report_says_what_is_sent() {
    let drafted =
        elements(&json!([{ "type": "ranking", "name": "r", "choices": ["a", "b", "c"] }]));
    assert_eq!(drafted.question("r")["type"], "ranking");
    drafted.must_say(&["r: changed", "which of two options"]);

    let order = json!({ "DataExportTag": "r", "QuestionText": "Order", "QuestionType": "RO", "Selector": "DND", "Choices": { "1": { "Display": "A" }, "2": { "Display": "B" } },
        "ChoiceOrder": [2, 1], "Validation": { "Settings": {} } });
    assert_eq!(one_block(&[("QID1", order)]).options("r"), ["B", "A"]);

    let drafted = xlsform(
        &[&["type", "name", "label"], &["rank yn", "r", "Order"]],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.question("r")["type"], "ranking");

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         G|1|G|1||en
         Q|R|r|1|Order|en
         A|0|a||A|en
         A|0|b||B|en",
    );
    assert_eq!(drafted.question("r")["type"], "ranking");
}

#[test]
fn an_acknowledgement_is_consent_and_a_range_a_slider() {
    let drafted = xlsform(
        &[
            &["type", "name", "label", "parameters", "required"],
            &["acknowledge", "ok", "I agree", "", "yes"],
            &["trigger", "seen", "I saw it", "", ""],
            &["range", "mood", "Mood", "start=1 end=5 step=1", ""],
        ],
        &[],
        &[],
    );
    assert_eq!(drafted.question("ok")["type"], "consent");
    drafted.must_say(&["seen: changed", "agreed to"]);
    let mood = drafted.question("mood");
    assert_eq!(
        (&mood["type"], &mood["min"], &mood["max"]),
        (&json!("slider"), &json!(1), &json!(5))
    );
}

#[test]
fn a_dropdown_keeps_all_of_its_options() {
    let choices: Vec<u32> = (0..3_000).collect();
    let drafted = elements(
        &json!([{ "type": "dropdown", "name": "d", "choices": choices }, { "type": "radiogroup", "name": "r", "choices": choices },
        { "type": "dropdown", "name": "n", "choicesMin": 1, "choicesMax": 30 }]),
    );
    assert_eq!(drafted.options("d").len(), 3_000);
    assert_eq!(drafted.question("r")["type"], "dropdown");
    assert_eq!(drafted.options("n").len(), 30);
}

#[test]
fn every_alias_of_a_type_is_read() {
    let drafted = xlsform(
        &[
            &["type", "name", "label", "constraint"],
            &["select one yn", "a", "First?", ""],
            &["select one from yn", "b", "Second?", ""],
            &["select all that apply from yn", "c", "Third?", ""],
            &["int", "d", "Fourth?", "(. >= 1) and (. <= 9)"],
            &["string", "f", "Words", ""],
            &["decimal", "g", "Share?", ". > 0 and . < 5"],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.ids(), ["a", "b", "c", "d", "g"]);
    let d = drafted.question("d");
    assert_eq!((&d["min"], &d["max"]), (&json!(1), &json!(9)));
    let g = drafted.question("g");
    assert_eq!(
        (&g["min"], &g["max"], &g["step"]),
        (&json!(0.1), &json!(4.9), &json!(0.1))
    );
    drafted.must_say(&["f: left out", "free text"]);
}

#[test]
fn options_that_lie_elsewhere_are_told() {
    let drafted = elements(&json!([
        { "type": "boolean", "name": "a" },
        { "type": "dropdown", "name": "land", "choicesByUrl": { "url": "https://example.org/c.json" } },
        { "type": "radiogroup", "name": "first", "choices": ["x", "y"] },
        { "type": "radiogroup", "name": "same", "choicesFromQuestion": "first" },
    ]));
    drafted.must_say(&["land: changed", "https://example.org/c.json"]);
    assert_eq!(drafted.options("same"), ["x", "y"]);
}

#[test]
fn options_that_depend_on_answers_are_all_offered_and_told() {
    let drafted = xlsform(
        &[
            &["type", "name", "label", "choice_filter"],
            &["select_one land", "land", "Country?", ""],
            &["select_one town", "town", "Town?", "land=${land}"],
        ],
        &[
            &["list_name", "name", "label", "land"],
            &["land", "x", "Xland", ""],
            &["land", "y", "Yland", ""],
            &["town", "a", "Aton", "x"],
            &["town", "b", "Bton", "y"],
            &["town", "a", "Aton", "y"],
        ],
        &[],
    );
    assert_eq!(drafted.options("town"), ["Aton", "Bton"]);
    drafted.must_say(&["town: changed", "land=${land}"]);

    let drafted = elements(&json!([{ "type": "boolean", "name": "shift" },
        { "type": "radiogroup", "name": "item", "choices": ["a", { "value": "b", "text": "b, if night", "visibleIf": "{shift} = true" }] }]));
    assert_eq!(drafted.options("item"), ["a", "b, if night"]);
    drafted.must_say(&["item: changed", "{shift} = true"]);
}

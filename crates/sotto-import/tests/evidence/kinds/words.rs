//! Words: labels, ends of scales, titles, introductions, and what was markup.

use serde_json::json;

use crate::made::{YES_NO, choice, drafted, elements, limesurvey, one_block, surveyjs, xlsform};

#[test]
fn references_and_reading_aids_of_workbooks_are_words() {
    // As a library writes it, which knows no UTF-8.
    let drafted = xlsform(
        &[
            &["type", "name", "label"],
            &["select_one yn", "sport", "Regelmäßig Sport & Spiel?"],
        ],
        &[
            &["list_name", "name", "label"],
            &["yn", "yes", "Ja"],
            &["yn", "no", "Nein, überhaupt nicht"],
        ],
        &[],
    );
    assert_eq!(
        drafted.question("sport")["title"]["en"],
        "Regelmäßig Sport & Spiel?"
    );
    assert_eq!(drafted.options("sport"), ["Ja", "Nein, überhaupt nicht"]);
}

#[test]
fn yes_and_no_keep_words_of_their_own() {
    let drafted = elements(&json!([
        { "type": "boolean", "name": "shift", "title": "Which shift?", "labelTrue": "Night", "labelFalse": "Day" },
        { "type": "boolean", "name": "plain" },
        { "type": "radiogroup", "name": "why", "choices": ["a", "b"], "visibleIf": "{shift} = true" },
    ]));
    assert_eq!(drafted.question("shift")["type"], "single-choice");
    assert_eq!(drafted.options("shift"), ["Day", "Night"]);
    assert_eq!(drafted.question("plain")["type"], "yes-no");
    assert_eq!(
        drafted.question("why")["condition"],
        json!({ "question": "shift", "is": ["true"] })
    );
}

#[test]
fn ratings_keep_their_levels_and_the_words_at_their_ends() {
    let drafted = elements(&json!([
        { "type": "rating", "name": "sleep", "rateMin": 0, "rateMax": 5, "minRateDescription": "badly", "maxRateDescription": "well" },
        { "type": "rating", "name": "tired", "rateCount": 7, "minRateDescription": "not", "maxRateDescription": "very" },
        { "type": "rating", "name": "long", "rateMin": 0, "rateMax": 20 },
        { "type": "rating", "name": "ten", "rateMin": 0, "rateMax": 10 },
        { "type": "rating", "name": "two", "rateMin": 2, "rateMax": 8, "rateStep": 2 },
    ]));
    assert_eq!(
        drafted.options("sleep"),
        ["0 – badly", "1", "2", "3", "4", "5 – well"]
    );
    let tired = drafted.question("tired");
    assert_eq!(
        (&tired["type"], &tired["scale"]),
        (&json!("rating"), &json!(7))
    );
    assert_eq!(
        tired["labels"],
        json!({ "low": { "en": "not" }, "high": { "en": "very" } })
    );
    assert_eq!(drafted.options("long").len(), 21);
    assert_eq!(drafted.question("ten")["type"], "nps");
    assert_eq!(drafted.options("two"), ["2", "4", "6", "8"]);
}

#[test]
fn titles_and_introductions_are_kept() {
    let drafted = surveyjs(
        &json!({ "title": "T", "description": "Below the title", "completedHtml": "Thanks!", "pages": [{ "name": "p1", "title": "Last week",
        "description": "Seven days only.", "elements": [{ "type": "panel", "name": "panel", "title": "At home", "description": "Not at work.",
        "elements": [{ "type": "boolean", "name": "q", "description": "Help" }] }] }] }),
    );
    assert_eq!(drafted.draft["description"]["en"], "Below the title");
    assert_eq!(drafted.draft["pages"][0]["title"]["en"], "Last week");
    assert_eq!(
        drafted.ids(),
        ["p1-introduction", "panel", "panel-introduction", "q"]
    );
    assert_eq!(drafted.question("q")["help"]["en"], "Help");
    drafted.must_say(&["completedHtml: kept", "closing words"]);
    assert_eq!(
        drafted.draft["closing"],
        json!({ "text": { "en": "Thanks!" } })
    );

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|help|language
         S||language||en||
         SL||surveyls_title||T||en
         SL||surveyls_welcometext||Welcome!||en
         SL||surveyls_endtext||Bye||en
         G|1|Week|1|Think of it.||en
         Q|Y|q|1|Q?|Help|en",
    );
    assert_eq!(drafted.draft["description"]["en"], "Welcome!");
    assert_eq!(drafted.draft["pages"][0]["title"]["en"], "Week");
    assert_eq!(
        drafted.question("week-introduction")["title"]["en"],
        "Think of it."
    );
    drafted.must_say(&["surveyls_endtext: kept"]);

    let drafted = xlsform(
        &[
            &["type", "name", "label", "hint"],
            &["begin_group", "g", "Week", ""],
            &["begin_group", "h", "Day", ""],
            &["select_one yn", "q", "Q?", "Help"],
            &["end_group", "", "", ""],
            &["end_group", "", "", ""],
        ],
        YES_NO,
        &[&["form_title"], &["T"]],
    );
    assert_eq!(drafted.draft["title"]["en"], "T");
    assert_eq!(drafted.draft["pages"][0]["title"]["en"], "Week");
    assert_eq!(drafted.ids(), ["h", "q"]);
}

#[test]
fn the_answer_to_one_earlier_question_is_put_in_and_other_places_stay_open() {
    let question =
        |name: &str, title: &str| json!({ "type": "boolean", "name": name, "title": title });
    let drafted = elements(&json!([
        question("a", "A?"),
        question("b", "Hours, {a}?"),
        question("c", "{b}, {a} and {d}?"),
        question("d", "D?"),
    ]));
    assert_eq!(drafted.question("b")["title"]["en"], "Hours, {answer: a}?");
    assert_eq!(drafted.question("b")["otherwise"]["en"], "…");
    drafted.must_say(&["b: changed", "earlier answer is put into", "otherwise"]);
    assert_eq!(
        drafted.question("c")["title"]["en"],
        "{answer: b}, … and …?"
    );
    drafted.must_say(&["c: changed", "{a}"]);

    let mut question = choice("B");
    question["QuestionText"] =
        json!("And you, ${q://QID1/ChoiceGroup/SelectedChoices} of ${e://Field/town}?");
    let drafted = one_block(&[("QID1", choice("A")), ("QID2", question)]);
    assert_eq!(
        drafted.question("b")["title"]["en"],
        "And you, {answer: a} of …?"
    );
    drafted.must_say(&["b: changed", "${e://Field/town}"]);

    let drafted = xlsform(
        &[
            &["type", "name", "label"],
            &["select_one yn", "a", "A?"],
            &["select_one yn", "b", "You said ${a}."],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(
        drafted.question("b")["title"]["en"],
        "You said {answer: a}."
    );

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         G|1|G|1||en
         Q|Y|a|1|A?|en
         Q|Y|b|1|Age of {a.shown}?|en",
    );
    assert_eq!(drafted.question("b")["title"]["en"], "Age of {answer: a}?");
}

#[test]
fn markup_becomes_words_and_what_it_showed_is_told() {
    let mut question = choice("Drink");
    question["QuestionText"] = json!(
        "It&rsquo;s about <style>.x{color:red}</style>caf&eacute;s &ndash; <a href='https://example.org'>here</a> <img src='a.png'>"
    );
    let drafted = one_block(&[("QID1", question)]);
    assert_eq!(
        drafted.question("drink")["title"]["en"],
        "It’s about cafés – here"
    );
    drafted.must_say(&["drink: changed", "markup"]);
    drafted.must_say(&["drink: changed", "https://example.org"]);
    drafted.must_say(&["drink: changed", "a.png"]);
}

#[test]
fn no_words_stand_for_an_answer_that_is_put_in_nowhere() {
    let french =
        |name: &'static str, label: &'static str| ["select_one yn", name, "Question?", label];
    let rows = [
        ["type", "name", "label::English (en)", "label::French (fr)"],
        french("a", ""),
        french("b", "Et ${a} ?"),
        french("c", ""),
        french("d", ""),
        french("e", ""),
        french("f", ""),
    ];
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let drafted = xlsform(&rows, YES_NO, &[]);
    assert_eq!(drafted.draft["languages"], json!(["en"]));
    assert!(drafted.question("b").get("otherwise").is_none());
    assert!(!drafted.says(&["b: changed"]), "{:?}", drafted.lines);
    let long = format!("{} {{a}}?", "x".repeat(2_001));
    let drafted = elements(&json!([
        { "type": "boolean", "name": "a" },
        { "type": "boolean", "name": "b", "title": long },
    ]));
    assert!(drafted.question("b").get("otherwise").is_none());
    drafted.must_say(&["b: changed", "is cut"]);
}

#[test]
fn markdown_becomes_words_where_a_program_has_it() {
    let form = xlsform(
        &[
            &["type", "name", "label", "hint"],
            &[
                "integer",
                "n",
                "How many work **unpaid** in your team?",
                "# Note\nSee [our page](https://example.org/a_b)",
            ],
            &["integer", "m", "Bürger*innen und Mitarbeiter*innen", ""],
        ],
        &[],
        &[],
    );
    let question = form.question("n");
    assert_eq!(
        question["title"]["en"],
        "How many work unpaid in your team?"
    );
    assert_eq!(question["help"]["en"], "Note\nSee our page");
    form.must_say(&["n: changed", "markup"]);
    form.must_say(&["n: changed", "https://example.org/a_b"]);
    assert_eq!(
        form.question("m")["title"]["en"],
        "Bürger*innen und Mitarbeiter*innen"
    );
    let typeform = json!({ "title": "T", "fields": [{ "ref": "a", "type": "yes_no", "title": "Do you *really* mean it?" }] });
    let read = drafted(typeform.to_string().as_bytes(), "form.json", None);
    assert_eq!(read.questions()[0]["title"]["en"], "Do you really mean it?");
    // Where it means nothing the stars are words.
    let survey = elements(&json!([{ "type": "boolean", "name": "a", "title": "Rate it **now**" }]));
    assert_eq!(survey.question("a")["title"]["en"], "Rate it **now**");
}

#[test]
fn the_researchers_names_are_those_of_the_report_and_the_draft() {
    let drafted = one_block(&[("QID7", choice("Tea_2"))]);
    assert_eq!(drafted.ids(), ["tea-2"]);
    drafted.must_say(&["tea_2: kept"]);
    assert!(!drafted.says(&["QID7: "]));
}

#[test]
fn a_survey_is_called_by_its_title_or_its_file() {
    let survey = br#"{"elements": [{"type": "boolean", "name": "q"}]}"#;
    let drafted = drafted(survey, "folder/Health survey.v2.json", None);
    assert_eq!(drafted.draft["id"], "health-survey");
    let drafted = surveyjs(
        &json!({ "title": "Summer Party", "elements": [{ "type": "boolean", "name": "q" }] }),
    );
    assert_eq!(drafted.draft["id"], "summer-party");
    let drafted = xlsform(
        &[&["type", "name", "label"], &["select_one yn", "a", "A?"]],
        YES_NO,
        &[&["form_title", "form_id"], &["A title", "hh_2026"]],
    );
    assert_eq!(drafted.draft["id"], "hh-2026");
}

#[test]
fn a_value_and_its_words_can_be_one_text() {
    let drafted = elements(&json!([
        { "type": "radiogroup", "name": "price", "choices": ["right|It is about right", "low|It is too low"] },
        { "type": "boolean", "name": "why", "visibleIf": "{price} = 'low'" },
    ]));
    assert_eq!(
        drafted.options("price"),
        ["It is about right", "It is too low"]
    );
    assert_eq!(
        drafted.question("why")["condition"],
        json!({ "question": "price", "is": ["low"] })
    );
}

//! Order, pages, and who is asked what.

use serde_json::json;

use sotto_import::{ImportError, import};

use crate::made::{
    YES_NO, choice, drafted, limesurvey, one_block, qsf, qsf_file, surveyjs, workbook, xlsform,
};

#[test]
fn blocks_come_in_the_order_of_the_flow() {
    let questions: Vec<(String, _)> = (1..=12)
        .map(|number| (format!("QID{number}"), choice(&format!("q{number}"))))
        .collect();
    let questions: Vec<(&str, _)> = questions
        .iter()
        .map(|(id, payload)| (id.as_str(), payload.clone()))
        .collect();
    let mut blocks = json!({});
    let mut flow = Vec::new();
    for number in 1..=12 {
        let id = format!("BL_{number}");
        blocks[number.to_string()] = json!({ "Type": "Standard", "ID": id, "Description": id,
            "BlockElements": [{ "Type": "Question", "QuestionID": format!("QID{number}") }] });
        flow.push(json!({ "Type": "Block", "ID": id }));
    }
    // By the flow, whatever the order of the blocks is.
    flow.swap(0, 1);
    let drafted = qsf(&qsf_file(&questions, &blocks, &json!(flow)));
    let mut expected: Vec<String> = (1..=12).map(|number| format!("q{number}")).collect();
    expected.swap(0, 1);
    assert_eq!(drafted.ids(), expected);
    assert_eq!(drafted.draft["pages"].as_array().unwrap().len(), 12);
}

#[test]
fn branches_are_conditions_and_unused_blocks_are_not_asked() {
    let questions = [
        ("QID1", choice("Drive")),
        ("QID2", choice("Car")),
        ("QID3", choice("Unused")),
        ("QID4", choice("Trashed")),
    ];
    let block = |id: &str, question: &str, kind: &str| {
        json!({ "Type": kind, "ID": id, "Description": id,
        "BlockElements": [{ "Type": "Question", "QuestionID": question }] })
    };
    let blocks = json!([
        block("BL_car", "QID2", "Standard"),
        block("BL_first", "QID1", "Standard"),
        block("BL_unused", "QID3", "Standard"),
        block("BL_trash", "QID4", "Trash")
    ]);
    let flow = json!([{ "Type": "Block", "ID": "BL_first" }, { "Type": "Branch", "BranchLogic": { "0": { "0":
        { "LogicType": "Question", "QuestionID": "QID1", "LeftOperand": "q://QID1/SelectableChoice/1", "Operator": "Selected", "Type": "Expression" },
        "Type": "If" }, "Type": "BooleanExpression" }, "Flow": [{ "Type": "Block", "ID": "BL_car" }] }]);
    let drafted = qsf(&qsf_file(&questions, &blocks, &flow));
    assert_eq!(drafted.ids(), ["drive", "car"]);
    assert_eq!(
        drafted.question("car")["condition"],
        json!({ "question": "drive", "is": ["1"] })
    );
    drafted.must_say(&["unused: left out", "not in the survey's flow"]);
    drafted.must_say(&["trashed: left out", "trash"]);
}

#[test]
fn whoever_leaves_in_a_branch_is_asked_nothing_more() {
    let questions = [("QID1", choice("Adult")), ("QID2", choice("Later"))];
    let block = |id: &str, question: &str| {
        json!({ "Type": "Standard", "ID": id, "Description": id,
        "BlockElements": [{ "Type": "Question", "QuestionID": question }] })
    };
    let blocks = json!([block("A", "QID1"), block("B", "QID2")]);
    let logic = json!({ "0": { "0": { "LogicType": "Question", "LeftOperand": "q://QID1/SelectableChoice/2", "Operator": "Selected" },
        "Type": "If" } });
    let flow = json!([{ "Type": "Block", "ID": "A" }, { "Type": "Branch", "BranchLogic": logic, "Flow": [{ "Type": "EndSurvey" }] },
        { "Type": "Block", "ID": "B" }]);
    let drafted = qsf(&qsf_file(&questions, &blocks, &flow));
    assert_eq!(
        drafted.question("later")["condition"],
        json!({ "not": { "question": "adult", "is": ["2"] } })
    );
}

#[test]
fn jumps_are_conditions_of_what_they_pass() {
    let mut first = choice("First");
    first["SkipLogic"] = json!([{ "ChoiceLocator": "q://QID1/SelectableChoice/2", "Condition": "Selected", "SkipToDestination": "QID3" }]);
    let drafted = one_block(&[
        ("QID1", first),
        ("QID2", choice("Second")),
        ("QID3", choice("Third")),
    ]);
    assert_eq!(
        drafted.question("second")["condition"],
        json!({ "not": { "question": "first", "is": ["2"] } })
    );
    assert!(drafted.question("third")["condition"].is_null());
}

#[test]
fn what_the_flow_has_besides_is_told() {
    let questions = [("QID1", choice("One"))];
    let blocks = json!([{ "Type": "Standard", "ID": "A", "BlockElements": [{ "Type": "Question", "QuestionID": "QID1" }] }]);
    let flow = json!([{ "Type": "EmbeddedData", "EmbeddedData": [{ "Field": "town" }] }, { "Type": "WebService", "URL": "https://example.org" },
        { "Type": "BlockRandomizer", "SubSet": 1, "Flow": [{ "Type": "Block", "ID": "A" }] }]);
    let drafted = qsf(&qsf_file(&questions, &blocks, &flow));
    drafted.must_say(&["EmbeddedData", "town"]);
    drafted.must_say(&["WebService"]);
    drafted.must_say(&["BlockRandomizer: 1 of 1"]);
}

#[test]
fn pages_are_pages_in_every_format() {
    let page = |name: &str| json!({ "name": name, "title": format!("Page {name}"), "elements": [{ "type": "boolean", "name": format!("q{name}") }] });
    let drafted = surveyjs(&json!({ "pages": [page("1"), page("2")] }));
    assert_eq!(
        drafted.draft["pages"][1],
        json!({ "title": { "en": "Page 2" }, "questions": ["q2"] })
    );

    let drafted = xlsform(
        &[
            &["type", "name", "label", "appearance"],
            &["begin_group", "g", "Group", "field-list"],
            &["select_one yn", "a", "A?", ""],
            &["end_group", "", "", ""],
            &["select_one yn", "b", "B?", ""],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(
        drafted.draft["pages"],
        json!([{ "title": { "en": "Group" }, "questions": ["a"] }, { "questions": ["b"] }])
    );

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         S||language||en|
         G|1|Week|1|Think of it|en
         Q|Y|a|1|A?|en
         G|2|Month|1||en
         Q|Y|b|1|B?|en",
    );
    assert_eq!(
        drafted.draft["pages"][1],
        json!({ "title": { "en": "Month" }, "questions": ["b"] })
    );
    assert_eq!(drafted.ids(), ["week-introduction", "a", "b"]);

    let blocks = json!([{ "Type": "Standard", "ID": "A", "Description": "Not shown", "BlockElements": [{ "Type": "Question", "QuestionID": "QID1" },
        { "Type": "Page Break" }, { "Type": "Question", "QuestionID": "QID2" }] }]);
    let drafted = qsf(&qsf_file(
        &[("QID1", choice("One")), ("QID2", choice("Two"))],
        &blocks,
        &json!([{ "Type": "Block", "ID": "A" }]),
    ));
    // People see no names of blocks.
    assert_eq!(
        drafted.draft["pages"],
        json!([{ "questions": ["one"] }, { "questions": ["two"] }])
    );
}

#[test]
fn forms_without_groups_are_no_single_long_page() {
    let rows: Vec<[String; 3]> = (0..25)
        .map(|row| {
            [
                "select_one yn".to_owned(),
                format!("q{row}"),
                format!("Question {row}?"),
            ]
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let mut sheet: Vec<&[&str]> = vec![&["type", "name", "label"]];
    sheet.extend(rows.iter().map(Vec::as_slice));
    let drafted = xlsform(&sheet, YES_NO, &[]);
    assert_eq!(drafted.draft["pages"].as_array().unwrap().len(), 3);
}

#[test]
fn what_is_hidden_or_switched_off_is_not_asked() {
    let drafted = surveyjs(
        &json!({ "elements": [{ "type": "boolean", "name": "a" }, { "type": "boolean", "name": "b", "visible": false },
        { "type": "boolean", "name": "c", "visibleIf": "false" }] }),
    );
    assert_eq!(drafted.ids(), ["a"]);
    drafted.must_say(&["b: left out", "not visible"]);

    let drafted = xlsform(
        &[
            &["type", "name", "label", "disabled", "relevant"],
            &["select_one yn", "a", "A?", "", ""],
            &["select_one yn", "b", "B?", "yes", ""],
            &["select_one yn", "c", "C?", "", "false()"],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.ids(), ["a"]);
    drafted.must_say(&["b: left out", "disabled"]);
    drafted.must_say(&["c: left out", "never"]);

    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language|hidden
         G|1|Group|1||en|
         Q|Y|a|1|A?|en|
         Q|Y|b|1|B?|en|1
         Q|Y|c|0|C?|en|",
    );
    assert_eq!(drafted.ids(), ["a"]);
    drafted.must_say(&["b: left out", "hidden"]);
}

#[test]
fn groups_that_repeat_are_told_once() {
    let drafted = xlsform(
        &[
            &["type", "name", "label"],
            &["select_one yn", "a", "A?"],
            &["begin repeat", "people", "People"],
            &["select_one yn", "b", "B?"],
            &["end repeat", "", ""],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.ids(), ["a"]);
    drafted.must_say(&["people: left out", "repeats"]);
}

/// LimeSurvey's structure with these rows in tables of questions and conditions.
fn structure(questions: &[(&str, &str, &str)], conditions: &[[&str; 5]]) -> String {
    let question = |(id, kind, title): &(&str, &str, &str)| {
        format!(
            "<row><qid>{id}</qid><parent_qid>0</parent_qid><gid>1</gid><type>{kind}</type><title>{title}</title>\
             <question>Question {id}?</question><language>en</language></row>"
        )
    };
    let condition = |[id, scenario, tested, field, value]: &[&str; 5]| {
        format!(
            "<row><qid>{id}</qid><scenario>{scenario}</scenario><cqid>{tested}</cqid><cfieldname>{field}</cfieldname>\
             <method>==</method><value>{value}</value></row>"
        )
    };
    let questions: String = questions.iter().map(question).collect();
    let conditions: String = conditions.iter().map(condition).collect();
    format!(
        "<?xml version=\"1.0\"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType>\
         <conditions><rows>{conditions}</rows></conditions>\
         <groups><rows><row><gid>1</gid><group_name>Group</group_name><language>en</language></row></rows></groups>\
         <questions><rows>{questions}</rows></questions>\
         <surveys><rows><row><language>en</language></row></rows></surveys></document>"
    )
}

#[test]
fn conditions_in_a_table_of_their_own_are_conditions() {
    let file = structure(
        &[
            ("4", "Y", "A"),
            ("5", "Y", "B"),
            ("6", "Y", "C"),
            ("7", "Y", "D"),
        ],
        &[
            ["6", "1", "4", "1X1X4", "Y"],
            ["6", "1", "4", "1X1X4", "N"],
            ["6", "1", "5", "1X1X5", "Y"],
            // Nothing here is like a comparison with another answer.
            ["7", "1", "4", "1X1X4", "@1X1X5@"],
        ],
    );
    let drafted = drafted(file.as_bytes(), "file.lss", None);
    assert_eq!(drafted.ids(), ["a", "b", "c", "d"]);
    let condition = drafted.question("c")["condition"].to_string();
    for id in ["\"a\"", "\"b\""] {
        assert!(condition.contains(id), "{condition}");
    }
    assert!(drafted.question("b")["condition"].is_null());
    assert!(drafted.question("d")["condition"].is_null());
    drafted.must_say(&["D: changed", "@1X1X5@"]);
}

#[test]
fn questions_of_one_code_are_told_apart_or_told() {
    let file = structure(&[("4", "Y", "Q"), ("5", "G", "Q")], &[]);
    let read = drafted(file.as_bytes(), "file.lss", None);
    assert_eq!(read.ids(), ["q", "q-2"]);
    assert_eq!(read.question("q")["title"]["en"], "Question 4?");
    assert_eq!(read.question("q-2")["title"]["en"], "Question 5?");
    // In a text nothing else tells two questions from two languages of one.
    let rows = "Q\tY\tQ\tFirst?\ten\nQ\tG\tQ\tSecond?\ten\n";
    let text = format!("class\ttype/scale\tname\ttext\tlanguage\nG\t\tGroup\t\ten\n{rows}");
    let read = drafted(text.as_bytes(), "file.txt", None);
    assert_eq!(read.question("q")["title"]["en"], "First?");
    read.must_say(&["Q: left out", "same code"]);
}

#[test]
fn loops_are_groups_that_repeat() {
    let drafted = xlsform(
        &[
            &["type", "name", "label"],
            &["select_one yn", "a", "A?"],
            &["begin loop over yn", "each", "Each"],
            &["integer", "number", "How many %(label)s?"],
            &["end loop", "", ""],
        ],
        YES_NO,
        &[],
    );
    assert_eq!(drafted.ids(), ["a"]);
    drafted.must_say(&["each: left out", "repeats"]);
}

#[test]
fn words_alone_are_no_survey_and_sheets_that_are_not_read_are_told() {
    let note: &[&[&str]] = &[&["type", "name", "label"], &["note", "n", "Hello"]];
    let file = workbook(&[("survey", note), ("fruits", &[&["a"]])]);
    let Err(ImportError::Nothing { report }) = import(&file, "form.xlsx", None) else {
        panic!("something is asked");
    };
    let said: Vec<String> = report.iter().map(ToString::to_string).collect();
    let says = |words: &str| said.iter().any(|line| line.contains(words));
    assert!(says("fruits: left out: the sheet is not read"), "{said:?}");
    assert!(says("n: kept"), "{said:?}");
}

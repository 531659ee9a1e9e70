//! Conditions are the same: of random ones, written in each format, everybody is asked what they were asked
//! there, by a truth table over the answers.

use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};

use crate::made::{Drafted, elements, limesurvey, one_block, xlsform};

/// A condition on `a` (one of x, y, z), `b` (several of u, v, w) and `n` (0 to 5).
#[derive(Clone, Debug)]
enum When {
    Is(&'static str),
    Has(&'static str),
    Number(&'static str, i32),
    Not(Box<When>),
    All(Vec<When>),
    Any(Vec<When>),
}

/// Somebody's answers; none where nothing was answered.
#[derive(Clone, Debug)]
struct Answers {
    a: Option<&'static str>,
    b: Vec<&'static str>,
    n: Option<i32>,
}

fn everybody() -> Vec<Answers> {
    let mut all = Vec::new();
    for a in [None, Some("x"), Some("y"), Some("z")] {
        for set in 0..8 {
            let b = ["u", "v", "w"].into_iter().enumerate();
            let b: Vec<_> = b
                .filter(|(index, _)| set & (1 << index) != 0)
                .map(|(_, one)| one)
                .collect();
            for n in [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5)] {
                all.push(Answers { a, b: b.clone(), n });
            }
        }
    }
    all
}

impl When {
    fn holds(&self, answers: &Answers) -> bool {
        match self {
            Self::Is(value) => answers.a == Some(value),
            Self::Has(value) => answers.b.contains(value),
            Self::Number(sign, than) => answers.n.is_some_and(|n| match *sign {
                ">=" => n >= *than,
                "<=" => n <= *than,
                ">" => n > *than,
                "<" => n < *than,
                _ => n == *than,
            }),
            Self::Not(one) => !one.holds(answers),
            Self::All(all) => all.iter().all(|one| one.holds(answers)),
            Self::Any(any) => any.iter().any(|one| one.holds(answers)),
        }
    }

    /// As a format writes it, by how it writes the tests.
    fn written(&self, tests: &dyn Fn(&Self) -> String, words: [&str; 3]) -> String {
        let [and, or, not] = words;
        let several = |several: &[Self], sign: &str| {
            let each: Vec<_> = several
                .iter()
                .map(|one| format!("({})", one.written(tests, words)))
                .collect();
            each.join(sign)
        };
        match self {
            Self::Not(one) => format!("{not}({})", one.written(tests, words)),
            Self::All(all) => several(all, and),
            Self::Any(any) => several(any, or),
            test => tests(test),
        }
    }
}

/// What the draft says, by the rules in docs/surveys.md.
fn is_asked(condition: &Value, answers: &Answers) -> bool {
    if condition.is_null() {
        return true;
    }
    let list = |name: &str| condition[name].as_array().cloned();
    if let Some(all) = list("all") {
        return all.iter().all(|one| is_asked(one, answers));
    }
    if let Some(any) = list("any") {
        return any.iter().any(|one| is_asked(one, answers));
    }
    if condition.get("not").is_some() {
        return !is_asked(&condition["not"], answers);
    }
    match condition["question"].as_str().unwrap() {
        "n" => answers.n.is_some_and(|n| {
            let n = f64::from(n);
            let end = |name: &str| condition[name].as_f64();
            end("at-least").is_none_or(|least| n >= least)
                && end("at-most").is_none_or(|most| n <= most)
        }),
        question => {
            let chosen: Vec<&str> = match question {
                "a" => answers.a.into_iter().collect(),
                _ => answers.b.clone(),
            };
            list("is")
                .unwrap()
                .iter()
                .any(|id| chosen.contains(&id.as_str().unwrap()))
        }
    }
}

fn is_same(drafted: &Drafted, when: &When, written: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        !drafted.says(&["q: changed", "condition"]),
        "{written}: {:#?}",
        drafted.lines
    );
    let condition = &drafted.question("q")["condition"];
    for answers in everybody() {
        prop_assert_eq!(
            is_asked(condition, &answers),
            when.holds(&answers),
            "{} as {} of {:?}",
            written,
            condition,
            answers
        );
    }
    Ok(())
}

fn any_when() -> impl Strategy<Value = When> {
    let leaf = prop_oneof![
        select(vec!["x", "y", "z"]).prop_map(When::Is),
        select(vec!["u", "v", "w"]).prop_map(When::Has),
        (select(vec![">=", "<=", ">", "<", "="]), 0..6_i32)
            .prop_map(|(sign, than)| When::Number(sign, than)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| When::Not(Box::new(one))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(When::All),
            prop::collection::vec(inner, 2..4).prop_map(When::Any),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn of_surveyjs(when in any_when()) {
        let tests = |test: &When| match test {
            When::Is(value) => format!("{{a}} = '{value}'"),
            When::Has(value) => format!("{{b}} contains '{value}'"),
            When::Number(sign, than) => format!("{{n}} {sign} {than}"),
            _ => String::new(),
        };
        let written = when.written(&tests, [" and ", " or ", "!"]);
        let drafted = elements(&json!([
            { "type": "radiogroup", "name": "a", "choices": ["x", "y", "z"] },
            { "type": "checkbox", "name": "b", "choices": ["u", "v", "w"] },
            { "type": "text", "inputType": "number", "name": "n", "min": 0, "max": 5 },
            { "type": "boolean", "name": "q", "visibleIf": written },
        ]));
        is_same(&drafted, &when, &written)?;
    }

    #[test]
    fn of_xlsform(when in any_when()) {
        let tests = |test: &When| match test {
            When::Is(value) => format!("${{a}} = '{value}'"),
            When::Has(value) => format!("selected(${{b}}, '{value}')"),
            When::Number(sign, than) => format!("${{n}} {sign} {than}"),
            _ => String::new(),
        };
        let written = when.written(&tests, [" and ", " or ", "not"]);
        let drafted = xlsform(
            &[&["type", "name", "label", "relevant", "constraint"], &["select_one one", "a", "A?", "", ""], &["select_multiple several", "b", "B?", "", ""],
                &["integer", "n", "N?", "", ". >= 0 and . <= 5"], &["select_one one", "q", "Q?", &written, ""]],
            &[&["list_name", "name", "label"], &["one", "x", "X"], &["one", "y", "Y"], &["one", "z", "Z"], &["several", "u", "U"], &["several", "v", "V"], &["several", "w", "W"]],
            &[&["default_language"], &["en"]],
        );
        is_same(&drafted, &when, &written)?;
    }

    #[test]
    fn of_limesurvey(when in any_when()) {
        let tests = |test: &When| match test {
            When::Is(value) => format!("a.NAOK == \"{value}\""),
            When::Has(value) => format!("b_{value}.NAOK == \"Y\""),
            When::Number(sign, than) => format!("n.NAOK {} {than}", if *sign == "=" { "==" } else { sign }),
            _ => String::new(),
        };
        let written = when.written(&tests, [" and ", " or ", "!"]);
        let cell = format!("\"{}\"", written.replace('"', "\"\""));
        let drafted = limesurvey(&format!(
            "class|type/scale|name|relevance|text|language|min_num_value_n|max_num_value_n
             G|1|Group|1||en||
             Q|L|a|1|A?|en||
             A|0|x||X|en||
             A|0|y||Y|en||
             A|0|z||Z|en||
             Q|M|b|1|B?|en||
             SQ|0|u||U|en||
             SQ|0|v||V|en||
             SQ|0|w||W|en||
             Q|N|n|1|N?|en|0|5
             Q|Y|q|{cell}|Q?|en||"
        ));
        is_same(&drafted, &when, &written)?;
    }

    /// Sets of tests, joined within by "or" and among each other by "and".
    #[test]
    fn of_qsf(sets in prop::collection::vec(prop::collection::vec((0..9_usize, any::<bool>(), 0..6_i32), 1..4), 1..4)) {
        let one = |index: usize, than: i32| match index {
            0..3 => When::Is(["x", "y", "z"][index]),
            3..6 => When::Has(["u", "v", "w"][index - 3]),
            _ => When::Number([">=", "<", "="][index - 6], than),
        };
        let when = When::All(sets.iter().map(|set| When::Any(set.iter().map(|(index, is_not, than)| {
            let when = one(*index, *than);
            // Only choices can be said not to be selected.
            if *is_not && *index < 6 { When::Not(Box::new(when)) } else { when }
        }).collect())).collect());
        let mut logic = json!({ "Type": "BooleanExpression" });
        for (number, set) in sets.iter().enumerate() {
            let mut tests = json!({ "Type": if number == 0 { "If" } else { "AndIf" } });
            for (place, (index, is_not, than)) in set.iter().enumerate() {
                let (operand, operator) = match index {
                    0..6 => (format!("q://QID{}/SelectableChoice/{}", 1 + index / 3, 1 + index % 3), if *is_not { "NotSelected" } else { "Selected" }),
                    _ => ("q://QID3/ChoiceTextEntryValue".to_owned(), ["GreaterThanOrEqual", "LessThan", "EqualTo"][index - 6]),
                };
                tests[place.to_string()] = json!({ "LogicType": "Question", "LeftOperand": operand, "Operator": operator, "RightOperand": than.to_string(),
                    "Type": "Expression", "Description": "as it is shown" });
                if place > 0 {
                    tests[place.to_string()]["Conjuction"] = json!("Or");
                }
            }
            logic[number.to_string()] = tests;
        }
        let written = logic.to_string();
        let of_three = |name: &str, selector: &str, words: [&str; 3]| json!({ "DataExportTag": name, "QuestionText": name, "QuestionType": "MC", "Selector": selector,
            "Choices": { "1": { "Display": words[0] }, "2": { "Display": words[1] }, "3": { "Display": words[2] } }, "ChoiceOrder": [1, 2, 3] });
        let number = json!({ "DataExportTag": "n", "QuestionText": "n", "QuestionType": "TE", "Selector": "SL",
            "Validation": { "Settings": { "ContentType": "ValidNumber", "ValidNumber": { "Min": "0", "Max": "5" } } } });
        let mut asked = crate::made::choice("q");
        asked["DisplayLogic"] = logic;
        let mut drafted = one_block(&[("QID1", of_three("a", "SAVR", ["x", "y", "z"])), ("QID2", of_three("b", "MAVR", ["u", "v", "w"])), ("QID3", number), ("QID4", asked)]);
        // The draft calls the options by Qualtrics' numbers.
        let named = drafted.question("q")["condition"].to_string();
        let mut named: Value = serde_json::from_str(&named).unwrap();
        rename(&mut named);
        let questions = drafted.draft["questions"].as_array_mut().unwrap();
        questions.iter_mut().find(|one| one["id"] == "q").unwrap()["condition"] = named;
        is_same(&drafted, &when, &written)?;
    }
}

fn rename(condition: &mut Value) {
    let names = match condition["question"].as_str() {
        Some("a") => ["x", "y", "z"],
        _ => ["u", "v", "w"],
    };
    if let Some(ids) = condition.get_mut("is").and_then(Value::as_array_mut) {
        for id in ids {
            let number: usize = id.as_str().unwrap().parse().unwrap();
            *id = json!(names[number - 1]);
        }
    }
    for name in ["all", "any"] {
        for one in condition
            .get_mut(name)
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            rename(one);
        }
    }
    if let Some(one) = condition.get_mut("not") {
        rename(one);
    }
}

#[test]
fn tests_of_several_answers_are_told_apart() {
    let asked = |written: &str| {
        let drafted = elements(
            &json!([{ "type": "checkbox", "name": "b", "choices": ["u", "v", "w"] }, { "type": "boolean", "name": "q", "visibleIf": written }]),
        );
        let condition = drafted.question("q")["condition"].clone();
        let everybody = everybody()
            .into_iter()
            .filter(|one| one.a.is_none() && one.n.is_none());
        let asked = everybody
            .filter(|one| is_asked(&condition, one))
            .map(|one| one.b.concat());
        asked.collect::<Vec<String>>()
    };
    assert_eq!(asked("{b} contains ['u', 'v']"), ["uv", "uvw"]);
    assert_eq!(
        asked("{b} anyof ['u', 'v']"),
        ["u", "v", "uv", "uw", "vw", "uvw"]
    );
    assert_eq!(asked("{b} = ['u', 'v']"), ["uv"]);
    assert_eq!(asked("{b} empty"), [""]);
    assert_eq!(asked("{b} notempty").len(), 7);
    assert_eq!(asked("{b} notcontains 'u'"), ["", "v", "w", "vw"]);
}

#[test]
fn what_was_not_asked_is_nothing_to_limesurvey() {
    let drafted = limesurvey(
        "class|type/scale|name|relevance|text|language
         G|1|Group|1||en
         Q|Y|a|1|A?|en
         Q|Y|b|\"a.NAOK == \"\"Y\"\"\"|B?|en
         Q|Y|c|\"b != \"\"Y\"\"\"|C?|en
         Q|Y|d|\"b.NAOK != \"\"Y\"\"\"|D?|en",
    );
    let not = json!({ "not": { "question": "b", "is": ["yes"] } });
    assert_eq!(
        drafted.question("c")["condition"],
        json!({ "all": [{ "question": "a", "is": ["yes"] }, not] })
    );
    assert_eq!(drafted.question("d")["condition"], not);
}

#[test]
fn conditions_of_groups_and_questions_hold_together_and_by_themselves() {
    let drafted = elements(&json!([
        { "type": "radiogroup", "name": "a", "choices": ["x", "y"] },
        { "type": "comment", "name": "t" },
        { "type": "panel", "name": "p", "visibleIf": "{a} = 'x'", "elements": [{ "type": "boolean", "name": "q", "visibleIf": "{t} = 'z'" }] },
    ]));
    // What can be said of it is; the rest is told.
    assert_eq!(
        drafted.question("q")["condition"],
        json!({ "question": "a", "is": ["x"] })
    );
    drafted.must_say(&["q: changed", "{t} = 'z'"]);
}

//! Conditions in a table of their own, as LimeSurvey kept them before it had expressions; later files have both,
//! and the expression counts.

use std::collections::{BTreeMap, HashMap};

use super::columns::{LssRow, column, number};

/// What each question is asked under, as an expression, by the question's id. Conditions on one question are
/// alternatives, those on several hold together, and scenarios are alternatives again.
pub(super) fn expressions(
    conditions: &[LssRow],
    names: &HashMap<String, String>,
    questions: &[LssRow],
) -> HashMap<String, String> {
    /// By scenario and by the question that is tested, the tests.
    type Scenarios = BTreeMap<i64, BTreeMap<String, Vec<String>>>;
    let mut by_question: HashMap<String, Scenarios> = HashMap::new();
    for condition in conditions {
        let tested = column(condition, "cqid").to_owned();
        let scenario = number(condition, "scenario");
        let kind = questions
            .iter()
            .find(|question| column(question, "qid") == tested)
            .map_or("", |question| column(question, "type"));
        let name = names.get(&tested).map_or(&*tested, String::as_str);
        let scenarios = by_question
            .entry(column(condition, "qid").to_owned())
            .or_default();
        let tests = scenarios
            .entry(scenario)
            .or_default()
            .entry(tested.clone())
            .or_default();
        tests.push(test(condition, name, kind, &tested));
    }
    let joined = |parts: Vec<String>, sign: &str| match &parts[..] {
        [one] => one.clone(),
        several => format!("({})", several.join(sign)),
    };
    let expression = |scenarios: Scenarios| {
        let all = scenarios.into_values().map(|tested| {
            let each = tested.into_values().map(|tests| joined(tests, " or "));
            joined(each.collect(), " and ")
        });
        joined(all.collect(), " or ")
    };
    let found = by_question.into_iter();
    found
        .map(|(id, scenarios)| (id, expression(scenarios)))
        .collect()
}

/// One test, as an expression; one that is none there stays unread, and is told.
fn test(condition: &LssRow, name: &str, kind: &str, tested: &str) -> String {
    let field = column(condition, "cfieldname");
    let (method, value) = (column(condition, "method"), column(condition, "value"));
    let rest = field.split_once(&format!("X{tested}"));
    let part = rest.map_or("", |(_, part)| part);
    // "Is the option chosen" is asked in two ways.
    let (part, value) = match (kind, part) {
        ("M" | "P", "") => (value, "Y"),
        _ => (part, value),
    };
    let subject = match part {
        "" => format!("{name}.NAOK"),
        part => format!("{name}_{part}.NAOK"),
    };
    if value.trim().is_empty() {
        return format!("{subject} {method} \"\"");
    }
    // Another answer, or something of a participant.
    if value.starts_with(['@', '{']) {
        return format!("{subject} {method} {value}");
    }
    format!("{subject} {method} {value:?}")
}

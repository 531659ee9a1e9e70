//! Qualtrics' logic: sets of tests, joined by words that stand in them.

use crate::{
    model::condition::{Is, Test, When, WrittenCondition},
    tree::FileTree,
    words::plain,
};

/// A condition of a question, a branch or an option; all of it is accounted for.
pub(super) fn asked(logic: Option<&FileTree>, _: &str) -> Option<WrittenCondition> {
    let logic = logic.filter(|logic| !logic.is_empty())?;
    let written = written(logic);
    let when = sets(logic);
    logic.told();
    Some(WrittenCondition::new(written, when))
}

/// What the program says of it, without markup; else it as it stands.
fn written(logic: &FileTree) -> String {
    let mut words = Vec::new();
    for (_, set) in numbered(logic) {
        for (_, test) in numbered(set) {
            let description = test
                .get("Description")
                .and_then(FileTree::peek)
                .unwrap_or_default();
            // Its words stand in elements of their own, without blanks between.
            let spaced = description.replace('<', " <");
            let words_of = plain(&spaced).0.replace('\n', " ");
            if words_of.len() > 3 {
                words.push(words_of);
            }
        }
    }
    if words.is_empty() {
        logic.shown()
    } else {
        words.join("; ")
    }
}

/// The entries of an object whose keys are numbers, by these; the elements of a list.
fn numbered(tree: &FileTree) -> Vec<(u32, &FileTree)> {
    let listed = tree
        .peek_elements()
        .iter()
        .zip(0..)
        .map(|(one, index)| (index, one));
    let keyed = tree
        .keys()
        .filter_map(|key| Some((key.parse::<u32>().ok()?, tree.get(key)?)));
    let mut all: Vec<_> = listed.chain(keyed).collect();
    all.sort_by_key(|(number, _)| *number);
    all
}

/// Sets are joined by the type of each but the first; tests within a set by the conjunction of each but
/// the first. Where "and" and "or" meet in one line it is not told here which binds closer.
fn sets(logic: &FileTree) -> Option<When> {
    let mut found = Vec::new();
    for (index, (_, set)) in numbered(logic).into_iter().enumerate() {
        let kind = set.get("Type").and_then(FileTree::peek).unwrap_or_default();
        let is_and = kind.starts_with("And");
        let is_or = kind.starts_with("Or") || kind.starts_with("Else");
        if index > 0 && !is_and && !is_or {
            return None;
        }
        found.push((is_and, tests(set)?));
    }
    together(found)
}

fn tests(set: &FileTree) -> Option<When> {
    let mut found = Vec::new();
    for (_, test) in numbered(set) {
        let word = ["Conjuction", "Conjunction"]
            .into_iter()
            .find_map(|key| test.get(key)?.peek());
        let is_and = word.is_some_and(|word| word.eq_ignore_ascii_case("and"));
        found.push((is_and, one(test)?));
    }
    together(found)
}

/// Conditions with, behind the first, whether each is joined by "and".
fn together(found: Vec<(bool, When)>) -> Option<When> {
    let ands: Vec<bool> = found.iter().skip(1).map(|(is_and, _)| *is_and).collect();
    let all: Vec<When> = found.into_iter().map(|(_, when)| when).collect();
    match (all.len(), ands.first()) {
        (0, _) => None,
        (_, None) => all.into_iter().next(),
        (_, Some(first)) if ands.iter().any(|and| and != first) => None,
        (_, Some(true)) => Some(When::All(all)),
        (_, Some(false)) => Some(When::Any(all)),
    }
}

fn one(entry: &FileTree) -> Option<When> {
    let text = |key: &str| entry.get(key).and_then(FileTree::peek).unwrap_or_default();
    if text("LogicType") != "Question" {
        return None;
    }
    let number = entry.get("RightOperand").and_then(FileTree::peek);
    test(&text("LeftOperand"), &text("Operator"), number.as_deref())
}

/// `q://QID1/SelectableChoice/2` is chosen, of a matrix `q://QID1/SelectableChoice/ROW/COLUMN`; numbers are
/// `q://QID1/ChoiceNumericEntryValue/1` and `q://QID1/ChoiceTextEntryValue`.
pub(super) fn test(locator: &str, operator: &str, right: Option<&str>) -> Option<When> {
    let mut parts = locator.strip_prefix("q://")?.split('/');
    let question = parts.next()?;
    let what = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    // Nothing of the file is taken for more than a name.
    let is_plain = |text: &&str| {
        text.chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '_')
    };
    if !is_plain(&question) || !rest.iter().all(is_plain) {
        return None;
    }
    let said = |question: String, is: Is| {
        When::Test(Test {
            question,
            is,
            needs_asking: false,
        })
    };
    let not = |when: When| When::Not(Box::new(when));
    match (what, operator) {
        ("SelectableChoice" | "SelectableAnswer", "Selected" | "NotSelected") => {
            let chosen = match rest.as_slice() {
                [choice] => said(question.to_owned(), Is::AnyOf(vec![(*choice).to_owned()])),
                [row, column] => {
                    let subject = format!("{question}.{row}");
                    said(subject, Is::AnyOf(vec![(*column).to_owned()]))
                }
                _ => return None,
            };
            Some(if operator == "Selected" {
                chosen
            } else {
                not(chosen)
            })
        }
        (_, "Empty" | "NotEmpty") => {
            let answered = said(question.to_owned(), Is::Answered);
            Some(if operator == "Empty" {
                not(answered)
            } else {
                answered
            })
        }
        ("ChoiceNumericEntryValue" | "ChoiceTextEntryValue", operator) => {
            let number: f64 = right?
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())?;
            let subject = match rest.as_slice() {
                [] => question.to_owned(),
                [field] => format!("{question}.{field}"),
                _ => return None,
            };
            Some(match operator {
                "EqualTo" => said(subject, Is::Equal(vec![number.to_string()])),
                "NotEqualTo" => not(said(subject, Is::Equal(vec![number.to_string()]))),
                "GreaterThan" => said(subject, Is::Above(number)),
                "GreaterThanOrEqual" => said(subject, Is::AtLeast(number)),
                "LessThan" => said(subject, Is::Below(number)),
                "LessThanOrEqual" => said(subject, Is::AtMost(number)),
                _ => return None,
            })
        }
        _ => None,
    }
}

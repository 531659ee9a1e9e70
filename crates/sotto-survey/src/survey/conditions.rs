//! What conditions may name: questions that are asked before, and what can be answered to them.

use super::{
    kind::{AnswerShape, Category},
    question::Draft,
};
use crate::{
    file::fault::{At, FaultCause},
    terms::{bound::Bound, condition::Condition, identifier::Identifier},
};

/// At most so many tests in one question's condition.
const MAX_TESTS: usize = 200;

/// Refuses a condition that names what is not there; `earlier` are the ids of the questions before,
/// and what could be read of each.
pub(super) fn check_condition(
    condition: &Condition,
    earlier: (&[Identifier], &[Option<Draft>]),
    at: &At<'_>,
) {
    let (ids, drafts) = earlier;
    let mut tests = 0;
    Checking { ids, drafts }.check(condition, at, &mut tests);
    if tests > MAX_TESTS {
        at.fault(|| FaultCause::TooManyTests);
    }
}

/// What a condition may name.
struct Checking<'a> {
    ids: &'a [Identifier],
    drafts: &'a [Option<Draft>],
}

impl Checking<'_> {
    fn check(&self, condition: &Condition, at: &At<'_>, tests: &mut usize) {
        *tests += 1;
        if *tests > MAX_TESTS {
            return;
        }
        match condition {
            Condition::All(conditions) => self.check_all(conditions, &at.key("all"), tests),
            Condition::Any(conditions) => self.check_all(conditions, &at.key("any"), tests),
            Condition::Not(condition) => self.check(condition, &at.key("not"), tests),
            Condition::Is { question, row, is } => {
                if let Some(draft) = self.find(question, at) {
                    check_row(draft.shape(), row.as_ref(), at);
                    let at = at.key("is");
                    for (index, id) in is.iter().enumerate() {
                        let shape = draft.shape();
                        let mut known = shape.categories_with(draft.offers_decline());
                        if !known.any(|category: Category<'_>| category.id() == id.as_str()) {
                            let cause = || FaultCause::UnknownCategory(id.to_string());
                            at.index(index).fault(cause);
                        }
                    }
                }
            }
            Condition::Within {
                question,
                field,
                at_least,
                at_most,
            } => {
                if let Some(draft) = self.find(question, at) {
                    check_number(draft.shape(), field.as_ref(), at);
                    let calendar = draft.shape().calendar();
                    for (key, bound) in [("at-least", at_least), ("at-most", at_most)] {
                        let is_other = |bound: &Bound| bound.calendar != calendar;
                        if bound.as_ref().is_some_and(is_other) {
                            at.key(key).fault(|| FaultCause::Bound(calendar));
                        }
                    }
                }
            }
        }
    }

    fn check_all(&self, conditions: &[Condition], at: &At<'_>, tests: &mut usize) {
        for (index, condition) in conditions.iter().enumerate() {
            self.check(condition, &at.index(index), tests);
        }
    }

    /// An earlier question, if it could be read.
    fn find(&self, id: &Identifier, at: &At<'_>) -> Option<&Draft> {
        match self.ids.iter().position(|other| other == id) {
            Some(index) => {
                let draft = self.drafts.get(index)?.as_ref()?;
                if draft.shape().own_secret().is_some() {
                    let cause = || FaultCause::SecretInCondition(id.to_string());
                    return at.key("question").refuse(cause);
                }
                Some(draft)
            }
            None if self.ids.iter().any(Identifier::is_stand_in) => None,
            None => {
                let cause = || FaultCause::NotAskedBefore(id.to_string());
                at.key("question").refuse(cause)
            }
        }
    }
}

fn check_row(shape: AnswerShape<'_>, row: Option<&Identifier>, at: &At<'_>) {
    let at = at.key("row");
    match row {
        Some(row) if shape.row_index(row).is_none() => {
            at.fault(|| FaultCause::UnknownRow(row.to_string()));
        }
        None if !shape.rows().is_empty() => at.fault(|| FaultCause::RowUnnamed),
        Some(_) | None => {}
    }
}

fn check_number(shape: AnswerShape<'_>, field: Option<&Identifier>, at: &At<'_>) {
    let Some(fields) = shape.numbers() else {
        return at.key("question").fault(|| FaultCause::NoNumber);
    };
    if fields.index_of(field).is_none() {
        at.key("field").fault(|| match field {
            Some(field) => FaultCause::UnknownNumber(field.to_string()),
            None => FaultCause::NumberUnnamed,
        });
    }
}

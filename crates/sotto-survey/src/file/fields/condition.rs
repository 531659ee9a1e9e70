//! How conditions are read.

use super::{Fields, list};
use crate::{
    file::{
        fault::{At, FaultCause},
        json::Json,
    },
    terms::{
        bound::Bound,
        condition::{Condition, MAX_DEPTH, MAX_ELEMENTS},
        identifier::Identifier,
    },
};

impl Condition {
    const FIELDS: &[&str] = &[
        "all", "any", "not", "question", "row", "is", "field", "at-least", "at-most",
    ];

    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        Self::read_at(json, at, 1)
    }

    /// Reads a condition that stands in so many others, itself included.
    fn read_at(json: Json, at: &At<'_>, depth: u32) -> Option<Self> {
        if depth > MAX_DEPTH {
            return at.refuse(|| FaultCause::ConditionTooDeep);
        }
        let before = at.faults();
        let mut fields = Fields::of(json, at, Self::FIELDS);
        let found = fields.count();
        let mut several = |name| {
            let json = fields.present(name)?;
            let below = |json, at: &At<'_>| Self::read_at(json, at, depth + 1);
            // Something stands in for those that cannot be read, so that the others keep their places: faults keep
            // the survey from being made.
            let at = at.key(name);
            let read = some(list(json, &at, MAX_ELEMENTS, below)?, &at)?.into_iter();
            Some(
                read.map(|one| one.unwrap_or(Self::All(Vec::new())))
                    .collect(),
            )
        };
        let (all, any) = (several("all"), several("any"));
        let not = fields.present("not");
        let not = not.and_then(|json| Self::read_at(json, &at.key("not"), depth + 1));
        let question = fields.optional("question", Identifier::read);
        let row = fields.optional("row", Identifier::read);
        let is = fields.optional_list("is", MAX_ELEMENTS, Identifier::read_or_stand_in);
        let is = is.and_then(|is| some(is, &at.key("is")));
        let field = fields.optional("field", Identifier::read);
        let at_least = fields.optional("at-least", Bound::read);
        let at_most = fields.optional("at-most", Bound::read);
        let bounds = usize::from(at_least.is_some()) + usize::from(at_most.is_some());
        // Each form has these fields and no others.
        let condition = match (all, any, not, question, is) {
            (Some(conditions), None, None, None, None) if found == 1 => Self::All(conditions),
            (None, Some(conditions), None, None, None) if found == 1 => Self::Any(conditions),
            (None, None, Some(condition), None, None) if found == 1 => {
                Self::Not(Box::new(condition))
            }
            (None, None, None, Some(question), Some(is))
                if found == 2 + usize::from(row.is_some()) =>
            {
                Self::Is { question, row, is }
            }
            (None, None, None, Some(question), None)
                if bounds > 0 && found == 1 + bounds + usize::from(field.is_some()) =>
            {
                Self::Within {
                    question,
                    field,
                    at_least,
                    at_most,
                }
            }
            _ if at.faults() > before => return None,
            _ => return at.refuse(|| FaultCause::ConditionForm),
        };
        Some(condition)
    }
}

/// A list that names something: one that names nothing holds for nobody, or for everybody.
fn some<T>(list: Vec<T>, at: &At<'_>) -> Option<Vec<T>> {
    if list.is_empty() {
        return at.refuse(|| FaultCause::NothingListed);
    }
    Some(list)
}

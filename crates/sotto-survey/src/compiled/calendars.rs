//! In a compiled survey the ends of all ranges are numbers: what they stand for follows from the question that they are about.

use crate::{
    file::question_file::QuestionFile,
    terms::{bound::Bound, calendar::Calendar, condition::Condition, identifier::Identifier},
};

/// Says of every end of a range what it stands for, as it would stand in JSON.
pub(super) fn name(questions: &mut [QuestionFile]) {
    let named = |one: &QuestionFile| Some((one.id.clone(), one.calendar?));
    let named: Vec<_> = questions.iter().filter_map(named).collect();
    if named.is_empty() {
        return;
    }
    for question in questions {
        let calendar = question.calendar;
        let ends = question.min.iter_mut().chain(&mut question.max);
        ends.for_each(|end| end.calendar = calendar);
        if let Some(condition) = &mut question.condition {
            name_in(condition, &named);
        }
    }
}

fn name_in(condition: &mut Condition, named: &[(Identifier, Calendar)]) {
    match condition {
        Condition::All(conditions) | Condition::Any(conditions) => {
            for condition in conditions {
                name_in(condition, named);
            }
        }
        Condition::Not(condition) => name_in(condition, named),
        Condition::Is { .. } => {}
        Condition::Within {
            question,
            at_least,
            at_most,
            ..
        } => {
            let found = named.iter().find(|(id, _)| id == question);
            let calendar = found.map(|(_, calendar)| *calendar);
            let name = |end: &mut Bound| end.calendar = calendar;
            at_least.iter_mut().chain(at_most).for_each(name);
        }
    }
}

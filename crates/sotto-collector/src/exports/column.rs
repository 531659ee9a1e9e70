//! The columns of noisy rows: one for each part of a survey's questions.

use sotto_ldp::Report;
use sotto_survey::{Part, PartRole, Question, Survey};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The question's id; of a question with several parts, a full stop and the id of the option,
    /// row or field behind it, or `answered?` for whether numbers were given.
    pub(crate) name: String,
    /// Whether its reports are indices, each a whole number.
    pub(crate) indices: bool,
}

/// The columns of a survey, in the order of its parts.
pub(crate) fn columns(survey: &Survey) -> Vec<Column> {
    let of_question = |question: &Question| {
        let column = |part: &Part| Column {
            name: name(question, part.role()),
            indices: matches!(part.randomizer().longest_report(), Report::Index(_)),
        };
        question.parts().iter().map(column).collect::<Vec<_>>()
    };
    survey.questions().iter().flat_map(of_question).collect()
}

fn name(question: &Question, role: PartRole) -> String {
    let id = question.id();
    let part = match role {
        PartRole::Answered => Some("answered?"),
        PartRole::Category | PartRole::Option(_) | PartRole::Row(_) | PartRole::Number(_) => {
            question.shape().part_id(role)
        }
    };
    part.map_or_else(|| id.to_string(), |part| format!("{id}.{part}"))
}

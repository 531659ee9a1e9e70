//! The columns of noisy rows: one for each part of a survey's questions.

use sotto_ldp::Report;
use sotto_survey::{Entry, Part, Survey};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// As [`Entry::part_name`] has it.
    pub(crate) name: String,
    /// Whether its reports are indices, each a whole number.
    pub(crate) indices: bool,
}

/// The columns of a survey, in the order of its parts.
pub(crate) fn columns(survey: &Survey) -> Vec<Column> {
    let of_entry = |entry: Entry<'_>| {
        let column = |part: &Part| Column {
            name: entry.part_name(part.role()),
            indices: matches!(part.randomizer().longest_report(), Report::Index(_)),
        };
        entry.parts().iter().map(column).collect::<Vec<_>>()
    };
    survey.entries().flat_map(of_entry).collect()
}

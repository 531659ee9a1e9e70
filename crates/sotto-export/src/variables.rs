//! A survey as a list of variables, as codebooks have them: a question, a row of a matrix, or one of several
//! numbers.

use sotto_ldp::numbers::{Decimal, Grid};
use sotto_survey::{
    AnswerShape, Bound, Calendar, Category, CategoryResults, MeanResults, NumberFields, Question,
    Text,
};

use super::Findings;

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable<'a> {
    /// The question's id, with a full stop and the id of a row or a field behind it.
    pub(crate) name: String,
    pub(crate) question: &'a Question,
    /// What a row or a field is called.
    pub(crate) part: Option<&'a Text>,
    pub(crate) values: VariableValues<'a>,
    /// How many reported it.
    pub(crate) reports: u64,
    pub(crate) mechanism: &'a str,
    /// Declared, of the whole question; of a linked one, of its link.
    pub(crate) epsilon: String,
    pub(crate) joint: Option<&'a str>,
}

/// What its values are, and what was estimated of them.
#[derive(Clone, Debug)]
pub(crate) enum VariableValues<'a> {
    /// Categories; of several that can be chosen at once, not exclusive.
    Categories {
        exclusive: bool,
        of_each: Vec<(Category<'a>, &'a CategoryResults)>,
    },
    /// A number.
    Number {
        grid: Grid,
        unit: Option<&'a Text>,
        /// What the number stands for: counted from 1 January 1970, a time from midnight.
        calendar: Option<Calendar>,
        mean: Option<MeanResults>,
    },
}

/// A number as people read it: the day, month or time that it stands for.
pub(crate) fn written(number: Decimal, calendar: Option<Calendar>) -> String {
    Bound { number, calendar }.written()
}

/// What a figure of days, months or times counts, in English; nothing of a plain number.
pub(crate) const fn counted(calendar: Calendar) -> &'static str {
    match calendar {
        Calendar::Date => "days since 1970-01-01",
        Calendar::Month => "months since 1970-01",
        Calendar::Time => "minutes since midnight",
    }
}

/// The variables of a survey, in its order.
pub(crate) fn variables<'a>(findings: &Findings<'a>) -> Vec<Variable<'a>> {
    let questions = findings.survey().reported_questions();
    let found = questions.filter_map(|question| {
        let results = findings.of(question.id().as_str())?;
        let variable = |part: Option<(&str, &'_ Text)>| {
            let id = question.id();
            part.map_or_else(|| id.to_string(), |(part, _)| format!("{id}.{part}"))
        };
        let make = |part: Option<(&str, _)>, reports, values| Variable {
            name: variable(part),
            question,
            part: part.map(|(_, title)| title),
            values,
            reports,
            mechanism: &results.mechanism,
            epsilon: results.epsilon.to_string(),
            joint: results.joint.as_deref(),
        };
        let categories = |found, exclusive| VariableValues::Categories {
            exclusive,
            of_each: question.categories().zip(found).collect(),
        };
        let n = results.reports;
        Some(match question.shape() {
            AnswerShape::None { .. } => Vec::new(),
            AnswerShape::One(_) => vec![make(None, n, categories(&results.categories, true))],
            AnswerShape::Set(_) => vec![make(None, n, categories(&results.categories, false))],
            AnswerShape::Order(ranked) => match &results.ranking {
                None => vec![make(None, n, categories(&results.categories, true))],
                Some(found) => {
                    let last = i32::try_from(ranked.options.len()).ok()?;
                    let places = Grid::new(1.into(), last.into(), 1.into()).ok()?;
                    let options = ranked.options.iter().zip(&found.places);
                    options
                        .map(|(option, place)| {
                            let values = VariableValues::Number {
                                grid: places,
                                unit: None,
                                calendar: None,
                                mean: place.mean,
                            };
                            make(Some((option.id.as_str(), &option.title)), n, values)
                        })
                        .collect()
                }
            },
            AnswerShape::Rows(matrix) => {
                let rows = matrix.rows.iter().zip(results.rows.iter().flatten());
                rows.map(|(row, found)| {
                    let part = Some((row.id.as_str(), &row.title));
                    make(part, found.reports, categories(&found.categories, true))
                })
                .collect()
            }
            AnswerShape::Numbers(NumberFields::Single(range)) => {
                let values = VariableValues::Number {
                    grid: range.grid,
                    unit: range.unit.as_ref(),
                    calendar: range.calendar,
                    mean: results.mean,
                };
                vec![make(None, n, values)]
            }
            AnswerShape::Numbers(NumberFields::Several(fields)) => {
                let fields = fields.iter().zip(results.fields.iter().flatten());
                fields
                    .map(|(field, found)| {
                        let values = VariableValues::Number {
                            grid: field.grid,
                            unit: field.unit.as_ref(),
                            calendar: None,
                            mean: found.mean,
                        };
                        make(
                            Some((field.id.as_str(), &field.title)),
                            found.reports,
                            values,
                        )
                    })
                    .collect()
            }
        })
    });
    found.flatten().collect()
}

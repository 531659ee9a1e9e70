//! From a row of a data set to a sheet of answers.

use csv::ByteRecord;
use sotto_survey::{Answer, Question, QuestionKind, Survey};

use super::{
    BadRow, Reason, SimulateError,
    cell::{category, is_missing},
    mapping::{Column, MappedQuestion, Mapping, Rule},
};

/// How the rows of a data set answer a survey.
pub(super) struct Sheet<'a> {
    survey: &'a Survey,
    /// For each question in order; `None`: everybody declines it.
    sources: Vec<Option<Source<'a>>>,
    /// The number of cells in a row.
    width: usize,
}

struct Source<'a> {
    /// Counted from 0.
    column: usize,
    rule: Option<&'a Rule>,
}

impl<'a> Sheet<'a> {
    /// Finds every mapped column in a row: the header, if there is one, else any row.
    pub(super) fn new(
        survey: &'a Survey,
        mapping: &'a Mapping,
        row: &ByteRecord,
        has_header: bool,
    ) -> Result<Self, SimulateError> {
        let mut sources = Vec::with_capacity(survey.questions().len());
        for question in survey.questions() {
            let mapped = mapping
                .questions()
                .iter()
                .find(|mapped| mapped.question == question.id().as_str());
            sources.push(match mapped {
                Some(mapped) => Some(source(question, mapped, row, has_header)?),
                None if question.offers_decline() => None,
                None => return Err(SimulateError::NotMapped(question.id().clone())),
            });
        }
        let unknown = mapping.questions().iter().find(|mapped| {
            let is_asked = |question: &Question| question.id().as_str() == mapped.question;
            !survey.questions().iter().any(is_asked)
        });
        if let Some(mapped) = unknown {
            return Err(SimulateError::UnknownQuestion(mapped.question.clone()));
        }
        Ok(Self {
            survey,
            sources,
            width: row.len(),
        })
    }

    /// The answers that a row gives.
    pub(super) fn answers(&self, row: &ByteRecord) -> Result<Vec<Option<Answer>>, BadRow> {
        if row.len() != self.width {
            return Err(BadRow {
                question: None,
                reason: Reason::Width {
                    found: row.len(),
                    expected: self.width,
                },
            });
        }
        let questions = self.survey.questions().iter().zip(&self.sources);
        questions
            .map(|(question, source)| match source {
                None => Ok(None),
                Some(source) => self.answer(question, source, row).map(Some),
            })
            .collect()
    }

    /// Whether a row cannot be an answer at all, not even one with values missing: then it is the
    /// header.
    pub(super) fn looks_like_header(&self, row: &ByteRecord) -> bool {
        let mut questions = self.survey.questions().iter().zip(&self.sources);
        questions.all(|(question, source)| {
            source.as_ref().is_none_or(|source| {
                let answer = self.answer(question, source, row);
                answer.is_err_and(|bad| !matches!(bad.reason, Reason::Missing(_)))
            })
        })
    }

    /// The questions that no column answers.
    pub(super) fn declined(&self) -> impl Iterator<Item = &Question> {
        let questions = self.survey.questions().iter().zip(&self.sources);
        questions.filter_map(|(question, source)| source.is_none().then_some(question))
    }

    fn answer(
        &self,
        question: &Question,
        source: &Source<'_>,
        row: &ByteRecord,
    ) -> Result<Answer, BadRow> {
        let bad = |reason| BadRow {
            question: Some(question.id().to_string()),
            reason,
        };
        let bytes = row.get(source.column).unwrap_or_default();
        let cell = str::from_utf8(bytes).map_err(|_| bad(Reason::NoUtf8))?;
        let index = match source.rule {
            None => category(self.survey, question, cell),
            Some(_) if is_missing(cell) => None,
            Some(rule) => match rule.holds(cell) {
                Some(holds) => question.category_index(if holds { "yes" } else { "no" }),
                None => return Err(bad(Reason::NoNumber(cell.to_owned()))),
            },
        };
        index
            .and_then(|index| question.answer(index).ok())
            .ok_or_else(|| {
                bad(if is_missing(cell) {
                    Reason::Missing(cell.to_owned())
                } else {
                    Reason::UnknownCategory(cell.to_owned())
                })
            })
    }
}

fn source<'a>(
    question: &Question,
    mapped: &'a MappedQuestion,
    row: &ByteRecord,
    has_header: bool,
) -> Result<Source<'a>, SimulateError> {
    if mapped.rule.is_some() && *question.kind() != QuestionKind::YesNo {
        return Err(SimulateError::RuleForChoice(question.id().clone()));
    }
    let column = match &mapped.column {
        Column::Number(number) => number.checked_sub(1).filter(|&place| place < row.len()),
        Column::Name(name) if has_header => {
            let same = |cell: &[u8]| cell == name.as_bytes();
            let alike = |cell: &[u8]| cell.eq_ignore_ascii_case(name.as_bytes());
            let place = row.iter().position(same);
            place.or_else(|| row.iter().position(alike))
        }
        Column::Name(name) => return Err(SimulateError::NoHeader(name.clone())),
    };
    let column = column.ok_or_else(|| SimulateError::NoColumn {
        column: mapped.column.clone(),
        available: columns(row, has_header),
    })?;
    Ok(Source {
        column,
        rule: mapped.rule.as_ref(),
    })
}

fn columns(row: &ByteRecord, has_header: bool) -> String {
    if has_header {
        let names: Vec<_> = row.iter().take(40).map(String::from_utf8_lossy).collect();
        names.join(", ")
    } else {
        format!("1 to {}", row.len())
    }
}

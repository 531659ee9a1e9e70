//! From a row of a data set to a sheet of answers.

use csv::ByteRecord;
use sotto_ldp::numbers::Decimal;
use sotto_survey::{Answer, AnswerError, Question, QuestionKind, Survey};

use super::{
    BadRow, Reason, SimulateError,
    mapping::{MappedQuestion, Mapping, Rule},
};
use crate::data_set::{Column, category, is_missing};

/// What separates the options of a multiple choice in one cell.
const BETWEEN_OPTIONS: [char; 2] = [';', '|'];

/// How the rows of a data set answer a survey.
pub(crate) struct Sheet<'a> {
    survey: &'a Survey,
    /// For each question in order.
    sources: Vec<Sources<'a>>,
    /// The number of cells in a row.
    width: usize,
}

/// What answers a question.
enum Sources<'a> {
    /// Nothing: everybody declines it, or it takes no answer.
    Nothing,
    /// One column.
    One(Source<'a>),
    /// A column for each row of a matrix or each of several numbers, in order; `None`: everybody
    /// declines that row.
    Each(Vec<Option<Source<'a>>>),
}

struct Source<'a> {
    /// Counted from 0.
    column: usize,
    rule: Option<&'a Rule>,
}

impl<'a> Sheet<'a> {
    /// Finds every mapped column in a row: the header, if there is one, else any row.
    pub(crate) fn new(
        survey: &'a Survey,
        mapping: &'a Mapping,
        row: &ByteRecord,
        has_header: bool,
    ) -> Result<Self, SimulateError> {
        let mut used = 0;
        let mut sources = Vec::with_capacity(survey.questions().len());
        for question in survey.questions() {
            let mut find = |name: &str| {
                let mapped = mapping
                    .questions()
                    .iter()
                    .find(|mapped| mapped.question == name);
                used += usize::from(mapped.is_some());
                mapped
                    .map(|mapped| source(question, mapped, row, has_header))
                    .transpose()
            };
            let found = match inner_ids(question) {
                None => match find(question.id().as_str())? {
                    Some(source) => Sources::One(source),
                    None => Sources::Nothing,
                },
                Some(ids) => {
                    let name = |inner: &str| [question.id().as_str(), ".", inner].concat();
                    let each = ids.into_iter().map(|inner| find(&name(inner)));
                    let each = each.collect::<Result<Vec<_>, _>>()?;
                    if each.iter().all(Option::is_none) {
                        Sources::Nothing
                    } else {
                        Sources::Each(each)
                    }
                }
            };
            let complete = match (&found, question.kind()) {
                (Sources::Nothing, QuestionKind::Statement | QuestionKind::Consent)
                | (Sources::One(_), _) => true,
                (Sources::Nothing, _) => question.offers_decline(),
                // All numbers are given, or none.
                (Sources::Each(each), QuestionKind::Numbers(_)) => each.iter().all(Option::is_some),
                (Sources::Each(each), _) => {
                    question.offers_decline() || each.iter().all(Option::is_some)
                }
            };
            if !complete {
                return Err(SimulateError::NotMapped(question.id().clone()));
            }
            sources.push(found);
        }
        if used < mapping.questions().len() {
            let is_known = |mapped: &&MappedQuestion| {
                survey.questions().iter().any(|question| {
                    let id = question.id().as_str();
                    match inner_ids(question) {
                        None => mapped.question == id,
                        Some(ids) => ids
                            .iter()
                            .any(|inner| mapped.question == [id, ".", inner].concat()),
                    }
                })
            };
            let unknown = mapping.questions().iter().find(|mapped| !is_known(mapped));
            if let Some(mapped) = unknown {
                return Err(SimulateError::UnknownQuestion(mapped.question.clone()));
            }
        }
        Ok(Self {
            survey,
            sources,
            width: row.len(),
        })
    }

    /// The answers that a row gives.
    pub(crate) fn answers(&self, row: &ByteRecord) -> Result<Vec<Option<Answer>>, BadRow> {
        if row.len() != self.width {
            return Err(BadRow {
                question: None,
                reason: Reason::Width {
                    found: row.len(),
                    expected: self.width,
                },
            });
        }
        let mut answers = Vec::with_capacity(self.sources.len());
        let mut missing = Vec::new();
        for (question, sources) in self.survey.questions().iter().zip(&self.sources) {
            match self.answer(question, sources, row) {
                Err(bad) if matches!(bad.reason, Reason::Missing(_)) => {
                    missing.push((answers.len(), bad));
                    answers.push(None);
                }
                found => answers.push(found?),
            }
        }
        // What a condition hides from this row needs no value.
        let asked = self.survey.asked(&answers);
        let is_asked = |place: usize| asked.get(place).copied().unwrap_or(true);
        match missing.into_iter().find(|&(place, _)| is_asked(place)) {
            Some((_, bad)) => Err(bad),
            None => Ok(answers),
        }
    }

    /// Whether a row cannot be an answer at all, not even one with values missing: then it is the
    /// header.
    pub(crate) fn looks_like_header(&self, row: &ByteRecord) -> bool {
        let mut questions = self.survey.questions().iter().zip(&self.sources);
        questions.all(|(question, sources)| {
            matches!(sources, Sources::Nothing)
                || self
                    .answer(question, sources, row)
                    .is_err_and(|bad| !matches!(bad.reason, Reason::Missing(_)))
        })
    }

    /// The questions that no column answers.
    pub(crate) fn declined(&self) -> impl Iterator<Item = &Question> {
        let questions = self.survey.reported_questions();
        questions.filter(|question| {
            let place = self
                .survey
                .questions()
                .iter()
                .position(|q| q.id() == question.id());
            let sources = place.and_then(|place| self.sources.get(place));
            matches!(sources, Some(Sources::Nothing))
        })
    }

    fn answer(
        &self,
        question: &Question,
        sources: &Sources<'_>,
        row: &ByteRecord,
    ) -> Result<Option<Answer>, BadRow> {
        let answer = match sources {
            // Who is simulated has agreed.
            Sources::Nothing => return Ok(question.answer_consent().ok()),
            Sources::One(source) => self.one(question, source, row),
            Sources::Each(sources) => self.each(question, sources, row),
        };
        answer.map(Some).map_err(|reason| BadRow {
            question: Some(question.id().to_string()),
            reason,
        })
    }

    /// The answer in one cell.
    fn one(
        &self,
        question: &Question,
        source: &Source<'_>,
        row: &ByteRecord,
    ) -> Result<Answer, Reason> {
        let cell = cell(source, row)?;
        match question.kind() {
            QuestionKind::Number(_) | QuestionKind::Slider(_) => {
                let answer = question.answer_number(number(cell)?);
                answer.map_err(|error| Reason::Outside(cell.to_owned(), error))
            }
            QuestionKind::MultipleChoice(_) => {
                if is_missing(cell) {
                    return Err(Reason::Missing(cell.to_owned()));
                }
                let options = cell.split(BETWEEN_OPTIONS).map(str::trim);
                let options = options.filter(|option| !option.is_empty());
                let chosen: Result<Vec<_>, _> = options
                    .map(|option| self.category(question, None, option))
                    .collect();
                let answer = question.answer_set(&chosen?);
                let answer = answer.and_then(|answer| {
                    question.check(Some(&answer))?;
                    Ok(answer)
                });
                answer.map_err(|error| Reason::Outside(cell.to_owned(), error))
            }
            _ => {
                let category = self.category(question, source.rule, cell)?;
                let answer = question.answer(category);
                answer.map_err(|_| Reason::UnknownCategory(cell.to_owned()))
            }
        }
    }

    /// The answer in several cells.
    fn each(
        &self,
        question: &Question,
        sources: &[Option<Source<'_>>],
        row: &ByteRecord,
    ) -> Result<Answer, Reason> {
        let read = |error: AnswerError| Reason::Outside(String::new(), error);
        let sources = sources.iter().map(Option::as_ref);
        if let QuestionKind::Numbers(_) = question.kind() {
            let numbers = sources.map(|source| match source {
                Some(source) => number(cell(source, row)?).map(Some),
                None => Ok(None),
            });
            let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
            return question.answer_numbers(&numbers).map_err(read);
        }
        let rows = sources.map(|source| match source {
            Some(source) => self.category(question, None, cell(source, row)?).map(Some),
            None => Ok(None),
        });
        question
            .answer_rows(&rows.collect::<Result<Vec<_>, _>>()?)
            .map_err(read)
    }

    /// The category that a cell names, or that a rule makes of it.
    fn category(
        &self,
        question: &Question,
        rule: Option<&Rule>,
        cell: &str,
    ) -> Result<u32, Reason> {
        let index = match rule {
            None => category(self.survey, question, cell),
            Some(_) if is_missing(cell) => None,
            Some(rule) => match rule.holds(cell) {
                Some(holds) => question.category_index(if holds { "yes" } else { "no" }),
                None => return Err(Reason::NoNumber(cell.to_owned())),
            },
        };
        index.ok_or_else(|| {
            if is_missing(cell) {
                Reason::Missing(cell.to_owned())
            } else {
                Reason::UnknownCategory(cell.to_owned())
            }
        })
    }
}

/// The names of a matrix's rows or of several numbers, each of which has a column of its own;
/// `None` for a question that has one.
fn inner_ids(question: &Question) -> Option<Vec<&str>> {
    match question.kind() {
        QuestionKind::Matrix(matrix) => {
            Some(matrix.rows.iter().map(|row| row.id.as_str()).collect())
        }
        QuestionKind::Numbers(fields) => {
            Some(fields.iter().map(|field| field.id.as_str()).collect())
        }
        _ => None,
    }
}

fn cell<'a>(source: &Source<'_>, row: &'a ByteRecord) -> Result<&'a str, Reason> {
    let bytes = row.get(source.column).unwrap_or_default();
    str::from_utf8(bytes).map_err(|_| Reason::NoUtf8)
}

fn number(cell: &str) -> Result<Decimal, Reason> {
    if is_missing(cell) {
        return Err(Reason::Missing(cell.to_owned()));
    }
    let number = cell.trim().parse();
    number.map_err(|_| Reason::NoNumber(cell.to_owned()))
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

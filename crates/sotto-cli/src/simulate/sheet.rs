//! From a row of a data set to a sheet of answers.

use csv::ByteRecord;
use sotto_ldp::numbers::Decimal;
use sotto_survey::{
    Answer, AnswerError, AnswerShape, Identifier, Layout, NumberFields, NumberRange, Question,
    QuestionKind, Survey,
};

use super::{
    error::{RowFault, SimulateError, UnusableRow},
    mapping::{AnswerRule, MappedQuestion, Mapping},
};
use crate::data_set::{ColumnName, category, is_missing};

/// What separates the options of a multiple choice in one cell.
const BETWEEN_OPTIONS: [char; 2] = [';', '|'];

/// What separates the options of a ranking in one cell, the first first.
const BETWEEN_PLACES: [char; 3] = [';', '|', '>'];

/// How the rows of a data set answer a survey.
pub(crate) struct AnswerSheet<'a> {
    survey: &'a Survey,
    /// Rows have answers to every arm; which is sent is drawn later.
    layout: Layout,
    /// For each question in order.
    sources: Vec<ColumnSources<'a>>,
    /// The number of cells in a row.
    width: usize,
}

/// What a row answers.
pub(crate) struct AnsweredRow {
    /// To each question.
    pub(crate) answers: Vec<Option<Answer>>,
    /// What it declines because it has no value: ids of questions, and `question.row` of matrices.
    pub(crate) declined: Vec<String>,
}

/// The columns that answer a question.
enum ColumnSources<'a> {
    /// None: everybody declines it, or it takes no answer.
    Nothing,
    /// One with the category.
    Category(CellSource<'a>),
    /// One with all options that are chosen.
    Options(CellSource<'a>),
    /// One with all options in order.
    Order(CellSource<'a>),
    /// One for each row of a matrix; `None`: everybody declines that row.
    Rows(Vec<Option<CellSource<'a>>>),
    /// One with the number.
    Number(CellSource<'a>),
    /// One for each of several numbers.
    Numbers(Vec<CellSource<'a>>),
}

struct CellSource<'a> {
    /// Counted from 0.
    column: usize,
    rule: Option<&'a AnswerRule>,
}

impl<'a> AnswerSheet<'a> {
    /// Finds every mapped column in a row: the header, if there is one, else any row.
    pub(crate) fn new(
        survey: &'a Survey,
        mapping: &'a Mapping,
        row: &ByteRecord,
        has_header: bool,
    ) -> Result<Self, SimulateError> {
        let mut sources = Vec::with_capacity(survey.questions().len());
        for question in survey.questions() {
            let columns = names_in_mapping(question).into_iter().map(|name| {
                let mut mapped = mapping.questions().iter();
                let mapped = mapped.find(|mapped| mapped.question == name);
                mapped
                    .map(|mapped| source(question, mapped, row, has_header))
                    .transpose()
            });
            let columns = columns.collect::<Result<_, _>>()?;
            let found = ColumnSources::of_columns(question, columns);
            sources.push(found.ok_or_else(|| SimulateError::NotMapped(question.id().clone()))?);
        }
        let names: Vec<_> = survey
            .questions()
            .iter()
            .flat_map(names_in_mapping)
            .collect();
        let mut mapped = mapping.questions().iter();
        if let Some(unknown) = mapped.find(|mapped| !names.contains(&mapped.question)) {
            return Err(SimulateError::UnknownQuestion(unknown.question.clone()));
        }
        Ok(Self {
            survey,
            layout: Layout::with_every_arm(survey),
            sources,
            width: row.len(),
        })
    }

    /// The answers that a row gives. Without a value, a question that is asked and can be declined is.
    pub(crate) fn answers(&self, row: &ByteRecord) -> Result<AnsweredRow, UnusableRow> {
        if row.len() != self.width {
            return Err(UnusableRow {
                question: None,
                reason: RowFault::Width {
                    found: row.len(),
                    expected: self.width,
                },
            });
        }
        let mut answers = Vec::with_capacity(self.sources.len());
        let mut missing = Vec::new();
        for (question, sources) in self.survey.questions().iter().zip(&self.sources) {
            match self.answer(question, sources, row) {
                Err(bad) if matches!(bad.reason, RowFault::Missing(_)) => {
                    missing.push((answers.len(), bad));
                    answers.push(question.no_answer());
                }
                found => answers.push(found?),
            }
        }
        // What a condition hides from this row needs no value.
        let asked = self.survey.asked(&self.layout, &answers);
        let is_asked = |index: usize| asked.get(index).copied().unwrap_or(true);
        let mut declined = Vec::new();
        for (index, bad) in missing {
            match self.survey.questions().get(index) {
                _ if !is_asked(index) => {}
                Some(question) if question.offers_decline() => {
                    declined.push(question.id().to_string());
                }
                _ => return Err(bad),
            }
        }
        let mut questions = self.survey.questions().iter().zip(&self.sources);
        for (is_asked, answer) in asked.iter().zip(&answers) {
            let next = questions.next();
            let given = answer.as_ref().filter(|_| *is_asked);
            if let Some(((question, ColumnSources::Rows(sources)), answer)) = next.zip(given)
                && !question.is_declined(answer)
            {
                declined.extend(rows_without_value(question, sources, row));
            }
        }
        Ok(AnsweredRow { answers, declined })
    }

    /// Whether a row cannot be an answer at all, not even one with values missing: then it is the
    /// header.
    pub(crate) fn looks_like_header(&self, row: &ByteRecord) -> bool {
        let mut questions = self.survey.questions().iter().zip(&self.sources);
        questions.all(|(question, sources)| {
            matches!(sources, ColumnSources::Nothing)
                || self
                    .answer(question, sources, row)
                    .is_err_and(|bad| !matches!(bad.reason, RowFault::Missing(_)))
        })
    }

    /// The questions that no column answers.
    pub(crate) fn declined(&self) -> impl Iterator<Item = &Question> {
        let questions = self.survey.questions().iter().zip(&self.sources);
        questions
            .filter(|(question, sources)| {
                question.is_reported() && matches!(sources, ColumnSources::Nothing)
            })
            .map(|(question, _)| question)
    }

    fn answer(
        &self,
        question: &Question,
        sources: &ColumnSources<'_>,
        row: &ByteRecord,
    ) -> Result<Option<Answer>, UnusableRow> {
        let answer = match sources {
            // Everybody who is simulated agrees.
            ColumnSources::Nothing => return Ok(question.answer_consent().ok()),
            ColumnSources::Category(source) => self.chosen(question, source, row),
            ColumnSources::Options(source) => self.listed(
                question,
                source,
                row,
                &BETWEEN_OPTIONS,
                Question::answer_set,
            ),
            ColumnSources::Order(source) => self.listed(
                question,
                source,
                row,
                &BETWEEN_PLACES,
                Question::answer_order,
            ),
            ColumnSources::Rows(sources) => self.rows(question, sources, row),
            ColumnSources::Number(source) => cell(source, row).and_then(|cell| {
                let number = match question.shape() {
                    AnswerShape::Numbers(NumberFields::Single(range))
                        if range.calendar.is_some() =>
                    {
                        moment(cell, range)
                    }
                    _ => number(cell),
                };
                let answer = question.answer_number(number?);
                answer.map_err(|error| RowFault::Outside(cell.to_owned(), error))
            }),
            ColumnSources::Numbers(sources) => {
                let numbers = sources
                    .iter()
                    .map(|source| number(cell(source, row)?).map(Some));
                numbers.collect::<Result<Vec<_>, _>>().and_then(|numbers| {
                    let answer = question.answer_numbers(&numbers);
                    answer.map_err(|error| RowFault::Outside(String::new(), error))
                })
            }
        };
        answer.map(Some).map_err(|reason| UnusableRow {
            question: Some(question.id().to_string()),
            reason,
        })
    }

    fn chosen(
        &self,
        question: &Question,
        source: &CellSource<'_>,
        row: &ByteRecord,
    ) -> Result<Answer, RowFault> {
        let cell = cell(source, row)?;
        let category = self.category(question, source.rule, cell)?;
        let answer = question.answer_of_simulated(category);
        answer.map_err(|_| RowFault::UnknownCategory(cell.to_owned()))
    }

    /// The options that a cell lists, as `answer` takes them.
    fn listed(
        &self,
        question: &Question,
        source: &CellSource<'_>,
        row: &ByteRecord,
        separators: &[char],
        answer: fn(&Question, &[u32]) -> Result<Answer, AnswerError>,
    ) -> Result<Answer, RowFault> {
        let cell = cell(source, row)?;
        if is_missing(cell) {
            return Err(RowFault::Missing(cell.to_owned()));
        }
        let options = cell.split(separators).map(str::trim);
        let options = options.filter(|option| !option.is_empty());
        let options: Result<Vec<_>, _> = options
            .map(|option| self.category(question, None, option))
            .collect();
        let answer = answer(question, &options?).and_then(|answer| {
            question.check(Some(&answer))?;
            Ok(answer)
        });
        answer.map_err(|error| RowFault::Outside(cell.to_owned(), error))
    }

    fn rows(
        &self,
        question: &Question,
        sources: &[Option<CellSource<'_>>],
        row: &ByteRecord,
    ) -> Result<Answer, RowFault> {
        // Without any value the question has none.
        let mut mapped = sources.iter().flatten();
        if let Some(first) = mapped.next()
            && question.offers_decline()
            && sources
                .iter()
                .flatten()
                .all(|source| has_no_value(source, row))
        {
            return Err(RowFault::Missing(cell(first, row)?.to_owned()));
        }
        let rows = sources.iter().map(|source| match source {
            Some(source) => match self.category(question, None, cell(source, row)?) {
                // As a row that is not mapped.
                Err(RowFault::Missing(_)) if question.offers_decline() => Ok(None),
                found => found.map(Some),
            },
            None => Ok(None),
        });
        question
            .answer_rows(&rows.collect::<Result<Vec<_>, _>>()?)
            .map_err(|error| RowFault::Outside(String::new(), error))
    }

    /// The category that a cell names, or that a rule makes of it.
    fn category(
        &self,
        question: &Question,
        rule: Option<&AnswerRule>,
        cell: &str,
    ) -> Result<u32, RowFault> {
        let index = match rule {
            None => category(self.survey, question, cell),
            Some(_) if is_missing(cell) => None,
            Some(rule) => match rule.holds(cell) {
                Some(holds) => question.category_index(if holds { "yes" } else { "no" }),
                None => return Err(RowFault::NoNumber(cell.to_owned())),
            },
        };
        index.ok_or_else(|| {
            if is_missing(cell) {
                RowFault::Missing(cell.to_owned())
            } else {
                RowFault::UnknownCategory(cell.to_owned())
            }
        })
    }
}

/// Under which names a mapping gives the columns of a question: its id, or `id.row` and `id.field`
/// where each row of a matrix or each of several numbers has a column of its own.
fn names_in_mapping(question: &Question) -> Vec<String> {
    let id = question.id();
    let within = |inner: &Identifier| format!("{id}.{inner}");
    match question.shape() {
        AnswerShape::None { .. } => Vec::new(),
        AnswerShape::One(_)
        | AnswerShape::Set(_)
        | AnswerShape::Order(_)
        | AnswerShape::Numbers(NumberFields::Single(_)) => vec![id.to_string()],
        AnswerShape::Rows(matrix) => matrix.rows.iter().map(|row| within(&row.id)).collect(),
        AnswerShape::Numbers(NumberFields::Several(fields)) => {
            fields.iter().map(|field| within(&field.id)).collect()
        }
    }
}

impl<'a> ColumnSources<'a> {
    /// Puts the columns that were mapped to a question in order; `None` when it needs more.
    fn of_columns(question: &Question, mut columns: Vec<Option<CellSource<'a>>>) -> Option<Self> {
        if columns.iter().all(Option::is_none) {
            let needs_none = question.offers_decline() || !question.is_reported();
            return needs_none.then_some(Self::Nothing);
        }
        match question.shape() {
            AnswerShape::None { .. } => Some(Self::Nothing),
            AnswerShape::One(_) => columns.pop()?.map(Self::Category),
            AnswerShape::Set(_) => columns.pop()?.map(Self::Options),
            AnswerShape::Order(_) => columns.pop()?.map(Self::Order),
            AnswerShape::Rows(_) => {
                let is_complete = question.offers_decline() || columns.iter().all(Option::is_some);
                is_complete.then_some(Self::Rows(columns))
            }
            AnswerShape::Numbers(NumberFields::Single(_)) => columns.pop()?.map(Self::Number),
            // All numbers are given, or none.
            AnswerShape::Numbers(NumberFields::Several(_)) => {
                let all = columns.into_iter().collect::<Option<_>>();
                all.map(Self::Numbers)
            }
        }
    }
}

fn has_no_value(source: &CellSource<'_>, row: &ByteRecord) -> bool {
    cell(source, row).is_ok_and(is_missing)
}

/// The rows of a matrix whose cells are empty, as a mapping names them.
fn rows_without_value(
    question: &Question,
    sources: &[Option<CellSource<'_>>],
    row: &ByteRecord,
) -> Vec<String> {
    let names = names_in_mapping(question).into_iter().zip(sources);
    let without = names.filter(|(_, source)| {
        let source = source.as_ref();
        source.is_some_and(|source| has_no_value(source, row))
    });
    without.map(|(name, _)| name).collect()
}

fn cell<'a>(source: &CellSource<'_>, row: &'a ByteRecord) -> Result<&'a str, RowFault> {
    let bytes = row.get(source.column).unwrap_or_default();
    str::from_utf8(bytes).map_err(|_| RowFault::NoUtf8)
}

fn number(cell: &str) -> Result<Decimal, RowFault> {
    if is_missing(cell) {
        return Err(RowFault::Missing(cell.to_owned()));
    }
    let number = cell.trim().parse();
    number.map_err(|_| RowFault::NoNumber(cell.to_owned()))
}

/// The number of a day, month or time.
fn moment(cell: &str, range: &NumberRange) -> Result<Decimal, RowFault> {
    if is_missing(cell) {
        return Err(RowFault::Missing(cell.to_owned()));
    }
    let number = range.read(cell.trim());
    number.ok_or_else(|| RowFault::NoNumber(cell.to_owned()))
}

fn source<'a>(
    question: &Question,
    mapped: &'a MappedQuestion,
    row: &ByteRecord,
    has_header: bool,
) -> Result<CellSource<'a>, SimulateError> {
    let is_yes_or_no = matches!(
        question.kind(),
        QuestionKind::YesNo | QuestionKind::OwnSecret(_)
    );
    if mapped.rule.is_some() && !is_yes_or_no {
        return Err(SimulateError::RuleForChoice(question.id().clone()));
    }
    let column = match &mapped.column {
        ColumnName::Number(number) => number.checked_sub(1).filter(|&index| index < row.len()),
        ColumnName::Name(name) if has_header => {
            let same = |cell: &[u8]| cell == name.as_bytes();
            let alike = |cell: &[u8]| cell.eq_ignore_ascii_case(name.as_bytes());
            if row.iter().filter(|&cell| same(cell)).count() > 1 {
                return Err(SimulateError::ColumnTwice(name.clone()));
            }
            let index = row.iter().position(same);
            index.or_else(|| row.iter().position(alike))
        }
        ColumnName::Name(name) => return Err(SimulateError::NoHeader(name.clone())),
    };
    let column = column.ok_or_else(|| SimulateError::NoColumn {
        column: mapped.column.clone(),
        available: columns(row, has_header),
    })?;
    Ok(CellSource {
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

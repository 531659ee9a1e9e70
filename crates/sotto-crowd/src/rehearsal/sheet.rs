//! A table whose rows are people and whose columns are named after questions.

use std::rc::Rc;

use rand::CryptoRng;
use sotto_survey::{Answer, AnswerError, AnswerShape, NumberFields, Question, Survey};
use thiserror::Error;

use super::chance::below;

/// The rows of a table that answer a survey.
#[derive(Clone, Debug)]
pub struct Sheet {
    rows: Rc<[Vec<Option<Answer>>]>,
    skipped: u32,
    first_fault: Option<(u64, String)>,
}

/// One sheet is another only if it is the very same: answers cannot be compared by their text.
impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.rows, &other.rows)
    }
}

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheetError {
    /// No table at all.
    #[error("the file is not a table of cells separated by commas (CSV): {0}")]
    Table(String),
    /// No column answers anything.
    #[error(
        "no column is named after a question; the first line must name them by id, such as {0}"
    )]
    NoColumn(String),
    /// Too many rows.
    #[error(
        "the table has more than {MOST_ROWS} rows; the first of them are enough for a rehearsal"
    )]
    TooManyRows,
    /// None of the rows answers the survey.
    #[error("no row answers the survey; line {line}: {reason}")]
    NoRow {
        /// Of the first.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
    /// There are no rows.
    #[error("the table has no rows below the names of its columns")]
    Empty,
}

/// The most rows of a table.
const MOST_ROWS: usize = 200_000;

/// What separates the options of a multiple choice in one cell.
const BETWEEN_OPTIONS: [char; 2] = [';', '|'];

impl Sheet {
    /// Reads a table. Its first line names the columns: a question's id, or `question.row` and
    /// `question.field`. A cell holds an option's id or its words, several options with `;` between, or a
    /// number; an empty one is declining. What cannot be an answer takes its row out.
    ///
    /// # Errors
    /// When no row can be used, and why.
    pub fn read(text: &str, survey: &Survey) -> Result<Self, SheetError> {
        let broken = |error: &csv::Error| SheetError::Table(error.to_string());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let head = reader.headers().map_err(|error| broken(&error))?.clone();
        let column = |name: &str| head.iter().position(|one| one.eq_ignore_ascii_case(name));
        let columns: Vec<Vec<Option<usize>>> = { survey.questions().iter() }
            .map(|question| names(question).iter().map(|name| column(name)).collect())
            .collect();
        if columns.iter().flatten().all(Option::is_none) {
            let mut names = survey.questions().iter().flat_map(names);
            return Err(SheetError::NoColumn(names.next().unwrap_or_default()));
        }
        let mut rows = Vec::new();
        let (mut skipped, mut first_fault) = (0, None);
        for (index, record) in reader.records().enumerate() {
            if index >= MOST_ROWS {
                return Err(SheetError::TooManyRows);
            }
            let record = record.map_err(|error| broken(&error))?;
            let line = record.position().map_or(0, csv::Position::line);
            let answers = survey.questions().iter().zip(&columns);
            let answers = answers.map(|(question, columns)| {
                let cells = columns
                    .iter()
                    .map(|column| column.and_then(|column| record.get(column)).unwrap_or(""));
                answer(question, &cells.collect::<Vec<_>>())
                    .map_err(|reason| format!("{}: {reason}", question.id()))
            });
            match answers.collect::<Result<Vec<_>, _>>() {
                Ok(answers) => rows.push(answers),
                Err(reason) => {
                    skipped += 1;
                    first_fault.get_or_insert((line, reason));
                }
            }
        }
        match first_fault {
            Some((line, reason)) if rows.is_empty() => Err(SheetError::NoRow { line, reason }),
            None if rows.is_empty() => Err(SheetError::Empty),
            first_fault => Ok(Self {
                rows: rows.into(),
                skipped,
                first_fault,
            }),
        }
    }

    /// How many rows answer the survey.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none does: never of a sheet that could be read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many rows do not, and of the first of them its line and what is wrong.
    #[must_use]
    pub fn skipped(&self) -> (u32, Option<&(u64, String)>) {
        (self.skipped, self.first_fault.as_ref())
    }

    pub(super) fn row(&self, rng: &mut dyn CryptoRng) -> Vec<Option<Answer>> {
        let count = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        let row = self.rows.get(below(count, rng) as usize);
        row.cloned().unwrap_or_default()
    }
}

/// The names of the columns that answer a question.
fn names(question: &Question) -> Vec<String> {
    let id = question.id();
    match question.shape() {
        AnswerShape::None { .. } => Vec::new(),
        AnswerShape::One(_)
        | AnswerShape::Set(_)
        | AnswerShape::Order(_)
        | AnswerShape::Numbers(NumberFields::Single(_)) => vec![id.to_string()],
        AnswerShape::Rows(matrix) => {
            let rows = matrix.rows.iter();
            rows.map(|row| format!("{id}.{}", row.id)).collect()
        }
        AnswerShape::Numbers(NumberFields::Several(fields)) => {
            let fields = fields.iter();
            fields.map(|field| format!("{id}.{}", field.id)).collect()
        }
    }
}

fn answer(question: &Question, cells: &[&str]) -> Result<Option<Answer>, String> {
    let told = |error: AnswerError| error.to_string();
    let number = |cell: &str| {
        let number = cell.parse::<sotto_ldp::numbers::Decimal>();
        number.map_err(|_| format!("{cell:?} is not a number"))
    };
    let is_empty = cells.iter().all(|cell| cell.is_empty());
    let answer = match question.shape() {
        AnswerShape::None { .. } => return Ok(question.answer_consent().ok()),
        _ if is_empty => return Ok(None),
        AnswerShape::One(_) => {
            let category = category(question, cells.first().copied().unwrap_or_default())?;
            question.answer_of_simulated(category).map_err(told)
        }
        AnswerShape::Set(_) => {
            let options = cells.iter().flat_map(|cell| cell.split(BETWEEN_OPTIONS));
            let options = options.map(str::trim).filter(|option| !option.is_empty());
            let chosen = options.map(|option| category(question, option));
            let answer = question.answer_set(&chosen.collect::<Result<Vec<_>, _>>()?);
            let answer = answer.map_err(told)?;
            question.check(Some(&answer)).map_err(told)?;
            Ok(answer)
        }
        AnswerShape::Order(_) => {
            let options = cells.iter().flat_map(|cell| cell.split([';', '|', '>']));
            let options = options.map(str::trim).filter(|option| !option.is_empty());
            let order = options.map(|option| category(question, option));
            let answer = question.answer_order(&order.collect::<Result<Vec<_>, _>>()?);
            let answer = answer.map_err(told)?;
            question.check(Some(&answer)).map_err(told)?;
            Ok(answer)
        }
        AnswerShape::Rows(_) => {
            let rows = cells.iter().map(|cell| {
                let is_given = !cell.is_empty();
                is_given.then(|| category(question, cell)).transpose()
            });
            let rows = rows.collect::<Result<Vec<_>, _>>()?;
            question.answer_rows(&rows).map_err(told)
        }
        AnswerShape::Numbers(NumberFields::Single(range)) => {
            let cell = cells.first().copied().unwrap_or_default();
            let moment = range.calendar.and_then(|_| range.read(cell));
            let number = moment.map_or_else(|| number(cell), Ok)?;
            question.answer_number(number).map_err(told)
        }
        AnswerShape::Numbers(NumberFields::Several(_)) => {
            let numbers = cells.iter().map(|cell| number(cell).map(Some));
            let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
            question.answer_numbers(&numbers).map_err(told)
        }
    };
    answer.map(Some)
}

/// The category that a cell names by id, or by its words in any language of the survey.
fn category(question: &Question, cell: &str) -> Result<u32, String> {
    let folded = cell.to_lowercase();
    let by_words = || {
        let mut options = (0..).zip(question.shape().categories().iter());
        let found = options.find(|(_, category)| match category {
            sotto_survey::Category::Option(option) => {
                let texts = serde_json::to_value(&option.title).unwrap_or_default();
                let texts = texts
                    .as_object()
                    .into_iter()
                    .flat_map(|texts| texts.values());
                { texts }.any(|text| {
                    text.as_str()
                        .is_some_and(|text| text.to_lowercase() == folded)
                })
            }
            _ => false,
        });
        found.map(|(index, _)| index)
    };
    let found = question.category_index(&folded).or_else(by_words);
    found.ok_or_else(|| format!("{cell:?} is not one of its options"))
}

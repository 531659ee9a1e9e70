//! Which column answers which question: what stands behind `--map`.

use std::str::FromStr;

use thiserror::Error;

use crate::data_set::ColumnName;

/// `question=column` or `question=column>value`, separated by commas; `question.row=column` for a
/// row of a matrix or one of several numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mapping(Vec<MappedQuestion>);

/// One question of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MappedQuestion {
    /// The question's id, followed by a dot and the id of a row or field where there are several.
    pub(crate) question: String,
    /// The column that answers it.
    pub(crate) column: ColumnName,
    /// What makes the answer "yes"; without it the cell names the category.
    pub(crate) rule: Option<AnswerRule>,
}

/// A comparison that answers a yes-no question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnswerRule {
    comparison: CellComparison,
    value: CellValue,
}

/// How a cell is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellComparison {
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
}

#[derive(Clone, Debug, PartialEq)]
enum CellValue {
    Number(f64),
    Text(String),
}

/// Why a mapping cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum MappingError {
    /// A part without a question and a column.
    #[error("{0:?} is not question=column")]
    Part(String),
    /// Columns count from 1.
    #[error("in {0:?}: columns count from 1")]
    Zero(String),
    /// A comparison without a value.
    #[error("in {0:?}: a value belongs behind the comparison, as in 1>50")]
    NoValue(String),
    /// Only a number can be more or less.
    #[error("in {0:?}: only a number can be more or less; compare text with \"=\"")]
    NotANumber(String),
    /// A question stands there twice.
    #[error("question {0:?} is mapped twice")]
    Twice(String),
}

impl Mapping {
    /// The mapped questions in the order given.
    pub(crate) fn questions(&self) -> &[MappedQuestion] {
        &self.0
    }
}

impl FromStr for Mapping {
    type Err = MappingError;

    fn from_str(text: &str) -> Result<Self, MappingError> {
        let mut questions: Vec<MappedQuestion> = Vec::new();
        for part in text.split(',') {
            let mapped: MappedQuestion = part.parse()?;
            if questions
                .iter()
                .any(|other| other.question == mapped.question)
            {
                return Err(MappingError::Twice(mapped.question));
            }
            questions.push(mapped);
        }
        Ok(Self(questions))
    }
}

impl FromStr for MappedQuestion {
    type Err = MappingError;

    fn from_str(part: &str) -> Result<Self, MappingError> {
        let named = || part.trim().to_owned();
        let (question, source) = part
            .split_once('=')
            .ok_or_else(|| MappingError::Part(named()))?;
        let (column, rule) = match source.find(['<', '>', '=']) {
            None => (source, None),
            Some(index) => {
                let (column, rule) = source.split_at(index);
                (column, Some(read_rule(rule, named)?))
            }
        };
        let (question, column) = (question.trim(), column.trim());
        if question.is_empty() || column.is_empty() {
            return Err(MappingError::Part(named()));
        }
        let column = match column.parse() {
            Ok(0) => return Err(MappingError::Zero(named())),
            Ok(number) => ColumnName::Number(number),
            Err(_) => ColumnName::Name(column.to_owned()),
        };
        Ok(Self {
            question: question.to_owned(),
            column,
            rule,
        })
    }
}

fn read_rule(text: &str, named: impl Fn() -> String) -> Result<AnswerRule, MappingError> {
    // The longer signs first.
    let signs = [
        (">=", CellComparison::AtLeast),
        ("<=", CellComparison::AtMost),
        (">", CellComparison::Above),
        ("<", CellComparison::Below),
        ("=", CellComparison::Equal),
    ];
    let (comparison, value) = signs
        .iter()
        .find_map(|(sign, comparison)| Some((*comparison, text.strip_prefix(sign)?.trim())))
        .ok_or_else(|| MappingError::NoValue(named()))?;
    let value = match number(value) {
        _ if value.is_empty() => return Err(MappingError::NoValue(named())),
        Some(value) => CellValue::Number(value),
        None if comparison == CellComparison::Equal => CellValue::Text(value.to_owned()),
        None => return Err(MappingError::NotANumber(named())),
    };
    Ok(AnswerRule { comparison, value })
}

impl AnswerRule {
    /// Whether the cell makes the answer "yes"; `None` when the rule compares numbers and it is not one.
    pub(crate) fn holds(&self, cell: &str) -> Option<bool> {
        match &self.value {
            // Not in the form of ids: there ">50K" and "<=50K" are the same.
            CellValue::Text(text) => Some(text.to_lowercase() == cell.trim().to_lowercase()),
            CellValue::Number(value) => {
                let cell = number(cell)?;
                Some(match self.comparison {
                    CellComparison::Above => cell > *value,
                    CellComparison::AtLeast => cell >= *value,
                    CellComparison::Below => cell < *value,
                    CellComparison::AtMost => cell <= *value,
                    // Both were read from digits, so that the same digits give the same number.
                    CellComparison::Equal => cell.total_cmp(value).is_eq(),
                })
            }
        }
    }
}

fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    // There is one zero.
    number.is_finite().then_some(number + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn adult_is_mapped() {
        let mapping: Mapping = "over-50=1>50, occupation=7 ,race=Race of person"
            .parse()
            .unwrap();
        let [over, occupation, race] = mapping.questions() else {
            panic!("three questions");
        };
        assert_eq!(
            (over.question.as_str(), &over.column),
            ("over-50", &ColumnName::Number(1))
        );
        let rule = over.rule.as_ref().unwrap();
        assert_eq!(
            ["51", " 50", "50.5", "old"].map(|cell| rule.holds(cell)),
            [Some(true), Some(false), Some(true), None]
        );
        assert_eq!(
            (&occupation.column, &occupation.rule),
            (&ColumnName::Number(7), &None)
        );
        assert_eq!(race.column, ColumnName::Name("Race of person".to_owned()));
    }

    #[test]
    fn text_is_compared_without_regard_to_case() {
        let mapping: Mapping = "male=sex=Male,rich=15=>50K".parse().unwrap();
        let [male, rich] = mapping.questions() else {
            panic!("two questions");
        };
        let holds = |mapped: &MappedQuestion, cell| mapped.rule.as_ref().unwrap().holds(cell);
        assert_eq!(holds(male, " male "), Some(true));
        assert_eq!(holds(male, "Female"), Some(false));
        assert_eq!(holds(rich, " >50K"), Some(true));
        assert_eq!(holds(rich, "<=50K"), Some(false));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Mapping>().unwrap_err();
        let part = |text: &str| text.to_owned();
        assert_eq!(error(""), MappingError::Part(part("")));
        assert_eq!(error("a"), MappingError::Part(part("a")));
        assert_eq!(error("a=1,"), MappingError::Part(part("")));
        assert_eq!(error("=1"), MappingError::Part(part("=1")));
        assert_eq!(error("a=>5"), MappingError::Part(part("a=>5")));
        assert_eq!(error("a=0"), MappingError::Zero(part("a=0")));
        assert_eq!(error("a=1>"), MappingError::NoValue(part("a=1>")));
        assert_eq!(error("a=1>old"), MappingError::NotANumber(part("a=1>old")));
        assert_eq!(error("a=1,b=2,a=3"), MappingError::Twice(part("a")));
    }

    proptest! {
        #[test]
        fn numbers_compare_as_numbers_do(cell in -1000..1000_i32, value in -1000..1000_i32) {
            for (sign, expected) in [
                (">", cell > value),
                (">=", cell >= value),
                ("<", cell < value),
                ("<=", cell <= value),
                ("=", cell == value),
            ] {
                let mapped: MappedQuestion = format!("q=2{sign}{value}").parse().unwrap();
                let rule = mapped.rule.unwrap();
                prop_assert_eq!(rule.holds(&cell.to_string()), Some(expected));
                prop_assert_eq!(rule.holds(&format!(" {cell}.0 ")), Some(expected));
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>(), cell in any::<String>()) {
            if let Ok(mapping) = text.parse::<Mapping>() {
                for mapped in mapping.questions() {
                    let _ = mapped.rule.as_ref().map(|rule| rule.holds(&cell));
                }
            }
            if let Ok(mapped) = format!("q=1={text}").parse::<MappedQuestion>() {
                prop_assert!(mapped.rule.is_some());
            }
        }
    }
}

//! A mechanism over a domain, and how its values are written on lines.

use std::{borrow::Cow, collections::HashMap, str::FromStr};

use sotto_ldp::{
    Collector, Epsilon, Mechanism,
    numbers::{Decimal, Grid, NumberError},
};
use thiserror::Error;

use super::BadLine;

/// What perturbs the values, and from whose reports they are estimated.
pub(crate) enum StreamProtocol {
    /// One of several categories.
    Categories(CategoryProtocol),
    /// A number on a grid.
    Numbers(NumberProtocol),
}

/// A frequency oracle over named categories, or over indices.
pub(crate) struct CategoryProtocol {
    pub(crate) mechanism: Mechanism,
    pub(crate) oracle: Box<dyn Collector>,
    pub(crate) epsilon: Epsilon,
    /// Why it was chosen, if it was `auto`'s.
    pub(crate) reason: Option<String>,
    /// `None`: values are their indices.
    pub(crate) categories: Option<CategoryNames>,
}

/// A randomizer over a grid of numbers.
pub(crate) struct NumberProtocol {
    pub(crate) mechanism: Mechanism,
    pub(crate) oracle: Box<dyn Collector>,
    pub(crate) epsilon: Epsilon,
    /// Why it was chosen, if it was `auto`'s.
    pub(crate) reason: Option<String>,
    pub(crate) grid: Grid,
    /// Whether it can be declined: that value is the one behind the last of the grid.
    pub(crate) declinable: bool,
}

/// The line of somebody who declines, as surveys call that answer.
const DECLINED: &[u8] = sotto_survey::DECLINE.as_bytes();

impl StreamProtocol {
    pub(crate) const fn mechanism(&self) -> Mechanism {
        match self {
            Self::Categories(protocol) => protocol.mechanism,
            Self::Numbers(protocol) => protocol.mechanism,
        }
    }

    /// The declared ε, or where chances were given what they cost, rounded up.
    pub(crate) const fn epsilon(&self) -> Epsilon {
        match self {
            Self::Categories(protocol) => protocol.epsilon,
            Self::Numbers(protocol) => protocol.epsilon,
        }
    }

    /// Whether it is a number that can be declined.
    pub(crate) const fn is_declinable(&self) -> bool {
        matches!(self, Self::Numbers(protocol) if protocol.declinable)
    }

    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Categories(protocol) => protocol.reason.as_deref(),
            Self::Numbers(protocol) => protocol.reason.as_deref(),
        }
    }

    /// What perturbs the values, and estimates them from the reports.
    pub(crate) fn oracle(&self) -> &dyn Collector {
        match self {
            Self::Categories(CategoryProtocol { oracle, .. })
            | Self::Numbers(NumberProtocol { oracle, .. }) => &**oracle,
        }
    }

    /// The number of bytes of the longest report.
    pub(crate) fn longest_report(&self) -> usize {
        self.oracle().longest_report().to_string().len()
    }

    /// The number of bytes beyond which no line is a value.
    pub(crate) fn longest_value(&self) -> usize {
        const NUMBER: usize = 64;
        match self {
            Self::Categories(CategoryProtocol {
                categories: Some(categories),
                ..
            }) => categories.ids().iter().map(String::len).max().unwrap_or(0) + NUMBER,
            _ => NUMBER,
        }
    }

    /// The index of the value that a line holds.
    pub(crate) fn index_of(&self, line: &[u8]) -> Result<u32, BadLine> {
        match self {
            Self::Categories(protocol) => match &protocol.categories {
                None => index(line),
                Some(categories) => categories
                    .index_of(line)
                    .ok_or_else(|| BadLine::UnknownCategory(shown(line))),
            },
            Self::Numbers(protocol) if line == DECLINED => {
                let declined = protocol.declinable.then(|| protocol.grid.cells());
                declined.ok_or(BadLine::NeverDeclined)
            }
            Self::Numbers(protocol) => {
                // Bytes that are not UTF-8 are not a number either; show what can be shown.
                let number: Decimal = String::from_utf8_lossy(line)
                    .parse()
                    .map_err(NumberError::from)?;
                Ok(protocol.grid.index_of(number)?)
            }
        }
    }
}

impl CategoryProtocol {
    /// The index of a category that a flag names.
    pub(crate) fn index_named(&self, name: &str) -> Option<u32> {
        match &self.categories {
            None => index(name.as_bytes()).ok(),
            Some(categories) => categories.index_of(name.as_bytes()),
        }
    }

    /// The id of a category.
    pub(crate) fn id(&self, index: usize) -> Cow<'_, str> {
        let name = self
            .categories
            .as_ref()
            .and_then(|categories| categories.ids().get(index));
        match name {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(index.to_string()),
        }
    }
}

/// A whole number; one too large for any domain is told as such.
fn index(line: &[u8]) -> Result<u32, BadLine> {
    let no_index = || BadLine::NoIndex(shown(line));
    line.iter().try_fold(0_u32, |index, byte| match byte {
        b'0'..=b'9' => Ok(index
            .saturating_mul(10)
            .saturating_add(u32::from(byte - b'0'))),
        _ => Err(no_index()),
    })
}

pub(super) fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(80).collect()
}

/// The names of the categories, in order.
#[derive(Clone, Debug)]
pub(crate) struct CategoryNames {
    ids: Vec<String>,
    indices: HashMap<Vec<u8>, u32>,
}

/// Why names cannot be those of categories.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CategoriesError {
    #[error(
        "the categories cannot be read: separate them by commas, and quote one with a comma in it"
    )]
    Unreadable,
    #[error("category {0} has no name, or one of several lines")]
    NoName(usize),
    #[error("category {0:?} is named twice")]
    Twice(String),
}

impl CategoryNames {
    pub(crate) fn ids(&self) -> &[String] {
        &self.ids
    }

    fn index_of(&self, name: &[u8]) -> Option<u32> {
        self.indices.get(name).copied()
    }
}

/// Separated by commas, as in a line of CSV.
impl FromStr for CategoryNames {
    type Err = CategoriesError;

    fn from_str(text: &str) -> Result<Self, CategoriesError> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut rows = reader.records();
        let (Some(Ok(row)), None) = (rows.next(), rows.next()) else {
            return Err(CategoriesError::Unreadable);
        };
        let ids: Vec<_> = row.iter().map(str::to_owned).collect();
        let mut indices = HashMap::with_capacity(ids.len());
        for (index, id) in (0..).zip(&ids) {
            if id.is_empty() || id.contains(['\n', '\r']) {
                return Err(CategoriesError::NoName(index as usize + 1));
            }
            if indices.insert(id.clone().into_bytes(), index).is_some() {
                return Err(CategoriesError::Twice(id.chars().take(80).collect()));
            }
        }
        Ok(Self { ids, indices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn categories_are_a_line_of_csv() {
        let categories: CategoryNames = "a, b ,\"c, d\"".parse().unwrap();
        assert_eq!(categories.ids(), ["a", "b", "c, d"]);
        assert_eq!(categories.index_of(b"c, d"), Some(2));
        assert_eq!(categories.index_of(b"c"), None);
        let error = |text: &str| text.parse::<CategoryNames>().unwrap_err();
        assert_eq!(error("a,,b"), CategoriesError::NoName(2));
        assert_eq!(error("a,b,a"), CategoriesError::Twice("a".to_owned()));
        assert_eq!(error(""), CategoriesError::Unreadable);
        assert_eq!(error("a,b\nc,d"), CategoriesError::Unreadable);
    }

    #[test]
    fn indices_are_whole_numbers() {
        assert_eq!(index(b"0017"), Ok(17));
        assert_eq!(index(b"99999999999999999999"), Ok(u32::MAX));
        for line in ["-1", "+1", "1.0", "1e3", "\u{661}", "a"] {
            assert!(index(line.as_bytes()).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_categories_or_refused(text: String) {
            let _ = text.parse::<CategoryNames>();
        }
    }
}

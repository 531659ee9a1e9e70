//! What a figure counts.

use sotto_ldp::numbers::Grid;
use sotto_ui::Messages;

/// A share of the crowd, or a number as the question asks for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Quantity {
    /// A share, written as a percentage.
    Share,
    /// A number within a range.
    Number {
        /// The least and the greatest that can be answered.
        range: (f64, f64),
        /// What it counts, in the reader's language.
        unit: Option<String>,
    },
}

impl Quantity {
    /// A number on a grid.
    pub(super) fn on(grid: &Grid, unit: Option<String>) -> Self {
        let range = (grid.minimum().to_f64(), grid.maximum().to_f64());
        Self::Number { range, unit }
    }

    /// The least and the greatest figure there can be.
    pub(super) const fn range(&self) -> (f64, f64) {
        match self {
            Self::Share => (0.0, 1.0),
            Self::Number { range, .. } => *range,
        }
    }

    /// By what a figure is multiplied when it is written.
    pub(super) const fn factor(&self) -> f64 {
        match self {
            Self::Share => 100.0,
            Self::Number { .. } => 1.0,
        }
    }

    /// A figure in words, without a number's unit.
    pub(super) fn write(&self, figure: f64, decimals: u8, words: &Messages) -> String {
        match self {
            Self::Share => words.percent(figure, decimals),
            Self::Number { .. } => words.number(figure, decimals),
        }
    }

    /// The same with its unit.
    pub(super) fn write_with_unit(&self, figure: f64, decimals: u8, words: &Messages) -> String {
        let figure = self.write(figure, decimals, words);
        match self {
            Self::Number {
                unit: Some(unit), ..
            } => words.fill("with-unit", &[("number", &figure), ("unit", unit)]),
            Self::Number { unit: None, .. } | Self::Share => figure,
        }
    }
}

//! What a figure counts.

use sotto_ldp::numbers::Grid;
use sotto_survey::{Calendar, NumberRange, Text};
use sotto_ui::{Messages, Words};

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
        /// The decimals of what can be answered, where a figure is always one of the answers; of any other as
        /// many as its interval deserves.
        decimals: Option<u8>,
        /// What it stands for, if it is no plain number.
        calendar: Option<Calendar>,
    },
}

impl Quantity {
    /// A number on a grid.
    pub(super) fn on(grid: &Grid, unit: Option<String>) -> Self {
        Self::Number {
            range: (grid.minimum().to_f64(), grid.maximum().to_f64()),
            unit,
            decimals: None,
            calendar: None,
        }
    }

    /// The mean of what is asked for within a range, and one of the answers.
    pub(super) fn of_range(range: &NumberRange, words: &Words) -> [Self; 2] {
        let unit = |unit: &Option<Text>| unit.as_ref().map(|unit| words.text(unit).to_owned());
        let both = [
            Self::on(&range.grid, unit(&range.unit)),
            Self::value_of(&range.grid, unit(&range.unit)),
        ];
        both.map(|quantity| quantity.standing_for(range.calendar))
    }

    fn standing_for(mut self, stands: Option<Calendar>) -> Self {
        if let Self::Number { calendar, .. } = &mut self {
            *calendar = stands;
        }
        self
    }

    /// A number without a unit.
    pub(super) const fn between(range: (f64, f64)) -> Self {
        Self::Number {
            range,
            unit: None,
            decimals: None,
            calendar: None,
        }
    }

    /// One of the values of a grid.
    pub(super) fn value_of(grid: &Grid, unit: Option<String>) -> Self {
        let decimals = [grid.minimum(), grid.step()].map(|number| {
            let written = number.to_string();
            let (_, behind) = written.split_once('.').unwrap_or_default();
            u8::try_from(behind.len()).unwrap_or(u8::MAX)
        });
        Self::Number {
            range: (grid.minimum().to_f64(), grid.maximum().to_f64()),
            unit,
            decimals: decimals.into_iter().max(),
            calendar: None,
        }
    }

    /// One of the levels of a scale.
    pub(super) fn level(first: u32, last: u32) -> Self {
        Self::Number {
            range: (first.into(), last.into()),
            unit: None,
            decimals: Some(0),
            calendar: None,
        }
    }

    /// The decimals of what can be answered, where a figure is always one of the answers.
    pub(super) const fn decimals(&self) -> Option<u8> {
        match self {
            Self::Share => None,
            Self::Number { decimals, .. } => *decimals,
        }
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
            Self::Number {
                calendar: Some(calendar),
                ..
            } => words.moment(*calendar, Calendar::whole(figure)),
            Self::Number { calendar: None, .. } => words.number(figure, decimals),
        }
    }

    /// An end of what can be answered, without a unit.
    pub(super) fn end(&self, end: f64, words: &Messages) -> String {
        match self {
            Self::Number {
                calendar: Some(_), ..
            } => self.write(end, 0, words),
            Self::Number { calendar: None, .. } | Self::Share => words.decimal(&end.to_string()),
        }
    }

    /// A figure in words, with its unit.
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

#[cfg(test)]
mod tests {
    use sotto_ldp::numbers::Decimal;

    use super::*;

    #[test]
    fn values_have_the_decimals_of_what_can_be_answered() {
        for (minimum, maximum, step, decimals) in [
            ("0", "24", "1", 0),
            ("0", "24", "0.5", 1),
            ("0.25", "10.25", "1", 2),
            ("-5", "5", "0.001", 3),
        ] {
            let [minimum, maximum, step] =
                [minimum, maximum, step].map(|number| number.parse::<Decimal>().unwrap());
            let grid = Grid::new(minimum, maximum, step).unwrap();
            let value = Quantity::value_of(&grid, None);
            assert_eq!(value.decimals(), Some(decimals), "{step}");
            assert_eq!(value.range(), Quantity::on(&grid, None).range());
            assert_eq!(Quantity::on(&grid, None).decimals(), None);
        }
    }
}

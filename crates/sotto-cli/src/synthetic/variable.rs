//! A column of synthetic rows.

use rand::CryptoRng;
use sotto_ldp::uniform_below;
use std::num::NonZeroU64;

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyntheticColumn {
    pub(super) name: String,
    pub(super) values: ColumnValues,
}

/// The values of a column, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ColumnValues {
    /// Their ids.
    Categories(Vec<String>),
    /// The least and greatest number of each bin; behind the last a number that was not given, where
    /// that has a share.
    Bins {
        bins: Vec<(f64, f64)>,
        declined: bool,
    },
}

impl SyntheticColumn {
    pub(super) fn size(&self) -> usize {
        match &self.values {
            ColumnValues::Categories(ids) => ids.len(),
            ColumnValues::Bins { bins, declined } => bins.len() + usize::from(*declined),
        }
    }

    /// A value as it is written; of a bin of whole numbers each is as likely, of any other its middle.
    pub(super) fn written(&self, value: u32, rng: &mut dyn CryptoRng) -> String {
        match &self.values {
            ColumnValues::Categories(ids) => ids.get(value as usize).cloned().unwrap_or_default(),
            ColumnValues::Bins { bins, .. } => match bins.get(value as usize) {
                None => String::new(),
                Some(&(from, to)) => match whole_numbers(from, to) {
                    Some(count) => {
                        let add = uniform_below(count, rng);
                        // At most some thousands.
                        (from + f64::from(u32::try_from(add).unwrap_or(0))).to_string()
                    }
                    None => f64::midpoint(from, to).to_string(),
                },
            },
        }
    }

    /// The value that a cell holds.
    pub(super) fn read(&self, cell: &str) -> Option<u32> {
        let index = match &self.values {
            ColumnValues::Categories(ids) => ids.iter().position(|id| id == cell)?,
            ColumnValues::Bins { bins, declined } => match cell.parse::<f64>() {
                Err(_) => return (*declined && cell.is_empty()).then(|| as_u32(bins.len())),
                Ok(number) => {
                    let last = bins.last().filter(|(_, to)| number <= *to);
                    last?;
                    bins.iter().rposition(|(from, _)| number >= *from)?
                }
            },
        };
        Some(as_u32(index))
    }

    /// What a value counts as in a mean, and whether values have an order at all: numbers, and categories whose
    /// ids are all numbers.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        match &self.values {
            ColumnValues::Bins {
                bins,
                declined: false,
            } => Some(
                bins.iter()
                    .map(|(from, to)| f64::midpoint(*from, *to))
                    .collect(),
            ),
            ColumnValues::Bins { declined: true, .. } => None,
            ColumnValues::Categories(ids) => ids.iter().map(|id| id.parse::<f64>().ok()).collect(),
        }
    }

    /// The name of a value, for a comparison.
    pub(super) fn value_name(&self, value: usize) -> String {
        match &self.values {
            ColumnValues::Categories(ids) => ids.get(value).cloned().unwrap_or_default(),
            ColumnValues::Bins { bins, .. } => match bins.get(value) {
                Some((from, to)) => format!("{from} to {to}"),
                None => "not given".to_owned(),
            },
        }
    }
}

fn as_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// How many whole numbers a bin has, if both of its ends are whole.
fn whole_numbers(from: f64, to: f64) -> Option<NonZeroU64> {
    let is_whole = |number: f64| number.fract() == 0.0 && number.abs() < 1e9;
    if !(is_whole(from) && is_whole(to) && from <= to) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, from 0 to 2·10⁹"
    )]
    NonZeroU64::new((to - from) as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn what_is_written_is_read_back() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let bins = vec![(-5.0, -1.0), (0.0, 0.0), (1.0, 9.0)];
        let of = |values| SyntheticColumn {
            name: "x".to_owned(),
            values,
        };
        for variable in [
            of(ColumnValues::Bins {
                bins,
                declined: true,
            }),
            of(ColumnValues::Bins {
                bins: vec![(0.0, 0.5), (0.5, 1.0)],
                declined: false,
            }),
            of(ColumnValues::Categories(vec![
                "no".to_owned(),
                "yes".to_owned(),
            ])),
        ] {
            for value in 0..as_u32(variable.size()) {
                let cell = variable.written(value, &mut rng);
                assert_eq!(variable.read(&cell), Some(value), "{cell}");
            }
            assert_eq!(variable.read("40"), None);
        }
    }
}

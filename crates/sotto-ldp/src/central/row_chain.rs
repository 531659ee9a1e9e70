//! Synthetic rows of several questions, from tables of neighbouring pairs.

use rand::CryptoRng;

use super::{CentralError, Marginal};

/// Rows drawn question by question: the first from its shares, each further one from its shares given the answer
/// before, as measured in the table of both.
///
/// What it keeps: where the tables agree on what they share, every table. For with T(a, b) the shares of the first
/// and U(b, c) those of the second table, a row has the chance T(a, b)·U(b, c)/U(b): over all c that is T(a, b), and
/// over all a T(b)·U(b, c)/U(b) = U(b, c), if T(b) = U(b). What it loses: given b, a and c are independent, whatever
/// they were among the people, for no table holds both.
///
/// Of d tables a person is in one cell each: counts with noise for a sensitivity of d cost ε in all (Barak and others
/// 2007). Whatever is made of them afterwards costs nothing more.
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChain {
    first: Marginal,
    /// For each further question, its shares given each answer before.
    next: Vec<Vec<Marginal>>,
}

impl RowChain {
    /// Rows of one question more than there are tables: `tables[i][a][b]` is the estimated share, or the count, of
    /// answer a to question i and b to question i + 1. Each table becomes a distribution by itself, as a [`Marginal`].
    ///
    /// # Errors
    /// When there are no tables, one has no cells or lines of unequal length, a table's lines are not as many as the
    /// answers of the one before, or an estimate is not a finite number.
    pub fn of_pairs(tables: &[Vec<Vec<f64>>]) -> Result<Self, CentralError> {
        let mut first = None;
        let mut next: Vec<Vec<Marginal>> = Vec::new();
        for table in tables {
            let lines = shares(table)?;
            let before = next.last().and_then(|given| given.first());
            if before.is_some_and(|one| one.shares().len() != lines.len()) {
                return Err(CentralError::Table);
            }
            if first.is_none() {
                let sums: Vec<f64> = lines.iter().map(|line| line.iter().sum()).collect();
                first = Some(Marginal::new(&sums)?);
            }
            let given: Result<_, _> = lines.iter().map(|line| conditional(line)).collect();
            next.push(given?);
        }
        let first = first.ok_or(CentralError::NoCounts)?;
        Ok(Self { first, next })
    }

    /// The chance of a row, one answer for each question; 0 for a row that cannot be.
    #[must_use]
    pub fn share(&self, row: &[usize]) -> f64 {
        let Some((&start, rest)) = row.split_first() else {
            return 0.0;
        };
        if rest.len() != self.next.len() {
            return 0.0;
        }
        let mut share = self.first.shares().get(start).copied().unwrap_or(0.0);
        for (given, pair) in self.next.iter().zip(row.windows(2)) {
            let step = pair.first().and_then(|&before| given.get(before));
            let shares = step.map_or(&[][..], Marginal::shares);
            share *= pair
                .last()
                .and_then(|&here| shares.get(here))
                .unwrap_or(&0.0);
        }
        share
    }

    /// Draws one synthetic row: the place of each question's answer.
    pub fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Vec<usize> {
        let mut row = vec![self.first.draw(rng)];
        for given in &self.next {
            let before = row.last().and_then(|&before| given.get(before));
            // Every answer that is drawn has its line: the tables were held against each other.
            row.extend(before.map(|marginal| marginal.draw(rng)));
        }
        row
    }
}

/// A table's cells as a distribution, line by line.
fn shares(table: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, CentralError> {
    let width = table.first().map_or(0, Vec::len);
    if width == 0 {
        return Err(CentralError::NoCounts);
    }
    if table.iter().any(|line| line.len() != width) {
        return Err(CentralError::Table);
    }
    let cells = table.concat();
    // Counts become shares first, so that what is missing or too much is spread over the cells evenly.
    let all: f64 = cells.iter().sum();
    let scaled: Vec<f64> = if all > 0.0 {
        cells.iter().map(|cell| cell / all).collect()
    } else {
        cells
    };
    let whole = Marginal::new(&scaled)?;
    Ok(whole.shares().chunks(width).map(<[f64]>::to_vec).collect())
}

/// A line of a table by itself; all answers alike where nobody is in it.
fn conditional(line: &[f64]) -> Result<Marginal, CentralError> {
    let sum: f64 = line.iter().sum();
    let given: Vec<f64> = if sum > 0.0 {
        line.iter().map(|share| share / sum).collect()
    } else {
        vec![1.0; line.len()]
    };
    Marginal::new(&given)
}

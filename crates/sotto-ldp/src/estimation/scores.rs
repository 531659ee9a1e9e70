//! The linear unbiased estimator of least variance for a channel given as a table.
//!
//! A score g_v(y) for every report y, with E\[g_v(y) | x\] = 1\[x = v\]: the mean of the scores of all
//! reports is an unbiased estimate of v's share. Of all such scores these have the least variance
//! where all values are equally common: g = W⁻¹Pᵀ(PW⁻¹Pᵀ)⁻¹ with W = diag(Σ_x P(y|x)/k), the
//! generalised least squares of Gauss, Markov and Aitken. The shares add up to 1.

use super::{
    among_precision::{AmongPrecision, PairMoments},
    precision::Precision,
};
use crate::{
    kernel::{Respondent, float},
    randomizers::CustomChannel,
};

/// The scores of a channel, and its chances.
pub(crate) struct Scores {
    /// P: row by row the chances of the reports of a value.
    chances: Vec<Vec<f64>>,
    /// Row by row the scores of the reports for a value.
    scores: Vec<Vec<f64>>,
}

impl Scores {
    pub(crate) fn of(channel: &CustomChannel) -> Self {
        let total = float(channel.total());
        let row = |value| {
            let weights = channel.row(value).iter();
            weights.map(|&weight| float(weight) / total).collect()
        };
        let chances: Vec<Vec<f64>> = (0..channel.domain_size()).map(row).collect();
        let values = chances.len();
        let outputs = chances.first().map_or(0, Vec::len);
        let common: Vec<f64> = (0..outputs)
            .map(|y| chances.iter().map(|row| row[y]).sum())
            .collect();
        // PW⁻¹Pᵀ: symmetric, and positive definite since the rows are independent.
        let product = |one: &[f64], other: &[f64]| -> f64 {
            let both = one.iter().zip(other).zip(&common);
            both.map(|((a, b), w)| a * b / w).sum()
        };
        let gram: Vec<Vec<f64>> = chances
            .iter()
            .map(|one| chances.iter().map(|other| product(one, other)).collect())
            .collect();
        let inverse = inverted(gram);
        let score = |value: usize, y: usize| {
            let weighted = (0..values).map(|x| inverse[value][x] * chances[x][y]);
            weighted.sum::<f64>() / common[y]
        };
        let scores = (0..values)
            .map(|value| (0..outputs).map(|y| score(value, y)).collect())
            .collect();
        Self { chances, scores }
    }

    /// The estimated shares, from how often each report came.
    pub(crate) fn shares(&self, frequencies: &[f64]) -> Vec<f64> {
        self.scores
            .iter()
            .map(|scores| dot(scores, frequencies))
            .collect()
    }

    /// The greatest score: the most that one report adds to n times a share.
    pub(crate) fn greatest(&self) -> f64 {
        self.scores.iter().flatten().copied().fold(0.0, f64::max)
    }

    /// How the variance of a value's estimate depends on its share, where the others' shares are in
    /// proportion to these: as [`Precision`] has it.
    pub(crate) fn law(&self, value: usize, shares: &[f64]) -> Precision {
        let squares: Vec<f64> = self.scores[value].iter().map(|g| g * g).collect();
        // E[g² | x] for each true value x.
        let moments: Vec<f64> = self.chances.iter().map(|row| dot(row, &squares)).collect();
        let others = || (0..shares.len()).filter(|&other| other != value);
        let weight = |other: usize| shares[other].max(0.0);
        let sum: f64 = others().map(weight).sum();
        let constant = if sum > 0.0 {
            others()
                .map(|other| weight(other) * moments[other])
                .sum::<f64>()
                / sum
        } else {
            let count = float(shares.len().saturating_sub(1).max(1) as u64);
            others().map(|other| moments[other]).sum::<f64>() / count
        };
        // By noise alone those with the value have E[g²] − 1, the others E[g²].
        Precision {
            constant,
            slope: moments[value] - 1.0 - constant,
            collisions: 0.0,
        }
    }

    /// The first value among the first `whole` values, of which the others are equally common.
    pub(crate) fn among(&self, whole: usize) -> AmongPrecision {
        let first: Vec<f64> = self.scores.first().cloned().unwrap_or_default();
        let rest: Vec<f64> = (0..first.len())
            .map(|y| (1..whole).map(|value| self.scores[value][y]).sum::<f64>())
            .collect();
        let moments = |truth: &Vec<f64>| {
            let mean = |one: &[f64], other: &[f64]| {
                let product: Vec<f64> = one.iter().zip(other).map(|(a, b)| a * b).collect();
                dot(truth, &product) - dot(truth, one) * dot(truth, other)
            };
            PairMoments {
                first: mean(&first, &first),
                rest: mean(&rest, &rest),
                both: mean(&first, &rest),
            }
        };
        let averaged = |truths: &[Vec<f64>]| {
            let count = float(truths.len().max(1) as u64);
            let of = |part: fn(PairMoments) -> f64| {
                let each = truths.iter().map(|truth| part(moments(truth)));
                each.sum::<f64>() / count
            };
            PairMoments {
                first: of(|one| one.first),
                rest: of(|one| one.rest),
                both: of(|one| one.both),
            }
        };
        let (inside, outside) = self.chances.split_at(whole.min(self.chances.len()));
        let (own, others) = inside.split_at(1.min(inside.len()));
        AmongPrecision {
            first: averaged(own),
            rest: averaged(others),
            outside: averaged(outside),
            collisions: 0.0,
            told_apart: false,
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The inverse of a matrix by elimination with the greatest pivot of each column.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let greatest = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, greatest.unwrap_or(column));
        let pivot = matrix[column][column];
        for one in &mut matrix[column] {
            *one /= pivot;
        }
        let over = matrix[column].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if index != column {
                for (one, &above) in row.iter_mut().zip(&over) {
                    *one -= factor * above;
                }
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

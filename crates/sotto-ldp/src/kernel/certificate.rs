//! The certificate of a randomizer: its channel held against e^ε with integers.
//!
//! A channel that is small enough is read whole, inputs × outputs. One that is not is judged by
//! its structure, as each mechanism argues on its page; tests hold both against each other where
//! both can be had.

use super::{
    exact::{self, Natural, SCALE_BITS},
    privacy_loss::PrivacyLoss,
    randomizer::Channel,
    weights::Weights,
};

/// What the channel has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Reports that can be sent; `None` when they are 2⁶⁴ or more.
    pub outputs: Option<u64>,
    /// Whether the weights of each input add up to the same total, that is, are probabilities.
    pub rows_are_equal: bool,
    /// The greatest ratio of two weights in a column, as a loss rounded up; `None` when a report
    /// is possible for one input and impossible for another, or the loss is above 20.
    pub privacy_loss: Option<PrivacyLoss>,
    /// How it was shown.
    pub evidence: Evidence,
    worst: Option<Worst>,
}

/// How a certificate was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Every weight was read.
    Enumeration,
    /// The weights that differ were read, and the mechanism's structure says that there are no
    /// others.
    Structure,
}

/// The greatest quotient of the chances of one report.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Worst {
    /// Two integer weights, the greater first.
    Ratio(Natural, Natural),
    /// e to this many millionths.
    Exponential(u32),
}

impl Certificate {
    /// Whether every ratio is at most e^ε, given L ≤ 2¹⁶⁰·e^ε, and every row is a distribution.
    #[must_use]
    pub fn holds(&self, exp_lower_bound: &Natural) -> bool {
        self.rows_are_equal
            && match &self.worst {
                None => false,
                Some(Worst::Ratio(greatest, least)) => {
                    greatest.product(&Natural::power_of_two(SCALE_BITS))
                        <= least.product(exp_lower_bound)
                }
                // Both are bounds by the same series, so their order is that of their exponents.
                Some(Worst::Exponential(micros)) => {
                    exact::exp_lower_bound(*micros) <= *exp_lower_bound
                }
            }
    }

    /// By structure: in every column the ratio is at most `greatest`/`least`, and it occurs.
    pub(crate) fn of_ratio(outputs: Option<u64>, greatest: Natural, least: Natural) -> Self {
        Self {
            outputs,
            rows_are_equal: true,
            privacy_loss: PrivacyLoss::of_ratio(&greatest, &least),
            evidence: Evidence::Structure,
            worst: Some(Worst::Ratio(greatest, least)),
        }
    }

    /// By structure: as many reports of each weight in every row, and both in some column.
    pub(crate) fn of_two_levels(outputs: Option<u64>, weights: Weights) -> Self {
        let Weights { truth, other } = weights;
        Self::of_ratio(outputs, Natural::from(truth), Natural::from(other))
    }

    /// By structure: the ratio is at most e to that many millionths.
    pub(crate) fn of_exponential(micros: u32) -> Self {
        Self {
            outputs: None,
            rows_are_equal: true,
            privacy_loss: Some(PrivacyLoss::from_micros(micros.into())),
            evidence: Evidence::Structure,
            worst: Some(Worst::Exponential(micros)),
        }
    }
}

/// Reads the channel of a randomizer, inputs × outputs.
pub fn certify<C: Channel>(channel: &C) -> Certificate {
    let mut sums = vec![Natural::zero(); channel.inputs() as usize];
    let mut outputs = 0;
    let mut worst: Option<(Natural, Natural)> = None;
    for output in channel.outputs() {
        outputs += 1;
        let weights: Vec<_> = (0..channel.inputs())
            .map(|input| channel.weight(input, &output))
            .collect();
        for (sum, weight) in sums.iter_mut().zip(&weights) {
            *sum = sum.plus(weight);
        }
        // An output that no input can give tells nothing, and must hide nothing: its ratio is 0 : 0.
        if let (Some(greatest), Some(least)) = (weights.iter().max(), weights.iter().min())
            && !greatest.is_zero()
            && worst
                .as_ref()
                .is_none_or(|(above, below)| greatest.product(below) > above.product(least))
        {
            worst = Some((greatest.clone(), least.clone()));
        }
    }
    let total = channel.row_total();
    Certificate {
        outputs: Some(outputs),
        rows_are_equal: sums.iter().all(|sum| *sum == total),
        privacy_loss: worst
            .as_ref()
            .and_then(|(greatest, least)| PrivacyLoss::of_ratio(greatest, least)),
        evidence: Evidence::Enumeration,
        worst: worst.map(|(greatest, least)| Worst::Ratio(greatest, least)),
    }
}

/// Reads the whole channel of a randomizer that is said to have no weights but a and b: it is enough
/// to count them, which goes fast even for a domain of thousands. One that has others after all is
/// read as [`certify`] does.
pub fn certify_two_levels<C: Channel>(channel: &C, weights: Weights) -> Certificate {
    let (truth, other) = (Natural::from(weights.truth), Natural::from(weights.other));
    let inputs = channel.inputs();
    let mut truths = vec![0_u64; inputs as usize];
    let mut outputs = 0_u64;
    let (mut any_truth, mut any_other, mut both) = (false, false, false);
    for output in channel.outputs() {
        outputs += 1;
        let mut here = 0_u32;
        for (input, count) in (0..inputs).zip(&mut truths) {
            let weight = channel.weight(input, &output);
            if weight == truth {
                *count += 1;
                here += 1;
            } else if weight != other {
                return certify(channel);
            }
        }
        any_truth |= here > 0;
        any_other |= here < inputs;
        both |= 0 < here && here < inputs;
    }
    let total = channel.row_total();
    let rows_are_equal = truths.iter().all(|&count| {
        let sum = truth.times(count);
        sum.plus(&other.times(outputs - count)) == total
    });
    let (greatest, least) = match (both, any_truth, any_other) {
        (true, ..) => (truth, other),
        (false, true, _) => (truth.clone(), truth),
        (false, false, _) => (other.clone(), other),
    };
    Certificate {
        evidence: Evidence::Enumeration,
        rows_are_equal,
        ..Certificate::of_ratio(Some(outputs), greatest, least)
    }
}

/// Channels with at most so many weights are read whole when an oracle is asked for its
/// certificate.
const WHOLE: u64 = 1 << 22;

/// Reads a two-level channel whole if it is small enough, else takes it by its structure.
pub(crate) fn two_level_certificate<C: Channel>(
    channel: &C,
    weights: Weights,
    outputs: Option<u64>,
) -> Certificate {
    let size = outputs.and_then(|outputs| outputs.checked_mul(channel.inputs().into()));
    if size.is_some_and(|size| size <= WHOLE) {
        certify_two_levels(channel, weights)
    } else {
        Certificate::of_two_levels(outputs, weights)
    }
}

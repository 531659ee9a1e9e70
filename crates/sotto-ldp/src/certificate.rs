//! The certificate of a randomizer: its whole channel, read and held against e^ε with integers.

use crate::{
    exact::{Natural, SCALE_BITS},
    privacy_loss::PrivacyLoss,
    randomizer::Channel,
};

/// What reading the whole channel has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Reports that can be sent.
    pub outputs: usize,
    /// Whether the weights of each input add up to the same total, that is, are probabilities.
    pub rows_are_equal: bool,
    /// The greatest ratio of two weights in a column, as a loss rounded up; `None` when a report
    /// is possible for one input and impossible for another.
    pub privacy_loss: Option<PrivacyLoss>,
    worst: Option<(Natural, Natural)>,
}

impl Certificate {
    /// Whether every ratio is at most e^ε, given L ≤ 2¹⁶⁰·e^ε, and every row is a distribution.
    #[must_use]
    pub fn holds(&self, exp_lower_bound: &Natural) -> bool {
        self.rows_are_equal
            && self.worst.as_ref().is_some_and(|(greatest, least)| {
                greatest.product(&Natural::power_of_two(SCALE_BITS))
                    <= least.product(exp_lower_bound)
            })
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
        if let (Some(greatest), Some(least)) = (weights.iter().max(), weights.iter().min())
            && worst
                .as_ref()
                .is_none_or(|(above, below)| greatest.product(below) > above.product(least))
        {
            worst = Some((greatest.clone(), least.clone()));
        }
    }
    let total = channel.row_total();
    Certificate {
        outputs,
        rows_are_equal: sums.iter().all(|sum| *sum == total),
        privacy_loss: worst
            .as_ref()
            .and_then(|(greatest, least)| PrivacyLoss::of_ratio(greatest, least)),
        worst,
    }
}

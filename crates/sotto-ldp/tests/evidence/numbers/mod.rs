//! Numbers: every channel held against e^ε and against the number it stands for, with integers;
//! estimates against known populations; published mistakes, built in and caught.

mod bad_input;
mod bounds;
mod channels;
mod cut_laplace;
mod declined;
mod distributions;
mod ends;
mod fakes;
mod means;
mod outer_parts;
mod several;

use num_bigint::{BigInt, BigUint};
use sotto_ldp::{Channel, Epsilon, certify, exact::Natural, numbers::MeanEstimator};

pub(super) const EPSILONS: [&str; 10] = [
    "0.000001", "0.01", "0.1", "0.5", "1", "ln 3", "ln 5/2", "2", "5", "12",
];

pub(super) const CELLS: [u32; 4] = [2, 3, 12, 25];

pub(super) fn epsilon(text: &str) -> Epsilon {
    text.parse().unwrap()
}

pub(super) fn big(number: &Natural) -> BigInt {
    let mut rest = number.clone();
    let mut words = Vec::new();
    while !rest.is_zero() {
        let high = rest.shifted_right(32);
        let low = (0..32).rev().fold(0_u32, |word, bit| {
            let shifted = rest.shifted_right(bit);
            let even = shifted.shifted_right(1);
            word << 1 | u32::from(even.plus(&even) != shifted)
        });
        words.push(low);
        rest = high;
    }
    BigUint::new(words).into()
}

/// A float of a natural number by its leading 64 bits.
pub(super) fn to_f64(number: &Natural) -> f64 {
    let mut shift = 0;
    let mut leading = number.clone();
    while leading.to_u64().is_none() {
        leading = leading.shifted_right(8);
        shift += 8;
    }
    leading.to_u64().unwrap() as f64 * 2_f64.powi(shift)
}

/// The channel holds at ε, loses as much as is said, and does not hold at half of it.
pub(super) fn assert_certified<C: Channel>(channel: &C, claimed: &str) {
    let claimed = epsilon(claimed);
    let certificate = certify(channel);
    assert!(certificate.rows_are_equal, "{claimed}");
    assert!(certificate.holds(&claimed.exp_lower_bound()), "{claimed}");
    assert_eq!(certificate.privacy_loss, Some(channel.privacy_loss()));
    let (found, asked) = (
        channel.privacy_loss().micros(),
        claimed.privacy_loss().micros(),
    );
    assert!(
        found <= asked && asked <= found + 1,
        "{claimed}: {found} of {asked}"
    );
    if let Ok(half) = Epsilon::from_micros(u32::try_from(found / 2).unwrap()) {
        assert!(
            !certificate.holds(&half.exp_lower_bound()),
            "{claimed} holds at its half"
        );
    }
}

/// Σ weight·steps·unit = t·row total for every input, with integers alone: t = (2i − N)/N.
pub(super) fn assert_unbiased<C: Channel<Output = u32> + MeanEstimator>(channel: &C) {
    assert!(is_unbiased(channel, channel));
}

/// Whether what `estimator` reads in the channel's outputs is unbiased.
pub(super) fn is_unbiased(
    channel: &impl Channel<Output = u32>,
    estimator: &impl MeanEstimator,
) -> bool {
    let steps = i64::from(channel.inputs() - 1);
    let units: Vec<_> = (0..estimator.parts())
        .map(|part| estimator.unit(part))
        .collect();
    let denominators: BigInt = units
        .iter()
        .map(|unit| BigInt::from(unit.denominator))
        .product();
    let total = big(&channel.row_total());
    (0..channel.inputs()).all(|input| {
        let mut sum = BigInt::default();
        for output in channel.outputs() {
            let score = estimator.score(output);
            let unit = units[score.part];
            let scaled = BigInt::from(unit.numerator) * (&denominators / unit.denominator);
            sum += big(&channel.weight(input, &output)) * score.steps * scaled;
        }
        sum * steps == &total * &denominators * (2 * i64::from(input) - steps)
    })
}

/// The mean of N standardised errors within 5/√N and their mean square within 5·√(2/N) of 1: a
/// correct estimator misses either with a chance below 10⁻⁶. (Squares of variances have heavier
/// tails; their bound is 5·√(4/N).)
pub(super) fn assert_standard(errors: &[f64], tail: f64, name: &str) {
    let n = errors.len() as f64;
    let mean = errors.iter().sum::<f64>() / n;
    let square = errors.iter().map(|error| error * error).sum::<f64>() / n;
    assert!(mean.abs() < 5.0 / n.sqrt(), "{name}: mean {mean}");
    assert!(
        (square - 1.0).abs() < 5.0 * (tail / n).sqrt(),
        "{name}: square {square}"
    );
}

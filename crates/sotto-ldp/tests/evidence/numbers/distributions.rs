//! Distributions recovered from square waves.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Channel, Confidence, Counts,
    numbers::{
        DensityEstimator, Distribution, Grid, NumericRandomizer, OnGrid, Smoothing, Window,
        expectation_maximization, square_wave,
    },
};

use super::{epsilon, to_f64};

/// A smooth, skewed population of 20,000 on 64 cells at ε = 1: what expectation-maximization with
/// smoothing recovers is closer to it than the raw histogram of the reports (by two to one at
/// least), and closer than without smoothing.
#[test]
fn smoothing_recovers_a_distribution_better_than_the_histogram() {
    let cells = 64_u32;
    let grid = Grid::new(0.into(), 63.into(), 1.into()).unwrap();
    let shape = |cell: u32| {
        let x = (f64::from(cell) + 0.5) / 64.0;
        x * x * (1.0 - x).powi(5)
    };
    let truth = Distribution::of_weights((0..cells).map(shape).collect()).unwrap();
    let wave = square_wave(&epsilon("1"), cells).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(31);
    let mut counts = Counts::empty(wave.output_cells());
    let randomizer: &dyn sotto_ldp::Collector = &OnGrid(wave);
    let people = 20_000_u64;
    let mut answers = Vec::new();
    for (cell, share) in (0..).zip(truth.shares()) {
        #[expect(clippy::cast_sign_loss, reason = "a share")]
        let here = (share * people as f64).round() as usize;
        answers.extend(std::iter::repeat_n(cell, here));
    }
    for &answer in &answers {
        let report = randomizer.randomize(answer, &mut rng).unwrap();
        randomizer.accumulate(&report, &mut counts).unwrap();
    }
    let distance = |found: &[f64]| -> f64 {
        let (mut sum, mut worst) = (0.0_f64, 0.0);
        for (a, b) in found.iter().zip(truth.shares()) {
            // Wasserstein distance: the area between the distribution functions.
            sum += a - b;
            worst += sum.abs();
        }
        worst
    };
    let half = (wave.width() / 2) as usize;
    let inner: Vec<f64> = counts.sums()[half..half + 64]
        .iter()
        .map(|&c| c as f64)
        .collect();
    let raw = Distribution::of_weights(inner).unwrap();
    let plain = expectation_maximization(&wave, &counts, Smoothing::None).unwrap();
    let smooth = expectation_maximization(&wave, &counts, Smoothing::Binomial).unwrap();
    assert!(plain.converged && smooth.converged);
    let distances = [
        raw.shares(),
        plain.distribution.shares(),
        smooth.distribution.shares(),
    ];
    let [raw, plain, smoothed] = distances.map(distance);
    assert!(
        smoothed < raw / 2.0 && plain < raw,
        "{raw}, {plain}, {smoothed}"
    );
    let squares = |found: &[f64]| -> f64 {
        found
            .iter()
            .zip(truth.shares())
            .map(|(a, b)| (a - b).powi(2))
            .sum()
    };
    let rough = expectation_maximization(&wave, &counts, Smoothing::None).unwrap();
    assert!(squares(smooth.distribution.shares()) < squares(rough.distribution.shares()));

    // The unbiased mean from the same reports.
    let mean = randomizer
        .estimate_mean(&counts, &grid, (Population::Sampled, Confidence::default()))
        .unwrap();
    assert!((mean.mean - truth.mean(&grid)).abs() < 5.0 * mean.standard_error);
}

/// What expectation-maximization uses of a channel is the channel.
#[test]
fn the_bands_are_the_channel() {
    for (text, cells, width) in [("1", 7, 3), ("0.2", 5, 9), ("4", 12, 1)] {
        let window = Window::with_width(&epsilon(text), cells, width).unwrap();
        let total = to_f64(&window.row_total());
        let chance = |input: u32, output: u32| to_f64(&window.weight(input, &output)) / total;
        let outputs = window.output_cells();
        for input in 0..cells {
            let mut shares = vec![0.0; cells as usize];
            shares[input as usize] = 1.0;
            for (output, share) in (0..).zip(window.expected(&shares)) {
                assert!(
                    (share - chance(input, output)).abs() < 1e-12,
                    "{input}, {output}"
                );
            }
        }
        for output in 0..outputs {
            let mut ratios = vec![0.0; outputs as usize];
            ratios[output as usize] = 1.0;
            for (input, sum) in (0..).zip(window.back_projected(&ratios)) {
                assert!(
                    (sum - chance(input, output)).abs() < 1e-12,
                    "{input}, {output}"
                );
            }
        }
    }
}

//! What made-up reports do to a mean: no more than planning says.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Collector, Confidence, Counts, Mechanism,
    numbers::Grid,
    planning::manipulation::{NumberWeight, number_weight, number_weights},
};

use super::{EPSILONS, epsilon};

const HONEST: u32 = 1980;
const FAKES: u64 = 20;

/// Ages, 45 on average.
fn answer(respondent: u32) -> u32 {
    20 + respondent % 51
}

fn mean(randomizer: &dyn Collector, counts: &Counts, grid: &Grid) -> f64 {
    let estimate =
        randomizer.estimate_mean(counts, grid, (Population::Sampled, Confidence::default()));
    estimate.unwrap().mean
}

/// How far 20 reports of `output` in place of 20 honest ones move the mean of 2,000, in the unit of the
/// grid, and the mean that the honest 1,980 give without them.
fn moved(randomizer: &dyn Collector, grid: &Grid, output: usize) -> (f64, f64) {
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let mut honest = randomizer.empty_counts();
    for respondent in 0..HONEST {
        let report = randomizer.randomize(answer(respondent), &mut rng).unwrap();
        randomizer.accumulate(&report, &mut honest).unwrap();
    }
    let before = mean(randomizer, &honest, grid);
    let mut sums = honest.sums().to_vec();
    sums[output] += FAKES;
    let attacked = Counts::new(honest.reports() + FAKES, sums).unwrap();
    (mean(randomizer, &attacked, grid) - before, before)
}

/// The least and the greatest report there are, sent 20 times: the mean of 2,000 moves by no more than
/// the printed weight says, and the two together by as much as it says of both ends.
#[test]
fn twenty_fakes_of_two_thousand_move_no_mean_far() {
    let grid = Grid::new(0.into(), 100.into(), 1.into()).unwrap();
    for text in ["0.5", "1", "4"] {
        for found in number_weights(&epsilon(text), grid.cells()) {
            let NumberWeight {
                mechanism,
                randomizer,
                weight,
            } = found;
            let (name, all) = (mechanism.name(), randomizer.sum_count() as usize);
            // The last of hybrid's outputs are its bits.
            let window = if name == "hybrid" { all - 2 } else { all };
            let ends = [0, all - 1, window - 1].map(|output| moved(&*randomizer, &grid, output));
            let bound = 20.0 / 2000.0 * weight * 100.0;
            for (by, before) in ends {
                assert!((0.0..=100.0).contains(&before), "{name} {text}: {before}");
                assert!(by.abs() <= bound, "{name} {text}: {by}, not {bound}");
            }
            if name == "laplace" && text == "1" {
                assert!(ends.iter().all(|(by, _)| by.abs() < 3.0), "{ends:?}");
            }
            // From the least report to the greatest it is twice the farthest number: 2·weight − 1.
            let between = ends[2].0 - ends[0].0;
            let expected = 20.0 / 2000.0 * (2.0 * weight - 1.0) * 100.0;
            assert!(
                (between / expected - 1.0).abs() < 1e-9,
                "{name} {text}: {between}, not {expected}"
            );
        }
    }
}

/// Below ε = 0.6094, on all but the smallest grids, Duchi's bit alone has less variance than any mixture, so that hybrid sends the window's
/// report once in 2³². A fake can be that report all the same, and the weight is told of it: exactly
/// ((N + w − 1)·W/((a − b)·w·N) + 1)/2, W = aw + bN, from the published integers.
#[test]
fn hybrids_rare_report_is_the_one_that_is_told_of() {
    let hybrid = Mechanism::for_numbers("hybrid").unwrap();
    for (text, is_rare) in [("0.1", true), ("0.3", true), ("0.6", true), ("1", false)] {
        for cells in [11, 101] {
            let parameters = hybrid.parameters(&epsilon(text), cells).unwrap();
            let [truth, other, width, share] = parameters[..] else {
                panic!("four integers: {parameters:?}");
            };
            assert_eq!(share == 1, is_rare, "{text} {cells}: {share}");
            let [a, b, w] = [truth, other, width].map(u128::from);
            let n = u128::from(cells) - 1;
            let above = (n + w - 1) * (a * w + b * n);
            let below = (a - b) * w * n;
            let farthest = above as f64 / below as f64;
            let collector = hybrid.oracle(&parameters, cells).unwrap();
            let weight = number_weight(&*collector).unwrap();
            assert!(
                (weight / f64::midpoint(farthest, 1.0) - 1.0).abs() < 1e-12,
                "{text} {cells}: {weight}, not {farthest}"
            );
            // Duchi's bit is (e^ε + 1)/(e^ε − 1).
            let bit = (truth + other) as f64 / (truth - other) as f64;
            assert!(weight > f64::midpoint(bit, 1.0), "{text} {cells}: {weight}");
        }
    }
}

/// No unbiased mechanism's fakes weigh less than Duchi's, and none that there is has less variance at the
/// worst than the hybrid that `auto` takes: not Laplace's either, whose reports are cut.
#[test]
fn what_auto_takes_is_bounded_and_has_the_least_variance() {
    let taken = Mechanism::recommended_for_numbers(false);
    for text in &EPSILONS[1..] {
        let all: Vec<_> = number_weights(&epsilon(text), 101).collect();
        let of = |name: &str| all.iter().find(|one| one.mechanism.name() == name).unwrap();
        let worst = |one: &NumberWeight| {
            let law = one.randomizer.mean_law().unwrap();
            let square = law.square;
            let at = |t: f64| (square.slope + law.mean) * t * t + square.constant;
            at(0.0).max(at(1.0))
        };
        let (best, lightest) = (worst(of(taken.name())), of("duchi").weight);
        for one in &all {
            let name = one.mechanism.name();
            assert!(worst(one) >= best * (1.0 - 1e-6), "{text}: {name}");
            assert!(one.weight >= lightest * (1.0 - 1e-6), "{text}: {name}");
            // 1/ε ranges beyond the range at most for Laplace, and the half of the range.
            let wide = if name == "laplace" { 1.0 } else { 2.5 };
            let epsilon = epsilon(text).privacy_loss().to_f64();
            assert!(one.weight <= 1.0 + wide / epsilon, "{text}: {name}");
        }
    }
}

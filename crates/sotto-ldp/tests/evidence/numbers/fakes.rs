//! What made-up reports do to a mean: no more than planning says.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Counts, Mechanism,
    numbers::Grid,
    planning::manipulation::{NumberWeight, number_weights},
};

use super::epsilon;

const HONEST: u32 = 1980;
const FAKES: u64 = 20;

/// Ages, 45 on average.
fn answer(respondent: u32) -> u32 {
    20 + respondent % 51
}

fn mean(randomizer: &dyn Collector, counts: &Counts, grid: &Grid) -> f64 {
    let estimate = randomizer.estimate_mean(counts, grid, Confidence::default());
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

/// The same attack on a survey that published Laplace before its reports were cut at the ends: 20 fakes move
/// the mean by 32 points of 100.
#[test]
fn the_attack_succeeded_before_reports_were_cut() {
    let grid = Grid::new(0.into(), 100.into(), 1.into()).unwrap();
    let laplace = Mechanism::for_numbers("laplace").unwrap();
    let parameters = laplace.parameters(&epsilon("1"), grid.cells()).unwrap();
    let uncut = laplace.oracle(&parameters[..2], grid.cells()).unwrap();
    let (by, _) = moved(&*uncut, &grid, uncut.sum_count() as usize - 1);
    assert!((31.0..34.0).contains(&by), "{by}");
}

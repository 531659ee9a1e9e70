//! The published piecewise mechanism whose outer part is picked by a fair coin, and how it shows.

use sotto_ldp::{
    Channel, Weights, certify,
    exact::Natural,
    numbers::{MeanEstimator, NumericRandomizer, Window},
};

use super::{epsilon, is_unbiased, to_f64};
use crate::altered::Altered;

/// The textbook's window whose outer part is picked by a fair coin and not by length: what lies on
/// the short side is too likely. At ε = 1 and t = 0.9 the mean comes out near 1.86, and a report
/// beside the window on the short side costs far more than ε.
#[test]
fn an_outer_part_by_a_fair_coin_is_caught() {
    // The weight of an output, times twice `common`.
    fn by_a_fair_coin(common: u64, window: &Window, input: u32, output: u32) -> Natural {
        let Weights { truth, other } = window.weights();
        let steps = u64::from(window.cells() - 1);
        let (left, right) = (u64::from(input), steps - u64::from(input));
        let all = Natural::from(common).times(other).times(steps);
        let half = |cells: u64, one_sided: bool| {
            let cell = all.divided_by(cells).unwrap();
            if one_sided { cell.times(2) } else { cell }
        };
        if output < input {
            half(left, right == 0)
        } else if output >= input + window.width() {
            half(right, left == 0)
        } else {
            Natural::from(2 * common).times(truth)
        }
    }
    // The textbook's width is e^(−½) of the way the window moves.
    let e = epsilon("1");
    let window = Window::with_width(&e, 21, 12).unwrap();
    assert!(certify(&window).holds(&e.exp_lower_bound()) && is_unbiased(&window, &window));
    let common = (1..=20_u64).fold(1, |lcm, n| lcm * n / gcd(lcm, n));
    let mutant = Altered {
        honest: window,
        weight: |window: &Window, input, output: &u32| {
            by_a_fair_coin(common, window, input, *output)
        },
        factor: 2 * common,
    };
    let certificate = certify(&mutant);
    assert!(certificate.rows_are_equal);
    assert!(!certificate.holds(&e.exp_lower_bound()));
    assert!(certificate.privacy_loss.unwrap().to_f64() > 2.0);
    assert!(!is_unbiased(&mutant, &window));
    // t = 0.9 is cell 19 of 20 steps.
    let total = to_f64(&mutant.row_total());
    let mean: f64 = Channel::outputs(&mutant)
        .map(|output| {
            let number = window.score(output).steps as f64 * window.unit(0).to_f64();
            to_f64(&mutant.weight(19, &output)) / total * number
        })
        .sum();
    assert!((mean - 1.86).abs() < 0.1, "{mean}");
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

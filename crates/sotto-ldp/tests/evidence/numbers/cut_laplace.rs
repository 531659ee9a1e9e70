//! Laplace noise cut at the ends of the range. Its chances are powers of α = e^(−γ), so what is claimed
//! for every γ are identities of polynomials in α with integer coefficients: they are checked for every
//! input of small grids, with integers alone, and the scores against them.

use std::num::NonZeroU64;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    DiscreteLaplace, Mechanism, Randomizer,
    numbers::{Laplace, MeanEstimator, NumericRandomizer, Score},
    planning::manipulation::number_weight,
};

use super::{EPSILONS, epsilon};

/// Coefficients of 1, α, α², …
type Polynomial = Vec<i64>;

fn times(one: &Polynomial, other: &Polynomial) -> Polynomial {
    let mut product = vec![0; one.len() + other.len()];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            product[i + j] += a * b;
        }
    }
    product
}

fn add(sum: &mut Polynomial, other: &Polynomial) {
    sum.resize(sum.len().max(other.len()), 0);
    for (a, b) in sum.iter_mut().zip(other) {
        *a += b;
    }
}

fn assert_same(one: &Polynomial, other: &Polynomial, about: &str) {
    let mut difference = one.clone();
    add(&mut difference, &times(other, &vec![-1]));
    assert!(
        difference.iter().all(|&c| c == 0),
        "{about}: {difference:?}"
    );
}

/// (1 + α)·Pr[y | i] of a grid of N + 1 cells: geometric tails add up at the ends.
fn chance(input: u32, output: u32, steps: u32) -> Polynomial {
    let mut power = vec![0; input.abs_diff(output) as usize];
    power.push(1);
    if output == 0 || output == steps {
        power
    } else {
        times(&power, &vec![1, -1])
    }
}

/// (1 − α)^`power`.
fn whole(power: u32) -> Polynomial {
    (0..power).fold(vec![1], |product, _| times(&product, &vec![1, -1]))
}

/// Chances add up to 1; two inputs' differ by α^N at most, for every output; and what outputs stand for has
/// the true number as its mean and its square plus the noise's variance as the mean square, exactly.
#[test]
fn every_cell_of_small_grids_is_certified_and_unbiased_for_every_decay() {
    for steps in 1..=24_u32 {
        let n = i64::from(steps);
        for input in 0..=steps {
            let i = i64::from(input);
            let (mut all, mut mean, mut square) = (vec![], vec![], vec![]);
            for output in 0..=steps {
                let chance = chance(input, output, steps);
                let y = i64::from(output);
                // (1 − α)·(2y − N), and N + 2α/(1 − α) at the ends; (1 − α)² times the square, and
                // 4α/(1 − α)² more at the ends.
                let (number, squared) = if output == 0 || output == steps {
                    let end = vec![n, 2 - n];
                    let mut squared = times(&end, &end);
                    add(&mut squared, &vec![0, 4]);
                    let sign = if output == 0 { -1 } else { 1 };
                    (times(&end, &vec![sign]), squared)
                } else {
                    let own = 2 * y - n;
                    (
                        times(&vec![own], &whole(1)),
                        times(&vec![own * own], &whole(2)),
                    )
                };
                add(&mut all, &chance);
                add(&mut mean, &times(&chance, &number));
                add(&mut square, &times(&chance, &squared));
            }
            let about = format!("{input} of {steps}");
            let total = vec![1, 1];
            assert_same(&all, &total, &about);
            let t = 2 * i - n;
            assert_same(&mean, &times(&times(&total, &whole(1)), &vec![t]), &about);
            // (2i − N)² + 8α/(1 − α)².
            let mut expected = times(&vec![t * t], &whole(2));
            add(&mut expected, &vec![0, 8]);
            assert_same(&square, &times(&total, &expected), &about);
            // Two inputs' chances of an output are the same polynomial but for a power of α.
            for other in 0..=steps {
                for output in 0..=steps {
                    let (one, two) = (input.abs_diff(output), other.abs_diff(output));
                    assert!(one.abs_diff(two) <= steps);
                    let mut shifted = vec![0; one.abs_diff(two) as usize];
                    shifted.push(1);
                    let of = |input| chance(input, output, steps);
                    let (near, far) = if one < two {
                        (input, other)
                    } else {
                        (other, input)
                    };
                    assert_same(&times(&of(near), &shifted), &of(far), &about);
                }
            }
        }
    }
}

/// Pr[y | i], in floats.
fn chance_at(alpha: f64, input: u32, output: u32, steps: u32) -> f64 {
    let chance = chance(input, output, steps);
    let sum = chance
        .iter()
        .rev()
        .fold(0.0, |sum, &c| sum * alpha + c as f64);
    sum / (1.0 + alpha)
}

/// The integers that reports are counted by: inner cells stand for themselves, the ends are rounded by half a
/// unit, 1/(2S) of a half step; so the mean is the true number within as much, the mean of the squares is
/// the law, and the mean square at most the other law.
#[test]
fn scores_are_the_exact_ones_within_half_a_unit() {
    for text in &EPSILONS[1..] {
        for cells in [2, 3, 12, 25, 101] {
            let laplace = Laplace::new(&epsilon(text), cells).unwrap();
            assert_eq!(laplace.output_cells(), cells);
            let steps = cells - 1;
            let [numerator, denominator, 0] = laplace.parameters()[..] else {
                panic!("three integers, of which the last is 0");
            };
            let gamma = numerator as f64 / denominator as f64;
            let alpha = (-gamma).exp();
            let unit = laplace.unit(0).to_f64();
            let half_step = 1.0 / f64::from(steps);
            let units = (half_step / unit).round();
            assert!((1.0..=16_777_216.0).contains(&units), "{text} {cells}");
            let beyond = 1.0 / gamma.exp_m1();
            for output in 0..cells {
                let Score {
                    steps: found,
                    square,
                    ..
                } = laplace.score(output);
                assert!(
                    found.unsigned_abs() <= (1 << 24) + 1,
                    "{text} {cells}: {found}"
                );
                let own = 2.0 * f64::from(output) - f64::from(steps);
                let (number, noise) = if output == 0 || output == steps {
                    let noise = 4.0 * alpha / (1.0 - alpha).powi(2);
                    (own + own.signum() * 2.0 * beyond, noise)
                } else {
                    (own, 0.0)
                };
                let (found, square) = (found as f64, square as f64);
                assert!(
                    (found - units * number).abs() <= 0.500_001,
                    "{text} {cells} {output}"
                );
                let expected = units * units * (number * number + noise);
                assert!(
                    (square - expected).abs() <= 0.51 + 1e-9 * expected,
                    "{text} {cells} {output}: {square} {expected}"
                );
            }
            let (law, bound) = (laplace.squares(0), laplace.square_law(0));
            assert!(bound.slope > 0.0 && bound.constant < law.constant);
            for input in 0..cells {
                let t = 2.0 * f64::from(input) * half_step - 1.0;
                let mean_of = |of: fn(Score) -> f64| {
                    let terms = (0..cells).map(|output| {
                        chance_at(alpha, input, output, steps) * of(laplace.score(output))
                    });
                    terms.sum::<f64>()
                };
                let about = format!("{text} {cells} {input}");
                let mean = mean_of(|score| score.steps as f64) * unit;
                // 10⁻⁹ for the sum of floats.
                assert!(
                    (mean - t).abs() <= 0.5 * unit + 1e-9 * (1.0 + beyond),
                    "{about}: {mean}"
                );
                let square = mean_of(|score| score.square as f64);
                let expected = law.slope * t * t + law.constant;
                assert!((square / expected - 1.0).abs() < 1e-6, "{about}: {square}");
                let found = mean_of(|score| (score.steps as f64).powi(2));
                let most = bound.slope * t * t + bound.constant;
                assert!(found <= most * (1.0 + 1e-6), "{about}: {found} {most}");
                assert!(found * 1.05 >= most, "{about}: {found} {most}");
            }
        }
    }
}

/// A report is the answer plus one draw of the exact noise, held between the ends: the same words give the
/// same report. Draws of every cell against its chance: 6 deviations, a false alarm in 10⁸.
#[test]
fn reports_are_exact_noise_held_between_the_ends() {
    for (numerator, denominator, cells) in [(1, 1, 2), (1, 3, 7), (2, 9, 12), (1, 10, 11)] {
        let laplace = Laplace::with_decay(numerator, denominator, cells).unwrap();
        let part = |integer| NonZeroU64::new(integer).unwrap();
        let noise = DiscreteLaplace::new(part(numerator), part(denominator));
        let last = i64::from(cells - 1);
        let alpha = (-(numerator as f64) / denominator as f64).exp();
        let mut words = ChaCha20Rng::seed_from_u64(5);
        let mut same = ChaCha20Rng::seed_from_u64(5);
        for input in 0..cells {
            let draws = 20_000;
            let mut seen = vec![0_u32; cells as usize];
            for _ in 0..draws {
                let output = laplace.randomize(input, &mut words).unwrap();
                let perturbed = i64::from(input) + noise.sample(&mut same);
                assert_eq!(i64::from(output), perturbed.clamp(0, last));
                seen[output as usize] += 1;
            }
            for (output, seen) in (0..).zip(seen) {
                let chance = chance_at(alpha, input, output, cells - 1);
                let n = f64::from(draws);
                let deviation = (n * chance * (1.0 - chance)).sqrt();
                assert!(
                    (f64::from(seen) - n * chance).abs() < 6.0 * deviation + 1.0,
                    "{numerator}/{denominator}, {input} to {output}: {seen}"
                );
            }
        }
    }
}

/// Lessons show noise that is not cut, each report of which stands for itself. No survey publishes it: a fake would
/// carry 33 ranges at ε = 1.
#[test]
fn uncut_noise_is_for_lessons_alone() {
    let mechanism = Mechanism::for_numbers("laplace").unwrap();
    let uncut = Laplace::with_decay(1, 100, 101).unwrap().uncut().unwrap();
    assert_eq!((uncut.reach(), uncut.is_cut()), (3200, false));
    for output in [0, 1, 3200, 3300, 6500] {
        let steps = 2 * i64::from(output) - 6500;
        assert_eq!(uncut.score(output), Score::new(0, steps));
    }
    assert_eq!(uncut.unit(0).denominator, 100);
    assert_eq!(uncut.squares(0), uncut.square_law(0));
    for refused in [&[1, 100][..], &uncut.parameters()] {
        assert!(mechanism.oracle(refused, 101).is_err(), "{refused:?}");
    }
    let new = mechanism.oracle(&[1, 100, 0], 101).unwrap();
    assert_eq!(new.sum_count(), 101);
    let weight = number_weight(&*new).unwrap();
    // 1/(e^0.01 − 1) is 99.5 cells.
    assert!((weight - 1.995).abs() < 1e-4, "{weight}");
}

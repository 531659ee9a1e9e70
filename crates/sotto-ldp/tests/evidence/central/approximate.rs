//! Gaussian noise and its δ.

use sotto_ldp::central::{AllOrNoise, CentralError, DiscreteGaussian, textbook_gaussian_deviation};

/// Pr[x] for all x within ±`far`.
fn masses(variance: f64, far: i32) -> Vec<f64> {
    let weight = |x: i32| (-f64::from(x).powi(2) / (2.0 * variance)).exp();
    let all: f64 = (-far..=far).map(weight).sum();
    (-far..=far).map(|x| weight(x) / all).collect()
}

/// Canonne, Kamath and Steinke 2020, theorem 7, against the definition: δ is the sum of what Pr[M(x) = y] has above
/// e^ε·Pr[M(x′) = y], over all y, in both directions and for every change up to Δ.
#[test]
fn delta_is_what_the_definition_says() {
    for (numerator, denominator) in [(1, 4), (1, 1), (9, 2), (100, 1)] {
        let noise = DiscreteGaussian::new(numerator, denominator).unwrap();
        let masses = masses(numerator as f64 / denominator as f64, 600);
        for sensitivity in [1, 2, 5] {
            for epsilon in [0.1_f64, 0.5, 1.0, 3.0] {
                let above = |shift: usize| {
                    let pairs = masses.iter().zip(&masses[shift..]);
                    let over = |(a, b): (f64, f64)| (a - epsilon.exp() * b).max(0.0);
                    let there: f64 = pairs.clone().map(|(a, b)| over((*a, *b))).sum();
                    let back: f64 = pairs.map(|(a, b)| over((*b, *a))).sum();
                    there.max(back)
                };
                let worst = (1..=sensitivity).map(above).fold(0.0, f64::max);
                let found = noise.delta(sensitivity as u64, epsilon);
                assert!(
                    (found - worst).abs() < 1e-7 * worst + 1e-13,
                    "{numerator}/{denominator} {sensitivity} {epsilon}: {found} {worst}"
                );
            }
        }
    }
}

/// Dwork and Roth 2014, theorem 3.22: √(2·ln(1.25/δ))/ε is enough, and more than enough. The noise that is found keeps
/// to it, and a tenth less does not.
#[test]
fn the_textbooks_noise_is_enough() {
    let textbook = textbook_gaussian_deviation(0.5, 1e-5, 1).unwrap();
    assert!((textbook - 9.6896).abs() < 1e-3, "{textbook}");
    for epsilon in [0.1, 0.5, 0.9] {
        for delta in [1e-2, 1e-5, 1e-9] {
            let textbook = textbook_gaussian_deviation(epsilon, delta, 1).unwrap();
            let least = DiscreteGaussian::keeping(epsilon, delta, 1).unwrap();
            let (tenths, parts) = least.variance();
            assert_eq!(parts, 10);
            let times = textbook.powi(2) / (tenths as f64 / 10.0);
            assert!((1.0..12.0).contains(&times), "{epsilon} {delta}: {times}");
            assert!(least.delta(1, epsilon) <= delta);
            let less = DiscreteGaussian::new(tenths - 1, 10).unwrap();
            assert!(less.delta(1, epsilon) > delta);
        }
    }
}

/// Balle and Wang 2018, theorem 8: for continuous noise δ = Φ(Δ/(2σ) − εσ/Δ) − e^ε·Φ(−Δ/(2σ) − εσ/Δ). With σ = Δ it
/// is 0.1269 at ε = 1; discrete noise of many steps comes to the same.
#[test]
fn fine_steps_come_to_the_continuous_figure() {
    let noise = DiscreteGaussian::new(1_000_000, 1).unwrap();
    let found = noise.delta(1_000, 1.0);
    assert!((found - 0.126_937).abs() < 1e-5, "{found}");
}

/// One table in a hundred: what no ε makes smaller. Below its own ε the Laplace noise adds what the definition says.
#[test]
fn the_catastrophe_stays_whatever_epsilon_is() {
    let mechanism = AllOrNoise::new(&"1".parse().unwrap(), 100).unwrap();
    for epsilon in [1.0, 5.0, 50.0] {
        assert!((mechanism.delta(epsilon) - 0.01).abs() < 1e-12);
    }
    let mass = |x: i32| (-f64::from(x.abs())).exp();
    let all: f64 = (-60..=60).map(mass).sum();
    for epsilon in [0.0_f64, 0.3, 0.9] {
        let over = |x: i32| (mass(x) - epsilon.exp() * mass(x + 1)).max(0.0) / all;
        let laplace: f64 = (-60..60).map(over).sum();
        let found = mechanism.delta(epsilon);
        assert!((found - (0.01 + 0.99 * laplace)).abs() < 1e-9, "{found}");
    }
}

/// A loss above ε, counted noise by noise, from the chances of two neighbouring tables; it is more often than δ says, for
/// δ is what is left of it once e^ε of the other table's chance is taken away.
#[test]
fn a_loss_above_epsilon_is_more_frequent_than_delta() {
    for (numerator, denominator) in [(1, 4), (7, 2), (179, 10), (100, 1)] {
        let noise = DiscreteGaussian::new(numerator, denominator).unwrap();
        let masses = masses(numerator as f64 / denominator as f64, 600);
        for sensitivity in [1, 3] {
            // No ε at which the loss of an integer is ε itself.
            for epsilon in [0.1037_f64, 0.5011, 1.0013, 2.0017] {
                let pairs = masses.iter().zip(&masses[sensitivity..]);
                let tells = |(a, b): &(&f64, &f64)| **a > epsilon.exp() * **b && **a > 0.0;
                let counted: f64 = pairs.filter(tells).map(|(a, _)| a).sum();
                let found = noise.chance_above(sensitivity as u64, epsilon);
                assert!(
                    (found - counted).abs() < 1e-7 * counted + 1e-13,
                    "{numerator}/{denominator} {sensitivity} {epsilon}: {found} {counted}"
                );
                assert!(found >= noise.delta(sensitivity as u64, epsilon));
            }
        }
    }
    // Of the continuous Gaussian with σ = Δ: 1 − Φ(ε·σ/Δ − Δ/(2σ)) = 1 − Φ(½) = 0.308538 at ε = 1.
    let noise = DiscreteGaussian::new(1_000_000, 1).unwrap();
    let found = noise.chance_above(1_000, 1.0);
    assert!((found - 0.308_538).abs() < 2e-4, "{found}");
    assert!((noise.chance_above(1_000, f64::NAN) - 1.0).abs() < 1e-12);
    // Laplace noise tells its own ε in e/(e + 1) of cases; a table that lies open is above every ε.
    let lottery = AllOrNoise::new(&"1".parse().unwrap(), 100).unwrap();
    assert!((lottery.chance_above(0.5) - (0.01 + 0.99 * 0.731_058_6)).abs() < 1e-6);
    for epsilon in [1.0, 5.0, 50.0] {
        assert!((lottery.chance_above(epsilon) - lottery.delta(epsilon)).abs() < 1e-12);
    }
}

#[test]
fn promises_that_cannot_be_are_refused() {
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = DiscreteGaussian::keeping(epsilon, 1e-6, 1);
        assert_eq!(refused, Err(CentralError::Epsilon));
    }
    for delta in [0.0, 1.0, f64::NAN] {
        assert!(DiscreteGaussian::keeping(1.0, delta, 1).is_err());
        assert!(textbook_gaussian_deviation(0.5, delta, 1).is_err());
    }
    assert!(DiscreteGaussian::keeping(1.0, 1e-6, 0).is_err());
    // At the ends: no number, no bound, no change, and so much that nothing is hidden.
    let noise = DiscreteGaussian::new(1, 1).unwrap();
    for (sensitivity, epsilon, delta) in [
        (1, f64::NAN, 1.0),
        (1, f64::INFINITY, 0.0),
        (0, 0.0, 0.0),
        (1_000_000, 1.0, 1.0),
    ] {
        let found = noise.delta(sensitivity, epsilon);
        assert!(
            (found - delta).abs() < 1e-9,
            "{sensitivity} {epsilon}: {found}"
        );
    }
    assert!(textbook_gaussian_deviation(1.0, 1e-6, 1).is_err());
}

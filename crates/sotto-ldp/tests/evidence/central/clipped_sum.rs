//! Clipped, noisy sums, and what many steps of learning by them cost.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::central::{CentralError, ClippedSum, DiscreteGaussian, Renyi};

fn sums(longest: u64, deviation: u64) -> ClippedSum {
    let noise = DiscreteGaussian::new(deviation * deviation, 1).unwrap();
    ClippedSum::new(longest, noise).unwrap()
}

/// In integers, for vectors of every size up to the ends of what they can hold.
#[test]
fn no_vector_is_longer_than_it_may_be() {
    let mut rng = ChaCha20Rng::seed_from_u64(10);
    for longest in [1, 7, 1_000, ClippedSum::MOST] {
        let sums = sums(longest, 5);
        for _ in 0..2_000 {
            let size = rng.random_range(0..63);
            let vector: [i64; 3] = std::array::from_fn(|_| rng.random::<i64>() >> size);
            let cut = sums.cut(vector);
            let square = |v: [i64; 3]| -> u128 {
                v.map(|number| u128::from(number.unsigned_abs()).pow(2))
                    .iter()
                    .sum()
            };
            let most = u128::from(longest).pow(2);
            assert!(square(cut) <= most, "{vector:?} {cut:?}");
            if square(vector) <= most {
                assert_eq!(cut, vector);
            }
            for (cut, whole) in cut.iter().zip(vector) {
                assert!(cut.signum() * whole.signum() >= 0, "{vector:?} {cut:?}");
            }
        }
        let ends = [i64::MIN, i64::MAX, i64::MIN];
        assert!(
            sums.cut(ends)
                .iter()
                .all(|cut| cut.unsigned_abs() <= longest)
        );
    }
    // 3, 4, 5: half as long.
    assert_eq!(sums(25, 5).cut([30, -40]), [15, -20]);
}

/// A thousand sums of three vectors: the mean within six standard errors, seeded.
#[test]
fn sums_are_right_on_average() {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let sums = sums(25, 20);
    let mut totals = [0.0; 2];
    for _ in 0..1_000 {
        let sum = sums.publish([[30, -40], [3, 4], [0, 9]], &mut rng);
        totals[0] += sum[0] as f64;
        totals[1] += sum[1] as f64;
    }
    for (total, expected) in totals.iter().zip([18.0, -7.0]) {
        assert!((total / 1_000.0 - expected).abs() < 6.0 * 20.0 / 1_000_f64.sqrt());
    }
    // 25²/(2·20²)
    assert!((sums.loss().rho() - 0.781_25).abs() < 1e-12);
}

/// Abadi and others 2016, section 3.2: q = 0.01, σ = 4, δ = 10⁻⁵. Their accountant finds ε = 1.26 after 10,000 steps and
/// 2.55 after 40,000, where strong composition says 9.34 and 24.22. Their conversion is R(α) + ln(1/δ)/(α − 1) at whole
/// orders; ours is sharper.
#[test]
fn the_moments_accountant_of_2016() {
    let one = Renyi::of_sampled_gaussian(0.01, 4.0).unwrap();
    for (steps, published) in [(10_000, 1.26), (40_000, 2.55)] {
        let loss = one.times(steps);
        let at = |order: u32| {
            let order = f64::from(order);
            loss.at(order).unwrap() + 1e5_f64.ln() / (order - 1.0)
        };
        let theirs = (2..=33).map(at).fold(f64::INFINITY, f64::min);
        assert!(
            (theirs / published - 1.0).abs() < 0.011,
            "{steps}: {theirs}"
        );
        let (_, ours) = loss.epsilon(1e-5).unwrap();
        assert!(ours < theirs && ours > 0.8 * theirs, "{steps}: {ours}");
    }
}

/// The divergence by its definition, as a sum over integers, in both directions: 20 units of noise, steps of 5.
#[test]
fn sampled_noise_has_the_divergence_of_the_definition() {
    let (share, shift, variance) = (0.2, 5.0, 400.0);
    let loss = Renyi::of_sampled_gaussian(share, 4.0).unwrap();
    let weight = |x: f64| (-x * x / (2.0 * variance)).exp();
    let all: f64 = (-900..=900).map(|x| weight(f64::from(x))).sum();
    let without = |x: i32| weight(f64::from(x)) / all;
    let with = |x: i32| (1.0 - share) * without(x) + share * weight(f64::from(x) - shift) / all;
    for order in [2.0, 2.5, 3.0, 7.0, 12.4] {
        let sum = |p: &dyn Fn(i32) -> f64, q: &dyn Fn(i32) -> f64| {
            let term = |x: i32| p(x) * (p(x) / q(x)).powf(order - 1.0);
            let sum: f64 = (-400..=400).map(term).sum();
            sum.ln() / (order - 1.0)
        };
        let defined = sum(&with, &without).max(sum(&without, &with));
        let found = loss.at(order).unwrap();
        assert!(found > defined - 1e-9, "{order}: {found} {defined}");
        let is_whole = (order - order.floor()).abs() < 1e-9;
        assert!(
            found < defined * if is_whole { 1.0001 } else { 1.2 },
            "{order}: {found}"
        );
    }
    // Everybody takes part: the Gaussian's own line.
    let all = Renyi::of_sampled_gaussian(1.0, 4.0).unwrap();
    assert!((all.at(6.0).unwrap() - 6.0 / 32.0).abs() < 1e-9);
}

#[test]
fn sums_that_cannot_be_are_refused() {
    let noise = DiscreteGaussian::new(1, 1).unwrap();
    for longest in [0, ClippedSum::MOST + 1] {
        let refused = ClippedSum::new(longest, noise);
        assert_eq!(refused, Err(CentralError::Sensitivity(longest)));
    }
    for share in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(Renyi::of_sampled_gaussian(share, 1.0).is_err());
    }
    for multiplier in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Renyi::of_sampled_gaussian(0.5, multiplier).is_err());
    }
}

//! The median by smooth sensitivity: its parts against their definitions, over all small data.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::central::{CentralError, SmoothMedian};

/// The greatest number of the small data, and how many there are to each person.
const MOST: u32 = 3;
const NUMBERS: usize = 4;

/// All data of that many people.
fn all(people: u32) -> Vec<Vec<u32>> {
    let data = |code: usize| {
        let digit = |place| (code / NUMBERS.pow(place) % NUMBERS) as u32;
        (0..people).map(digit).collect()
    };
    (0..NUMBERS.pow(people)).map(data).collect()
}

fn changed(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

fn median(data: &[u32]) -> u32 {
    let mut sorted = data.to_vec();
    sorted.sort_unstable();
    sorted[data.len() / 2]
}

fn smooth_median(data: &[u32], epsilon: &str, rarity: u32) -> SmoothMedian {
    SmoothMedian::new(data.to_vec(), MOST, &epsilon.parse().unwrap(), rarity).unwrap()
}

/// Nissim, Raskhodnikova and Smith 2007, definitions 1.2 and 2.1 and claim 3.4, over all data of three and five people:
/// the local sensitivity is the greatest difference to a neighbour, and S the greatest weighted one of any data.
#[test]
fn sensitivities_are_those_of_the_definitions() {
    for people in [3, 5] {
        let all = all(people);
        let local: Vec<u64> = all
            .iter()
            .map(|here| {
                let near = all.iter().filter(|there| changed(here, there) <= 1);
                let moved = near.map(|there| median(here).abs_diff(median(there)));
                moved.max().unwrap().into()
            })
            .collect();
        for (epsilon, micros) in [("1", 1_000_000), ("6", 6_000_000)] {
            let mut weights = vec![1_u64 << 20];
            for place in 0..people as usize {
                weights.push((weights[place] * 4_000_000).div_ceil(4_000_000 + micros));
            }
            // Every thirty-seventh of the larger data: all of them take minutes.
            for (here, &own) in all
                .iter()
                .zip(&local)
                .step_by(if people == 3 { 1 } else { 37 })
            {
                let found = smooth_median(here, epsilon, 2);
                assert_eq!(found.local(), own, "{here:?}");
                let weighted = all.iter().zip(&local);
                let weighted = weighted.map(|(there, local)| weights[changed(here, there)] * local);
                assert_eq!(
                    found.smooth(),
                    (weighted.max().unwrap(), 1 << 20),
                    "{here:?}"
                );
                assert_eq!(found.median(), median(here));
            }
        }
    }
}

/// Of all neighbours among three people: what one has above e^ε times the other, over all outputs, is at most
/// 2·e^(−rarity).
#[test]
fn neighbours_are_within_epsilon_and_delta() {
    let all = all(3);
    for (epsilon, value) in [("0.5", 0.5_f64), ("2", 2.0), ("6", 6.0)] {
        for rarity in [1, 3, 8] {
            let masses: Vec<Vec<f64>> = all
                .iter()
                .map(|data| {
                    let found = smooth_median(data, epsilon, rarity);
                    let (numerator, denominator) = found.noise().decay();
                    let decay = numerator as f64 / denominator as f64;
                    let mass = |y: i32| {
                        let apart = (f64::from(y) - f64::from(found.median())).abs();
                        (decay / 2.0).tanh() * (-decay * apart).exp()
                    };
                    (-400..=400).map(mass).collect()
                })
                .collect();
            let allowed = 2.0 * (-f64::from(rarity)).exp();
            for (here, a) in all.iter().zip(&masses) {
                for (there, b) in all.iter().zip(&masses) {
                    if changed(here, there) == 1 {
                        let over = a.iter().zip(b).map(|(a, b)| (a - value.exp() * b).max(0.0));
                        let delta: f64 = over.sum();
                        assert!(delta <= allowed, "{here:?} {there:?} {epsilon}: {delta}");
                    }
                }
            }
        }
    }
}

/// Nissim, Raskhodnikova and Smith 2007, section 3.1: of numbers spread evenly, A_k is (k + 1)·Λ/n, so that S is about
/// Λ/(n·β·e): small where the global sensitivity is Λ. β = ln(1 + 1/30).
#[test]
fn evenly_spread_numbers_need_little_noise() {
    let people = 2_001;
    let numbers: Vec<u32> = (1..=people).map(|place| place * 10).collect();
    let found = SmoothMedian::new(numbers, people * 10, &"1".parse().unwrap(), 15).unwrap();
    let (numerator, denominator) = found.smooth();
    let smooth = numerator as f64 / denominator as f64;
    let beta = (31.0_f64 / 30.0).ln();
    let expected = (0..200).map(|k| 10.0 * f64::from(k + 1) * (-beta * f64::from(k)).exp());
    let expected = expected.fold(0.0, f64::max);
    assert!(
        (smooth / expected - 1.0).abs() < 1e-3,
        "{smooth} {expected}"
    );
    assert!(
        (smooth - 10.0 / (beta * 1_f64.exp()) * beta.exp()).abs() < 1.0,
        "{smooth}"
    );
    assert_eq!(found.local(), 10);
}

/// Half earn nothing and half everything: one person moves the median by all, and the noise says so.
#[test]
fn a_split_in_halves_needs_all_the_noise() {
    let numbers = [vec![0; 50], vec![100; 51]].concat();
    let found = SmoothMedian::new(numbers, 100, &"1".parse().unwrap(), 15).unwrap();
    assert_eq!((found.local(), found.smooth()), (100, (100 << 20, 1 << 20)));
    // Scale 2·100/1: a mean of 4,000 within six standard errors of √2·200/√4,000 = 4.5; seeded.
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let sum: i64 = (0..4_000).map(|_| found.publish(&mut rng)).sum();
    assert!((sum as f64 / 4_000.0 - 100.0).abs() < 27.0, "{sum}");
}

#[test]
fn medians_that_cannot_be_are_refused() {
    let new = |numbers, most, epsilon: &str, rarity| {
        SmoothMedian::new(numbers, most, &epsilon.parse().unwrap(), rarity)
    };
    assert_eq!(new(vec![], 9, "1", 15), Err(CentralError::People(0)));
    assert_eq!(new(vec![1; 4], 9, "1", 15), Err(CentralError::People(4)));
    assert!(new(vec![1; 10_001], 9, "1", 15).is_err());
    for most in [0, SmoothMedian::MOST + 1] {
        assert_eq!(
            new(vec![1], most, "1", 15),
            Err(CentralError::Sensitivity(most.into()))
        );
    }
    for rarity in [0, 1_001] {
        assert_eq!(
            new(vec![1], 9, "1", rarity),
            Err(CentralError::Rarity(rarity))
        );
    }
    // The ends of what is allowed: one person, the greatest numbers.
    let found = new(vec![u32::MAX], SmoothMedian::MOST, "1", 1_000).unwrap();
    assert_eq!(found.median(), SmoothMedian::MOST);
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    assert!(found.publish(&mut rng).unsigned_abs() < 1 << 40);
}

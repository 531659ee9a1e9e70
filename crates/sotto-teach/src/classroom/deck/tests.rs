//! That a deck tells what it says, by going through all dealings: nothing is simulated, so there is no false alarm.

use rand::{SeedableRng, rngs::ChaCha20Rng};

use super::*;

/// In how many ways some of `all` can be chosen, exactly.
fn ways(all: u32, some: u32) -> u128 {
    if some > all {
        return 0;
    }
    (1..=u128::from(some)).fold(1, |ways, one| ways * (u128::from(all - some) + one) / one)
}

/// Of how many dealings so many of those whose true answer is "yes" draw "the truth", counted with whole numbers.
fn dealings(deck: Deck, pupils: u32, true_yes: u32) -> u128 {
    let rest = deck.truth.checked_sub(true_yes);
    rest.map_or(0, |rest| {
        ways(pupils, true_yes) * ways(deck.slips() - pupils, rest)
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a chance, shown to a tenth of a point"
)]
fn chance(deck: Deck, pupils: u32, true_yes: u32) -> f64 {
    dealings(deck, pupils, true_yes) as f64 / ways(deck.slips(), deck.truth) as f64
}

/// Every interval of a deck by trying every number of pupils, with whole numbers throughout: 25 of 1000 is 1 of 40.
fn by_brute_force(deck: Deck) -> Vec<(u32, u32)> {
    let all = ways(deck.slips(), deck.truth);
    let of_pupils = |pupils| -> Vec<u128> {
        let told = 0..=deck.truth;
        told.map(|told| dealings(deck, pupils, told)).collect()
    };
    let table: Vec<_> = (0..=deck.slips()).map(of_pupils).collect();
    let interval = |told: usize| {
        let is_in = |dealings: &[u128]| {
            let lower: u128 = dealings[..=told].iter().sum();
            let upper: u128 = dealings[told..].iter().sum();
            dealings[told] > 0 && lower * 40 > all && upper * 40 > all
        };
        let found: Vec<u32> = (0..)
            .zip(&table)
            .filter(|(_, dealings)| is_in(dealings))
            .map(|(pupils, _)| pupils)
            .collect();
        let ends = (found[0], found[found.len() - 1]);
        // No number between them is left out.
        assert_eq!(found.len(), (ends.1 - ends.0 + 1) as usize);
        ends
    };
    (0..=deck.truth as usize).map(interval).collect()
}

#[test]
fn half_says_the_truth_and_a_quarter_each_yes_and_no() {
    for (pupils, slips) in [
        (3, [1, 1, 1]),
        (4, [2, 1, 1]),
        (5, [2, 2, 1]),
        (10, [5, 3, 2]),
        (11, [5, 3, 3]),
        (20, [10, 5, 5]),
        (28, [14, 7, 7]),
        (30, [15, 8, 7]),
        (300, [150, 75, 75]),
    ] {
        let deck = Deck::of(pupils).unwrap();
        assert_eq!([deck.truth, deck.yes, deck.no], slips);
    }
    for pupils in PUPILS.0..=PUPILS.1 {
        let deck = Deck::of(pupils).unwrap();
        assert_eq!(deck.slips(), pupils);
        assert!(deck.truth > 0 && deck.yes > 0 && deck.no > 0);
    }
    for pupils in [0, 1, 2, 301] {
        assert_eq!(Deck::of(pupils), None);
    }
}

/// 3 : 1 wherever the class divides by four, 22 : 7 for 30 and 7 : 2 for 10.
#[test]
fn the_odds_of_one_report_are_those_of_the_deck_that_is_dealt() {
    let odds = |pupils| Deck::of(pupils).unwrap().odds();
    for pupils in (4..=300).step_by(4) {
        assert!((odds(pupils) - 3.0).abs() < 1e-12, "{pupils}");
    }
    assert!((odds(30) - 22.0 / 7.0).abs() < 1e-12);
    assert!((odds(10) - 3.5).abs() < 1e-12);
    assert!((odds(3) - 2.0).abs() < 1e-12);
    // By going through what one pupil can draw: of "yes", and of "no".
    for pupils in 3..=60 {
        let deck = Deck::of(pupils).unwrap();
        let support = deck.support();
        let yes = support.of_truth() / support.of_other();
        let no = (1.0 - support.of_other()) / (1.0 - support.of_truth());
        assert!((deck.odds() - yes.max(no)).abs() < 1e-12);
    }
}

#[test]
fn intervals_are_those_of_brute_force() {
    for pupils in (3..=44).chain([50, 60]) {
        let deck = Deck::of(pupils).unwrap();
        for (true_yes, expected) in (0..).zip(by_brute_force(deck)) {
            let found = deck.interval(true_yes);
            assert_eq!(found, expected, "{pupils} {true_yes}");
            // The estimate lies in it.
            let estimate = f64::from(true_yes * pupils) / f64::from(deck.truth);
            assert!(f64::from(found.0) <= estimate.ceil());
            assert!(estimate.floor() <= f64::from(found.1));
        }
    }
}

/// Least coverage over every possible truth, and the mean half width in points at a true 10 % and 50 %.
#[test]
fn coverage_and_width_are_those_of_the_table() {
    for (pupils, coverage, at_tenth, at_half) in [
        (10, 95.2, 17.5, 23.9),
        (20, 96.7, 14.4, 21.1),
        (30, 95.8, 11.5, 18.1),
        (40, 95.2, 9.6, 15.3),
        (60, 95.3, 8.0, 13.0),
    ] {
        let deck = Deck::of(pupils).unwrap();
        let held = |truth: u32| -> f64 {
            let holds = |told: &u32| {
                let (low, high) = deck.interval(*told);
                low <= truth && truth <= high
            };
            let told = (0..=deck.truth).filter(holds);
            told.map(|told| chance(deck, truth, told)).sum()
        };
        let least = (0..=pupils).map(held).fold(1.0, f64::min);
        assert!(
            (least * 100.0 - coverage).abs() <= 0.051,
            "{pupils}: {least}"
        );
        let half_width = |truth: u32| -> f64 {
            let told = |told: u32| {
                let (low, high) = deck.interval(told);
                chance(deck, truth, told) * f64::from(high - low) / 2.0
            };
            (0..=deck.truth).map(told).sum::<f64>() / f64::from(pupils) * 100.0
        };
        let tenth = half_width(pupils / 10);
        assert!((tenth - at_tenth).abs() <= 0.051, "{pupils}: {tenth}");
        let half = half_width(pupils / 2);
        assert!((half - at_half).abs() <= 0.051, "{pupils}: {half}");
    }
}

/// Every size that slips are printed for holds the truth at least as often as it says, whatever the truth is.
#[test]
fn no_class_is_held_less_often_than_it_says() {
    for pupils in (3..=60).chain([100, 101, 200, 300]) {
        let deck = Deck::of(pupils).unwrap();
        let intervals: Vec<_> = (0..=deck.truth).map(|told| deck.interval(told)).collect();
        for truth in 0..=pupils {
            let dealing = Dealing::new(pupils, truth, deck.truth);
            let missed: f64 = (0..)
                .zip(&intervals)
                .filter(|(_, (low, high))| truth < *low || *high < truth)
                .map(|(told, _)| {
                    let fewer = if told == 0 {
                        0.0
                    } else {
                        dealing.at_most(told - 1)
                    };
                    dealing.at_most(told) - fewer
                })
                .sum();
            assert!(missed <= 0.05 + 1e-9, "{truth} of {pupils}: {missed}");
        }
    }
}

/// What "yes" and "no" slips say for certain is taken off; what they cannot bring about is nothing.
#[test]
fn what_a_deck_cannot_bring_about_is_no_count() {
    let deck = Deck::of(30).unwrap();
    assert_eq!(deck.true_yes(7), None);
    assert_eq!(deck.true_yes(8), Some(0));
    assert_eq!(deck.true_yes(12), Some(4));
    assert_eq!(deck.true_yes(23), Some(15));
    assert_eq!(deck.true_yes(24), None);
}

/// Every dealing ends where a deck can end, and the mean of 4,000 is right: of 30 pupils with 12 true yeses, 14 say it on
/// average, with a standard deviation of √(15·0.4·0.6·15/29) = 1.365. The seed is fixed; with another one the mean would be
/// further than 0.11 from 14, 5.1 standard errors, with a chance below 1e-6.
#[test]
fn a_dealing_is_a_draw_without_putting_back() {
    let deck = Deck::of(30).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(30);
    let mut sum = 0;
    for _ in 0..4_000 {
        let said = deck.deal(12, &mut generator);
        assert!(deck.true_yes(said).is_some());
        sum += said;
    }
    assert!((f64::from(sum) / 4_000.0 - 14.0).abs() < 0.11, "{sum}");
    // Nobody, and everybody: certain.
    assert_eq!(deck.deal(0, &mut generator), 8);
    assert_eq!(deck.deal(30, &mut generator), 23);
}

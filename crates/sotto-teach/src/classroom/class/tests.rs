//! That what is said of a class is right; of its interval, the deck's tests.

use super::*;

fn class(pupils: u32, yes: u32) -> Class {
    let deck = Deck::of(pupils).unwrap();
    let true_yes = deck.true_yes(yes).unwrap();
    let count = Count { yes, true_yes };
    Class { deck, count }
}

/// Every class that there can be of so many pupils.
fn classes(pupils: u32) -> impl Iterator<Item = Class> {
    let deck = Deck::of(pupils).unwrap();
    (deck.yes..=deck.yes + deck.truth).map(move |yes| class(pupils, yes))
}

/// 12 of 30: 8 of them drew "yes", so 4 of the 15 who drew "the truth" said it: 27 %.
#[test]
fn the_figures_of_a_class_are_those_by_hand() {
    let class = class(30, 12);
    assert!((class.share() - 4.0 / 15.0).abs() < 1e-12);
    let (low, high) = class.interval_of_shares();
    let (lower, higher) = class.population().unwrap();
    assert!(lower < low && high < higher);
    // 23 of 30 against 8 of 30; 7 of 30 against 22 of 30.
    let [after_yes, after_no] = Class::beliefs(class.deck, 0.5).unwrap();
    assert!((after_yes - 23.0 / 31.0).abs() < 1e-12);
    assert!((after_no - 7.0 / 29.0).abs() < 1e-12);
    // 20·¾ = 15 of 15 + 80·¼ = 35.
    let deck = Deck::of(28).unwrap();
    assert_eq!(Class::innocent_of_hundred(deck, 20), Some(57));
}

/// Whoever thinks both equally likely never thinks more than the odds of the deck.
#[test]
fn no_answer_is_proof() {
    for pupils in 3..=300 {
        let deck = Deck::of(pupils).unwrap();
        let [after_yes, after_no] = Class::beliefs(deck, 0.5).unwrap();
        let most = deck.odds() / (1.0 + deck.odds());
        assert!(after_yes <= most + 1e-12 && 1.0 - after_no <= most + 1e-12);
        assert!(most < 0.81, "{pupils}: {most}");
    }
}

/// Who happens to be in the class is chance, too: never narrower. Its coverage is that of Clopper and Pearson's interval,
/// since of a random draw those who drew "the truth" are one.
#[test]
fn a_population_is_known_less_well_than_the_class() {
    for pupils in (3..=60).chain([300]) {
        for class in classes(pupils) {
            let (low, high) = class.interval_of_shares();
            let (lower, higher) = class.population().unwrap();
            assert!(lower <= low + 1e-12 && high <= higher + 1e-12, "{class:?}");
        }
    }
}

/// A hundred times as many people: about a tenth of the width; the same draw, the same crowd.
#[test]
fn a_hundredfold_class_has_a_tenth_of_the_width() {
    for pupils in [20, 28, 30] {
        let deck = Deck::of(pupils).unwrap();
        let class = class(pupils, deck.yes + deck.truth / 2);
        let crowd = class.hundredfold(7).unwrap();
        assert_eq!(crowd.deck.slips(), 100 * pupils);
        assert_eq!(class.hundredfold(7), Some(crowd));
        assert_ne!(class.hundredfold(8), Some(crowd));
        let width = |class: Class| {
            let (low, high) = class.interval_of_shares();
            high - low
        };
        let ratio = width(class) / width(crowd);
        assert!((9.0..12.0).contains(&ratio), "{ratio}");
    }
}

/// For every count of every class: what is seen first lies within one standard error of what was imagined, and its interval
/// holds that.
#[test]
fn the_first_crowd_is_typical_for_every_count() {
    for pupils in (3..=40).chain([100]) {
        for class in classes(pupils) {
            let imagined = class.imagined_people();
            for draw in [1, 2] {
                let crowd = class.hundredfold(draw).unwrap();
                let share = f64::from(imagined) / f64::from(crowd.deck.slips());
                let error = crowd.deck.standard_error(imagined);
                let off = (crowd.share() - share).abs();
                assert!(off <= error * (1.0 + 1e-9), "{class:?} {draw}: {off}");
                let (low, high) = crowd.interval();
                assert!(low <= imagined && imagined <= high, "{class:?} {draw}");
            }
        }
    }
}

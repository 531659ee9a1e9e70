//! The figures that the classroom's words name, as far as they are known yet.

use super::{
    class::{Class, TIMES},
    count,
    deck::{Deck, PUPILS},
    entries::Entries,
};
use crate::words::{Figure, Figures};

/// How many slips are printed on a page.
const SLIPS_ON_A_PAGE: u32 = 24;

/// All figures: those of the page, of the deck, and of the class.
pub(super) fn figures(entries: &Entries) -> Figures {
    let mut figures = vec![
        ("fewest", Figure::Whole(PUPILS.0.into())),
        ("most", Figure::Whole(PUPILS.1.into())),
        ("times", Figure::Whole(TIMES.into())),
        ("in-hundred", Figure::Whole(entries.in_hundred.into())),
    ];
    if let Some(deck) = entries.deck() {
        figures.extend(of_deck(deck));
        figures.extend(of_one_answer(deck, entries.in_hundred).unwrap_or_default());
        let [yes, no] = entries.counts.each_ref().map(|text| count::number(text));
        let counted = yes.unwrap_or_default() + no.unwrap_or_default();
        figures.push(("counted-all", Figure::Whole(counted.into())));
    }
    if let Some(class) = entries.class() {
        figures.extend(of_class(class).unwrap_or_default());
        let crowd = class.hundredfold(entries.draw);
        figures.extend(
            crowd
                .map(|crowd| of_crowd(crowd, class))
                .unwrap_or_default(),
        );
    }
    figures
}

fn of_deck(deck: Deck) -> Figures {
    let support = deck.support();
    let truthful = f64::from(deck.truth) / f64::from(deck.slips());
    vec![
        ("slips-truth", Figure::Whole(deck.truth.into())),
        ("slips-yes", Figure::Whole(deck.yes.into())),
        ("slips-no", Figure::Whole(deck.no.into())),
        ("all", Figure::Whole(deck.slips().into())),
        (
            "pages",
            Figure::Whole(deck.slips().div_ceil(SLIPS_ON_A_PAGE).into()),
        ),
        ("truthful", Figure::Share(truthful, 0)),
        ("margin", Figure::Number(deck.margin() * 100.0, 0)),
        ("if-yes", Figure::Share(support.of_truth(), 0)),
        ("if-no", Figure::Share(support.of_other(), 0)),
        ("odds", odds(deck.odds())),
    ]
}

fn of_one_answer(deck: Deck, in_hundred: u32) -> Option<Figures> {
    let even = Class::beliefs(deck, 0.5)?;
    let [after_yes, after_no] = Class::beliefs(deck, f64::from(in_hundred) / 100.0)?;
    let innocent = Class::innocent_of_hundred(deck, in_hundred)?;
    Some(vec![
        ("even-after-yes", Figure::Share(even[0], 0)),
        ("even-after-no", Figure::Share(even[1], 0)),
        ("after-yes", Figure::Share(after_yes, 0)),
        ("after-no", Figure::Share(after_no, 0)),
        ("innocent", Figure::Whole(innocent)),
    ])
}

fn of_class(class: Class) -> Option<Figures> {
    let (yes, all) = (class.count.yes, class.deck.slips());
    let (fewest, most) = class.interval();
    let (low, high) = class.interval_of_shares();
    let (population_low, population_high) = class.population()?;
    Some(vec![
        ("yes", Figure::Whole(yes.into())),
        ("no", Figure::Whole((all - yes).into())),
        ("said", Figure::Share(f64::from(yes) / f64::from(all), 0)),
        ("left", Figure::Whole(class.count.true_yes.into())),
        ("estimate", Figure::Share(class.share(), 0)),
        ("fewest-pupils", Figure::Whole(fewest.into())),
        ("most-pupils", Figure::Whole(most.into())),
        ("low", Figure::Share(low, 0)),
        ("high", Figure::Share(high, 0)),
        ("population-low", Figure::Share(population_low, 0)),
        ("population-high", Figure::Share(population_high, 0)),
    ])
}

fn of_crowd(crowd: Class, class: Class) -> Figures {
    let people = crowd.deck.slips();
    let imagined = f64::from(class.imagined_people()) / f64::from(people);
    let (low, high) = crowd.interval_of_shares();
    vec![
        ("crowd", Figure::Whole(people.into())),
        ("imagined", Figure::Share(imagined, 1)),
        ("crowd-yes", Figure::Whole(crowd.count.yes.into())),
        ("crowd-estimate", Figure::Share(crowd.share(), 1)),
        ("crowd-low", Figure::Share(low, 1)),
        ("crowd-high", Figure::Share(high, 1)),
    ]
}

/// With as many decimals as it has, two at most.
fn odds(odds: f64) -> Figure {
    let is_whole = |number: f64| (number - number.round()).abs() < 1e-9;
    let decimals = match odds {
        odds if is_whole(odds) => 0,
        odds if is_whole(odds * 10.0) => 1,
        _ => 2,
    };
    Figure::Number(odds, decimals)
}

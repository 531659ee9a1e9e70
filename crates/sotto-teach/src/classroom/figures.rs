//! The figures that the classroom's words name, as far as they are known yet.

use sotto_ldp::deniability::odds_factor;

use super::{
    class::{About, Class, TIMES, possible},
    count::MOST,
    device::{Device, SLIPS},
    entries::Entries,
};
use crate::words::{Figure, Figures};

/// All figures: those of the page, of the device, and of the class.
pub(super) fn figures(entries: &Entries) -> Figures {
    let mut figures = vec![
        ("most", Figure::Whole(MOST.into())),
        ("least-slips", Figure::Whole(SLIPS.0.into())),
        ("most-slips", Figure::Whole(SLIPS.1.into())),
        ("times", Figure::Whole(TIMES.into())),
        ("in-hundred", Figure::Whole(entries.in_hundred.into())),
    ];
    if let Some(device) = entries.device() {
        figures.extend(of_device(device));
        figures.extend(of_one_answer(device, entries.in_hundred).unwrap_or_default());
    }
    if let Some(class) = entries.class() {
        figures.extend(of_class(class).unwrap_or_default());
        let crowd = class.hundredfold(entries.draw);
        let crowd = crowd.and_then(|crowd| of_crowd(crowd, class.imagined()?));
        figures.extend(crowd.unwrap_or_default());
    }
    figures
}

fn of_device(device: Device) -> Figures {
    let support = device.support();
    let slips = device.truth + device.yes + device.no;
    vec![
        ("slips-truth", Figure::Whole(device.truth.into())),
        ("slips-yes", Figure::Whole(device.yes.into())),
        ("slips-no", Figure::Whole(device.no.into())),
        ("slips-all", Figure::Whole(slips.into())),
        ("if-yes", Figure::Share(support.of_truth(), 0)),
        ("if-no", Figure::Share(support.of_other(), 0)),
        ("epsilon", Figure::Number(device.loss().to_f64(), 2)),
        ("factor", Figure::Number(odds_factor(device.loss()), 1)),
    ]
}

fn of_one_answer(device: Device, in_hundred: u32) -> Option<Figures> {
    let even = Class::beliefs(device, 0.5)?;
    let [after_yes, after_no] = Class::beliefs(device, f64::from(in_hundred) / 100.0)?;
    let innocent = Class::innocent_of_hundred(device, in_hundred)?;
    Some(vec![
        ("even-after-yes", Figure::Share(even[0], 0)),
        ("even-after-no", Figure::Share(even[1], 0)),
        ("after-yes", Figure::Share(after_yes, 0)),
        ("after-no", Figure::Share(after_no, 0)),
        ("innocent", Figure::Whole(innocent)),
    ])
}

fn of_class(class: Class) -> Option<Figures> {
    let (yes, all) = (class.count.yes, class.count.all);
    let estimate = class.estimate(About::ThisClass)?;
    let [low, high] = ends(class, About::ThisClass, 0)?;
    let [population_low, population_high] = ends(class, About::Population, 0)?;
    Some(vec![
        ("yes", Figure::Whole(yes.into())),
        ("no", Figure::Whole((all - yes).into())),
        ("all", Figure::Whole(all.into())),
        ("said", Figure::Share(f64::from(yes) / f64::from(all), 0)),
        ("false-yes", people(class.false_yes())),
        ("left", people(f64::from(yes) - class.false_yes())),
        ("truthful", Figure::Share(class.truthful(), 0)),
        ("told", people(class.truthful() * f64::from(all))),
        ("raw", Figure::Share(estimate.share, 0)),
        ("estimate", Figure::Share(estimate.share.clamp(0.0, 1.0), 0)),
        ("low", low),
        ("high", high),
        ("population-low", population_low),
        ("population-high", population_high),
    ])
}

fn of_crowd(crowd: Class, imagined: f64) -> Option<Figures> {
    let estimate = crowd.estimate(About::ThisClass)?;
    let [low, high] = ends(crowd, About::ThisClass, 1)?;
    Some(vec![
        ("crowd", Figure::Whole(crowd.count.all.into())),
        ("imagined", Figure::Share(imagined, 1)),
        ("crowd-yes", Figure::Whole(crowd.count.yes.into())),
        (
            "crowd-estimate",
            Figure::Share(estimate.share.clamp(0.0, 1.0), 1),
        ),
        ("crowd-low", low),
        ("crowd-high", high),
    ])
}

/// The ends of the interval as far as they can be; where none of it can be, both are the end that it lies beyond.
fn ends(class: Class, about: About, decimals: u8) -> Option<[Figure; 2]> {
    let (low, high) = class.estimate(about)?.interval;
    let (low, high) = possible((low, high)).unwrap_or((low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)));
    Some([low, high].map(|end| Figure::Share(end, decimals)))
}

/// A number of people on average: with a decimal, unless it is whole.
fn people(number: f64) -> Figure {
    let is_whole = (number - number.round()).abs() < 1e-9;
    Figure::Number(number, u8::from(!is_whole))
}

//! One estimated figure, from the API's shapes to its mark, its words and its line in the table.

use sotto_ldp::float;
use sotto_survey::{
    BinResults, CategoryResults, CellResults, MeanResults, QuantileResults, ShareResults,
};
use sotto_ui::{
    Messages,
    charts::{BarRow, Lane, Mark, Scale, TableRow, TimesIn},
};
use yew::prelude::*;

use super::{quantity::Quantity, reading::Reading};
use crate::saving::{Marks, PictureRow};

/// The strip that a figure is drawn on.
pub(super) const LANE: Lane = Lane {
    height: 22,
    inset: 4,
    radius: 2,
};

/// A figure with its name.
pub(super) struct Named {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) quantity: Quantity,
    /// What is known of it, if anything is.
    pub(super) figure: Option<Figure>,
}

/// What is known of a figure.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    estimate: f64,
    interval: [f64; 2],
    reported: Option<Reported>,
    /// The estimate made possible, together with those beside it.
    consistent: Option<f64>,
}

/// What the reports say before chance is taken out.
#[derive(Clone, Copy)]
struct Reported {
    count: u64,
    reports: u64,
    share: f64,
}

impl Reported {
    fn new(count: u64, reports: u64) -> Self {
        Self {
            count,
            reports,
            share: float(count) / float(reports),
        }
    }
}

impl Figure {
    fn new(estimate: f64, interval: [f64; 2]) -> Self {
        Self {
            estimate,
            interval,
            reported: None,
            consistent: None,
        }
    }

    /// The share of a category, of so many reports.
    pub(super) fn of_category(category: &CategoryResults, reports: u64) -> Option<Self> {
        let reports = category.reports.unwrap_or(reports);
        Some(Self {
            reported: category.count.map(|count| Reported::new(count, reports)),
            consistent: category.consistent,
            ..Self::new(category.estimate?, category.interval?)
        })
    }

    /// The share of a combination of answers, of so many joint reports.
    pub(super) fn of_cell(cell: &CellResults, reports: u64) -> Option<Self> {
        Some(Self {
            reported: cell.count.map(|count| Reported::new(count, reports)),
            consistent: cell.consistent,
            ..Self::new(cell.estimate?, cell.interval?)
        })
    }

    /// The unbiased estimate.
    pub(super) const fn estimate(&self) -> f64 {
        self.estimate
    }

    /// The ends of its interval.
    pub(super) const fn interval(&self) -> [f64; 2] {
        self.interval
    }

    /// How many of how many reports support it, and the share that they are.
    pub(super) fn reported(&self) -> Option<((u64, u64), f64)> {
        let reported = self.reported?;
        Some(((reported.count, reported.reports), reported.share))
    }

    /// How it is read.
    pub(super) fn reading(&self, quantity: &Quantity) -> Reading {
        Reading::new(self.estimate, self.interval, quantity)
    }

    /// The shares that a scale has to hold.
    pub(super) fn shares(&self) -> impl Iterator<Item = f64> + use<> {
        let Reading {
            shown, interval, ..
        } = self.reading(&Quantity::Share);
        let reported = self.reported.map(|reported| reported.share);
        [shown, interval.1].into_iter().chain(reported)
    }
}

impl From<MeanResults> for Figure {
    fn from(mean: MeanResults) -> Self {
        Self::new(mean.estimate, mean.interval)
    }
}

impl From<ShareResults> for Figure {
    fn from(share: ShareResults) -> Self {
        Self::new(share.estimate, share.interval)
    }
}

impl From<QuantileResults> for Figure {
    fn from(quantile: QuantileResults) -> Self {
        Self::new(quantile.estimate, quantile.interval)
    }
}

impl From<BinResults> for Figure {
    fn from(bin: BinResults) -> Self {
        Self::new(bin.estimate, bin.interval)
    }
}

/// What is said where one figure is missing among others that are known: too few have reported it.
pub(super) fn missing(words: &Messages) -> String {
    words.text("figure-few")
}

impl Named {
    /// Whether the interval leaves open more than half of what is possible.
    pub(super) fn says_little(&self) -> bool {
        let reading = self.figure.map(|figure| figure.reading(&self.quantity));
        reading.is_none_or(|reading| reading.says_little(&self.quantity))
    }

    /// The figure drawn along a scale: a share as a bar, a number as a dot.
    pub(super) fn row(&self, scale: Scale, times_in: TimesIn, words: &Messages) -> BarRow {
        let marks = self.figure.map(|figure| {
            let Reading {
                shown, interval, ..
            } = figure.reading(&self.quantity);
            let estimate = match self.quantity {
                Quantity::Share => Mark::Bar {
                    class: "bar-estimate",
                    y: 4,
                    height: 14,
                    end: shown,
                },
                Quantity::Number { .. } => Mark::Dot { y: 11, at: shown },
            };
            let interval = Mark::Interval {
                y: 11,
                ends: interval,
            };
            let reported = figure
                .reported
                .map(|reported| Mark::Reported(reported.share));
            [estimate, interval].into_iter().chain(reported).collect()
        });
        let ends = match self.quantity {
            Quantity::Share => None,
            Quantity::Number { range, .. } => {
                Some([range.0, range.1].map(|end| self.quantity.end(end, words)))
            }
        };
        let in_words = match self.figure {
            Some(figure) => self.in_words(&figure, times_in, words),
            None => missing(words).into(),
        };
        BarRow {
            id: self.id.clone(),
            title: self.title.clone(),
            scale,
            ends,
            marks: marks.unwrap_or_default(),
            words: in_words,
        }
    }

    /// The same along all that there can be.
    pub(super) fn row_in_range(&self, times_in: TimesIn, words: &Messages) -> BarRow {
        let (start, end) = self.quantity.range();
        self.row(Scale::between(start, end), times_in, words)
    }

    /// "24 % (between 18 % and 31 %, 19 times in 20)".
    pub(super) fn in_words(&self, figure: &Figure, times_in: TimesIn, words: &Messages) -> Html {
        let told = self.told(figure, times_in, words);
        let interval = words.unbroken(told.key, &told.values());
        html! {
            <><b class="unbroken">{ told.shown }</b>{ " " }{ interval }</>
        }
    }

    fn told(&self, figure: &Figure, times_in: TimesIn, words: &Messages) -> Told {
        let reading = figure.reading(&self.quantity);
        let write = |figure| self.quantity.write(figure, reading.decimals, words);
        let raw = reading.raw.map(write);
        let (low, high) = (write(reading.interval.0), write(reading.interval.1));
        let key = match &raw {
            // Of the answers there can be, a single one.
            None if self.quantity.decimals().is_some() && low == high => "figure-only",
            None => "figure-interval",
            Some(_) => "figure-raw-interval",
        };
        let shown = self
            .quantity
            .write_with_unit(reading.shown, reading.decimals, words);
        let (times, of) = times_in_words(times_in, words);
        Told {
            shown,
            key,
            values: [
                ("low", low),
                ("high", high),
                ("times", times),
                ("of", of),
                ("raw", raw.unwrap_or_default()),
            ],
        }
    }

    /// The figure as a saved picture has it; a share along `scale`, a number along its own range.
    pub(super) fn saved(&self, scale: Scale, times_in: TimesIn, words: &Messages) -> PictureRow {
        let scale = match self.quantity {
            Quantity::Share => scale,
            Quantity::Number { range, .. } => Scale::between(range.0, range.1),
        };
        let marks = self.figure.map(|figure| {
            let reading = figure.reading(&self.quantity);
            let (low, high) = reading.interval;
            Marks {
                estimate: scale.fraction(reading.shown),
                interval: (scale.fraction(low), scale.fraction(high)),
                reported: figure.reported.map(|one| scale.fraction(one.share)),
                is_bar: self.quantity == Quantity::Share,
            }
        });
        let in_words = self.figure.map(|figure| {
            let told = self.told(&figure, times_in, words);
            [&*told.shown, " ", &told.interval(words)].concat()
        });
        PictureRow {
            title: self.title.clone(),
            words: in_words.unwrap_or_else(|| missing(words)),
            marks,
        }
    }

    /// The raw figures, with one decimal more than a share is said with; one of the answers as it is.
    pub(super) fn line(self, words: &Messages) -> TableRow {
        let figures = self.figure.map(|figure| {
            let told = figure.reading(&self.quantity).decimals;
            let decimals = self.quantity.decimals().unwrap_or(told.max(1));
            let [low, high] = figure.interval;
            let raw = [figure.estimate, low, high];
            let raw = raw.map(|raw| self.quantity.write(raw, decimals, words));
            let consistent = figure
                .consistent
                .map(|share| self.quantity.write(share, decimals, words));
            let reported = figure.reported.map(|reported| {
                let share = self.quantity.write(reported.share, decimals, words);
                [share, words.whole(reported.count)]
            });
            raw.into_iter()
                .chain(consistent)
                .chain(reported.into_iter().flatten())
                .collect()
        });
        TableRow {
            id: self.id,
            title: self.title,
            figures: figures.ok_or_else(|| missing(words)),
        }
    }
}

/// A figure as it is told: itself, and the text of its interval with what stands in it.
struct Told {
    shown: String,
    key: &'static str,
    values: [(&'static str, String); 5],
}

impl Told {
    fn values(&self) -> [(&str, &str); 5] {
        self.values
            .each_ref()
            .map(|(name, value)| (*name, &**value))
    }

    fn interval(&self, words: &Messages) -> String {
        words.fill(self.key, &self.values())
    }
}

/// A share by itself in words.
pub(crate) fn share_in_words(share: ShareResults, times_in: TimesIn, words: &Messages) -> Html {
    let named = Named {
        id: String::new(),
        title: String::new(),
        quantity: Quantity::Share,
        figure: None,
    };
    named.in_words(&share.into(), times_in, words)
}

/// "19", "20".
pub(crate) fn times_in_words(times_in: TimesIn, words: &Messages) -> (String, String) {
    (
        words.whole(times_in.times.into()),
        words.whole(times_in.of.into()),
    )
}

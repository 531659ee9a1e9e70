//! Synthetic data from marginals: rows that nobody has answered, what they keep and what they lose.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon,
    central::{CentralCounts, Marginal, RowChain},
};
use sotto_ui::charts::{Key, Mark, legend};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, ShareBar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "synthetic-data-from-marginals",
    play: |words| html! { <Drawing words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["composition", "post-processing"],
    source: "https://doi.org/10.1145/1265530.1265569",
};

/// The pupils by whether they live far away, come by bus and were late: the bits of the place, from high to low.
const PUPILS: [u64; 8] = [170, 10, 38, 2, 20, 30, 70, 60];

/// How many bits a place has.
const QUESTIONS: usize = 3;

/// The figures of the picture, by the key of their words, and the bits of the pupils who are counted.
const COUNTED: [(&str, usize); 7] = [
    ("far", 0b100),
    ("bus", 0b010),
    ("late", 0b001),
    ("far-bus", 0b110),
    ("bus-late", 0b011),
    ("far-late", 0b101),
    ("all-three", 0b111),
];

/// The figure that the tables of pairs do not hold.
const FAR_AND_LATE: usize = 0b101;

/// How far a figure may be off and still count as kept.
const CLOSE: f64 = 0.03;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measured {
    Columns,
    Pairs,
    Together,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    measured: Measured,
    tenths: u32,
}

/// What the rows are drawn from.
enum Source {
    Columns([Marginal; QUESTIONS]),
    Pairs(RowChain),
    Together(Marginal),
}

impl Measured {
    /// The bits of the questions in each table.
    const fn tables(self) -> &'static [&'static [usize]] {
        match self {
            Self::Columns => &[&[0b100], &[0b010], &[0b001]],
            Self::Pairs => &[&[0b100, 0b010], &[0b010, 0b001]],
            Self::Together => &[&[0b100, 0b010, 0b001]],
        }
    }

    /// The share of those who live far away and come late that is drawn on average, if the tables had no noise: of single
    /// columns as if one had nothing to do with the other, of pairs by way of the question between both.
    fn far_and_late(self) -> Option<f64> {
        match self {
            Self::Columns => Some(share(&PUPILS, 0b100) * share(&PUPILS, 0b001)),
            Self::Pairs => {
                let pairs = self.tables().iter().map(|table| {
                    let cells = cells(&PUPILS, table).into_iter();
                    let cells: Option<Vec<f64>> = cells
                        .map(|count| Some(u32::try_from(count).ok()?.into()))
                        .collect();
                    Some(cells?.chunks(2).map(<[f64]>::to_vec).collect())
                });
                let pairs: Option<Vec<Vec<Vec<f64>>>> = pairs.collect();
                let chain = RowChain::of_pairs(&pairs?).ok()?;
                Some(chain.share(&[1, 0, 1]) + chain.share(&[1, 1, 1]))
            }
            Self::Together => Some(share(&PUPILS, FAR_AND_LATE)),
        }
    }

    /// Whether one of the tables holds a figure.
    fn holds(self, bits: usize) -> bool {
        let mut tables = self.tables().iter();
        tables.any(|table| bits & !table.iter().sum::<usize>() == 0)
    }
}

/// The counts of a table, cell by cell, its first question the slowest.
fn cells(pupils: &[u64; 8], table: &[usize]) -> Vec<u64> {
    let mut cells = vec![0; 1 << table.len()];
    for (place, pupils) in pupils.iter().enumerate() {
        let cell = table
            .iter()
            .fold(0, |cell, bit| cell * 2 + usize::from(place & bit != 0));
        if let Some(cell) = cells.get_mut(cell) {
            *cell += pupils;
        }
    }
    cells
}

/// The share of those who have all these bits.
#[expect(clippy::cast_precision_loss, reason = "a few hundred pupils")]
fn share(pupils: &[u64; 8], bits: usize) -> f64 {
    let counted = pupils
        .iter()
        .enumerate()
        .filter(|(place, _)| place & bits == bits);
    let counted: u64 = counted.map(|(_, pupils)| pupils).sum();
    counted as f64 / pupils.iter().sum::<u64>() as f64
}

impl Source {
    /// Makes each table of counts a distribution.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred pupils")]
    fn of(measured: Measured, tables: &[Vec<i64>]) -> Option<Self> {
        let all = PUPILS.iter().sum::<u64>() as f64;
        let shares = |table: &Vec<i64>| -> Vec<f64> {
            table.iter().map(|&count| count as f64 / all).collect()
        };
        let tables: Vec<_> = tables.iter().map(shares).collect();
        let marginal = |table: &Vec<f64>| Marginal::new(table).ok();
        Some(match (measured, &*tables) {
            (Measured::Columns, [far, bus, late]) => {
                Self::Columns([marginal(far)?, marginal(bus)?, marginal(late)?])
            }
            (Measured::Together, [all]) => Self::Together(marginal(all)?),
            _ => {
                let lines = |table: &Vec<f64>| table.chunks(2).map(<[f64]>::to_vec).collect();
                let pairs: Vec<Vec<Vec<f64>>> = tables.iter().map(lines).collect();
                Self::Pairs(RowChain::of_pairs(&pairs).ok()?)
            }
        })
    }

    /// The place of one synthetic row.
    fn draw(&self, chance: &mut ChaCha20Rng) -> usize {
        let place =
            |answers: Vec<usize>| answers.iter().fold(0, |place, answer| place * 2 + answer);
        match self {
            Self::Columns(columns) => {
                place(columns.iter().map(|column| column.draw(chance)).collect())
            }
            Self::Pairs(chain) => place(chain.draw(chance)),
            Self::Together(all) => all.draw(chance),
        }
    }
}

impl Setting {
    /// The noise of each count: a pupil is in one cell of each table.
    fn mechanism(self) -> Option<CentralCounts> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        CentralCounts::new(&epsilon, self.measured.tables().len() as u64).ok()
    }

    /// As many synthetic rows as pupils, by their places. The first draws are typical of those who live far away and come
    /// late.
    fn rows(self, draw: u32) -> Option<[u64; 8]> {
        let expected = self.measured.far_and_late()?;
        #[expect(clippy::cast_precision_loss, reason = "a few hundred pupils")]
        let people = PUPILS.iter().sum::<u64>() as f64;
        let error = (expected * (1.0 - expected) / people).sqrt();
        let off = |rows: &[u64; 8]| (share(rows, FAR_AND_LATE) - expected) / error;
        drawn(draw, |seed| self.synthesize(seed), off)
    }

    fn synthesize(self, seed: u64) -> Option<[u64; 8]> {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let mechanism = self.mechanism()?;
        let tables = self.measured.tables().iter();
        let noisy: Vec<_> = tables
            .map(|table| mechanism.publish(&cells(&PUPILS, table), &mut chance))
            .collect();
        let source = Source::of(self.measured, &noisy)?;
        let mut rows = [0; 8];
        for _ in 0..PUPILS.iter().sum() {
            *rows.get_mut(source.draw(&mut chance))? += 1;
        }
        Some(rows)
    }
}

const FIRST: Setting = Setting {
    measured: Measured::Columns,
    tenths: 20,
};

fn figures() -> Figures {
    let figures = || {
        let measured = |measured| {
            Setting {
                measured,
                tenths: 10,
            }
            .mechanism()
        };
        let noise = |way| Some(Figure::Number(measured(way)?.standard_deviation(), 1));
        Some(vec![
            ("pupils", Figure::Whole(PUPILS.iter().sum())),
            ("close-points", Figure::Number(CLOSE * 100.0, 0)),
            ("number-of-figures", Figure::Whole(COUNTED.len() as u64)),
            ("true-far", Figure::Share(share(&PUPILS, 0b100), 1)),
            ("true-late", Figure::Share(share(&PUPILS, 0b001), 1)),
            (
                "true-far-late",
                Figure::Share(share(&PUPILS, FAR_AND_LATE), 1),
            ),
            (
                "columns-far-late",
                Figure::Share(Measured::Columns.far_and_late()?, 1),
            ),
            (
                "pairs-far-late",
                Figure::Share(Measured::Pairs.far_and_late()?, 1),
            ),
            ("columns-noise", noise(Measured::Columns)?),
            ("pairs-noise", noise(Measured::Pairs)?),
            ("together-noise", noise(Measured::Together)?),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct DrawingProps {
    words: WordsWithFigures,
}

#[component]
fn Drawing(props: &DrawingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let rows = use_memo(play.now(), |&(setting, draw)| setting.rows(draw));
    let caption = rows.map(|rows| caption(words, &rows)).unwrap_or_default();
    let options = [
        (Measured::Columns, words.say("columns")),
        (Measured::Pairs, words.say("pairs")),
        (Measured::Together, words.say("together")),
    ];
    play.show_numbered(Playground {
        picture: rows.map(|rows| picture(words, setting.measured, &rows, caption.clone())).unwrap_or_default(),
        buttons: play.again(["draw", "draw"]),
        controls: html! {
            <>
                { play.choice(["measured", "measured"], options, setting.measured, |setting, measured| Setting {
                    measured,
                    ..setting
                }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

/// How many figures of the rows are close to the pupils'.
fn kept(rows: &[u64; 8]) -> u64 {
    let is_close =
        |(_, bits): &&(&str, usize)| (share(rows, *bits) - share(&PUPILS, *bits)).abs() <= CLOSE;
    COUNTED.iter().filter(is_close).count() as u64
}

fn caption(words: &WordsWithFigures, rows: &[u64; 8]) -> String {
    words.fill(
        "caption",
        &[
            ("kept", Figure::Whole(kept(rows))),
            ("drawn", Figure::Share(share(rows, FAR_AND_LATE), 1)),
        ],
    )
}

/// A bar of the pupils and one of the rows for each figure.
fn picture(words: &WordsWithFigures, measured: Measured, rows: &[u64; 8], caption: String) -> Html {
    let key = |key: &str, class| Key {
        class: None,
        drawing: html! { <rect {class} x="0" y="4" width="28" height="8" rx="2"/> },
        text: words.say(key),
    };
    let keys = [
        key("of-pupils", "bar-truth"),
        key("of-rows", "bar-estimate"),
    ];
    let bars = COUNTED.map(|(id, bits)| {
        let [truth, drawn] = [share(&PUPILS, bits), share(rows, bits)];
        let key = if measured.holds(bits) {
            "figure-measured"
        } else {
            "figure-not-measured"
        };
        ShareBar {
            id: id.to_owned(),
            title: words.say(id),
            marks: [("bar-truth", 4, truth), ("bar-estimate", 12, drawn)]
                .map(|(class, y, end)| Mark::Bar {
                    class,
                    y,
                    height: 7,
                    end,
                })
                .to_vec(),
            words: words.fill(
                key,
                &[
                    ("truth", Figure::Share(truth, 1)),
                    ("drawn", Figure::Share(drawn, 1)),
                ],
            ),
        }
    });
    let head = ["table-figure", "table-shares"].map(|key| words.say(key));
    let [drawing, table] = share_bars(bars.into(), &words.say("table-summary"), &head);
    let drawing = html! { <>{ legend(keys) }{ drawing }</> };
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_count_every_pupil_once() {
        for measured in [Measured::Columns, Measured::Pairs, Measured::Together] {
            for table in measured.tables() {
                assert_eq!(cells(&PUPILS, table).iter().sum::<u64>(), 400);
            }
        }
        assert_eq!(cells(&PUPILS, &[0b100, 0b010]), [180, 40, 50, 130]);
        assert_eq!(cells(&PUPILS, &[0b001]), [298, 102]);
        assert!(Measured::Pairs.holds(0b110) && !Measured::Pairs.holds(FAR_AND_LATE));
    }

    /// What is seen first is within one standard error of what these tables tell: 0.45 · 0.255 by columns, 0.1403 by pairs,
    /// 0.225 by all three together.
    #[test]
    fn the_first_rows_are_typical() {
        for (measured, expected) in [
            (Measured::Columns, 0.45 * 0.255),
            (Measured::Pairs, 0.1403),
            (Measured::Together, 0.225),
        ] {
            assert!((measured.far_and_late().unwrap() - expected).abs() < 1e-4);
            for tenths in [5, 20, 50] {
                for draw in [1, 2] {
                    let rows = Setting { measured, tenths }.rows(draw).unwrap();
                    let off = share(&rows, FAR_AND_LATE) - expected;
                    let error = (expected * (1.0 - expected) / 400.0_f64).sqrt();
                    assert!(
                        off.abs() <= error + 1e-4,
                        "{measured:?} {tenths} {draw}: {off}"
                    );
                }
            }
        }
    }

    /// With little noise, what was measured comes out and what was not does not: six deviations of a share of 400 rows
    /// are at most 0.15; the mean of 40 tables, 0.024.
    #[test]
    fn rows_keep_what_was_measured_and_lose_the_rest() {
        let mean = |measured, bits| {
            let setting = Setting {
                measured,
                tenths: 50,
            };
            let of = |seed| share(&setting.synthesize(seed).unwrap(), bits);
            (1..=40).map(of).sum::<f64>() / 40.0
        };
        for (measured, bits, expected) in [
            (Measured::Columns, 0b100, 0.45),
            (Measured::Columns, FAR_AND_LATE, 0.45 * 0.255),
            (Measured::Pairs, 0b110, 0.325),
            (Measured::Pairs, 0b011, 0.155),
            (Measured::Pairs, FAR_AND_LATE, 0.1403),
            (Measured::Together, FAR_AND_LATE, 0.225),
            (Measured::Together, 0b111, 0.15),
        ] {
            let found = mean(measured, bits);
            assert!(
                (found - expected).abs() < 0.024,
                "{measured:?} {bits}: {found}"
            );
        }
    }
}

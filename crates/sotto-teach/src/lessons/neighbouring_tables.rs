//! Two neighbouring tables: what is published of each as a bell, and the definition that holds the two bells together.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, central::CentralCounts};
use sotto_ui::charts::{Curve, Key, Scale, TableRow, curves, legend, table};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "neighbouring-tables",
    play: |words| html! { <TwoBells words={words.clone()}/> },
    figures,
    right: 1,
    minutes: 15,
    after: &["guess-this-student"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many say "yes" in the table without you. You would say it, too.
const WITHOUT: i32 = 12;
const WITH: i32 = WITHOUT + 1;

/// The published counts that are drawn, as far to the left of the one table as to the right of the other.
const DRAWN: (i32, i32) = (WITHOUT - 12, WITH + 12);

/// The published counts of the table below the picture.
const LISTED: (i32, i32) = (WITHOUT - 2, WITH + 2);

/// ε in tenths.
const EPSILON: (u32, u32) = (2, 30);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    tenths: u32,
    /// Whether you are in the table that is published.
    is_with: bool,
}

impl Setting {
    fn epsilon(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }

    /// How many times as likely the one table makes any count as the other, at most.
    fn factor(self) -> f64 {
        self.epsilon().exp()
    }

    /// How sure of the likelier table somebody is who held both for equally likely.
    fn belief(self) -> f64 {
        self.factor() / (1.0 + self.factor())
    }

    /// The chance that noise makes that count of a true one: (1 − z)/(1 + z)·z^|difference| with z = e^−ε, discrete Laplace.
    fn chance(self, published: i32, truth: i32) -> f64 {
        let z = (-self.epsilon()).exp();
        (1.0 - z) / (1.0 + z) * z.powi((published - truth).abs())
    }

    const fn truth(self) -> i32 {
        if self.is_with { WITH } else { WITHOUT }
    }

    fn mechanism(self) -> Option<CentralCounts> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        CentralCounts::histogram(&epsilon).ok()
    }

    fn publish(self, seed: u64) -> Option<i32> {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let truth = [u64::try_from(self.truth()).ok()?];
        let published = self.mechanism()?.publish(&truth, &mut chance);
        i32::try_from(*published.first()?).ok()
    }

    /// What is published in that draw; nothing before the first.
    fn published(self, draw: u32) -> Option<i32> {
        let deviation = self.mechanism()?.standard_deviation();
        let off = |&published: &i32| f64::from(published - self.truth()) / deviation;
        (draw > 0)
            .then(|| drawn(draw, |seed| self.publish(seed), off))
            .flatten()
    }
}

const FIRST: Setting = Setting {
    tenths: 10,
    is_with: true,
};

fn figures() -> Figures {
    let weak = Setting { tenths: 2, ..FIRST };
    vec![
        ("without", Figure::Whole(u64::from(WITHOUT.unsigned_abs()))),
        ("with", Figure::Whole(u64::from(WITH.unsigned_abs()))),
        ("factor", Figure::Number(FIRST.factor(), 1)),
        ("square", Figure::Number(FIRST.factor().powi(2), 1)),
        ("belief", Figure::Share(FIRST.belief(), 0)),
        ("weak-factor", Figure::Number(weak.factor(), 1)),
        ("weak-belief", Figure::Share(weak.belief(), 0)),
        ("top", Figure::Share(FIRST.chance(WITH, WITH), 0)),
        ("beside", Figure::Share(FIRST.chance(WITH, WITHOUT), 0)),
    ]
}

#[derive(Properties, PartialEq)]
struct TwoBellsProps {
    words: WordsWithFigures,
}

#[component]
fn TwoBells(props: &TwoBellsProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, _) = play.now();
    let published = use_memo(play.now(), |&(setting, draw)| setting.published(draw));
    let caption = caption(words, setting, *published);
    let tables = [true, false].map(|is_with| (is_with, words.say(table_name(is_with))));
    play.show_numbered(Playground {
        picture: picture(words, setting, *published, caption.clone()),
        buttons: play.again(["publish", "publish"]),
        controls: html! {
            <>
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
                { play.choice(["table", "table"], tables, setting.is_with, |setting, is_with| Setting { is_with, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

const fn table_name(is_with: bool) -> &'static str {
    if is_with {
        "table-with"
    } else {
        "table-without"
    }
}

fn caption(words: &WordsWithFigures, setting: Setting, published: Option<i32>) -> String {
    let Some(published) = published else {
        return words.say("not-published");
    };
    let [with, without] = [WITH, WITHOUT].map(|truth| setting.chance(published, truth));
    let key = if with > without {
        "caption-with"
    } else {
        "caption-without"
    };
    words.fill(
        key,
        &[
            ("number", Figure::Number(f64::from(published), 0)),
            ("if-with", Figure::Share(with, 1)),
            ("if-without", Figure::Share(without, 1)),
            ("times", Figure::Number(setting.factor(), 1)),
            ("sure", Figure::Share(setting.belief(), 0)),
        ],
    )
}

/// The chance of each count from both tables as a bell, and a line at the one that was published; without one the line lies on
/// the left edge.
fn picture(
    words: &WordsWithFigures,
    setting: Setting,
    published: Option<i32>,
    caption: String,
) -> Html {
    let bells = [(true, "curve-2", WITH), (false, "curve-1", WITHOUT)];
    let drawn = bells.map(|(_, class, truth)| Curve {
        class,
        points: (DRAWN.0..=DRAWN.1)
            .map(|count| (f64::from(count), setting.chance(count, truth)))
            .collect(),
    });
    let scales = (
        Scale::between(f64::from(DRAWN.0), f64::from(DRAWN.1)),
        Scale::between(0.0, setting.chance(WITH, WITH)),
    );
    let ends = [DRAWN.0, DRAWN.1].map(|count| words.messages().number(f64::from(count), 0));
    let line = f64::from(published.unwrap_or(DRAWN.0));
    let keys = bells.map(|(is_with, class, _)| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", class)} d="M0 8L28 8"/> },
        text: words.say(table_name(is_with)),
    });
    let drawing = html! { <>{ legend(keys) }{ curves(&drawn, scales, line, ends) }</> };
    let rows = (LISTED.0..=LISTED.1).map(|count| {
        let chances = [WITH, WITHOUT].map(|truth| setting.chance(count, truth));
        let percent = |chance: f64| words.messages().percent(chance, 1);
        let title = words.messages().number(f64::from(count), 0);
        TableRow {
            id: title.clone(),
            title,
            figures: Ok(vec![
                percent(chances[0]),
                percent(chances[1]),
                words.messages().number(chances[0] / chances[1], 2),
            ]),
        }
    });
    let head = [
        "table-published",
        "table-with",
        "table-without",
        "table-times",
    ];
    let head = head.map(|key| words.say(key)).to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(tenths: u32) -> Setting {
        Setting { tenths, ..FIRST }
    }

    /// The bells hold everything, spread as the mechanism says, and any count is e^ε times as likely from the one table as from
    /// the other, so that any set of counts is so at most: here all sets of six counts.
    #[test]
    fn the_definition_holds_for_every_set() {
        for tenths in [2, 5, 10, 30] {
            let setting = at(tenths);
            let sum = |of: &dyn Fn(i32) -> f64| (-400..=400).map(of).sum::<f64>();
            assert!((sum(&|count| setting.chance(count, WITH)) - 1.0).abs() < 1e-9);
            let squares =
                sum(&|count| f64::from(count - WITH).powi(2) * setting.chance(count, WITH));
            let deviation = setting.mechanism().unwrap().standard_deviation();
            assert!((squares.sqrt() / deviation - 1.0).abs() < 1e-9, "{tenths}");
            for set in 1..64_u32 {
                let counts = (0..6).filter(|place| set >> place & 1 == 1);
                let counts: Vec<_> = counts.map(|place| WITHOUT - 2 + place).collect();
                let [with, without] = [WITH, WITHOUT].map(|truth| {
                    let chances = counts.iter().map(|&count| setting.chance(count, truth));
                    chances.sum::<f64>()
                });
                let bound = setting.factor() * (1.0 + 1e-9);
                assert!(with <= bound * without && without <= bound * with, "{set}");
            }
        }
    }

    /// What is drawn is what is published: of 20,000 counts as many as the bell says are 13, within six standard errors, a
    /// chance of 2e-9; the noise is fixed.
    #[test]
    fn the_bell_is_that_of_the_mechanism() {
        let mut chance = ChaCha20Rng::seed_from_u64(1);
        let counts = FIRST.mechanism().unwrap();
        let published = counts.publish(&vec![13; 20_000], &mut chance);
        for number in [11, 12, 13, 14, 16] {
            let found = published.iter().filter(|&&one| one == number).count();
            let expected = FIRST.chance(i32::try_from(number).unwrap(), WITH);
            let error = (20_000.0 * expected * (1.0 - expected)).sqrt();
            let off = f64::from(u32::try_from(found).unwrap()) - 20_000.0 * expected;
            assert!(off.abs() < 6.0 * error, "{number}: {off}");
        }
    }

    /// (e − 1)/(e + 1) = 0.4621, an e-th of it is 0.1700; e/(1 + e) = 0.7311; by Bayes from the two bells.
    #[test]
    fn the_figures_are_those_of_the_formulas() {
        let [top, beside] = [WITH, WITHOUT].map(|truth| FIRST.chance(WITH, truth));
        assert!((top - 0.462_117).abs() < 1e-6, "{top}");
        assert!((beside - 0.170_003).abs() < 1e-6, "{beside}");
        assert!((FIRST.belief() - top / (top + beside)).abs() < 1e-12);
        assert!((at(2).belief() - 0.549_834).abs() < 1e-6);
    }

    /// Within one standard deviation of the truth, at every ε and from both tables.
    #[test]
    fn the_first_draws_are_typical() {
        for tenths in EPSILON.0..=EPSILON.1 {
            for is_with in [true, false] {
                let setting = Setting { tenths, is_with };
                assert_eq!(setting.published(0), None);
                let z = (-setting.epsilon()).exp();
                let deviation = (2.0 * z).sqrt() / (1.0 - z);
                for draw in [1, 2] {
                    let published = setting.published(draw).unwrap();
                    let off = f64::from(published - setting.truth());
                    assert!(off.abs() <= deviation, "{setting:?} {draw}: {off}");
                }
            }
        }
    }
}

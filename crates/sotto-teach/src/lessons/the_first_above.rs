//! The first above: the sparse vector technique, which asks as often as it likes and pays for the alarm alone.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon,
    central::{AboveThreshold, CentralCounts},
};
use yew::prelude::*;

use crate::{
    crowd::drawn_in_the_middle,
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "the-first-above",
    play: |words| html! { <Watching words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["laplace-and-sensitivity", "composition"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many pupils are ill on each day of two weeks of school.
const ILL: [i64; 10] = [4, 6, 3, 8, 12, 18, 27, 41, 60, 52];

/// The most that a bar shows.
const MOST: f64 = 100.0;

/// The number of ill pupils that raises the alarm.
const THRESHOLD: (u32, u32) = (10, 60);

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// How many weeks are tried to see how often the alarm comes on which day.
const TRIALS: u32 = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    threshold: u32,
    tenths: u32,
}

/// What two weeks of watching have said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watched {
    NotYet,
    /// On that day, counted from 0.
    AlarmOn(usize),
    NoAlarm,
}

impl Watched {
    /// The day of the alarm, counted from 0; the one after the last where there was none.
    fn day(self) -> f64 {
        let day = match self {
            Self::AlarmOn(day) => day,
            Self::NotYet | Self::NoAlarm => ILL.len(),
        };
        f64::from(u32::try_from(day).unwrap_or(u32::MAX))
    }
}

impl Setting {
    fn epsilon(self) -> Option<Epsilon> {
        Epsilon::from_micros(self.tenths * 100_000).ok()
    }

    /// On which day the alarm comes, if on any.
    fn watch(self, chance: &mut ChaCha20Rng) -> Watched {
        let begun = self.epsilon().and_then(|epsilon| {
            AboveThreshold::new(self.threshold.into(), &epsilon, 1, chance).ok()
        });
        let Some(mut begun) = begun else {
            return Watched::NotYet;
        };
        let alarm = ILL
            .iter()
            .position(|&ill| begun.ask(ill, chance) == Some(true));
        alarm.map_or(Watched::NoAlarm, Watched::AlarmOn)
    }

    /// What is said in that draw; the first ones are typical in the day of the alarm.
    fn typical(self, draw: u32) -> Watched {
        let watch = |seed| Some(self.watch(&mut ChaCha20Rng::seed_from_u64(seed)));
        drawn_in_the_middle(draw, &[], watch, |watched| [watched.day()]).unwrap_or(Watched::NotYet)
    }

    /// The day without noise.
    fn true_day(self) -> Option<usize> {
        ILL.iter().position(|&ill| ill >= i64::from(self.threshold))
    }

    /// Of many trials, how many raise the alarm within a day of the true one.
    fn close(self) -> u32 {
        let mut chance = ChaCha20Rng::seed_from_u64(99);
        let truth = self.true_day();
        let is_close = |watched: Watched| match (watched, truth) {
            (Watched::AlarmOn(day), Some(truth)) => day.abs_diff(truth) <= 1,
            (Watched::NoAlarm, None) => true,
            _ => false,
        };
        (0..TRIALS)
            .map(|_| u32::from(is_close(self.watch(&mut chance))))
            .sum()
    }

    /// The standard deviation of the noise of a count, if every day's were published at the same ε in all.
    fn noise_of_each(self) -> Option<f64> {
        let each = Epsilon::from_micros(self.tenths * 100_000 / 10).ok()?;
        Some(CentralCounts::histogram(&each).ok()?.standard_deviation())
    }
}

const FIRST: Setting = Setting {
    threshold: 30,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        Some(vec![
            ("trials", Figure::Whole(TRIALS.into())),
            ("first-threshold", Figure::Whole(FIRST.threshold.into())),
            ("first-day", Figure::Whole(FIRST.true_day()? as u64 + 1)),
            ("first-close", Figure::Whole(FIRST.close().into())),
            ("each-noise", Figure::Number(FIRST.noise_of_each()?, 0)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct WatchingProps {
    words: WordsWithFigures,
}

#[component]
fn Watching(props: &WatchingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, _) = play.now();
    let watched = use_memo(play.now(), |&(setting, draw)| match draw {
        0 => Watched::NotYet,
        _ => setting.typical(draw),
    });
    let close = use_memo(setting, |setting| setting.close());
    let caption = caption(words, *watched, *close);
    play.show_numbered(Playground {
        picture: picture(words, setting, *watched, caption.clone()),
        buttons: play.again(["watch", "watch"]),
        controls: html! {
            <>
                { play.whole(["threshold", "threshold"], THRESHOLD, setting.threshold, |setting, threshold| Setting {
                    threshold,
                    ..setting
                }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, watched: Watched, close: u32) -> String {
    let said = match watched {
        Watched::NotYet => words.say("not-watched"),
        Watched::AlarmOn(day) => words.fill("alarm-on", &[("day", Figure::Whole(day as u64 + 1))]),
        Watched::NoAlarm => words.say("no-alarm"),
    };
    let often = words.fill("close", &[("within", Figure::Whole(close.into()))]);
    [said, often].join(" ")
}

/// The days, with the true numbers that only the curator sees, and what was said of each.
fn picture(words: &WordsWithFigures, setting: Setting, watched: Watched, caption: String) -> Html {
    let rows = ILL.iter().enumerate().map(|(day, &ill)| {
        let key = match watched {
            Watched::NotYet => "day-unknown",
            Watched::AlarmOn(last) if day == last => "day-alarm",
            Watched::AlarmOn(last) if day > last => "day-not-asked",
            Watched::AlarmOn(_) | Watched::NoAlarm => "day-below",
        };
        #[expect(clippy::cast_precision_loss, reason = "a few dozen pupils")]
        let share = ill as f64 / MOST;
        ShareBar {
            id: format!("day-{}", day + 1),
            title: words.fill("day", &[("day", Figure::Whole(day as u64 + 1))]),
            marks: vec![
                bar("bar-truth", share),
                sotto_ui::charts::Mark::Reported(f64::from(setting.threshold) / MOST),
            ],
            words: words.fill(key, &[("ill", Figure::Whole(ill.unsigned_abs()))]),
        }
    });
    let head = ["table-day", "table-said"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::mean_and_deviation;

    #[test]
    fn the_alarm_is_close_with_much_epsilon_and_not_with_little() {
        assert_eq!(FIRST.true_day(), Some(7));
        let much = Setting {
            tenths: 50,
            ..FIRST
        }
        .close();
        let little = Setting { tenths: 1, ..FIRST }.close();
        assert!(much > 480 && little < 300, "{much} {little}");
        // Scale 10/ε of each of ten counts: √2·10 but for steps of one.
        assert!((FIRST.noise_of_each().unwrap() - 14.14).abs() < 0.05);
    }

    /// The first draws lie within one standard deviation of the mean of two hundred others.
    #[test]
    fn the_first_draws_are_typical() {
        let mut chance = ChaCha20Rng::seed_from_u64(7);
        for threshold in (THRESHOLD.0..=THRESHOLD.1).step_by(5) {
            for tenths in [1, 10, 50] {
                let setting = Setting { threshold, tenths };
                let others: Vec<_> = (0..200).map(|_| setting.watch(&mut chance).day()).collect();
                let (mean, deviation) = mean_and_deviation(&others);
                for draw in [1, 2] {
                    let off = setting.typical(draw).day() - mean;
                    assert!(off.abs() <= deviation + 1e-9, "{setting:?} {draw}: {off}");
                }
            }
        }
    }
}

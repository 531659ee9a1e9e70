//! Post-processing: whatever is done with published counts afterwards tells nothing more about anybody.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, central::CentralCounts, norm_sub};
use sotto_ui::charts::Mark;
use yew::prelude::*;

use crate::{
    crowd::{FIRST_DRAWS, drawn, mean_and_deviation},
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "post-processing",
    play: |words| html! { <Processing words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 10,
    after: &["neighbouring-tables"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many pupils come to school in which way: on foot, by bus, by bicycle, by car, on a scooter, by boat.
const TRUTH: [u64; 6] = [41, 28, 22, 7, 2, 0];

/// So many pupils are in the table, as everybody knows.
const PUPILS: f64 = 100.0;

/// Somebody who comes in another way changes two counts by one each.
const SENSITIVITY: u64 = 2;

/// What is done, one after the other: published, made to add up, rounded.
const STEPS: usize = 3;

/// ε in tenths.
const EPSILON: (u32, u32) = (2, 30);

/// The draws that tell what is typical: numbers that no draw has.
const OTHERS: std::ops::Range<u64> = 1 << 40..(1 << 40) + 200;

type Counts = [f64; TRUTH.len()];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    /// What has been done so far.
    step: usize,
    tenths: u32,
}

/// The counts after each step.
type Processed = [Counts; STEPS];

/// How far counts are off the truth: the root of the mean square.
fn error(counts: &Counts) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a hundred pupils")]
    let squares = counts
        .iter()
        .zip(TRUTH)
        .map(|(count, truth)| (count - truth as f64).powi(2));
    #[expect(clippy::cast_precision_loss, reason = "six ways")]
    let ways = TRUTH.len() as f64;
    (squares.sum::<f64>() / ways).sqrt()
}

impl Setting {
    fn mechanism(self) -> Option<CentralCounts> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        CentralCounts::new(&epsilon, SENSITIVITY).ok()
    }

    fn process(self, seed: u64) -> Option<Processed> {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let published = self.mechanism()?.publish(&TRUTH, &mut chance);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a hundred pupils and their noise"
        )]
        let published: Vec<_> = published.into_iter().map(|count| count as f64).collect();
        let shares: Vec<_> = published.iter().map(|count| count / PUPILS).collect();
        let added: Vec<_> = norm_sub(&shares)
            .into_iter()
            .map(|share| share * PUPILS)
            .collect();
        let published: Counts = published.try_into().ok()?;
        let added: Counts = added.try_into().ok()?;
        Some([published, added, added.map(f64::round)])
    }

    /// The counts in that draw; the first ones are typical in how far each step is off, and in what the published ones add up
    /// to, and mending them helps by a twentieth at least. Their means are those of other draws, and not quite known: so a
    /// typical one is held a little nearer to them.
    fn processed(self, draw: u32) -> Option<Processed> {
        if draw > FIRST_DRAWS {
            return self.process(draw.into());
        }
        let others = OTHERS.filter_map(|seed| Some(told(&self.process(seed)?)));
        let others: Vec<_> = others.collect();
        let expected: [_; STEPS + 1] = std::array::from_fn(|figure| {
            mean_and_deviation(&others.iter().map(|told| told[figure]).collect::<Vec<_>>())
        });
        let off = |processed: &Processed| {
            let offs = told(processed).into_iter().zip(expected);
            offs.map(|(figure, (mean, deviation))| (figure - mean).abs() / (0.8 * deviation))
                .fold(0.0, f64::max)
        };
        let helps = |[published, added, _]: &Processed| error(added) < 0.95 * error(published);
        drawn(draw, |seed| self.process(seed).filter(helps), off)
    }
}

/// The figures that the sentences name.
fn told(processed: &Processed) -> [f64; STEPS + 1] {
    let [published, added, rounded] = processed;
    [
        error(published),
        error(added),
        error(rounded),
        published.iter().sum(),
    ]
}

const FIRST: Setting = Setting {
    step: 0,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        Some(vec![
            ("pupils", Figure::Number(PUPILS, 0)),
            (
                "noise",
                Figure::Number(FIRST.mechanism()?.standard_deviation(), 1),
            ),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct ProcessingProps {
    words: WordsWithFigures,
}

#[component]
fn Processing(props: &ProcessingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, draw) = play.now();
    let processed = use_memo((setting.tenths, draw), |&(tenths, draw)| {
        Setting { tenths, ..FIRST }.processed(draw)
    });
    let Some(processed) = *processed else {
        return Html::default();
    };
    let caption = caption(words, setting, &processed);
    let steps = (0..STEPS).map(|step| (step, words.say(&format!("step-{step}"))));
    play.show_numbered(Playground {
        picture: picture(words, setting, &processed, caption.clone()),
        buttons: html! {
            <>
                { play.button("process", true, |setting| Setting { step: (setting.step + 1) % STEPS, ..setting }) }
                { play.also_again(["publish", "publish"]) }
            </>
        },
        controls: html! {
            <>
                { play.choice(["steps", "steps"], steps, setting.step, |setting, step| Setting { step, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting, processed: &Processed) -> String {
    let now = processed.get(setting.step).unwrap_or(&processed[0]);
    words.fill(
        &format!("caption-{}", setting.step),
        &[
            ("sum", Figure::Number(processed[0].iter().sum(), 0)),
            ("error", Figure::Number(error(now), 1)),
            ("before", Figure::Number(error(&processed[0]), 1)),
            ("spent", Figure::Number(f64::from(setting.tenths) / 10.0, 1)),
        ],
    )
}

/// The counts as they are now, with a line at each true one.
fn picture(
    words: &WordsWithFigures,
    setting: Setting,
    processed: &Processed,
    caption: String,
) -> Html {
    let now = processed.get(setting.step).unwrap_or(&processed[0]);
    // Only counts that add up to whole numbers are told without decimals.
    let decimals = u8::from(setting.step == 1);
    let class = if setting.step == 0 {
        "bar-reported"
    } else {
        "bar-estimate"
    };
    let rows = now
        .iter()
        .zip(TRUTH)
        .enumerate()
        .map(|(way, (count, truth))| {
            #[expect(clippy::cast_precision_loss, reason = "a hundred pupils")]
            let truth = truth as f64;
            ShareBar {
                id: format!("way-{way}"),
                title: words.say(&format!("way-{way}")),
                marks: vec![bar(class, count / PUPILS), Mark::Reported(truth / PUPILS)],
                words: words.fill(
                    "count",
                    &[
                        ("count", Figure::Number(*count, decimals)),
                        ("truth", Figure::Number(truth, 0)),
                    ],
                ),
            }
        });
    let head = ["table-way", "table-count"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is made to add up lies where the truth may lie, nearer to it than before, whatever the noise: it is the nearest
    /// point of a convex set that holds the truth.
    #[test]
    fn processing_never_leads_away_from_the_truth() {
        assert_eq!(TRUTH.iter().sum::<u64>(), 100);
        for tenths in [2, 10, 30] {
            let setting = Setting { tenths, ..FIRST };
            for seed in 1..300 {
                let [published, added, rounded] = setting.process(seed).unwrap();
                assert!(added.iter().all(|count| *count >= 0.0));
                assert!((added.iter().sum::<f64>() - PUPILS).abs() < 1e-9);
                assert!(error(&added) <= error(&published) + 1e-9, "{seed}");
                assert!(rounded.iter().all(|count| count.fract().abs() < 1e-12));
            }
        }
    }

    /// √(2z)/(1 − z) with z = e^−½: 2.800; and a way to school that is replaced by another changes the counts by 2.
    #[test]
    fn the_noise_is_that_of_two_counts() {
        let z = (-0.5_f64).exp();
        let noise = FIRST.mechanism().unwrap().standard_deviation();
        assert!((noise - (2.0 * z).sqrt() / (1.0 - z)).abs() < 1e-9);
        assert!((noise - 2.800).abs() < 1e-3, "{noise}");
        for from in 0..TRUTH.len() {
            for to in (0..TRUTH.len()).filter(|&to| to != from && TRUTH[from] > 0) {
                let mut other = TRUTH;
                other[from] -= 1;
                other[to] += 1;
                let changed = other.iter().zip(TRUTH).map(|(one, two)| one.abs_diff(two));
                assert_eq!(changed.sum::<u64>(), SENSITIVITY);
            }
        }
    }

    /// All that the sentences name lies within one standard deviation of the mean of 400 other draws, and the first press
    /// changes what is seen.
    #[test]
    fn the_first_draws_are_typical() {
        for tenths in [2, 5, 10, 20, 30] {
            let setting = Setting { tenths, ..FIRST };
            let others: Vec<_> = (3..403)
                .map(|seed| told(&setting.process(seed).unwrap()))
                .collect();
            for draw in [1, 2] {
                let processed = setting.processed(draw).unwrap();
                for (figure, found) in told(&processed).into_iter().enumerate() {
                    let figures: Vec<_> = others.iter().map(|told| told[figure]).collect();
                    let (mean, deviation) = mean_and_deviation(&figures);
                    let off = (found - mean).abs();
                    assert!(off <= deviation, "{tenths} {draw} {figure}: {off}");
                }
                // Less off by a twentieth at least: what the caption says is seen.
                assert!(
                    error(&processed[1]) < 0.95 * error(&processed[0]),
                    "{tenths} {draw}"
                );
            }
        }
    }
}

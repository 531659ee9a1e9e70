//! Learning from noise: a naive Bayes classifier that never sees a true example.

use std::num::NonZeroU64;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Epsilon, FrequencyOracle, Intervals, Randomizer, estimate_with, norm_sub,
    randomizers::DirectEncoding, uniform_below,
};
use sotto_learn::{Examples, NaiveBayes, Schema};
use yew::prelude::*;

use crate::{
    crowd::drawn_in_the_middle,
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, choice, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "learning-from-noise",
    play: |words| html! { <Learning words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["more-than-yes-and-no"],
    source: "https://arxiv.org/abs/1905.01039",
};

/// A kind of mushroom: edible or poisonous.
const CLASSES: u32 = 2;

/// Of 100 mushrooms, those that are poisonous.
const POISONOUS: u64 = 45;

/// Three features; of 100 mushrooms of each kind, how many have which value: smell, cap, ring.
const FEATURES: [[&[u64]; 2]; 3] = [
    [&[70, 25, 5], &[20, 5, 75]],
    [&[60, 30, 10], &[25, 25, 50]],
    [&[70, 30], &[40, 60]],
];

const FEATURE_NAMES: [&str; 3] = ["smell", "cap", "ring"];

/// How many people report one mushroom each, at the positions of the slider.
const PEOPLE: [u32; 7] = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// Fresh mushrooms that are then told apart.
const TESTED: u32 = 2_000;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

const HUNDRED: NonZeroU64 = NonZeroU64::new(100).unwrap();
const THREE: NonZeroU64 = NonZeroU64::new(3).unwrap();

/// A mushroom: its features and its class.
type Mushroom = ([u32; 3], u32);

fn mushroom(chance: &mut ChaCha20Rng) -> Mushroom {
    let class = u32::from(uniform_below(HUNDRED, chance) < POISONOUS);
    let value = |shares: &[u64], chance: &mut ChaCha20Rng| {
        let mut drawn = uniform_below(HUNDRED, chance);
        let mut value = 0;
        for share in shares {
            if drawn < *share {
                return value;
            }
            drawn -= share;
            value += 1;
        }
        value
    };
    let values = FEATURES.map(|feature| value(feature[class as usize], chance));
    (values, class)
}

/// The fresh mushrooms, the same in every draw: one of each look and kind, and how many there are of it, of which a classifier
/// says the same.
fn fresh(schema: Schema) -> Option<(Examples, Vec<u32>)> {
    let mut chance = ChaCha20Rng::seed_from_u64(u64::MAX);
    let (mut seen, mut numbers) = (Vec::new(), Vec::new());
    let mut examples = Examples::empty(schema);
    for _ in 0..TESTED {
        let found = mushroom(&mut chance);
        if let Some(place) = seen.iter().position(|one| *one == found) {
            numbers[place] += 1;
        } else {
            examples.push(&found.0, found.1).ok()?;
            seen.push(found);
            numbers.push(1);
        }
    }
    Some((examples, numbers))
}

/// So many of the fresh ones.
fn share(number: u32) -> f64 {
    f64::from(number) / f64::from(TESTED)
}

fn schema() -> Option<Schema> {
    let sizes = FEATURES.map(|[of_edible, _]| u32::try_from(of_edible.len()).unwrap_or(0));
    Schema::new(CLASSES, sizes.to_vec()).ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    people: u32,
    tenths: u32,
}

/// What was learnt, and how often it is right.
#[derive(Clone, Debug, PartialEq)]
struct Learnt {
    classifier: NaiveBayes,
    /// Of each feature, the share of each value together with each kind, as estimated: value by value, edible first.
    joint: Vec<Vec<f64>>,
    /// Of fresh mushrooms, the share that is told right.
    right: f64,
    /// The same after the true examples.
    right_of_true: f64,
    /// The same by always naming the commoner kind.
    right_of_guess: f64,
}

impl Learnt {
    /// Of the mushrooms of that kind, the share with that value of a feature, as learnt.
    fn share(&self, feature: usize, value: usize, class: usize) -> Option<f64> {
        let of_class = self.joint.get(feature)?.iter().skip(class);
        let of_class = of_class.step_by(CLASSES as usize);
        Some(of_class.clone().nth(value)? / of_class.sum::<f64>())
    }
}

impl Setting {
    /// What is learnt in that draw; the first ones are typical in how often it is right, after copies and after true examples.
    fn typical(self, draw: u32) -> Option<Learnt> {
        let known = if self == FIRST { &KNOWN[..] } else { &[] };
        drawn_in_the_middle(
            draw,
            known,
            |seed| self.learn(seed),
            |learnt| [learnt.right, learnt.right_of_true],
        )
    }

    /// Everybody reports one feature of one mushroom together with its kind, by direct encoding.
    fn learn(self, seed: u64) -> Option<Learnt> {
        let schema = schema()?;
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        let oracles = schema
            .features()
            .iter()
            .map(|values| DirectEncoding::new(&epsilon, values * CLASSES).ok())
            .collect::<Option<Vec<_>>>()?;
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let mut sums: Vec<Vec<u64>> = oracles
            .iter()
            .map(|oracle| vec![0; oracle.domain_size() as usize])
            .collect();
        let mut examples = Examples::empty(schema.clone());
        for _ in 0..self.people {
            let (values, class) = mushroom(&mut chance);
            examples.push(&values, class).ok()?;
            let feature = usize::try_from(uniform_below(THREE, &mut chance)).ok()?;
            let joint = values[feature] * CLASSES + class;
            let said = oracles[feature].randomize(joint, &mut chance).ok()?;
            sums[feature][said as usize] += 1;
        }
        let mut joint = Vec::new();
        for (oracle, sums) in oracles.iter().zip(sums) {
            let counts = Counts::new(sums.iter().sum(), sums).ok()?;
            let estimates = estimate_with(
                &counts,
                oracle.support_probabilities(),
                Intervals::default(),
            )
            .ok()?;
            let shares: Vec<f64> = estimates.iter().map(|estimate| estimate.share).collect();
            // No share may be zero: what was never heard of is rare, not impossible.
            joint.push(
                norm_sub(&shares)
                    .into_iter()
                    .map(|share| share.max(0.001))
                    .collect::<Vec<_>>(),
            );
        }
        let poisonous: f64 = joint
            .iter()
            .map(|shares| {
                shares.iter().skip(1).step_by(2).sum::<f64>() / shares.iter().sum::<f64>()
            })
            .sum::<f64>()
            / 3.0;
        let classifier =
            NaiveBayes::new(schema.clone(), &[1.0 - poisonous, poisonous], &joint).ok()?;
        let rows: Vec<usize> = (0..examples.len()).collect();
        let of_true = NaiveBayes::of_examples(&examples, &rows, 1.0).ok()?;
        let (fresh, numbers) = fresh(schema)?;
        let right = |classifier: &NaiveBayes| {
            let right = numbers.iter().enumerate().map(|(row, number)| {
                let is_right = classifier.count_right(&fresh, &[row]).ok()?;
                Some(u32::try_from(is_right).ok()? * number)
            });
            Some(share(right.sum::<Option<u32>>()?))
        };
        let edible = numbers
            .iter()
            .enumerate()
            .filter(|(row, _)| fresh.class(*row) == 0);
        Some(Learnt {
            right: right(&classifier)?,
            right_of_true: right(&of_true)?,
            right_of_guess: share(edible.map(|(_, number)| number).sum()),
            classifier,
            joint,
        })
    }
}

const FIRST: Setting = Setting {
    people: 5_000,
    tenths: 10,
};

/// Which draws are typical of it.
const KNOWN: [u64; 3] = [2, 4, 0];

/// What the text says of the first draw, and of that with few people. A page that opens has no time to look at 25 draws for
/// a typical one; a test does.
fn figures() -> Figures {
    vec![
        ("tested", Figure::Whole(TESTED.into())),
        ("right", Figure::Share(0.8665, 0)),
        ("right-of-true", Figure::Share(0.8805, 0)),
        ("right-of-guess", Figure::Share(0.534, 0)),
        ("right-of-few", Figure::Share(0.7475, 0)),
    ]
}

#[derive(Properties, PartialEq)]
struct LearningProps {
    words: WordsWithFigures,
}

#[component]
fn Learning(props: &LearningProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let found = use_state_eq(|| [2_u32, 0, 0]);
    let learnt = use_memo(play.now(), |&(setting, draw)| setting.typical(draw));
    let feature = |place: usize| {
        let name = FEATURE_NAMES[place];
        let values = u32::try_from(FEATURES[place][0].len()).unwrap_or(0);
        let options = (0..values).map(|value| (value, words.say(&format!("{name}-{value}"))));
        let choose = {
            let found = found.clone();
            Callback::from(move |value| {
                let mut now = *found;
                now[place] = value;
                found.set(now);
            })
        };
        choice(name, words.say(name), options, found[place], &choose)
    };
    let Some(learnt) = &*learnt else {
        return Html::default();
    };
    let caption = caption(words, learnt);
    let verdict = verdict(words, learnt, *found);
    play.show_numbered(Playground {
        picture: html! {
            <>
                { picture(words, learnt, caption.clone()) }
                { learnt_table(words, learnt, *found) }
                <p id="verdict" class="outcome">{ verdict.clone() }</p>
            </>
        },
        buttons: play.again(["learn-again", "learn-again"]),
        controls: html! {
            <>
                { play.one_of(["people", "people-asked"], &PEOPLE, setting.people, |setting, people| Setting { people, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
                { for (0..FEATURES.len()).map(feature) }
            </>
        },
        spoken: [caption, verdict].join(" "),
    })
}

/// What was learnt, in which the values of the mushroom that was found stand out.
fn learnt_table(words: &WordsWithFigures, learnt: &Learnt, found: [u32; 3]) -> Html {
    let row = |feature: usize, value: usize| {
        let name = FEATURE_NAMES[feature];
        let is_found = usize::try_from(found[feature]) == Ok(value);
        let share = |class| {
            let share = learnt.share(feature, value, class).unwrap_or(0.0);
            html! { <td>{ words.messages().percent(share, 0) }</td> }
        };
        html! {
            <tr class={is_found.then_some("found")}>
                <th scope="row">
                    { words.say(&["feature-", name].concat()) }{ ": " }{ words.say(&format!("{name}-{value}")) }
                </th>
                { share(0) }
                { share(1) }
            </tr>
        }
    };
    let rows = (0..FEATURES.len()).flat_map(|feature| {
        let values = FEATURES[feature][0].len();
        (0..values).map(move |value| (feature, value))
    });
    html! {
        <figure class="picture">
            <table id="learnt" class="learnt">
                <caption>{ words.say("learnt") }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ words.say("learnt-feature") }</th>
                        <th scope="col">{ words.say("edible") }</th>
                        <th scope="col">{ words.say("poisonous") }</th>
                    </tr>
                </thead>
                <tbody>{ for rows.map(|(feature, value)| row(feature, value)) }</tbody>
            </table>
        </figure>
    }
}

fn caption(words: &WordsWithFigures, learnt: &Learnt) -> String {
    words.fill(
        "caption",
        &[
            ("by-noise", Figure::Share(learnt.right, 1)),
            ("by-truth", Figure::Share(learnt.right_of_true, 1)),
            ("by-guess", Figure::Share(learnt.right_of_guess, 1)),
        ],
    )
}

/// What the classifier says of the mushroom that was found.
fn verdict(words: &WordsWithFigures, learnt: &Learnt, found: [u32; 3]) -> String {
    let posterior = learnt.classifier.posterior(&found).ok();
    let poisonous = posterior
        .and_then(|shares| shares.get(1).copied())
        .unwrap_or(0.5);
    let key = if poisonous >= 0.5 {
        "says-poisonous"
    } else {
        "says-edible"
    };
    words.fill(
        key,
        &[("share", Figure::Share(poisonous.max(1.0 - poisonous), 0))],
    )
}

fn picture(words: &WordsWithFigures, learnt: &Learnt, caption: String) -> Html {
    let row = |id: &str, class, share: f64| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks: vec![bar(class, share)],
        words: words.messages().percent(share, 1),
    };
    let rows = vec![
        row("row-noise", "bar-estimate", learnt.right),
        row("row-truth", "bar-truth", learnt.right_of_true),
        row("row-guess", "bar-reported", learnt.right_of_guess),
    ];
    let head = ["table-what", "table-right"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::{attempts_in_the_middle, mean_and_deviation};

    /// What the page opens with is what a look at all draws finds.
    #[test]
    fn the_known_draws_are_in_the_middle() {
        let figures = |learnt: &Learnt| [learnt.right, learnt.right_of_true];
        let found = attempts_in_the_middle(|seed| FIRST.learn(seed), figures);
        assert_eq!(found, KNOWN);
    }

    /// What the text says is what the draws say.
    #[test]
    fn the_figures_of_the_text_are_those_of_the_draws() {
        let first = FIRST.typical(1).unwrap();
        let few = Setting {
            people: 200,
            ..FIRST
        }
        .typical(1)
        .unwrap();
        let computed = [
            ("tested", Figure::Whole(TESTED.into())),
            ("right", Figure::Share(first.right, 0)),
            ("right-of-true", Figure::Share(first.right_of_true, 0)),
            ("right-of-guess", Figure::Share(first.right_of_guess, 0)),
            ("right-of-few", Figure::Share(few.right, 0)),
        ];
        assert_eq!(figures(), computed);
    }

    /// Fixed coins. With much ε and many people what is learnt from copies is as good as what is learnt from examples;
    /// with little of both it is hardly better than a guess.
    #[test]
    fn many_noisy_examples_teach_what_true_ones_do() {
        let good = Setting {
            people: 20_000,
            tenths: 30,
        }
        .learn(7)
        .unwrap();
        assert!(good.right_of_true > 0.85, "{good:?}");
        assert!(good.right_of_true - good.right < 0.02, "{good:?}");
        assert!((good.right_of_guess - 0.55).abs() < 0.05);
        let poor = Setting {
            people: 200,
            tenths: 1,
        }
        .learn(7)
        .unwrap();
        assert!(poor.right < good.right - 0.05, "{poor:?}");
    }

    #[test]
    fn each_kind_has_shares_of_a_hundred() {
        for feature in FEATURES {
            for shares in feature {
                assert_eq!(shares.iter().sum::<u64>(), 100);
            }
        }
    }

    /// With 20,000 people at ε = 5 the table that is learnt is that by which mushrooms were made: a share of about 3,000
    /// reports of a kind has a standard error below 0.015, and six of them are passed with a chance below 10⁻⁸.
    #[test]
    fn the_table_is_learnt() {
        let setting = Setting {
            people: 20_000,
            tenths: 50,
        };
        let learnt = setting.learn(5).unwrap();
        for (feature, classes) in FEATURES.iter().enumerate() {
            for (class, shares) in classes.iter().enumerate() {
                for (value, &of_hundred) in shares.iter().enumerate() {
                    let off = learnt.share(feature, value, class).unwrap()
                        - f64::from(u32::try_from(of_hundred).unwrap()) / 100.0;
                    assert!(off.abs() < 0.09, "{feature} {value} {class}: {off}");
                }
            }
        }
    }

    /// Both shares of the first draws lie within one standard deviation of the means of other draws: of two hundred where there
    /// are few people, whose draws vary much, and of forty where there are many.
    #[test]
    fn the_first_draws_are_typical() {
        for (people, draws) in [(200, 200), (500, 200), (1_000, 100), (5_000, 40)] {
            for tenths in [5, 10, 30] {
                let setting = Setting { people, tenths };
                let others: Vec<_> = (3..3 + draws)
                    .map(|seed| setting.learn(seed).unwrap())
                    .collect();
                for figure in [(|learnt| learnt.right) as fn(&Learnt) -> f64, |learnt| {
                    learnt.right_of_true
                }] {
                    let (mean, deviation) =
                        mean_and_deviation(&others.iter().map(figure).collect::<Vec<_>>());
                    for draw in [1, 2] {
                        let off = figure(&setting.typical(draw).unwrap()) - mean;
                        assert!(
                            off.abs() <= deviation + 1e-9,
                            "{setting:?} {draw}: {off} of {deviation}"
                        );
                    }
                }
            }
        }
    }
}

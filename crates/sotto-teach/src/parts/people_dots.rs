//! People as dots: they flip two coins, go to "Yes" or "No", a quarter of all goes grey as what chance adds, and the rest
//! doubles. The same dots all the way, one step by each press; where no motion is wanted they stand there at once.

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use yew::prelude::*;

use super::{after, press_button};
use crate::{
    coins::Fall,
    crowd::drawn,
    words::{Figure, WordsWithFigures},
};

/// So many people that a quarter of them is whole.
const PEOPLE: u32 = 32;

/// Those whose true answer is "yes".
const YES: u32 = 20;

/// How many say "yes" by coins alone, as is expected.
const BY_COINS: u32 = PEOPLE / 4;

/// What is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    /// Everybody with their true answer.
    True,
    /// Whose first coin fell heads, and whose did not.
    Flipped,
    /// What was said.
    Said,
    /// What chance adds is grey.
    Less,
    /// What is left, doubled.
    Doubled,
}

impl Scene {
    /// Its name among the words.
    const fn name(self) -> &'static str {
        match self {
            Self::True => "dots-true",
            Self::Flipped => "dots-flipped",
            Self::Said => "dots-said",
            Self::Less => "dots-less",
            Self::Doubled => "dots-doubled",
        }
    }

    /// The button that leads on from it.
    const fn button(self) -> &'static str {
        match self {
            Self::True => "dots-flip",
            Self::Flipped => "dots-send",
            Self::Said => "dots-take",
            Self::Less => "dots-double",
            Self::Doubled => "dots-again",
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::True | Self::Doubled => Self::Flipped,
            Self::Flipped => Self::Said,
            Self::Said => Self::Less,
            Self::Less => Self::Doubled,
        }
    }
}

/// How everybody's coins fell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Flips(Vec<Fall>);

impl Flips {
    fn of_seed(seed: u64) -> Self {
        let mut coins = ChaCha20Rng::seed_from_u64(seed);
        Self(
            (0..PEOPLE)
                .map(|_| Fall::of_word(coins.next_u32()))
                .collect(),
        )
    }

    /// Those of a draw. Of the first ones as many say "yes" as is typical, who vary by √(n·3/16), and as many tell the truth, who
    /// vary by √n/2.
    fn of_draw(draw: u32) -> Self {
        let people = f64::from(PEOPLE);
        let expected = f64::from(YES) / 2.0 + f64::from(BY_COINS);
        let off = |flips: &Self| {
            let yes = (f64::from(flips.yes()) - expected) / (people * 3.0 / 16.0).sqrt();
            let truthful = (f64::from(flips.truthful()) - people / 2.0) / (people / 4.0).sqrt();
            yes.abs().max(truthful.abs())
        };
        drawn(draw, |seed| Some(Self::of_seed(seed)), off).unwrap_or(Self(Vec::new()))
    }

    /// Everybody: whether the true answer is "yes", how the coins fell, and whether "yes" is said.
    fn people(&self) -> impl Iterator<Item = (bool, Fall, bool)> {
        (0..).zip(&self.0).map(|(person, &fall)| {
            let truth_is_yes = person < YES;
            (truth_is_yes, fall, fall.says_yes(truth_is_yes))
        })
    }

    fn yes(&self) -> u32 {
        self.people()
            .map(|(.., says_yes)| u32::from(says_yes))
            .sum()
    }

    /// Those whose first coin asks for the truth.
    fn truthful(&self) -> u32 {
        self.people()
            .map(|(_, fall, _)| u32::from(fall.first_is_heads))
            .sum()
    }
}

/// A dot on a picture that is [`WIDTH`] wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dot {
    x: u32,
    y: u32,
    look: &'static str,
}

const WIDTH: u32 = 360;

/// The height where all stand in two rows.
const LEAST_HEIGHT: u32 = 110;

/// How far dots stand apart, and in how many columns on each side.
const APART: u32 = 20;
const COLUMNS: u32 = 8;

/// Where the dots for "no" begin.
const NO_FROM: u32 = 200;

/// The place of that number in a heap that begins at `from`.
const fn in_heap(from: u32, number: u32) -> (u32, u32) {
    (
        from + APART / 2 + number % COLUMNS * APART,
        40 + number / COLUMNS * APART,
    )
}

/// The height of all pictures of a draw: its tallest heap has room.
fn height(flips: &Flips) -> u32 {
    let yes = flips.yes();
    let doubled = 2 * yes.saturating_sub(BY_COINS);
    let tallest = yes.max(PEOPLE - yes).max(doubled);
    (30 + tallest.div_ceil(COLUMNS) * APART + 10).max(LEAST_HEIGHT)
}

/// The dots of everybody, and then as many doubles, which stand behind their dots until they are needed.
fn dots(flips: &Flips, step: Scene) -> Vec<Dot> {
    let yes = flips.yes();
    let left = yes.saturating_sub(BY_COINS);
    let (mut said_yes, mut said_no, mut person) = (0, 0, 0);
    let mut first = Vec::new();
    for (truth_is_yes, fall, says_yes) in flips.people() {
        let number = if says_yes { said_yes } else { said_no };
        if says_yes {
            said_yes += 1;
        } else {
            said_no += 1;
        }
        let ((x, y), look) = match step {
            Scene::True | Scene::Flipped => {
                let place = (12 + person % 16 * 22 + 3, 60 + person / 16 * 30);
                let look = match (step, fall.first_is_heads, truth_is_yes) {
                    (Scene::Flipped, false, _) => "by-coin",
                    (_, _, true) => "is-yes",
                    (_, _, false) => "is-no",
                };
                (place, look)
            }
            Scene::Said | Scene::Less | Scene::Doubled if !says_yes => {
                (in_heap(NO_FROM, number), "is-no")
            }
            Scene::Less if number >= left => (in_heap(0, number), "by-chance"),
            Scene::Doubled if number >= left => (in_heap(0, number), "gone"),
            Scene::Said | Scene::Less | Scene::Doubled => (in_heap(0, number), "is-yes"),
        };
        first.push(Dot { x, y, look });
        person += 1;
    }
    let doubles = (0..PEOPLE).map(|number| {
        let (x, y) = match step {
            Scene::Doubled if number < left => in_heap(0, left + number),
            _ => in_heap(0, number),
        };
        let look = if step == Scene::Doubled && number < left {
            "is-double"
        } else {
            "gone"
        };
        Dot { x, y, look }
    });
    let doubles: Vec<_> = doubles.collect();
    first.into_iter().chain(doubles).collect()
}

#[derive(Properties, PartialEq)]
pub(crate) struct PeopleDotsProps {
    pub(crate) words: WordsWithFigures,
}

/// The dots with their sentence and their button.
#[component]
pub(crate) fn PeopleDots(props: &PeopleDotsProps) -> Html {
    let words = &props.words;
    let step = use_state_eq(|| Scene::True);
    let draw = use_state_eq(|| 1_u32);
    let flips = use_memo(*draw, |&draw| Flips::of_draw(draw));
    let onclick = {
        let (step, draw) = (step.clone(), draw.clone());
        Callback::from(move |_| {
            if *step == Scene::Doubled {
                draw.set(after(*draw));
            }
            step.set(step.next());
        })
    };
    let dot = |(number, dot): (usize, Dot)| {
        html! {
            <circle
                key={number}
                class={classes!("person-dot", dot.look)}
                cx={dot.x.to_string()}
                cy={dot.y.to_string()}
                r="7.5"
            />
        }
    };
    let heap_name = |x: u32, key: &str| {
        html! { <text x={x.to_string()} y="20">{ words.say(key) }</text> }
    };
    let has_said = !matches!(*step, Scene::True | Scene::Flipped);
    html! {
        <figure class="people-dots">
            <p class="picture-title">{ words.fill("dots-title", &[("people", Figure::Whole(PEOPLE.into()))]) }</p>
            <svg viewBox={format!("0 0 {WIDTH} {}", height(&flips))} aria-hidden="true">
                if has_said {
                    { heap_name(2, "yes") }
                    { heap_name(NO_FROM + 2, "no") }
                }
                <g>{ for dots(&flips, *step).into_iter().enumerate().map(dot) }</g>
            </svg>
            <figcaption><span role="status">{ sentence(words, &flips, *step) }</span></figcaption>
            <p class="buttons">
                { press_button(words, ["dots-next", step.button()], true, onclick) }
            </p>
            <p class="note">{ words.say("door-typical") }</p>
        </figure>
    }
}

fn sentence(words: &WordsWithFigures, flips: &Flips, step: Scene) -> String {
    let whole = |number: u32| Figure::Whole(number.into());
    let left = f64::from(flips.yes()) - f64::from(BY_COINS);
    words.fill(
        step.name(),
        &[
            ("people", whole(PEOPLE)),
            ("true-yes", whole(YES)),
            ("truthful", whole(flips.truthful())),
            ("others", whole(PEOPLE - flips.truthful())),
            ("said", whole(flips.yes())),
            ("by-coins", whole(BY_COINS)),
            ("left", Figure::Number(left, 0)),
            ("doubled", Figure::Number(2.0 * left, 0)),
        ],
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::crowd::{Crowd, Settings, people_of};

    const ALL: [Scene; 5] = [
        Scene::True,
        Scene::Flipped,
        Scene::Said,
        Scene::Less,
        Scene::Doubled,
    ];

    fn count(dots: &[Dot], look: &str) -> u32 {
        let found = dots.iter().filter(|dot| dot.look == look).count();
        u32::try_from(found).unwrap()
    }

    /// What stands there in the end is what the estimator of surveys makes of as many yeses.
    #[test]
    fn the_doubled_dots_are_the_estimate() {
        let crowd = Crowd {
            people: PEOPLE,
            yes: YES,
        };
        let settings = Settings {
            crowd,
            truth_chance: 50,
        };
        let survey = settings.survey().unwrap();
        assert!((survey.false_yes() - f64::from(BY_COINS)).abs() < 1e-9);
        for draw in 1..200 {
            let flips = Flips::of_draw(draw);
            let estimate = people_of(survey.estimate(flips.yes()).unwrap(), crowd);
            let dots = dots(&flips, Scene::Doubled);
            let doubled = f64::from(count(&dots, "is-yes") + count(&dots, "is-double"));
            assert!(
                (doubled - estimate).abs() < 1e-9,
                "{draw}: {doubled} {estimate}"
            );
        }
    }

    /// Nobody is lost or stands in somebody's place, and nothing lies outside, even if all said "yes".
    #[test]
    fn everybody_has_a_place_in_every_step() {
        let heads = Flips(vec![Fall::of_word(1); PEOPLE as usize]);
        assert_eq!(heads.yes(), PEOPLE);
        for flips in [
            heads,
            Flips::of_draw(1),
            Flips::of_draw(2),
            Flips::of_draw(9),
        ] {
            for step in ALL {
                let dots = dots(&flips, step);
                assert_eq!(dots.len(), 2 * PEOPLE as usize);
                let seen: Vec<_> = dots.iter().filter(|dot| dot.look != "gone").collect();
                let places: BTreeSet<_> = seen.iter().map(|dot| (dot.x, dot.y)).collect();
                assert_eq!(places.len(), seen.len(), "{step:?}");
                for dot in &dots {
                    assert!((8..=WIDTH - 8).contains(&dot.x), "{dot:?}");
                    assert!(
                        dot.look == "gone" || (8..=height(&flips) - 8).contains(&dot.y),
                        "{dot:?}"
                    );
                }
                let chance = u32::from(step == Scene::Less) * BY_COINS;
                assert_eq!(count(&dots, "by-chance"), chance, "{step:?}");
                if step == Scene::Said {
                    assert_eq!(count(&dots, "is-yes"), flips.yes());
                    assert_eq!(
                        count(&dots, "by-coin"),
                        0,
                        "what is said does not tell by whom"
                    );
                }
            }
        }
    }

    /// 18 say "yes" on average, ± √6; so what stands there first in the end is within 2·√6 of the truth.
    #[test]
    fn the_first_draws_are_typical() {
        for draw in [1, 2] {
            let flips = Flips::of_draw(draw);
            let [yes, truthful] = [flips.yes(), flips.truthful()].map(f64::from);
            assert!((yes - 18.0).abs() <= 6_f64.sqrt(), "{draw}: {yes}");
            assert!(
                (truthful - 16.0).abs() <= 8_f64.sqrt(),
                "{draw}: {truthful}"
            );
        }
    }

    /// Six standard errors of a mean of 2,000 numbers that vary by √6: 0.33, a chance of 2e-9.
    #[test]
    fn as_many_say_yes_as_coins_let_them() {
        let sum: u32 = (3..2_003).map(|seed| Flips::of_seed(seed).yes()).sum();
        assert!((f64::from(sum) / 2_000.0 - 18.0).abs() < 0.33, "{sum}");
    }
}

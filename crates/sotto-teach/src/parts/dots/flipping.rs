//! Imagined people who flip two coins, whose true answers and coins are all seen: one step by each press. Where no motion is
//! wanted they stand there at once.

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use yew::prelude::*;

use super::{Heard, Person, Scene, picture};
use crate::{
    coins::Fall,
    crowd::drawn,
    parts::{after, press_button},
    words::{Figure, WordsWithFigures},
};

/// So many people that a quarter of them is whole.
const PEOPLE: u32 = 32;

/// Those whose true answer is "yes".
const YES: u32 = 20;

/// How many say "yes" by coins alone, as is expected.
const BY_COINS: u32 = PEOPLE / 4;

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoinStep {
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

impl CoinStep {
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

    /// What is seen of it.
    const fn scene(self) -> Scene {
        match self {
            Self::True | Self::Flipped => Scene::Rows,
            Self::Said => Scene::Said,
            Self::Less => Scene::Less,
            Self::Doubled => Scene::Whole,
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

/// What they say, in dots.
fn heard(flips: &Flips) -> Heard {
    let yes = flips.yes();
    let left = yes.saturating_sub(BY_COINS);
    Heard {
        dots: PEOPLE,
        yes,
        left,
        whole: 2 * left,
    }
}

/// Everybody as a dot, filled where the true answer is "yes", and a ring once a coin answers.
fn standing(flips: &Flips, step: CoinStep) -> Vec<Person> {
    let person = |(truth_is_yes, fall, says_yes): (bool, Fall, bool)| Person {
        says_yes,
        in_row: match (step, fall.first_is_heads, truth_is_yes) {
            (CoinStep::Flipped, false, _) => "by-coin",
            (_, _, true) => "is-yes",
            (_, _, false) => "is-no",
        },
    };
    flips.people().map(person).collect()
}

#[derive(Properties, PartialEq)]
pub(crate) struct PeopleDotsProps {
    pub(crate) words: WordsWithFigures,
}

/// The dots with their sentence and their button.
#[component]
pub(crate) fn PeopleDots(props: &PeopleDotsProps) -> Html {
    let words = &props.words;
    let step = use_state_eq(|| CoinStep::True);
    let draw = use_state_eq(|| 1_u32);
    let flips = use_memo(*draw, |&draw| Flips::of_draw(draw));
    let onclick = {
        let (step, draw) = (step.clone(), draw.clone());
        Callback::from(move |_| {
            if *step == CoinStep::Doubled {
                draw.set(after(*draw));
            }
            step.set(step.next());
        })
    };
    let names = ["yes", "no"].map(|key| words.say(key));
    let names = [&*names[0], &*names[1]];
    html! {
        <figure class="people-dots">
            <p class="picture-title">{ words.fill("dots-title", &[("people", Figure::Whole(PEOPLE.into()))]) }</p>
            { picture(&standing(&flips, *step), heard(&flips), step.scene(), names) }
            <figcaption><span role="status">{ sentence(words, &flips, *step) }</span></figcaption>
            <p class="buttons">
                { press_button(words, ["dots-next", step.button()], true, onclick) }
            </p>
            <p class="note">{ words.say("door-typical") }</p>
        </figure>
    }
}

fn sentence(words: &WordsWithFigures, flips: &Flips, step: CoinStep) -> String {
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
    use super::*;
    use crate::{
        crowd::{Crowd, Settings, people_of},
        parts::dots::{
            dots,
            tests::{assert_placed, count},
        },
    };

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
            let standing = standing(&flips, CoinStep::Doubled);
            let dots = dots(&standing, heard(&flips), Scene::Whole);
            let doubled = f64::from(count(&dots, "is-yes") + count(&dots, "is-double"));
            assert!(
                (doubled - estimate).abs() < 1e-9,
                "{draw}: {doubled} {estimate}"
            );
        }
    }

    /// Even if all say "yes", or nobody does; and what is said does not tell by whom.
    #[test]
    fn everybody_has_a_place_in_every_step() {
        let all = Flips(vec![Fall::of_word(1); PEOPLE as usize]);
        assert_eq!(all.yes(), PEOPLE);
        for flips in [all, Flips::of_draw(1), Flips::of_draw(2), Flips::of_draw(9)] {
            for step in [CoinStep::True, CoinStep::Flipped, CoinStep::Said] {
                assert_placed(&standing(&flips, step), heard(&flips));
            }
            let flipped = dots(
                &standing(&flips, CoinStep::Flipped),
                heard(&flips),
                Scene::Rows,
            );
            assert_eq!(count(&flipped, "by-coin"), PEOPLE - flips.truthful());
            let said = dots(
                &standing(&flips, CoinStep::Said),
                heard(&flips),
                Scene::Said,
            );
            assert_eq!(count(&said, "by-coin"), 0);
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

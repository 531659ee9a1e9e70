//! Two coins: by hand, the tree of chances, and ln 3.

use rand::Rng;
use sotto_ldp::{Randomizer, deniability::odds_factor};
use sotto_ui::{
    charts::{BarRow, Branch, Mark, Scale, TableRow, bars, chance_tree, table},
    randomness::generator,
};
use yew::prelude::*;

use crate::{
    coins::{Fall, chances_of_yes, mechanism},
    lesson::Lesson,
    parts::{LANE, PeopleDots, Playground, bar, choice, figure, playground, press_button},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "two-coins",
    play: |words| html! { <TwoCoins words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &[],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many flips a press on the second button makes.
const MANY: u32 = 100;

fn figures() -> Figures {
    let (Some([if_yes, if_no]), Ok(mechanism)) = (chances_of_yes(), mechanism()) else {
        return Figures::new();
    };
    let loss = mechanism.privacy_loss();
    vec![
        ("if-yes", Figure::Share(if_yes, 0)),
        ("if-no", Figure::Share(if_no, 0)),
        ("factor", Figure::Number(odds_factor(loss), 0)),
        ("epsilon", Figure::Number(loss.to_f64(), 4)),
        ("many", Figure::Whole(MANY.into())),
    ]
}

/// What came out of the flips by somebody of one true answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    flips: u32,
    yes: u32,
}

impl Tally {
    fn share(self) -> Option<f64> {
        (self.flips > 0).then(|| f64::from(self.yes) / f64::from(self.flips))
    }
}

/// What has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Play {
    /// The true answer of the one who is played.
    truth_is_yes: bool,
    last: Option<Fall>,
    /// For the true answer "yes", and for "no".
    tallies: [Tally; 2],
}

impl Play {
    fn play(mut self, fall: Fall) -> Self {
        let tally = &mut self.tallies[usize::from(!self.truth_is_yes)];
        tally.flips = tally.flips.saturating_add(1);
        tally.yes = tally
            .yes
            .saturating_add(fall.says_yes(self.truth_is_yes).into());
        self.last = Some(fall);
        self
    }
}

#[derive(Properties, PartialEq)]
struct TwoCoinsProps {
    words: WordsWithFigures,
}

#[component]
fn TwoCoins(props: &TwoCoinsProps) -> Html {
    let words = &props.words;
    let play = use_state_eq(Play::default);
    // How many flips were made by the last press; none where there is no randomness.
    let pressed = use_state_eq(|| Some(0_u32));
    let flip = |id, times: u32| {
        let (play, pressed) = (play.clone(), pressed.setter());
        let onclick = Callback::from(move |_| match generator() {
            Ok(mut generator) => {
                let falls = (0..times).map(|_| Fall::of_word(generator.next_u32()));
                play.set(falls.fold(*play, Play::play));
                pressed.set(Some(times));
            }
            Err(_) => pressed.set(None),
        });
        press_button(words, [id, id], times == 1, onclick)
    };
    let choose = {
        let (play, pressed) = (play.clone(), pressed.setter());
        Callback::from(move |truth_is_yes| {
            play.set(Play {
                truth_is_yes,
                last: None,
                ..*play
            });
            pressed.set(Some(0));
        })
    };
    let restart = {
        let (play, pressed) = (play.clone(), pressed.setter());
        Callback::from(move |_| {
            play.set(Play {
                truth_is_yes: play.truth_is_yes,
                ..Play::default()
            });
            pressed.set(Some(0));
        })
    };
    let options = [(true, words.say("yes")), (false, words.say("no"))];
    let said = outcome(words, *play, *pressed);
    let stage = Playground {
        picture: html! {
            <>
                <p id="said" class="outcome">{ said.clone() }</p>
                { tree(words, *play) }
                { tallies(words, *play) }
            </>
        },
        buttons: html! {
            <>
                { flip("flip", 1) }
                { flip("flip-many", MANY) }
                { press_button(words, ["restart", "restart"], false, restart) }
            </>
        },
        controls: html! {
            <>
                <p><q>{ words.say("question") }</q></p>
                { choice("truth", words.say("truth"), options, play.truth_is_yes, &choose) }
            </>
        },
        spoken: said,
    };
    html! {
        <>
            { playground(words, stage) }
            <PeopleDots words={words.clone()}/>
        </>
    }
}

/// What the last press has done.
fn outcome(words: &WordsWithFigures, play: Play, pressed: Option<u32>) -> String {
    let Some(pressed) = pressed else {
        return words.say("no-randomness");
    };
    match play.last {
        None => words.say("not-flipped"),
        Some(_) if pressed > 1 => {
            let tally = play.tallies[usize::from(!play.truth_is_yes)];
            words.fill(
                "said-many",
                &[
                    ("flips", Figure::Whole(tally.flips.into())),
                    ("yes", Figure::Whole(tally.yes.into())),
                ],
            )
        }
        Some(fall) => {
            let key = match (fall.first_is_heads, fall.second_is_heads) {
                (true, _) => "said-truth",
                (false, true) => "said-heads",
                (false, false) => "said-tails",
            };
            words.fill_texts(
                key,
                &[("said", &said(words, fall.says_yes(play.truth_is_yes)))],
            )
        }
    }
}

fn said(words: &WordsWithFigures, yes: bool) -> String {
    words.say(if yes { "yes" } else { "no" })
}

fn tree(words: &WordsWithFigures, play: Play) -> Html {
    let half = words.say("half");
    let branch = |key: &str, says_yes: bool, happened: bool, next| Branch {
        chance: half.clone(),
        name: words.fill_texts(key, &[("said", &said(words, says_yes))]),
        happened,
        next,
    };
    let fell = |first: bool, second: Option<bool>| {
        play.last.is_some_and(|fall| {
            fall.first_is_heads == first
                && second.is_none_or(|second| fall.second_is_heads == second)
        })
    };
    let second = vec![
        branch("second-heads", true, fell(false, Some(true)), vec![]),
        branch("second-tails", false, fell(false, Some(false)), vec![]),
    ];
    let first = [
        branch("first-heads", play.truth_is_yes, fell(true, None), vec![]),
        branch("first-tails", false, fell(false, None), second),
    ];
    chance_tree(&words.say("tree"), &first)
}

/// How often "yes" was said, by both true answers, with a line where it is in the long run.
fn tallies(words: &WordsWithFigures, play: Play) -> Html {
    let messages = words.messages();
    let Some(expected) = chances_of_yes() else {
        return Html::default();
    };
    let rows = ["yes", "no"].into_iter().zip(play.tallies).zip(expected);
    let figures = |tally: Tally, expected: f64| {
        [
            ("flips", Figure::Whole(tally.flips.into())),
            ("yes", Figure::Whole(tally.yes.into())),
            ("share", Figure::Share(tally.share().unwrap_or(0.0), 0)),
            ("expected", Figure::Share(expected, 0)),
        ]
    };
    let drawn = rows.clone().map(|((truth, tally), expected)| {
        let said = tally.share().map(|end| bar("bar-reported", end));
        let key = if tally.flips == 0 {
            "tally-none"
        } else {
            "tally"
        };
        BarRow {
            id: ["truth-is-", truth].concat(),
            title: words.fill_texts("truth-is", &[("truth", &words.say(truth))]),
            scale: Scale::between(0.0, 1.0),
            ends: None,
            marks: said.into_iter().chain([Mark::Reported(expected)]).collect(),
            words: html! { { words.fill(key, &figures(tally, expected)) } },
        }
    });
    let picture = bars(drawn.collect(), LANE);
    let rows = rows.map(|((truth, tally), expected)| TableRow {
        id: truth.to_owned(),
        title: words.fill_texts("truth-is", &[("truth", &words.say(truth))]),
        figures: Ok(vec![
            messages.whole(tally.flips.into()),
            messages.whole(tally.yes.into()),
            tally
                .share()
                .map_or_else(|| "–".to_owned(), |share| messages.percent(share, 1)),
            messages.percent(expected, 0),
        ]),
    });
    let head = [
        "table-truth",
        "table-flips",
        "table-yes",
        "table-share",
        "table-expected",
    ];
    let table = table(
        &words.say("table-summary"),
        head.into_iter().map(|key| words.say(key)).collect(),
        rows,
        None,
    );
    figure(
        words.say("tallies"),
        picture,
        words.say("tallies-caption"),
        table,
    )
}

#[cfg(test)]
mod tests {
    use sotto_ldp::FrequencyOracle;

    use super::*;

    /// Dwork and Roth 2014, §2.3: three quarters, a quarter, ln 3.
    #[test]
    fn the_figures_are_the_published_ones() {
        let [if_yes, if_no] = chances_of_yes().unwrap();
        assert!((if_yes - 0.75).abs() < 1e-12 && (if_no - 0.25).abs() < 1e-12);
        let loss = mechanism().unwrap().privacy_loss();
        // Rounded up to a millionth.
        assert!((loss.to_f64() - 3_f64.ln()).abs() < 1e-6);
        assert!((odds_factor(loss) - 3.0).abs() < 1e-5);
    }

    /// The tree has the chances of the mechanism.
    #[test]
    fn the_four_ways_to_fall_are_the_mechanism() {
        for (truth_is_yes, expected) in [(true, 3), (false, 1)] {
            let falls = (0..4).map(Fall::of_word);
            let yes = falls.filter(|fall| fall.says_yes(truth_is_yes)).count();
            assert_eq!(yes, expected);
        }
        let support = mechanism().unwrap().support_probabilities();
        assert_eq!(
            (support.truth * 4, support.other * 4),
            (support.total * 3, support.total)
        );
    }

    #[test]
    fn flips_are_counted_for_the_answer_that_is_played() {
        let heads = Fall::of_word(0);
        let tails = Fall::of_word(3);
        let no = Play::default().play(heads).play(tails).play(heads);
        assert_eq!(no.tallies[1], Tally { flips: 3, yes: 0 });
        let both = Play {
            truth_is_yes: true,
            ..no
        }
        .play(heads)
        .play(tails);
        assert_eq!(
            both.tallies,
            [Tally { flips: 2, yes: 1 }, Tally { flips: 3, yes: 0 }]
        );
        assert_eq!(both.tallies[0].share(), Some(0.5));
        assert_eq!(Tally::default().share(), None);
    }
}

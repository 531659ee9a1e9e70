//! Choosing a winner: the exponential mechanism and permute-and-flip, which publish a choice and no count.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, central::Selection};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "choosing-a-winner",
    play: |words| html! { <Choosing words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["laplace-and-sensitivity"],
    source: "https://doi.org/10.1109/FOCS.2007.66",
};

/// How often the winner is chosen, to see how often each wins.
const ROUNDS: u32 = 500;

/// ε in hundredths.
const EPSILON: (u32, u32) = (5, 200);

/// How many more votes the first may have than the second.
const LEAD: (u32, u32) = (0, 40);

/// Votes of the second to the fourth trip: zoo, castle, lake. The first, the museum, has some more than the zoo.
const VOTES: [i64; 3] = [30, 22, 10];

const TRIPS: [&str; 4] = ["museum", "zoo", "castle", "lake"];

/// A way to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Exponential,
    PermuteAndFlip,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    lead: u32,
    hundredths: u32,
    way: Way,
}

impl Setting {
    fn votes(self) -> [i64; 4] {
        let [second, third, fourth] = VOTES;
        [second + i64::from(self.lead), second, third, fourth]
    }

    /// How likely each is to win. With w = e^(ε·(votes − most)/2) the exponential mechanism takes each by its part of all w;
    /// permute and flip goes through all in an order that chance decides, and takes the first whose coin of w falls so.
    fn chances(self) -> [f64; 4] {
        let votes = self.votes();
        let most = votes.into_iter().max().unwrap_or_default();
        let half = f64::from(self.hundredths) / 200.0;
        #[expect(clippy::cast_precision_loss, reason = "some votes")]
        let weights = votes.map(|votes| (half * (votes - most) as f64).exp());
        match self.way {
            Way::Exponential => {
                let all: f64 = weights.iter().sum();
                weights.map(|weight| weight / all)
            }
            Way::PermuteAndFlip => {
                let mut chances = [0.0; 4];
                taken_in_any_order(&weights, 0b1111, 1.0, &mut chances);
                chances
            }
        }
    }

    /// How often each wins; the same on every device. The first draws are typical of the best one's wins.
    fn wins(self, draw: u32) -> Option<[u32; 4]> {
        let [chance, ..] = self.chances();
        let expected = f64::from(ROUNDS) * chance;
        let deviation = (expected * (1.0 - chance)).sqrt();
        let off = |[first, ..]: &[u32; 4]| (f64::from(*first) - expected) / deviation;
        drawn(draw, |seed| self.choose(seed), off)
    }

    /// Chooses as often as a press does, with the chance of that number.
    fn choose(self, seed: u64) -> Option<[u32; 4]> {
        let epsilon = Epsilon::from_micros(self.hundredths * 10_000).ok()?;
        let selection = Selection::new(&epsilon, 1).ok()?;
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let mut wins = [0; 4];
        for _ in 0..ROUNDS {
            let winner = match self.way {
                Way::Exponential => selection.exponential(&self.votes(), &mut chance),
                Way::PermuteAndFlip => selection.permute_and_flip(&self.votes(), &mut chance),
            };
            *wins.get_mut(winner.ok()?)? += 1;
        }
        Some(wins)
    }
}

/// Goes on with each of those that are `left` (a bit each) as the next one, which is reached with chance `reached`, and
/// adds to `chances` how likely it is taken there.
fn taken_in_any_order(weights: &[f64; 4], left: u8, reached: f64, chances: &mut [f64; 4]) {
    let each = reached / f64::from(left.count_ones());
    for (place, weight) in weights.iter().enumerate() {
        if left >> place & 1 == 1 {
            chances[place] += each * weight;
            let rest = left & !(1 << place);
            if rest != 0 {
                taken_in_any_order(weights, rest, each * (1.0 - weight), chances);
            }
        }
    }
}

const FIRST: Setting = Setting {
    lead: 5,
    hundredths: 20,
    way: Way::Exponential,
};

fn figures() -> Figures {
    let share = |setting: Setting| Figure::Share(setting.chances()[0], 0);
    let permute = Setting {
        way: Way::PermuteAndFlip,
        ..FIRST
    };
    let large = Setting {
        hundredths: 100,
        ..FIRST
    };
    vec![
        ("rounds", Figure::Whole(ROUNDS.into())),
        ("first-lead", Figure::Whole(FIRST.lead.into())),
        ("exponential-share", share(FIRST)),
        ("permute-share", share(permute)),
        ("large-share", share(large)),
        ("odds", Figure::Number((0.2_f64 * 5.0 / 2.0).exp(), 2)),
    ]
}

#[derive(Properties, PartialEq)]
struct ChoosingProps {
    words: WordsWithFigures,
}

#[component]
fn Choosing(props: &ChoosingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let wins = use_memo(play.now(), |&(setting, draw)| setting.wins(draw));
    let caption = wins
        .map(|[first, ..]| caption(words, setting, first))
        .unwrap_or_default();
    let epsilon = words
        .messages()
        .number(f64::from(setting.hundredths) / 100.0, 2);
    let options = [
        (Way::Exponential, words.say("exponential")),
        (Way::PermuteAndFlip, words.say("permute-and-flip")),
    ];
    play.show_numbered(Playground {
        picture: wins.map(|wins| picture(words, setting, wins, caption.clone())).unwrap_or_default(),
        buttons: play.again(["choose", "choose"]),
        controls: html! {
            <>
                { play.choice(["way", "method"], options, setting.way, |setting, way| Setting { way, ..setting }) }
                { play.whole(["lead", "lead"], LEAD, setting.lead, |setting, lead| Setting { lead, ..setting }) }
                { play.slider_by(5, ["epsilon", "epsilon"], EPSILON, (setting.hundredths, epsilon), |setting, hundredths| Setting {
                    hundredths,
                    ..setting
                }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting, first: u32) -> String {
    words.fill(
        "caption",
        &[
            ("wins", Figure::Whole(first.into())),
            ("votes-ahead", Figure::Whole(setting.lead.into())),
        ],
    )
}

fn picture(words: &WordsWithFigures, setting: Setting, wins: [u32; 4], caption: String) -> Html {
    let rows = TRIPS
        .into_iter()
        .zip(wins)
        .zip(setting.votes())
        .map(|((id, wins), votes)| ShareBar {
            id: id.to_owned(),
            title: words.fill(id, &[("votes", Figure::Whole(votes.unsigned_abs()))]),
            marks: vec![bar("bar-estimate", f64::from(wins) / f64::from(ROUNDS))],
            words: words.fill("trip-figure", &[("wins", Figure::Whole(wins.into()))]),
        });
    let head = ["table-trip", "table-wins"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chances are those of 50,000 rounds, within six deviations; the coins are fixed. The best one is never worse off by
    /// permute and flip (McKenna and Sheldon 2020).
    #[test]
    fn the_chances_are_those_of_many_rounds() {
        for way in [Way::Exponential, Way::PermuteAndFlip] {
            for lead in [0, 5] {
                let setting = Setting { lead, way, ..FIRST };
                let mut wins = [0_u32; 4];
                for seed in 100..200 {
                    for (sum, one) in wins.iter_mut().zip(setting.choose(seed).unwrap()) {
                        *sum += one;
                    }
                }
                let chances = setting.chances();
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                let rounds = 100.0 * f64::from(ROUNDS);
                for (wins, chance) in wins.into_iter().zip(chances) {
                    let deviation = (rounds * chance * (1.0 - chance)).sqrt();
                    let off = f64::from(wins) - rounds * chance;
                    assert!(off.abs() < 6.0 * deviation, "{setting:?}: {off}");
                }
            }
        }
        let permute = Setting {
            way: Way::PermuteAndFlip,
            ..FIRST
        };
        assert!(permute.chances()[0] > FIRST.chances()[0]);
        for draw in [1, 2] {
            for setting in [FIRST, permute] {
                let chance = setting.chances()[0];
                let expected = f64::from(ROUNDS) * chance;
                let off = f64::from(setting.wins(draw).unwrap()[0]) - expected;
                assert!(off.abs() <= (expected * (1.0 - chance)).sqrt(), "{off}");
            }
        }
    }

    /// Weights e^(ε·votes/2): the first has e^0.5 times the second's. Six deviations of a binomial, seeded.
    #[test]
    fn the_winner_has_its_weight() {
        let weights = FIRST
            .votes()
            .map(|votes| (0.1 * f64::from(i32::try_from(votes).unwrap())).exp());
        let chance = weights[0] / weights.iter().sum::<f64>();
        let [first, ..] = FIRST.wins(3).unwrap();
        let expected = f64::from(ROUNDS) * chance;
        let deviation = (expected * (1.0 - chance)).sqrt();
        assert!(
            (f64::from(first) - expected).abs() < 6.0 * deviation,
            "{first} {expected}"
        );
        let other = Setting {
            way: Way::PermuteAndFlip,
            ..FIRST
        };
        assert_eq!(other.wins(3).unwrap().iter().sum::<u32>(), ROUNDS);
    }
}

//! When one answer is proof: devices that look like the two coins and betray somebody for certain.

use sotto_ldp::{PrivacyLoss, SupportProbabilities, deniability::posterior, exact::Natural};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, choice, figure, playground, press_button, share_bars},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "when-one-answer-is-proof",
    play: |words| html! { <Proving words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["guess-this-student"],
    source: "https://doi.org/10.1037/1082-989X.3.2.160",
};

/// A device that people answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Device {
    /// Its name among the words.
    name: &'static str,
    /// With which chances "yes" is said by those it is true of, and by the others.
    yes: SupportProbabilities,
}

const fn device(name: &'static str, truth: u64, other: u64, total: u64) -> Device {
    Device {
        name,
        yes: SupportProbabilities {
            truth,
            other,
            total,
        },
    }
}

/// Two coins; a die whose six means "yes", or "no"; two dice, "yes" on 2 to 4 and "no" on 11 or 12; the triangular
/// model with a birthday in one quarter of the year; and no device.
const DEVICES: [Device; 6] = [
    device("coins", 3, 1, 4),
    device("six-yes", 6, 1, 6),
    device("six-no", 5, 0, 6),
    device("dice", 11, 2, 12),
    device("triangular", 4, 1, 4),
    device("truth", 1, 0, 1),
];

/// Which answers are proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Yes,
    No,
    Both,
    Neither,
}

impl Proof {
    const ALL: [Self; 4] = [Self::Yes, Self::No, Self::Both, Self::Neither];

    const fn name(self) -> &'static str {
        match self {
            Self::Yes => "proof-yes",
            Self::No => "proof-no",
            Self::Both => "proof-both",
            Self::Neither => "proof-neither",
        }
    }
}

impl Device {
    const fn proof(self) -> Proof {
        match (self.yes.other == 0, self.yes.truth == self.yes.total) {
            (true, true) => Proof::Both,
            (true, false) => Proof::Yes,
            (false, true) => Proof::No,
            (false, false) => Proof::Neither,
        }
    }

    /// ε, or nothing where no ε is large enough.
    fn loss(self) -> Option<PrivacyLoss> {
        let SupportProbabilities {
            truth,
            other,
            total,
        } = self.yes;
        let ratio = |above: u64, below: u64| {
            PrivacyLoss::of_ratio(&Natural::from(above), &Natural::from(below))
        };
        let of_yes = ratio(truth, other)?;
        Some(of_yes.max(ratio(total - other, total - truth)?))
    }

    /// How likely "yes" is after an even chance: once "yes" was said, and once "no" was.
    fn beliefs(self) -> Option<[f64; 2]> {
        let SupportProbabilities {
            truth,
            other,
            total,
        } = self.yes;
        let no = SupportProbabilities {
            truth: total - other,
            other: total - truth,
            total,
        };
        Some([
            posterior(self.yes, 0.5).ok()?,
            1.0 - posterior(no, 0.5).ok()?,
        ])
    }
}

fn figures() -> Figures {
    let figures = || {
        let [coins, six, _, dice, ..] = DEVICES;
        Some(vec![
            ("coins", Figure::Number(coins.loss()?.to_f64(), 2)),
            ("dice", Figure::Number(dice.loss()?.to_f64(), 2)),
            ("six-after-yes", Figure::Share(six.beliefs()?[0], 0)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct ProvingProps {
    words: WordsWithFigures,
}

#[component]
fn Proving(props: &ProvingProps) -> Html {
    let words = &props.words;
    let chosen = use_state_eq(|| DEVICES[1]);
    let guess = use_state_eq(|| None::<Proof>);
    let choose = {
        let (chosen, guess) = (chosen.clone(), guess.setter());
        Callback::from(move |device| {
            chosen.set(device);
            guess.set(None);
        })
    };
    let options = DEVICES.map(|device| (device, words.say(&["device-", device.name].concat())));
    let button = |proof: Proof| {
        let guess = guess.setter();
        let onclick = Callback::from(move |_| guess.set(Some(proof)));
        press_button(words, [proof.name(); 2], false, onclick)
    };
    let outcome = match *guess {
        None => words.say("not-guessed"),
        Some(proof) => {
            let verdict = if proof == chosen.proof() {
                "right"
            } else {
                "not-quite"
            };
            let why = words.say(&["why-", chosen.name].concat());
            [words.say(verdict), why].join(" ")
        }
    };
    let play = Playground {
        picture: html! {
            <>
                <p class="question">{ words.say("which") }</p>
                <p id="verdict" class="outcome">{ outcome.clone() }</p>
                if guess.is_some() {
                    { beliefs(words, *chosen) }
                }
            </>
        },
        buttons: html! { { for Proof::ALL.into_iter().map(button) } },
        controls: choice("device", words.say("device"), options, *chosen, &choose),
        spoken: outcome,
    };
    playground(words, play)
}

/// What each answer makes of an even chance.
fn beliefs(words: &WordsWithFigures, device: Device) -> Html {
    let Some([after_yes, after_no]) = device.beliefs() else {
        return Html::default();
    };
    let row = |id: &'static str, belief: f64| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks: vec![bar("bar-estimate", belief)],
        words: words.fill("likely", &[("share", Figure::Share(belief, 0))]),
    };
    let rows = vec![row("after-yes", after_yes), row("after-no", after_no)];
    let head = ["table-answer", "table-belief"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let caption = match device.loss() {
        Some(loss) => words.fill("finite", &[("epsilon", Figure::Number(loss.to_f64(), 2))]),
        None => words.say("infinite"),
    };
    figure(words.say("beliefs"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ln 3 for two coins, 2.303 for two dice, no ε for the others.
    #[test]
    fn the_losses_are_the_published_ones() {
        let losses = DEVICES.map(|device| device.loss().map(PrivacyLoss::to_f64));
        assert!((losses[0].unwrap() - 3_f64.ln()).abs() < 1e-5);
        assert!((losses[3].unwrap() - 2.303).abs() < 1e-3);
        for place in [1, 2, 4, 5] {
            assert_eq!(losses[place], None, "{}", DEVICES[place].name);
        }
    }

    #[test]
    fn an_answer_is_proof_where_it_leaves_no_doubt() {
        for device in DEVICES {
            let [after_yes, after_no] = device.beliefs().unwrap();
            let certain = |belief: f64| !(1e-12..=1.0 - 1e-12).contains(&belief);
            let proof = match (certain(after_yes), certain(after_no)) {
                (true, true) => Proof::Both,
                (true, false) => Proof::Yes,
                (false, true) => Proof::No,
                (false, false) => Proof::Neither,
            };
            assert_eq!(device.proof(), proof, "{}", device.name);
            assert_eq!(device.loss().is_none(), proof != Proof::Neither);
        }
    }
}

//! Don't ask twice: fresh noise is averaged away; a report that is kept and sent again is not.

use sotto_ldp::{
    Epsilon, FrequencyOracle, Randomizer, SupportProbabilities, composition::sequential,
    deniability::posterior, randomizers::DirectEncoding,
};
use sotto_ui::randomness::generator;
use yew::prelude::*;

use crate::{
    guessing::{best_guess, surest_belief},
    lesson::Lesson,
    parts::{
        Playground, ShareBar, Slider, bar, figure, playground, press_button, share_bars, slider,
    },
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "dont-ask-twice",
    play: |words| html! { <Asking words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 10,
    after: &["two-coins"],
    source: "https://doi.org/10.1145/2660267.2660348",
};

/// How often a press on the second button asks.
const MANY: u32 = 20;

/// How many answers are shown as words.
const SHOWN: usize = 20;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 30);

fn mechanism(tenths: u32) -> Option<DirectEncoding> {
    let epsilon = Epsilon::from_micros(tenths * 100_000).ok()?;
    DirectEncoding::new(&epsilon, 2).ok()
}

/// What a guesser believes who thought it an even chance, after so many yeses and noes with fresh noise each:
/// each answer is weighed in turn.
fn belief(support: SupportProbabilities, yes: u32, no: u32) -> Option<f64> {
    let mut belief = 0.5;
    for _ in 0..yes.saturating_sub(no) {
        belief = posterior(support, belief).ok()?;
    }
    for _ in 0..no.saturating_sub(yes) {
        belief = 1.0 - posterior(support, 1.0 - belief).ok()?;
    }
    Some(belief)
}

/// The most that anybody can be sure after so many reports that cost ε each, from an even chance.
fn most_certain(tenths: u32, reports: u32) -> Option<f64> {
    let loss = mechanism(tenths)?.privacy_loss();
    Some(surest_belief(sequential((0..reports).map(|_| loss))))
}

fn figures() -> Figures {
    let figures = || {
        let support = mechanism(10)?.support_probabilities();
        Some(vec![
            ("many", Figure::Whole(MANY.into())),
            ("once", Figure::Share(most_certain(10, 1)?, 1)),
            ("five", Figure::Share(best_guess(support, 5), 1)),
            ("twenty-one", Figure::Share(best_guess(support, 21), 1)),
            ("five-bound", Figure::Share(most_certain(10, 5)?, 1)),
            ("weeks", Figure::Whole(20)),
        ])
    };
    figures().unwrap_or_default()
}

/// A phone that is asked again and again.
#[derive(Clone, Debug, PartialEq)]
struct Phone {
    tenths: u32,
    is_yes: bool,
    /// Answers with fresh noise each, the first ones first; whether they are "yes".
    fresh: Vec<bool>,
    /// The report that was made once and kept.
    kept: Option<bool>,
    /// How often a button was pressed.
    presses: u32,
    has_randomness: bool,
}

impl Phone {
    fn new(tenths: u32, presses: u32) -> Self {
        let mut phone = Self {
            tenths,
            is_yes: false,
            fresh: Vec::new(),
            kept: None,
            presses,
            has_randomness: true,
        };
        phone.is_yes = phone.draw(None, 1).first() == Some(&true);
        phone
    }

    /// So many reports of an answer; of none, so many flips of a fair coin.
    fn draw(&mut self, answer: Option<bool>, times: u32) -> Vec<bool> {
        let (Ok(mut generator), Some(mechanism)) = (generator(), mechanism(self.tenths)) else {
            self.has_randomness = false;
            return Vec::new();
        };
        let mut report = || match answer {
            Some(yes) => mechanism.randomize(u32::from(!yes), &mut generator) == Ok(0),
            None => rand::Rng::next_u32(&mut generator).is_multiple_of(2),
        };
        (0..times).map(|_| report()).collect()
    }

    fn ask(mut self, times: u32) -> Self {
        self.presses = self.presses.wrapping_add(1);
        // So many that nobody needs more, and few enough to stay quick.
        if self.fresh.len() < 10_000 {
            let fresh = self.draw(Some(self.is_yes), times);
            if self.kept.is_none() {
                self.kept = self.draw(Some(self.is_yes), 1).first().copied();
            }
            self.fresh.extend(fresh);
        }
        self
    }

    fn counts(&self) -> (u32, u32) {
        let yes = self.fresh.iter().filter(|&&yes| yes).count();
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        (count(yes), count(self.fresh.len() - yes))
    }
}

#[derive(Properties, PartialEq)]
struct AskingProps {
    words: WordsWithFigures,
}

#[component]
fn Asking(props: &AskingProps) -> Html {
    let words = &props.words;
    let phone = use_state(|| Phone::new(10, 0));
    let press = |id, is_first, change: fn(Phone) -> Phone| {
        let phone = phone.clone();
        let onclick = Callback::from(move |_| phone.set(change((*phone).clone())));
        press_button(words, [id, id], is_first, onclick)
    };
    let change_epsilon = {
        let phone = phone.clone();
        Callback::from(move |tenths| phone.set(Phone::new(tenths, phone.presses)))
    };
    let epsilon = Slider {
        id: "epsilon",
        label: words.say("epsilon"),
        ends: EPSILON,
        step: 1,
        value: phone.tenths,
        figure: words.messages().number(f64::from(phone.tenths) / 10.0, 1),
    };
    let outcome = outcome(words, &phone);
    let play = Playground {
        picture: html! {
            <>
                { certainty(words, &phone) }
                <p id="asked" class="outcome">{ outcome.clone() }</p>
            </>
        },
        buttons: html! {
            <>
                { press("ask", true, |phone| phone.ask(1)) }
                { press("ask-often", false, |phone| phone.ask(MANY)) }
                { press("another", false, |phone| Phone::new(phone.tenths, phone.presses.wrapping_add(1))) }
            </>
        },
        controls: slider(epsilon, &change_epsilon),
        spoken: outcome,
    };
    playground(words, play)
}

/// The latest answers of both ways.
fn outcome(words: &WordsWithFigures, phone: &Phone) -> String {
    if !phone.has_randomness {
        return words.say("no-randomness");
    }
    let Some(kept) = phone.kept else {
        return words.say("not-asked");
    };
    let answer = |yes: bool| words.say(if yes { "yes" } else { "no" });
    let from = phone.fresh.len().saturating_sub(SHOWN);
    let fresh: Vec<_> = phone.fresh[from..].iter().map(|&yes| answer(yes)).collect();
    let count = words.messages().whole(phone.fresh.len() as u64);
    let separator = words.say("list-separator");
    let kept = answer(kept);
    words.fill_texts(
        "asked",
        &[
            ("count", &count),
            ("fresh", &fresh.join(&separator)),
            ("kept", &kept),
        ],
    )
}

/// How sure the asker is of the true answer, in both ways.
fn certainty(words: &WordsWithFigures, phone: &Phone) -> Html {
    let beliefs = || {
        let support = mechanism(phone.tenths)?.support_probabilities();
        let (yes, no) = phone.counts();
        let kept = phone.kept?;
        Some([
            belief(support, yes, no)?,
            belief(support, kept.into(), (!kept).into())?,
        ])
    };
    let Some([fresh, kept]) = beliefs() else {
        return Html::default();
    };
    // Rounding must not claim certainty.
    let text = |belief: f64| {
        let (key, shown) = match belief {
            ..0.001 => ("sure-less", 0.001),
            0.999.. => ("sure-more", 0.999),
            _ => ("sure", belief),
        };
        words.fill(key, &[("share", Figure::Share(shown, 1))])
    };
    let row = |id: &'static str, belief: f64, class| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks: vec![bar(class, belief)],
        words: text(belief),
    };
    let rows = vec![
        row("fresh", fresh, "bar-estimate"),
        row("kept", kept, "bar-reported"),
    ];
    let head = ["table-way", "table-belief"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let (yes, no) = phone.counts();
    let truth = words.say(if phone.is_yes { "yes" } else { "no" });
    let counts = words.fill(
        "certainty-caption",
        &[
            ("yes", Figure::Whole(yes.into())),
            ("no", Figure::Whole(no.into())),
        ],
    );
    let truth = words.fill_texts("truth", &[("truth", &truth)]);
    figure(
        words.say("certainty"),
        picture,
        [counts, truth].join(" "),
        table,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_belief_is_the_product_of_all_answers() {
        for tenths in [1, 10, 30] {
            let support = mechanism(tenths).unwrap().support_probabilities();
            for (yes, no) in [(0, 0), (1, 0), (5, 2), (0, 3), (40, 10)] {
                let odds = (f64::from(tenths) / 10.0 * (f64::from(yes) - f64::from(no))).exp();
                let found = belief(support, yes, no).unwrap();
                assert!(
                    (found - odds / (1.0 + odds)).abs() < 1e-6,
                    "{tenths} {yes} {no}"
                );
            }
        }
    }

    /// At ε = 1 one answer is true with 0.7311; of five, most are with 0.8772 (10p³q² + 5p⁴q + p⁵).
    #[test]
    fn most_of_several_answers_are_true_more_often() {
        let support = mechanism(10).unwrap().support_probabilities();
        let (p, q) = (support.of_truth(), support.of_other());
        assert!((best_guess(support, 1) - p).abs() < 1e-12);
        let five = 10.0 * p.powi(3) * q.powi(2) + 5.0 * p.powi(4) * q + p.powi(5);
        assert!((best_guess(support, 5) - five).abs() < 1e-12);
        assert!(best_guess(support, 21) > 0.98);
    }

    #[test]
    fn no_belief_passes_what_composition_allows() {
        for reports in [1, 2, 5, 20] {
            let support = mechanism(10).unwrap().support_probabilities();
            let most = most_certain(10, reports).unwrap();
            assert!(
                belief(support, reports, 0).unwrap() <= most + 1e-9,
                "{reports}"
            );
        }
        assert!((most_certain(10, 1).unwrap() - 0.7311).abs() < 1e-4);
    }
}

//! Guess this student: the best guess, what a report does to a belief, and the bound that holds for every report.

use std::num::NonZeroU64;

use rand::CryptoRng;
use sotto_ldp::{
    Epsilon, FrequencyOracle, PrivacyLoss, Randomizer, SupportProbabilities,
    deniability::{odds_factor, posterior, posterior_bounds},
    randomizers::DirectEncoding,
    uniform_below,
};
use sotto_ui::{
    charts::{BarRow, Mark, Scale, TableRow, bars, table},
    randomness::generator,
};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{LANE, Playground, Slider, bar, figure, interval, playground, press_button, slider},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "guess-this-student",
    play: |words| html! { <Guessing words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 10,
    after: &["two-coins"],
    source: "https://doi.org/10.1109/FOCS.2013.53",
};

/// How many students the best guesser guesses at a press.
const MANY: u32 = 1_000;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// How the class answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    /// Of 100 students, those whose true answer is "yes".
    yes_of_hundred: u32,
    /// ε in tenths.
    tenths: u32,
}

impl Setting {
    fn mechanism(self) -> Option<DirectEncoding> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        DirectEncoding::new(&epsilon, 2).ok()
    }

    fn prior(self) -> f64 {
        f64::from(self.yes_of_hundred) / 100.0
    }

    fn beliefs(self) -> Option<Beliefs> {
        let mechanism = self.mechanism()?;
        Beliefs::new(
            mechanism.support_probabilities(),
            self.prior(),
            mechanism.privacy_loss(),
        )
    }

    /// Somebody of the class, and what is sent.
    fn student<R: CryptoRng>(self, generator: &mut R) -> Option<Student> {
        let drawn = uniform_below(HUNDRED, generator);
        let is_yes = drawn < u64::from(self.yes_of_hundred);
        let sent = self.mechanism()?.randomize(u32::from(!is_yes), generator);
        Some(Student {
            is_yes,
            sent_yes: sent.ok()? == 0,
        })
    }
}

const HUNDRED: NonZeroU64 = NonZeroU64::new(100).unwrap();

/// Somebody whose true answer is to be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Student {
    is_yes: bool,
    sent_yes: bool,
}

/// How likely "yes" is thought to be: before anything was sent, and after.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Beliefs {
    before: f64,
    after_yes: f64,
    after_no: f64,
    /// What no report of this ε can lead out of.
    bounds: (f64, f64),
    /// How often the best guess is right.
    best: f64,
}

impl Beliefs {
    fn new(support: SupportProbabilities, before: f64, loss: PrivacyLoss) -> Option<Self> {
        let (if_yes, if_no) = (support.of_truth(), support.of_other());
        let likelier = |yes: f64, no: f64| (before * yes).max((1.0 - before) * no);
        Some(Self {
            before,
            after_yes: posterior(support, before).ok()?,
            // A report of "no" supports "no" as one of "yes" supports "yes".
            after_no: 1.0 - posterior(support, 1.0 - before).ok()?,
            bounds: posterior_bounds(before, loss).ok()?,
            best: likelier(if_yes, if_no) + likelier(1.0 - if_yes, 1.0 - if_no),
        })
    }

    /// What the best guesser says.
    fn guess(self, sent_yes: bool) -> bool {
        let belief = if sent_yes {
            self.after_yes
        } else {
            self.after_no
        };
        belief > 0.5
    }
}

fn figures() -> Figures {
    let best = |tenths| {
        let setting = Setting {
            yes_of_hundred: 50,
            tenths,
        };
        setting.beliefs().map(|beliefs| beliefs.best)
    };
    let rare = Setting {
        yes_of_hundred: 10,
        tenths: 10,
    };
    let figures = || {
        let loss = rare.mechanism()?.privacy_loss();
        let support = rare.mechanism()?.support_probabilities();
        let true_yes = 10.0 * support.of_truth();
        let false_yes = 90.0 * support.of_other();
        Some(vec![
            ("best-small", Figure::Share(best(1)?, 1)),
            ("best-one", Figure::Share(best(10)?, 1)),
            ("best-large", Figure::Share(best(50)?, 1)),
            ("factor", Figure::Number(odds_factor(loss), 2)),
            ("after-yes", Figure::Share(rare.beliefs()?.after_yes, 0)),
            ("true-yes", Figure::Number(true_yes, 0)),
            ("false-yes", Figure::Number(false_yes, 0)),
            (
                "all-yes",
                Figure::Number(true_yes.round() + false_yes.round(), 0),
            ),
            ("many", Figure::Whole(MANY.into())),
        ])
    };
    figures().unwrap_or_default()
}

/// Guesses, and those that were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    guesses: u32,
    right: u32,
}

impl Score {
    fn with(self, is_right: bool) -> Self {
        Self {
            guesses: self.guesses.saturating_add(1),
            right: self.right.saturating_add(is_right.into()),
        }
    }

    fn share(self) -> Option<f64> {
        (self.guesses > 0).then(|| f64::from(self.right) / f64::from(self.guesses))
    }
}

/// What has been played.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Game {
    setting: Setting,
    /// Whose answer is to be guessed; nobody where there is no randomness.
    student: Option<Student>,
    /// The one before, and what was guessed.
    last: Option<(Student, bool)>,
    yours: Score,
    best: Score,
}

impl Game {
    fn new(setting: Setting) -> Self {
        Self {
            setting,
            student: generator()
                .ok()
                .and_then(|mut generator| setting.student(&mut generator)),
            last: None,
            yours: Score::default(),
            best: Score::default(),
        }
    }

    fn guess(self, yes: bool) -> Self {
        let Some(student) = self.student else {
            return Self::new(self.setting);
        };
        Self {
            last: Some((student, yes)),
            yours: self.yours.with(student.is_yes == yes),
            best: self.best,
            ..Self::new(self.setting)
        }
    }

    fn play_best(mut self) -> Self {
        if let (Ok(mut generator), Some(beliefs)) = (generator(), self.setting.beliefs()) {
            for _ in 0..MANY {
                if let Some(student) = self.setting.student(&mut generator) {
                    let guess = beliefs.guess(student.sent_yes);
                    self.best = self.best.with(guess == student.is_yes);
                }
            }
        }
        self
    }
}

#[derive(Properties, PartialEq)]
struct GuessingProps {
    words: WordsWithFigures,
}

#[component]
fn Guessing(props: &GuessingProps) -> Html {
    let words = &props.words;
    let game = use_state(|| {
        Game::new(Setting {
            yes_of_hundred: 50,
            tenths: 10,
        })
    });
    let press = |names, is_first, change: fn(Game) -> Game| {
        let game = game.clone();
        let onclick = Callback::from(move |_| game.set(change(*game)));
        press_button(words, names, is_first, onclick)
    };
    let set = |change: fn(Setting, u32) -> Setting| {
        let game = game.clone();
        Callback::from(move |number| game.set(Game::new(change(game.setting, number))))
    };
    let setting = game.setting;
    let prior = Slider {
        id: "prior",
        label: words.say("prior"),
        ends: (1, 99),
        step: 1,
        value: setting.yes_of_hundred,
        figure: words.fill(
            "of-hundred",
            &[("count", Figure::Whole(setting.yes_of_hundred.into()))],
        ),
    };
    let epsilon = Slider {
        id: "epsilon",
        label: words.say("epsilon"),
        ends: EPSILON,
        step: 1,
        value: setting.tenths,
        figure: words.messages().number(f64::from(setting.tenths) / 10.0, 1),
    };
    let change_prior = set(|setting, yes_of_hundred| Setting {
        yes_of_hundred,
        ..setting
    });
    let change_epsilon = set(|setting, tenths| Setting { tenths, ..setting });
    let report = report(words, &game);
    let play = Playground {
        picture: html! {
            <>
                <p id="report" class="outcome">{ report.clone() }</p>
                if let Some(beliefs) = setting.beliefs() {
                    if game.yours.guesses + game.best.guesses > 0 {
                        { scores_figure(words, &game, beliefs) }
                    }
                    { beliefs_figure(words, beliefs) }
                }
            </>
        },
        buttons: html! {
            <>
                { press(["guess-yes", "guess-yes"], true, |game| game.guess(true)) }
                { press(["guess-no", "guess-no"], true, |game| game.guess(false)) }
                { press(["best", "play-best"], false, Game::play_best) }
            </>
        },
        controls: html! { <>{ slider(prior, &change_prior) }{ slider(epsilon, &change_epsilon) }</> },
        spoken: report,
    };
    playground(words, play)
}

/// What became of the last guess, and what the next student sends.
fn report(words: &WordsWithFigures, game: &Game) -> String {
    let answer = |yes: bool| words.say(if yes { "yes" } else { "no" });
    let Some(student) = game.student else {
        return words.say("no-randomness");
    };
    let now = words.fill_texts("report", &[("sent", &answer(student.sent_yes))]);
    match game.last {
        None => now,
        Some((last, guess)) => {
            let key = if last.is_yes == guess {
                "last-right"
            } else {
                "last-wrong"
            };
            let last = words.fill_texts(
                key,
                &[
                    ("truth", &answer(last.is_yes)),
                    ("sent", &answer(last.sent_yes)),
                ],
            );
            [last, now].join(" ")
        }
    }
}

/// How likely "yes" is, before and after.
fn beliefs_figure(words: &WordsWithFigures, beliefs: Beliefs) -> Html {
    let bounds = interval(beliefs.bounds);
    let rows = [
        (
            "before",
            beliefs.before,
            vec![bar("bar-reported", beliefs.before), bounds],
        ),
        (
            "after-yes-row",
            beliefs.after_yes,
            vec![bar("bar-estimate", beliefs.after_yes)],
        ),
        (
            "after-no-row",
            beliefs.after_no,
            vec![bar("bar-estimate", beliefs.after_no)],
        ),
    ];
    let share = |share: f64| words.fill("likely", &[("share", Figure::Share(share, 1))]);
    let drawn = rows.iter().map(|(key, belief, marks)| BarRow {
        id: (*key).to_owned(),
        title: words.say(key),
        scale: Scale::between(0.0, 1.0),
        ends: None,
        marks: marks.clone(),
        words: html! { <b>{ share(*belief) }</b> },
    });
    let picture = bars(drawn.collect(), LANE);
    let table_row = |key: &str, belief: f64| TableRow {
        id: key.to_owned(),
        title: words.say(key),
        figures: Ok(vec![words.messages().percent(belief, 1)]),
    };
    let all = rows
        .iter()
        .map(|(key, belief, _)| table_row(key, *belief))
        .chain([
            table_row("bound-low", beliefs.bounds.0),
            table_row("bound-high", beliefs.bounds.1),
        ]);
    let head = ["table-when", "table-belief"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, all, None);
    let caption = words.fill(
        "beliefs-caption",
        &[
            ("low", Figure::Share(beliefs.bounds.0, 1)),
            ("high", Figure::Share(beliefs.bounds.1, 1)),
        ],
    );
    figure(words.say("beliefs"), picture, caption, table)
}

/// How often guesses were right.
fn scores_figure(words: &WordsWithFigures, game: &Game, beliefs: Beliefs) -> Html {
    let scores = [
        ("you", game.yours, "bar-reported"),
        ("best-guesser", game.best, "bar-estimate"),
    ];
    let text = |score: Score| {
        let key = if score.guesses == 0 {
            "score-none"
        } else {
            "score"
        };
        words.fill(
            key,
            &[
                ("right", Figure::Whole(score.right.into())),
                ("guesses", Figure::Whole(score.guesses.into())),
                ("share", Figure::Share(score.share().unwrap_or(0.0), 1)),
            ],
        )
    };
    let drawn = scores.iter().map(|(key, score, class)| {
        let done = score.share().map(|share| bar(class, share));
        BarRow {
            id: (*key).to_owned(),
            title: words.say(key),
            scale: Scale::between(0.0, 1.0),
            ends: None,
            marks: done
                .into_iter()
                .chain([Mark::Reported(beliefs.best)])
                .collect(),
            words: html! { { text(*score) } },
        }
    });
    let picture = bars(drawn.collect(), LANE);
    let rows = scores.iter().map(|(key, score, _)| TableRow {
        id: (*key).to_owned(),
        title: words.say(key),
        figures: Ok(vec![
            words.messages().whole(score.guesses.into()),
            words.messages().whole(score.right.into()),
        ]),
    });
    let head = ["table-who", "table-guesses", "table-right"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    let caption = words.fill(
        "scores-caption",
        &[("best", Figure::Share(beliefs.best, 1))],
    );
    figure(words.say("scores"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    fn setting(yes_of_hundred: u32, tenths: u32) -> Setting {
        Setting {
            yes_of_hundred,
            tenths,
        }
    }

    /// The best guess after an even one is right with e^ε/(1 + e^ε).
    #[test]
    fn the_best_guess_is_the_published_one() {
        for tenths in EPSILON.0..=EPSILON.1 {
            let factor = (f64::from(tenths) / 10.0).exp();
            let beliefs = setting(50, tenths).beliefs().unwrap();
            assert!(
                (beliefs.best - factor / (1.0 + factor)).abs() < 1e-6,
                "{tenths}"
            );
        }
        assert!((setting(50, 10).beliefs().unwrap().best - 0.7311).abs() < 1e-4);
    }

    #[test]
    fn no_report_leads_out_of_the_bounds() {
        for yes_of_hundred in [1, 10, 50, 99] {
            for tenths in [1, 10, 50] {
                let beliefs = setting(yes_of_hundred, tenths).beliefs().unwrap();
                let (low, high) = beliefs.bounds;
                for belief in [beliefs.before, beliefs.after_yes, beliefs.after_no] {
                    assert!(low <= belief + 1e-9 && belief <= high + 1e-9);
                }
                // Both are reached: no other mechanism of this ε reveals more.
                assert!((beliefs.after_yes - high).abs() < 1e-6);
                assert!((beliefs.after_no - low).abs() < 1e-6);
            }
        }
        // 10 of 100: 10·0.731 of 10·0.731 + 90·0.269 yeses are true.
        assert!((setting(10, 10).beliefs().unwrap().after_yes - 0.2320).abs() < 1e-4);
    }

    #[test]
    fn the_best_guesser_guesses_that_often() {
        let setting = setting(30, 15);
        let beliefs = setting.beliefs().unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(4);
        let mut score = Score::default();
        for _ in 0..10_000 {
            let student = setting.student(&mut generator).unwrap();
            score = score.with(beliefs.guess(student.sent_yes) == student.is_yes);
        }
        // Five standard deviations.
        let error = (beliefs.best * (1.0 - beliefs.best) / 1e4).sqrt();
        assert!((score.share().unwrap() - beliefs.best).abs() < 5.0 * error);
        assert_eq!(Score::default().share(), None);
    }
}

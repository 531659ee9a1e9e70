//! It adds up: the losses of several questions, and what sharing a budget among them costs.

use sotto_ldp::{
    Confidence, Epsilon, FrequencyOracle, PrivacyLoss, Randomizer, composition::sequential,
    planning::Planner, randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    guessing::{best_guess, surest_belief},
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "it-adds-up",
    play: |words| html! { <Adding words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 10,
    after: &["guess-this-student"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many questions a survey may have here.
const QUESTIONS: (u32, u32) = (1, 12);

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 30);

/// How many people answer.
const PEOPLE: u64 = 1_000;

/// How ε is given to the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Each question has ε.
    Each,
    /// All questions together have ε.
    Shared,
}

/// A survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Survey {
    questions: u32,
    tenths: u32,
    plan: Plan,
}

impl Survey {
    /// The mechanism of one yes-no question.
    fn mechanism(self) -> Option<DirectEncoding> {
        let micros = self.tenths * 100_000;
        let each = match self.plan {
            Plan::Each => micros,
            Plan::Shared => micros / self.questions.max(1),
        };
        DirectEncoding::new(&Epsilon::from_micros(each).ok()?, 2).ok()
    }

    /// What one respondent loses by all questions.
    fn loss(self) -> Option<PrivacyLoss> {
        let each = self.mechanism()?.privacy_loss();
        Some(sequential((0..self.questions).map(|_| each)))
    }

    /// How often the best guess between two whole sheets of answers is right, where they differ in every answer.
    fn best_guess(self) -> Option<f64> {
        let support = self.mechanism()?.support_probabilities();
        Some(best_guess(support, self.questions))
    }

    /// How sure that guess may become, where all answers point the same way.
    fn surest_belief(self) -> Option<f64> {
        Some(surest_belief(self.loss()?))
    }

    /// Half the width of each question's interval.
    fn margin(self) -> Option<f64> {
        self.planner()?.margin(PEOPLE).ok()
    }

    /// How many people ±3 points take.
    fn people_for_three_points(self) -> Option<u64> {
        self.planner()?.respondents(0.03).ok()
    }

    fn planner(self) -> Option<Planner> {
        let support = self.mechanism()?.support_probabilities();
        Planner::new(support, Confidence::default()).ok()
    }
}

fn figures() -> Figures {
    let survey = |questions, plan| Survey {
        questions,
        tenths: 10,
        plan,
    };
    let (one, five, shared) = (
        survey(1, Plan::Each),
        survey(5, Plan::Each),
        survey(5, Plan::Shared),
    );
    let figures = || {
        Some(vec![
            ("one-guess", Figure::Share(one.best_guess()?, 1)),
            ("five-guess", Figure::Share(five.best_guess()?, 1)),
            ("five-belief", Figure::Share(five.surest_belief()?, 1)),
            ("shared-guess", Figure::Share(shared.best_guess()?, 1)),
            ("five-loss", Figure::Number(five.loss()?.to_f64(), 0)),
            ("one-people", Figure::Whole(one.people_for_three_points()?)),
            (
                "shared-people",
                Figure::Whole(shared.people_for_three_points()?),
            ),
            ("one-margin", Figure::Number(one.margin()? * 100.0, 1)),
            ("shared-margin", Figure::Number(shared.margin()? * 100.0, 1)),
            ("people", Figure::Whole(PEOPLE)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct AddingProps {
    words: WordsWithFigures,
}

#[component]
fn Adding(props: &AddingProps) -> Html {
    let words = &props.words;
    let first = Survey {
        questions: 1,
        tenths: 10,
        plan: Plan::Each,
    };
    let play = use_play(words, first, 0);
    let (survey, _) = play.now();
    let epsilon = match survey.plan {
        Plan::Each => "epsilon-each",
        Plan::Shared => "epsilon-shared",
    };
    let tenths = words.messages().number(f64::from(survey.tenths) / 10.0, 1);
    let plans = [
        (Plan::Each, words.say("plan-each")),
        (Plan::Shared, words.say("plan-shared")),
    ];
    let (picture, spoken) = price(words, survey).unwrap_or_default();
    play.show(Playground {
        picture,
        buttons: play.button("add", true, |survey| Survey {
            questions: (survey.questions + 1).min(QUESTIONS.1),
            ..survey
        }),
        controls: html! {
            <>
                { play.choice(["plan", "plan"], plans, survey.plan, |survey, plan| Survey { plan, ..survey }) }
                { play.whole(["questions", "questions"], QUESTIONS, survey.questions, |survey, questions| Survey {
                    questions,
                    ..survey
                }) }
                { play.slider(["epsilon", epsilon], EPSILON, (survey.tenths, tenths), |survey, tenths| Survey { tenths, ..survey }) }
            </>
        },
        spoken,
    })
}

/// What the survey costs its respondents, and how precise it is.
fn price(words: &WordsWithFigures, survey: Survey) -> Option<(Html, String)> {
    let loss = survey.loss()?;
    let (best, belief) = (survey.best_guess()?, survey.surest_belief()?);
    let (margin, people) = (survey.margin()?, survey.people_for_three_points()?);
    let greatest = f64::from(QUESTIONS.1 * EPSILON.1) / 10.0;
    let row = |id: &'static str, class, share: f64, figure| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks: vec![bar(class, share)],
        words: words.fill(&[id, "-figure"].concat(), &[("figure", figure)]),
    };
    let rows = vec![
        row(
            "loss",
            "bar-reported",
            loss.to_f64() / greatest,
            Figure::Number(loss.to_f64(), 1),
        ),
        row("guess", "bar-reported", best, Figure::Share(best, 1)),
        row("belief", "bar-reported", belief, Figure::Share(belief, 1)),
        row(
            "margin",
            "bar-estimate",
            margin,
            Figure::Number(margin * 100.0, 1),
        ),
    ];
    let head = ["table-what", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let caption = words.fill(
        "price-caption",
        &[
            ("questions", Figure::Whole(survey.questions.into())),
            ("loss", Figure::Number(loss.to_f64(), 1)),
            ("needed", Figure::Whole(people)),
        ],
    );
    let shown = figure(words.say("price"), picture, caption.clone(), table);
    Some((shown, caption))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn survey(questions: u32, tenths: u32, plan: Plan) -> Survey {
        Survey {
            questions,
            tenths,
            plan,
        }
    }

    #[test]
    fn losses_add_up_and_a_budget_does_not() {
        for questions in QUESTIONS.0..=QUESTIONS.1 {
            let each = survey(questions, 10, Plan::Each).loss().unwrap();
            assert!((each.to_f64() - f64::from(questions)).abs() < 2e-5);
            let shared = survey(questions, 10, Plan::Shared).loss().unwrap();
            assert!(shared.to_f64() <= 1.0 + 2e-5, "{questions}");
        }
    }

    /// Respondents for ±3 points, 19 times in 20: 4,997 at ε = 1, 17,789 at 0.5, 1,840 at 2.
    #[test]
    fn respondents_are_the_published_ones() {
        for (questions, tenths, people) in [
            (1, 10, 4_997),
            (2, 10, 17_789),
            (1, 5, 17_789),
            (1, 20, 1_840),
        ] {
            let found = survey(questions, tenths, Plan::Shared).people_for_three_points();
            assert_eq!(found, Some(people), "{questions} {tenths}");
        }
        let five = survey(5, 10, Plan::Each);
        assert_eq!(five.people_for_three_points(), Some(4_997));
    }

    /// With p = e/(e + 1): p⁵ + 5p⁴(1 − p) + 10p³(1 − p)² = 0.875507 is how often most of five answers are true, and
    /// e⁵/(e⁵ + 1) = 0.993307 the belief where all five are the same. Five answers that share ε = 1: 0.592822.
    #[test]
    fn a_guess_is_right_less_often_than_it_may_be_sure() {
        let five = survey(5, 10, Plan::Each);
        assert!((five.best_guess().unwrap() - 0.875_507).abs() < 1e-5);
        assert!((five.surest_belief().unwrap() - 0.993_307).abs() < 1e-5);
        let shared = survey(5, 10, Plan::Shared);
        assert!((shared.best_guess().unwrap() - 0.592_822).abs() < 1e-5);
        assert!((shared.surest_belief().unwrap() - 0.731_059).abs() < 1e-5);
        // Of one answer both are the same.
        for plan in [Plan::Each, Plan::Shared] {
            let one = survey(1, 10, plan);
            let [guess, belief] = [one.best_guess(), one.surest_belief()].map(Option::unwrap);
            assert!((guess - belief).abs() < 1e-5, "{guess} {belief}");
        }
        for questions in QUESTIONS.0..=QUESTIONS.1 {
            let one = survey(questions, 7, Plan::Each);
            assert!(one.best_guess() <= one.surest_belief(), "{questions}");
        }
    }
}

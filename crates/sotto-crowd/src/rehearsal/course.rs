//! The course of a rehearsal: person by person, in steps as large as the page likes.

use std::cmp::Reverse;

use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Confidence, MechanismError};
use sotto_survey::{
    Answer, Layout, PartDomain, Results, SubmissionError, Survey, SurveyOracles, Tally,
};
use thiserror::Error;

use super::{
    chance::below,
    figures::{Figure, figures},
    imagined::imagined,
    people::answers,
    recipe::{MOST_IMAGINED, Minds, Recipe, Shape},
    truth::Truth,
};

/// How often a cheater draws.
const DRAWS: u32 = 64;

/// Why a rehearsal cannot be held.
#[derive(Debug, Error)]
pub enum RehearsalError {
    /// Nobody, or too many.
    #[error("a rehearsal takes 1 to {MOST_IMAGINED} people")]
    People,
    /// More than a hundred in a hundred.
    #[error("a share of people is at most 100 in 100")]
    Share,
    /// The survey has no oracles: never one that could be read.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// Answers that no respondent can give.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
}

/// A rehearsal that is under way.
pub struct Rehearsal {
    oracles: SurveyOracles,
    recipe: Recipe,
    generator: ChaCha20Rng,
    truth: Truth,
    tally: Tally,
    told: Tally,
    cheated: Tally,
    begun: u32,
    sent: u32,
    /// How many copies are told.
    told_sent: u32,
}

impl Rehearsal {
    /// A rehearsal at its beginning. The same number draws the same people and the same chance.
    ///
    /// # Errors
    /// When the recipe cannot be followed.
    pub fn new(survey: Survey, recipe: Recipe, number: u64) -> Result<Self, RehearsalError> {
        if !(1..=MOST_IMAGINED).contains(&recipe.people) {
            return Err(RehearsalError::People);
        }
        let shares = [
            recipe.leaving,
            recipe.declining,
            recipe.careless,
            recipe.cheating,
        ];
        if shares.iter().any(|&share| share > 100) {
            return Err(RehearsalError::Share);
        }
        let oracles = SurveyOracles::new(survey)?;
        let mut generator = ChaCha20Rng::seed_from_u64(number);
        let cheated = if recipe.cheating > 0 {
            cheated(&oracles, &mut generator)?
        } else {
            Tally::empty(&oracles)
        };
        Ok(Self {
            truth: Truth::empty(oracles.survey()),
            tally: Tally::empty(&oracles),
            told: Tally::empty(&oracles),
            cheated,
            oracles,
            recipe,
            generator,
            begun: 0,
            sent: 0,
            told_sent: 0,
        })
    }

    /// Lets at most so many more people answer. Results are looked at once they have, and move on where they have
    /// gained a step.
    ///
    /// # Errors
    /// When answers do not fit the survey, as those of a table may not.
    pub fn advance(&mut self, people: u32) -> Result<(), RehearsalError> {
        let people = people.min(self.recipe.people - self.begun);
        let mut submissions = Vec::with_capacity(people as usize);
        for _ in 0..people {
            self.begun += 1;
            submissions.extend(self.person()?);
        }
        let all: Vec<_> = submissions.iter().collect();
        let counted = Tally::of_submissions(&self.oracles, &all)?;
        self.add(&counted)?;
        self.tell();
        Ok(())
    }

    /// Tells the counts of this moment of each entry that has gained a step since it was told last, in each of its
    /// parts, as a collector does.
    fn tell(&mut self) {
        let survey = self.oracles.survey();
        let step = survey.results_step();
        if u64::from(self.sent - self.told_sent) < step {
            return;
        }
        self.told_sent = self.sent;
        let (counted, mut told) = (self.tally.counts(), self.told.counts().to_vec());
        let mut first = 0;
        for entry in survey.entries() {
            let parts = first..first + entry.parts().len();
            first = parts.end;
            let (Some(counted), Some(told)) = (counted.get(parts.clone()), told.get_mut(parts))
            else {
                continue;
            };
            let gains = counted.iter().zip(&*told);
            let mut gains = gains.map(|(now, before)| now.reports() - before.reports());
            if gains.all(|gain| gain >= step) {
                told.clone_from_slice(counted);
            }
        }
        self.told = Tally::of_counts(&self.oracles, told);
    }

    fn add(&mut self, counted: &Tally) -> Result<(), RehearsalError> {
        let merged = self.tally.merge(counted);
        merged.map_err(|_| {
            RehearsalError::Submission(SubmissionError::ReportCount {
                expected: self.tally.counts().len(),
                found: counted.counts().len(),
            })
        })
    }

    /// One person, and what comes of it, unless nothing does or a cheater's copy is counted.
    fn person(&mut self) -> Result<Option<sotto_survey::Submission>, RehearsalError> {
        let oracles = self.oracles.clone();
        let survey = oracles.survey();
        let rng = &mut self.generator;
        let layout = Layout::drawn(survey, rng);
        let mut thought = answers(survey, &self.recipe.minds, rng);
        for (answer, question) in thought.iter_mut().zip(survey.questions()) {
            let declines = below(100, rng) < self.recipe.declining;
            if declines && question.is_reported() && question.no_answer().is_some() {
                *answer = None;
            }
        }
        self.truth.add(survey, &layout, &thought);
        // All are drawn, so that one share does not change who the others are.
        let [leaves, cheats, is_careless] = [
            self.recipe.leaving,
            self.recipe.cheating,
            self.recipe.careless,
        ]
        .map(|share| below(100, rng) < share);
        if leaves {
            return Ok(None);
        }
        self.sent += 1;
        if cheats {
            let cheated = self.cheated.clone();
            self.add(&cheated)?;
            return Ok(None);
        }
        let given = if is_careless {
            answers(survey, &Minds::Shaped(Shape::Uniform), rng)
        } else {
            thought
        };
        Ok(Some(survey.randomize_shown(&layout, &given, rng)?))
    }

    /// Whether everybody has begun.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.begun >= self.recipe.people
    }

    /// How many have begun, and how many copies have come of it.
    #[must_use]
    pub const fn done(&self) -> (u32, u32) {
        (self.begun, self.sent)
    }

    /// What the designer would see: what has gained a step, and of the rest that it waits for one.
    #[must_use]
    pub fn results(&self) -> Results {
        let step = self.oracles.survey().results_step();
        let told = &self.told;
        let results = told.results_from(&self.oracles, Confidence::default(), step);
        Results {
            submissions: Some(self.told_sent.into()),
            ..results
        }
    }

    /// What is true of all the people imagined, in the form of the results: each figure in the place of its estimate.
    #[must_use]
    pub fn imagined(&self) -> Results {
        imagined(self.oracles.survey(), &self.truth, &self.results())
    }

    /// Every estimate beside what is true of all the people imagined.
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        figures(self.oracles.survey(), &self.truth, &self.results())
    }
}

/// The copy, of many drawn by a respondent's own program, that speaks most for the first option of every
/// question. Its report id aside, any number of people could send it.
fn cheated(oracles: &SurveyOracles, rng: &mut dyn CryptoRng) -> Result<Tally, RehearsalError> {
    let survey = oracles.survey();
    let mut drawn = Vec::new();
    for _ in 0..DRAWS {
        let layout = Layout::drawn(survey, rng);
        let answers: Vec<Option<Answer>> = answers(survey, &Minds::Shaped(Shape::OnePoint), rng);
        let first = survey.questions().iter().zip(answers);
        let first = first.map(|(question, other)| question.answer_of_simulated(0).ok().or(other));
        let submission = survey.randomize_shown(&layout, &first.collect::<Vec<_>>(), rng)?;
        drawn.push(Tally::of_submissions(oracles, &[&submission])?);
    }
    let favour = |tally: &Tally| {
        let counts = survey.parts().zip(tally.counts());
        let for_first =
            counts.filter(|(part, _)| matches!(part.domain(), PartDomain::Categories(_)));
        let for_first = for_first.filter_map(|(_, counts)| counts.sums().first());
        for_first.sum::<u64>()
    };
    let best = drawn.into_iter().min_by_key(|tally| Reverse(favour(tally)));
    Ok(best.unwrap_or_else(|| Tally::empty(oracles)))
}

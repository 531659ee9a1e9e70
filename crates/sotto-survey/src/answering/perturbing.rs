//! From a sheet of answers to a submission: the one way out.

use rand::CryptoRng;
use sotto_ldp::{ProvenReport, composition::draw_questions};

use super::{
    layout::Layout,
    permanent::PermanentReports,
    question::{DrawReport, draw_to_keep, draw_to_send},
    submission::Submission,
};
use crate::{
    survey::{Survey, entry::Entry, joint::Joint, question::Question},
    terms::{
        answer::Answer,
        error::{AnswerError, SubmissionError},
        plan::Plan,
        report_id::ReportId,
    },
};

impl Survey {
    /// Perturbs a whole sheet of answers, one for each question in order. A question without an
    /// answer, or one that is not asked, is reported as declined, perturbed like any other; a multiple
    /// choice that cannot be declined, and asks for no option, as none of them. The report id is drawn too, and
    /// [so are arms](Layout::drawn) that no link named.
    ///
    /// # Errors
    /// When an answer is missing that cannot be declined, or belongs to another question.
    pub fn randomize(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<Submission, SubmissionError> {
        let layout = Layout::drawn(self, rng);
        self.randomize_shown(&layout, answers, rng)
    }

    /// Like [`Self::randomize`], for a respondent who saw `layout`. Of each set of arms, only the one shown is reported.
    ///
    /// # Errors
    /// Same as [`Self::randomize`].
    pub fn randomize_shown(
        &self,
        layout: &Layout,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<Submission, SubmissionError> {
        self.perturb(layout, answers, rng, draw_to_send)
    }

    /// In a survey in waves: draws what the device keeps of a sheet of answers, and from which it
    /// draws the copy of each wave. It is never sent.
    ///
    /// # Errors
    /// Same as [`Self::randomize`].
    pub fn memoise(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<PermanentReports, SubmissionError> {
        // There are no arms in waves.
        self.perturb(&Layout::as_written(self), answers, rng, draw_to_keep)
            .map(PermanentReports::new)
    }

    /// Draws a wave's submission from what the device keeps.
    ///
    /// # Errors
    /// When it was kept of another survey.
    pub fn draw_copy(
        &self,
        permanent: &PermanentReports,
        rng: &mut dyn CryptoRng,
    ) -> Result<Submission, SubmissionError> {
        let (expected, found) = (self.part_count(), permanent.reports().len());
        if expected != found {
            return Err(SubmissionError::ReportCount { expected, found });
        }
        let mut reports = Vec::with_capacity(expected);
        let mut all_kept = permanent.reports().iter();
        for entry in self.entries() {
            for (part, kept) in entry.parts().iter().zip(&mut all_kept) {
                let copy = kept
                    .as_ref()
                    .map(|kept| part.randomizer().draw_again(kept, rng));
                let copy = copy.transpose();
                reports.push(copy.map_err(|error| SubmissionError::Impossible {
                    question: entry.name().to_owned(),
                    error,
                })?);
            }
        }
        Ok(Submission::new(
            self.version(),
            ReportId::draw(rng),
            reports,
        ))
    }

    fn perturb(
        &self,
        layout: &Layout,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
        draw: DrawReport,
    ) -> Result<Submission, SubmissionError> {
        if answers.len() != self.questions().len() {
            let (expected, found) = (self.questions().len(), answers.len());
            return Err(SubmissionError::AnswerCount { expected, found });
        }
        for arms in self.arms() {
            let shown = arms.questions().iter().filter(|&&one| layout.shows(one));
            if shown.count() != 1 {
                let first = arms.questions().first();
                let first = first.and_then(|&index| self.questions().get(index));
                let first = first.map_or_else(String::new, |one| one.id().to_string());
                return Err(SubmissionError::Arms(first));
            }
        }
        let given = self.given(layout, answers)?;
        let drawn = self.draw(rng);
        let mut reports = Vec::with_capacity(self.part_count());
        for (number, (entry, members)) in (0_u32..).zip(self.entries_with_members()) {
            let answers = members
                .indices()
                .iter()
                .map(|&index| given.get(index).and_then(Option::as_ref));
            let made = match entry {
                Entry::Question(question) => perturb_alone(question, answers, rng, draw)?,
                Entry::Joint(joint) => {
                    vec![Some(self.perturb_together(joint, answers, rng, draw)?)]
                }
            };
            // Perturbed whether it is drawn or not, in the same time.
            let is_drawn = drawn.binary_search(&number).is_ok();
            reports.extend(made.into_iter().map(|report| report.filter(|_| is_drawn)));
        }
        Ok(Submission::new(
            self.version(),
            ReportId::draw(rng),
            reports,
        ))
    }

    /// For each question the answer that is perturbed: the one that was given, or what leaving it alone
    /// says. `None` where nothing is reported of the question, or another arm was asked.
    fn given(
        &self,
        layout: &Layout,
        answers: &[Option<Answer>],
    ) -> Result<Vec<Option<Answer>>, SubmissionError> {
        let asked = self.asked(layout, answers);
        let mut given = Vec::with_capacity(answers.len());
        // Here and below loops: every respondent downloads what gathers results out of a chain.
        for (index, ((question, answer), asked)) in
            self.questions().iter().zip(answers).zip(asked).enumerate()
        {
            let answer = answer.as_ref().filter(|_| asked);
            given.push(if layout.shows(index) {
                said(question, answer, asked)?
            } else {
                None
            });
        }
        Ok(given)
    }

    /// The one report of the answers to joint questions.
    fn perturb_together<'a>(
        &self,
        joint: &Joint,
        answers: impl Iterator<Item = Option<&'a Answer>>,
        rng: &mut dyn CryptoRng,
        draw: DrawReport,
    ) -> Result<ProvenReport, SubmissionError> {
        let mut categories = Vec::with_capacity(joint.questions().len());
        for (&index, answer) in joint.questions().iter().zip(answers) {
            let question = &self.questions()[index];
            let category = answer.and_then(|answer| question.choice(answer));
            categories
                .push(category.ok_or_else(|| failed(question.id().as_str(), AnswerError::Kind))?);
        }
        draw(joint.part(), joint.cell(&categories), rng)
            .map_err(|error| failed(joint.name(), error.into()))
    }

    /// The indices of the entries that are drawn.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<u32> {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let count = number(self.entries().count());
        let drawn = if self.plan() == Plan::Sample {
            number(self.drawn_questions())
        } else {
            count
        };
        if drawn == count {
            return (0..count).collect();
        }
        // The survey was refused if fewer than one or more than all are to be drawn.
        draw_questions(drawn, count, rng).unwrap_or_default()
    }
}

/// The answer that is perturbed: the one that was given, or what leaving the question alone says; `None` where
/// nothing is reported of it.
fn said(
    question: &Question,
    answer: Option<&Answer>,
    is_asked: bool,
) -> Result<Option<Answer>, SubmissionError> {
    let (said, is_missing) = if question.is_reported() {
        let said = answer.cloned().or_else(|| question.untouched());
        let is_missing = said.is_none();
        (said, is_missing)
    } else {
        let is_missing = is_asked && answer.is_none() && question.needs_answer();
        (None, is_missing)
    };
    if is_missing {
        return Err(SubmissionError::Unanswered(question.id().to_string()));
    }
    Ok(said)
}

/// The reports of the answer to a question by itself; none of a question of another arm.
fn perturb_alone<'a>(
    question: &Question,
    mut answers: impl Iterator<Item = Option<&'a Answer>>,
    rng: &mut dyn CryptoRng,
    draw: DrawReport,
) -> Result<Vec<Option<ProvenReport>>, SubmissionError> {
    match answers.next().flatten() {
        Some(answer) => question
            .perturb(answer, rng, draw)
            .map_err(|error| failed(question.id().as_str(), error)),
        None => Ok(question.parts().iter().map(|_| None).collect()),
    }
}

fn failed(name: &str, error: AnswerError) -> SubmissionError {
    SubmissionError::Answer {
        question: name.to_owned(),
        error,
    }
}

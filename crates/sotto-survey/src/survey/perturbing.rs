//! From a sheet of answers to a submission: the one way out.

use rand::CryptoRng;
use sotto_ldp::{Report, composition::draw_questions};

use super::Survey;
use crate::{
    answer::Answer,
    error::{AnswerError, SubmissionError},
    permanent::PermanentReports,
    question::Question,
    report_id::ReportId,
    submission::Submission,
};

/// How a question's reports are drawn.
type Perturb =
    fn(&Question, &Answer, &mut dyn CryptoRng) -> Result<Vec<Option<Report>>, AnswerError>;

impl Survey {
    /// Perturbs a whole sheet of answers, one for each question in order. A question without an
    /// answer, or one that is not asked, is reported as declined, perturbed like any other; a multiple
    /// choice that cannot be declined, and asks for no option, as none of them. The report id is drawn
    /// too.
    ///
    /// # Errors
    /// When an answer is missing that cannot be declined, or belongs to another question.
    pub fn randomize(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<Submission, SubmissionError> {
        self.perturb(answers, rng, Question::randomize)
    }

    /// In a survey in waves: draws what the device keeps of a sheet of answers, and from which it
    /// draws the copy of each wave. It is never sent.
    ///
    /// # Errors
    /// As of [`Self::randomize`].
    pub fn memoise(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<PermanentReports, SubmissionError> {
        self.perturb(answers, rng, Question::memoise)
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
        let mut reports = Vec::with_capacity(self.part_count());
        for (part, kept) in self.parts().zip(permanent.reports()) {
            let report = kept
                .as_ref()
                .map(|kept| part.randomizer().report(kept, rng));
            let report = report.transpose();
            reports.push(report.map_err(|error| SubmissionError::Impossible {
                question: self.id.to_string(),
                error,
            })?);
        }
        Ok(Submission::new(self, ReportId::draw(rng), reports))
    }

    fn perturb(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
        perturb: Perturb,
    ) -> Result<Submission, SubmissionError> {
        if answers.len() != self.questions.len() {
            let (expected, found) = (self.questions.len(), answers.len());
            return Err(SubmissionError::AnswerCount { expected, found });
        }
        let asked = self.asked(answers);
        let drawn = self.draw(rng);
        let mut reports = Vec::with_capacity(self.part_count());
        let mut reported = 0;
        for ((question, answer), asked) in self.questions.iter().zip(answers).zip(asked) {
            let name = || question.id().to_string();
            let given = answer.clone().filter(|_| asked);
            if !question.is_reported() {
                if asked && given.is_none() && question.needs_answer() {
                    return Err(SubmissionError::Unanswered(name()));
                }
                continue;
            }
            let is_drawn = drawn.binary_search(&reported).is_ok();
            reported += 1;
            let answer = given
                .or_else(|| question.untouched())
                .ok_or_else(|| SubmissionError::Unanswered(name()))?;
            let made = perturb(question, &answer, rng);
            let made = made.map_err(|error| SubmissionError::Answer {
                question: name(),
                error,
            })?;
            reports.extend(made.into_iter().map(|report| report.filter(|_| is_drawn)));
        }
        Ok(Submission::new(self, ReportId::draw(rng), reports))
    }

    /// The places, among the questions that are reported, of those that are drawn.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<u32> {
        let count = self.reported_questions().count();
        let (drawn, count) = (
            u32::try_from(self.drawn).unwrap_or(u32::MAX),
            u32::try_from(count).unwrap_or(u32::MAX),
        );
        if drawn == count {
            return (0..count).collect();
        }
        // The survey was refused if fewer than one or more than all are to be drawn.
        draw_questions(drawn, count, rng).unwrap_or_default()
    }
}

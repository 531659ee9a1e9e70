//! From a sheet of answers to a submission: the one way out.

use rand::CryptoRng;
use sotto_ldp::composition::draw_questions;

use super::{
    layout::Layout,
    permanent::PermanentReports,
    question::{DrawReport, draw_to_keep, draw_to_send},
    submission::Submission,
};
use crate::{
    survey::Survey,
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

    /// The same for somebody who was shown a `layout`. Of arms that one is reported which it shows.
    ///
    /// # Errors
    /// As of [`Self::randomize`].
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
    /// As of [`Self::randomize`].
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
        let mut reports = Vec::with_capacity(self.part_count());
        for (part, kept) in self.parts().zip(permanent.reports()) {
            let report = kept
                .as_ref()
                .map(|kept| part.randomizer().draw_again(kept, rng));
            let report = report.transpose();
            reports.push(report.map_err(|error| SubmissionError::Impossible {
                question: self.id().to_string(),
                error,
            })?);
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
        let asked = self.asked(layout, answers);
        let drawn = self.draw(rng);
        let mut reports = Vec::with_capacity(self.part_count());
        let mut reported = 0;
        // Of linked questions the category, of others nothing.
        let mut categories = Vec::with_capacity(self.questions().len());
        let questions = self.questions().iter().zip(answers).zip(asked);
        for (index, ((question, answer), asked)) in questions.enumerate() {
            if !layout.shows(index) {
                // Another arm was asked.
                categories.push(0);
                reported += 1;
                reports.extend(question.parts().iter().map(|_| None));
                continue;
            }
            let name = || question.id().to_string();
            let given = answer.clone().filter(|_| asked);
            if !question.is_reported() {
                if asked && given.is_none() && question.needs_answer() {
                    return Err(SubmissionError::Unanswered(name()));
                }
                categories.push(0);
                continue;
            }
            let answer = given
                .or_else(|| question.untouched())
                .ok_or_else(|| SubmissionError::Unanswered(name()))?;
            let failed = |error| SubmissionError::Answer {
                question: name(),
                error,
            };
            if question.is_linked() {
                let category = question.choice(&answer).ok_or(failed(AnswerError::Kind))?;
                categories.push(category);
                continue;
            }
            categories.push(0);
            let is_drawn = drawn.binary_search(&reported).is_ok();
            reported += 1;
            let made = question.perturb(&answer, rng, draw).map_err(failed)?;
            reports.extend(made.into_iter().map(|report| report.filter(|_| is_drawn)));
        }
        for link in self.links() {
            let members = link.questions().iter();
            let members: Vec<_> = members
                .filter_map(|&one| categories.get(one).copied())
                .collect();
            let is_drawn = drawn.binary_search(&reported).is_ok();
            reported += 1;
            let report = draw(link.part(), link.cell(&members), rng);
            let report = report.map_err(|error| SubmissionError::Answer {
                question: link.name().to_owned(),
                error: error.into(),
            })?;
            reports.push(is_drawn.then_some(report));
        }
        Ok(Submission::new(
            self.version(),
            ReportId::draw(rng),
            reports,
        ))
    }

    /// The indices of the entries that are drawn.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<u32> {
        let count = self.entries().count();
        if self.plan() != Plan::Sample {
            return (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
        }
        let (drawn, count) = (
            u32::try_from(self.drawn_questions()).unwrap_or(u32::MAX),
            u32::try_from(count).unwrap_or(u32::MAX),
        );
        if drawn == count {
            return (0..count).collect();
        }
        // The survey was refused if fewer than one or more than all are to be drawn.
        draw_questions(drawn, count, rng).unwrap_or_default()
    }
}

//! From an answer to the reports of its parts.

use rand::CryptoRng;
use sotto_ldp::{OutsideDomain, ProvenReport, composition::draw_questions, uniform_below};

use crate::{
    survey::question::Question,
    terms::{answer::Answer, error::AnswerError, part::Part},
};

/// How a part's report is drawn.
pub(crate) type DrawReport =
    fn(&Part, u32, &mut dyn CryptoRng) -> Result<ProvenReport, OutsideDomain>;

/// A report that is sent.
pub(crate) fn draw_to_send(
    part: &Part,
    value: u32,
    rng: &mut dyn CryptoRng,
) -> Result<ProvenReport, OutsideDomain> {
    part.randomizer().draw(value, rng)
}

/// In a survey in waves, what stays on the device.
pub(crate) fn draw_to_keep(
    part: &Part,
    value: u32,
    rng: &mut dyn CryptoRng,
) -> Result<ProvenReport, OutsideDomain> {
    part.randomizer().draw_permanent(value, rng)
}

impl Question {
    /// The reports of an answer, one for each part, `None` where it was not drawn: from here on,
    /// nobody can tell.
    ///
    /// # Errors
    /// When the answer is another question's, or incomplete.
    pub fn randomize(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Option<ProvenReport>>, AnswerError> {
        self.perturb(answer, rng, draw_to_send)
    }

    /// The same, each part's report drawn by `draw`.
    pub(crate) fn perturb(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
        draw: DrawReport,
    ) -> Result<Vec<Option<ProvenReport>>, AnswerError> {
        if self.shape().own_secret().is_some() {
            return Ok(vec![Some(self.report_of_said(answer, rng)?)]);
        }
        if let Some(part) = self.whole_set() {
            let chosen = self.set(answer)?;
            return Ok(vec![Some(part.randomizer().draw_set(&chosen, rng)?)]);
        }
        let values = self.part_values(answer, |grid| {
            // A cell is below 2²⁰.
            let cells = std::num::NonZeroU64::new(grid.cells().into());
            cells.map_or(0, |cells| {
                u32::try_from(uniform_below(cells, rng)).unwrap_or(0)
            })
        })?;
        let drawn = self.draw(rng);
        let drawn_from = self.drawn_parts().len();
        let parts = self.parts().iter().zip(values).enumerate();
        parts
            .map(|(index, (part, value))| {
                let is_drawn = index >= drawn_from || drawn.binary_search(&index).is_ok();
                // Perturbed whether it is drawn or not, in the same time.
                let report = draw(part, value, rng)?;
                Ok(is_drawn.then_some(report))
            })
            .collect()
    }

    /// What was said beside an own secret, as it is: the person has randomized it. Of somebody who is
    /// simulated, whose truth is known instead, the innocent answer is drawn.
    fn report_of_said(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<ProvenReport, AnswerError> {
        if let Some(said) = self.said(answer) {
            return Ok(said.report());
        }
        let simulated = self.choice(answer).zip(self.parts().first());
        let (truth, part) = simulated.ok_or(AnswerError::Missing)?;
        Ok(part.randomizer().draw(truth, rng)?)
    }

    /// Which parts are reported, rising.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<usize> {
        let drawn_from = self.drawn_parts().len();
        let count = u32::try_from(drawn_from).unwrap_or(u32::MAX);
        if self.reported() == count {
            return (0..drawn_from).collect();
        }
        // The question was refused if fewer than one or more than all are to be drawn.
        let drawn = draw_questions(self.reported(), count, rng).unwrap_or_default();
        drawn.into_iter().map(|index| index as usize).collect()
    }
}

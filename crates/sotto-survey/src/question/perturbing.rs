//! From an answer to the reports of its parts.

use rand::CryptoRng;
use sotto_ldp::{OutsideDomain, Report, composition::draw_questions, uniform_below};

use super::Question;
use crate::{answer::Answer, error::AnswerError, part::Part};

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
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        self.perturb(answer, rng, |part, value, rng| {
            part.randomizer().randomize(value, rng)
        })
    }

    /// The permanent reports of an answer, in a survey in waves. They stay on the device.
    pub(crate) fn memoise(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        self.perturb(answer, rng, |part, value, rng| {
            part.randomizer().memoise(value, rng)
        })
    }

    fn perturb(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
        draw: fn(&Part, u32, &mut dyn CryptoRng) -> Result<Report, OutsideDomain>,
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        let values = self.part_values(answer, |grid| {
            // A cell is below 2²⁰.
            let cells = std::num::NonZeroU64::new(grid.cells().into());
            cells.map_or(0, |cells| {
                u32::try_from(uniform_below(cells, rng)).unwrap_or(0)
            })
        })?;
        let drawn = self.draw(rng);
        let parts = self.parts.iter().zip(values).enumerate();
        parts
            .map(|(place, (part, value))| {
                let is_drawn = place >= self.drawn_from || drawn.binary_search(&place).is_ok();
                // Perturbed whether it is drawn or not, in the same time.
                let report = draw(part, value, rng)?;
                Ok(is_drawn.then_some(report))
            })
            .collect()
    }

    /// Which parts are reported, rising.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<usize> {
        let count = u32::try_from(self.drawn_from).unwrap_or(u32::MAX);
        if self.reported == count {
            return (0..self.drawn_from).collect();
        }
        // The question was refused if fewer than one or more than all are to be drawn.
        let drawn = draw_questions(self.reported, count, rng).unwrap_or_default();
        drawn.into_iter().map(|place| place as usize).collect()
    }
}

//! A few of several numbers, drawn without replacement, each perturbed with its part of ε.
//!
//! - **Input** a cell of each of d grids. **Report** which k of them were drawn, and an output cell
//!   for each.
//! - **Channel** every k of the d are drawn with the same chance, whatever the answers; each drawn
//!   answer goes through its own randomizer at ε/k.
//! - **Privacy** the choice tells nothing, and the k reports cost at most the sum of the k greatest
//!   losses (sequential composition).
//! - **Estimator** each number's mean over the reports that hold it: n is their number, not that of
//!   the respondents. (Scaling by d/k and dividing by all respondents is the same in the mean, and
//!   noisier.)
//! - **Variance** that of the one-number mechanism at ε/k with kn/d reports.
//! - **Choose it** for means of several numbers.
//! - **Source** Wang et al. 2019: k = max(1, min(d, ⌊ε/2.5⌋)).

use rand::CryptoRng;

use super::{SeveralDesignError, SeveralError, check_dimensions, check_inputs};
use crate::{
    kernel::{
        Channel, Epsilon, ImpossibleReport, MechanismError, PrivacyLoss, Report, exact::Natural,
        sampling::uniform_indices,
    },
    numbers::{
        error::NumberError,
        randomizers::{NumericRandomizer, window::Window},
    },
};

/// A randomizer for each of several numbers, some of which are drawn for each report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledCoordinates<M> {
    pub(in crate::numbers) randomizers: Vec<M>,
    sampled: u32,
    privacy_loss: PrivacyLoss,
}

/// Which numbers were drawn, in increasing order, and their output cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SampledReport {
    /// Pairs of a number's index and its output cell.
    pub cells: Vec<(u32, u32)>,
}

impl SampledCoordinates<Window> {
    /// The piecewise mechanism on ⌊ε/2.5⌋ of the numbers, at least one.
    ///
    /// # Errors
    /// When there are not from 1 to 1,024 grids, or one has not from 2 to [`crate::numbers::Grid::MAX_CELLS`]
    /// cells.
    pub fn piecewise(epsilon: &Epsilon, grids: &[u32]) -> Result<Self, SeveralDesignError> {
        Self::of_parts(epsilon, grids, Window::piecewise)
    }
}

impl<M: NumericRandomizer> SampledCoordinates<M> {
    /// At most so many numbers.
    pub const MAX_DIMENSIONS: usize = 1024;

    /// Draws `sampled` of the numbers for each report.
    ///
    /// # Errors
    /// When there are not from 1 to 1,024 numbers, or not from 1 to all of them are drawn.
    pub fn new(randomizers: Vec<M>, sampled: u32) -> Result<Self, NumberError> {
        check_dimensions(randomizers.len(), Self::MAX_DIMENSIONS)?;
        check_dimensions(sampled as usize, randomizers.len())?;
        let mut losses: Vec<_> = randomizers.iter().map(M::privacy_loss).collect();
        losses.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Self {
            privacy_loss: losses.into_iter().take(sampled as usize).sum(),
            randomizers,
            sampled,
        })
    }

    fn of_parts(
        epsilon: &Epsilon,
        grids: &[u32],
        build: impl Fn(&Epsilon, u32) -> Result<M, MechanismError>,
    ) -> Result<Self, SeveralDesignError> {
        check_dimensions(grids.len(), Self::MAX_DIMENSIONS)?;
        let dimensions = u32::try_from(grids.len()).unwrap_or(u32::MAX);
        let sampled = (epsilon.micros_rounded_down() / MICROS_PER_SAMPLE).clamp(1, dimensions);
        let part = match sampled {
            1 => *epsilon,
            // A part of more than one sample is at least 2.5.
            _ => Epsilon::from_micros(epsilon.micros_rounded_down() / sampled).unwrap_or(*epsilon),
        };
        let randomizers: Result<Vec<_>, _> =
            grids.iter().map(|&cells| build(&part, cells)).collect();
        Ok(Self::new(randomizers?, sampled)?)
    }

    /// The randomizer of each number.
    #[must_use]
    pub fn randomizers(&self) -> &[M] {
        &self.randomizers
    }

    /// k: how many numbers a report holds.
    #[must_use]
    pub const fn sampled(&self) -> u32 {
        self.sampled
    }

    /// What one report costs at most, rounded up.
    #[must_use]
    pub const fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }

    /// Draws k of the numbers without replacement, and the report of each.
    ///
    /// # Errors
    /// When the inputs are not one cell of each grid, drawn or not.
    pub fn randomize<R: CryptoRng + ?Sized>(
        &self,
        inputs: &[u32],
        rng: &mut R,
    ) -> Result<SampledReport, SeveralError> {
        check_inputs(inputs, self.randomizers.iter().map(M::cells))?;
        let mut cells = Vec::with_capacity(self.sampled as usize);
        for number in self.draw(rng) {
            let index = number as usize;
            let cell = self.randomizers[index]
                .randomize(inputs[index], rng)
                .map_err(|error| SeveralError::Outside { index, error })?;
            cells.push((number, cell));
        }
        Ok(SampledReport { cells })
    }

    /// The numbers of one report, in increasing order.
    fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Vec<u32> {
        // There are at most 1,024.
        let dimensions = u32::try_from(self.randomizers.len()).unwrap_or(self.sampled);
        uniform_indices(dimensions, self.sampled, rng)
    }

    /// The report as it travels, as rising indices: the output cells of all numbers are counted on
    /// from one number to the next.
    #[must_use]
    pub fn to_report(&self, report: &SampledReport) -> Report {
        let start = |number: u32| -> u32 {
            let before = self.randomizers.iter().take(number as usize);
            before.map(M::output_cells).sum()
        };
        let cells = report.cells.iter();
        Report::Indices(cells.map(|&(number, cell)| start(number) + cell).collect())
    }

    /// Reads a report that has travelled.
    ///
    /// # Errors
    /// When it does not list one cell of each of k numbers, rising.
    pub fn read_report(&self, report: &Report) -> Result<SampledReport, ImpossibleReport> {
        let Report::Indices(indices) = report else {
            return Err(report.wrong_form("a list of indices"));
        };
        let (expected, found) = (self.sampled as usize, indices.len());
        if found != expected {
            return Err(ImpossibleReport::WrongCount { expected, found });
        }
        let mut cells: Vec<(u32, u32)> = Vec::with_capacity(found);
        for &index in indices {
            let mut cell = index;
            let found = (0..)
                .zip(&self.randomizers)
                .find_map(|(number, randomizer)| {
                    let rest = cell.checked_sub(randomizer.output_cells());
                    let here = rest.is_none().then_some((number, cell));
                    cell = rest.unwrap_or(cell);
                    here
                });
            let pair = found.ok_or_else(|| ImpossibleReport::IndexOutOfRange {
                index,
                domain_size: self.randomizers.iter().map(M::output_cells).sum(),
            })?;
            match cells.last() {
                Some(&(last, _)) if last > pair.0 => {
                    return Err(ImpossibleReport::NotRising { index });
                }
                Some(&(last, _)) if last == pair.0 => {
                    return Err(ImpossibleReport::WrongForm {
                        expected: "a cell of each number drawn",
                        found: "two cells of one number",
                    });
                }
                _ => cells.push(pair),
            }
        }
        Ok(SampledReport { cells })
    }
}

impl<M: NumericRandomizer + Channel> SampledCoordinates<M> {
    /// The weight of a report when the truth is `inputs`, out of [`Self::row_total`].
    #[must_use]
    pub fn weight(&self, inputs: &[u32], report: &SampledReport) -> Natural {
        let mut product = Natural::from(1_u64);
        for ((number, randomizer), &input) in (0..).zip(&self.randomizers).zip(inputs) {
            let drawn = report.cells.iter().find(|(of, _)| *of == number);
            product = product.product(&match drawn {
                Some((_, cell)) => randomizer.weight(input, cell),
                None => randomizer.row_total(),
            });
        }
        product
    }

    /// What the weights of every input add up to: the ways to draw k of d times all row totals.
    #[must_use]
    pub fn row_total(&self) -> Natural {
        let dimensions = self.randomizers.len() as u64;
        let mut ways = Natural::from(1_u64);
        for drawn in 0..u64::from(self.sampled) {
            let next = ways.times(dimensions - drawn).divided_by(drawn + 1);
            ways = next.unwrap_or(ways);
        }
        let totals = self.randomizers.iter().map(M::row_total);
        totals.fold(ways, |product, total| product.product(&total))
    }
}

/// One more number is drawn for every 2.5 of ε.
const MICROS_PER_SAMPLE: u32 = 2_500_000;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn sampled(epsilon: &str, dimensions: usize) -> SampledCoordinates<Window> {
        SampledCoordinates::piecewise(&epsilon.parse().unwrap(), &vec![5; dimensions]).unwrap()
    }

    #[test]
    fn as_many_are_drawn_as_published() {
        for (epsilon, dimensions, expected) in [
            ("0.1", 4, 1),
            ("4.9", 4, 1),
            ("5", 4, 2),
            ("7.5", 4, 3),
            ("20", 4, 4),
            ("20", 2, 2),
        ] {
            let several = sampled(epsilon, dimensions);
            assert_eq!(several.sampled(), expected, "{epsilon}");
            let whole: Epsilon = epsilon.parse().unwrap();
            assert!(several.privacy_loss() <= whole.privacy_loss());
        }
    }

    /// Every pair of four comes up, none twice the same number, each with its sixth: |z| > 6 in any
    /// of six cells has a chance below 2·10⁻⁸.
    #[test]
    fn draws_are_without_replacement_and_even() {
        let several = sampled("5", 4);
        let mut rng = ChaCha20Rng::seed_from_u64(17);
        let mut seen = std::collections::BTreeMap::new();
        let draws = 60_000;
        for _ in 0..draws {
            *seen.entry(several.draw(&mut rng)).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 6);
        // Variance n·(1/6)·(5/6): z² > 36 where the square of what is off is above 5n.
        for (pair, count) in seen {
            assert!(pair[0] < pair[1]);
            let off = u64::from(count.abs_diff(draws / 6));
            assert!(off * off < 5 * u64::from(draws), "{pair:?}: {count}");
        }
    }

    #[test]
    fn reports_travel_as_indices_and_impossible_ones_are_refused() {
        let several = sampled("5", 3);
        let outputs = several.randomizers[0].output_cells();
        let report = SampledReport {
            cells: vec![(0, 1), (2, outputs - 1)],
        };
        let travelled = several.to_report(&report);
        assert_eq!(travelled, Report::Indices(vec![1, 3 * outputs - 1]));
        assert_eq!(several.read_report(&travelled), Ok(report));
        for indices in [
            vec![],
            vec![1],
            vec![1, 2],
            vec![outputs, 1],
            vec![1, 1],
            vec![1, 3 * outputs],
            vec![1, u32::MAX],
            vec![1, outputs, 2 * outputs],
        ] {
            let mut sums = several.empty_sums();
            let report = Report::Indices(indices);
            assert!(several.accumulate(&report, &mut sums).is_err(), "{report}");
            assert_eq!(sums, several.empty_sums());
        }
        assert!(several.read_report(&Report::Index(1)).is_err());
    }

    #[test]
    fn impossible_designs_are_refused() {
        let epsilon = "1".parse().unwrap();
        assert!(SampledCoordinates::piecewise(&epsilon, &[]).is_err());
        assert!(SampledCoordinates::piecewise(&epsilon, &[5; 1025]).is_err());
        assert!(SampledCoordinates::piecewise(&epsilon, &[5, 1]).is_err());
        let one = || vec![Window::piecewise(&epsilon, 5).unwrap()];
        assert!(SampledCoordinates::new(one(), 0).is_err());
        assert!(SampledCoordinates::new(one(), 2).is_err());
        assert!(
            sampled("1", 2)
                .randomize(&[0, 5], &mut ChaCha20Rng::seed_from_u64(1))
                .is_err()
        );
        assert!(
            sampled("1", 2)
                .randomize(&[0], &mut ChaCha20Rng::seed_from_u64(1))
                .is_err()
        );
    }
}

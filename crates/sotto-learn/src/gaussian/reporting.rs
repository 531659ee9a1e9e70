//! What a respondent sends: values or squares of some of the numbers, each as the component of its class.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::{fmt, num::NonZeroU64, str::FromStr};

use rand::CryptoRng;
use sotto_ldp::{
    Collector, Epsilon, OutsideDomain, PrivacyLoss, Randomizer, Report, choose,
    numbers::{Laplace, MeanEstimator, Ratio, SampledCoordinates, Window},
    uniform_below,
};

use super::{
    super::error::LearningError,
    half::{Half, HalfScale, means},
};

/// How the numbers of a respondent travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All d numbers, each component with Laplace noise of scale 2d/ε.
    Laplace,
    /// A few of all components, drawn, by the piecewise mechanism (Wang and others 2019).
    Piecewise,
    /// One number, drawn, whose components all have Laplace noise of scale 2/ε.
    OneNumber,
    /// One number, drawn, rounded to an end of its range by chance, and reported together with the class by
    /// the frequency oracle of least variance. No component is spent on the classes that somebody is not of.
    Joint,
}

impl Way {
    /// All of them; the first three are the literature's.
    pub const ALL: [Self; 4] = [Self::Laplace, Self::Piecewise, Self::OneNumber, Self::Joint];

    /// The name, as at the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Laplace => "laplace",
            Self::Piecewise => "piecewise",
            Self::OneNumber => "one-number",
            Self::Joint => "joint",
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Way {
    type Err = LearningError;

    fn from_str(name: &str) -> Result<Self, LearningError> {
        let mut all = Self::ALL.into_iter();
        all.find(|way| way.name() == name)
            .ok_or_else(|| LearningError::UnknownWay(name.chars().take(40).collect()))
    }
}

/// What is sent. Which of the two halves somebody is in, and which numbers were drawn, follow from no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaussianReport {
    /// Whether squares are reported.
    pub squares: bool,
    /// Numbered components, number·classes + class, with their output cells; of [`Way::Joint`] empty.
    pub cells: Vec<(u32, u32)>,
    /// Of [`Way::Joint`] the number, and the report.
    pub joint: Option<(u32, Report)>,
}

/// The numbers of a respondent, on grids of [`Self::CELLS`] cells from −1 to 1, and how they travel.
pub struct GaussianReporting {
    classes: u32,
    numbers: u32,
    channel: NumberChannel,
}

enum NumberChannel {
    /// The same on every component, of all numbers or of a drawn one.
    Laplace {
        noise: Laplace,
        all: bool,
    },
    Piecewise(SampledCoordinates<Window>),
    Joint(Box<dyn Collector>),
}

impl GaussianReporting {
    /// The cells of a number's grid; the middle one stands for 0.
    pub const CELLS: u32 = 201;

    /// That many classes, at least 2, and numbers, at least 1.
    ///
    /// # Errors
    /// When there are fewer, or ε is too small for the mechanism.
    pub fn new(
        classes: u32,
        numbers: u32,
        epsilon: &Epsilon,
        way: Way,
    ) -> Result<Self, LearningError> {
        if classes < 2 {
            return Err(LearningError::Classes(classes));
        }
        if numbers == 0 {
            return Err(LearningError::NoFeatures);
        }
        // One more number is always 1, and tells the classes' shares.
        let dimensions = numbers.saturating_add(1);
        let channel = match way {
            Way::OneNumber => NumberChannel::Laplace {
                noise: Laplace::new(epsilon, Self::CELLS)?,
                all: false,
            },
            // Two answers differ by the whole range at most in each number, whatever the class.
            Way::Laplace => NumberChannel::Laplace {
                // Rounded down for each, so that the sum is within ε.
                noise: Laplace::with_decay(
                    u64::from(epsilon.micros_rounded_down()) / u64::from(dimensions),
                    1_000_000 * u64::from(Self::CELLS - 1),
                    Self::CELLS,
                )?,
                all: true,
            },
            Way::Piecewise => {
                let components = dimensions.saturating_mul(classes) as usize;
                let grids = vec![Self::CELLS; components];
                let sampled = SampledCoordinates::piecewise(epsilon, &grids);
                NumberChannel::Piecewise(sampled.map_err(LearningError::Several)?)
            }
            Way::Joint => {
                let size = classes
                    .checked_mul(2)
                    .ok_or(LearningError::Classes(classes))?;
                let mechanism = choose(epsilon, size)?.mechanism;
                let parameters = mechanism.parameters(epsilon, size)?;
                NumberChannel::Joint(mechanism.oracle(&parameters, size)?)
            }
        };
        Ok(Self {
            classes,
            numbers,
            channel,
        })
    }

    /// The number of classes.
    #[must_use]
    pub const fn classes(&self) -> u32 {
        self.classes
    }

    /// The number of numbers.
    #[must_use]
    pub const fn numbers(&self) -> u32 {
        self.numbers
    }

    /// What a respondent loses at most, all of whose numbers and whose class may change at once.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        match &self.channel {
            NumberChannel::Laplace { noise, all: false } => noise.privacy_loss(),
            NumberChannel::Laplace { noise, all: true } => {
                (0..=self.numbers).map(|_| noise.privacy_loss()).sum()
            }
            NumberChannel::Piecewise(sampled) => sampled.privacy_loss(),
            NumberChannel::Joint(oracle) => oracle.privacy_loss(),
        }
    }

    /// Draws a report of numbers, each a cell, and a class.
    ///
    /// # Errors
    /// When there are more or fewer numbers, or one is beyond its grid.
    pub fn randomize(
        &self,
        cells: &[u32],
        class: u32,
        rng: &mut dyn CryptoRng,
    ) -> Result<GaussianReport, LearningError> {
        if cells.len() != self.numbers as usize {
            return Err(LearningError::Length {
                expected: self.numbers as usize,
                found: cells.len(),
            });
        }
        OutsideDomain::check(class, self.classes)?;
        for &cell in cells {
            OutsideDomain::check(cell, Self::CELLS)?;
        }
        let squares = below(2, rng) == 1;
        let mut report = GaussianReport {
            squares,
            cells: Vec::new(),
            joint: None,
        };
        match &self.channel {
            NumberChannel::Laplace { noise, all } => {
                let dimensions = self.numbers + 1;
                let drawn = if *all {
                    0..dimensions
                } else {
                    let one = below(dimensions.into(), rng);
                    one..one + 1
                };
                for number in drawn {
                    let own = reported_cell(cells, number, squares, rng);
                    for component in 0..self.classes {
                        let cell = if component == class { own } else { MIDDLE };
                        let cell = noise.randomize(cell, rng)?;
                        report.cells.push((number * self.classes + component, cell));
                    }
                }
            }
            NumberChannel::Piecewise(sampled) => {
                let mut inputs = vec![MIDDLE; (self.numbers as usize + 1) * self.classes as usize];
                for number in 0..=self.numbers {
                    let component = (number * self.classes + class) as usize;
                    inputs[component] = reported_cell(cells, number, squares, rng);
                }
                let drawn = sampled.randomize(&inputs, rng);
                report.cells = drawn.map_err(LearningError::SeveralAnswers)?.cells;
            }
            NumberChannel::Joint(oracle) => {
                let number = below(self.numbers.into(), rng);
                let cell = cells.get(number as usize).copied().unwrap_or(MIDDLE);
                let end = u32::from(is_rounded_up(cell, squares, rng));
                report.joint = Some((number, oracle.randomize(2 * class + end, rng)?));
            }
        }
        Ok(report)
    }

    /// No reports yet.
    #[must_use]
    pub fn empty_sums(&self) -> Sums {
        let halves = || {
            let components = (self.numbers as usize + 1) * self.classes as usize;
            let joint = match &self.channel {
                NumberChannel::Joint(oracle) => {
                    (0..self.numbers).map(|_| oracle.empty_counts()).collect()
                }
                NumberChannel::Laplace { .. } | NumberChannel::Piecewise(_) => Vec::new(),
            };
            Half {
                components: vec![(0, 0); components],
                joint,
            }
        };
        Sums {
            values: halves(),
            squares: halves(),
        }
    }

    /// Counts a report.
    ///
    /// # Errors
    /// When it is impossible; nothing is counted then.
    pub fn accumulate(
        &self,
        report: &GaussianReport,
        sums: &mut Sums,
    ) -> Result<(), LearningError> {
        let half = if report.squares {
            &mut sums.squares
        } else {
            &mut sums.values
        };
        let estimator: &dyn Steps = match &self.channel {
            NumberChannel::Laplace { noise, .. } => noise,
            NumberChannel::Piecewise(sampled) => match sampled.randomizers().first() {
                Some(one) => one,
                None => return Err(LearningError::NoFeatures),
            },
            NumberChannel::Joint(oracle) => {
                let beyond = |input| LearningError::Input {
                    input,
                    inputs: self.numbers as usize,
                };
                let (number, report) = report.joint.as_ref().ok_or_else(|| beyond(u32::MAX))?;
                let counts = half.joint.get_mut(*number as usize);
                let counts = counts.ok_or_else(|| beyond(*number))?;
                return Ok(oracle.accumulate(report, counts)?);
            }
        };
        let components = u32::try_from(half.components.len()).unwrap_or(u32::MAX);
        for &(component, cell) in &report.cells {
            OutsideDomain::check(component, components)?;
            OutsideDomain::check(cell, estimator.outputs())?;
        }
        for &(component, cell) in &report.cells {
            let (count, sum) = &mut half.components[component as usize];
            *count = count.saturating_add(1);
            *sum = sum.saturating_add(estimator.steps(cell));
        }
        Ok(())
    }

    /// Of each component of a half its mean of what was perturbed, number·classes + class; the last number is the
    /// one that is always 1.
    pub(super) fn mean(&self, sums: &Sums, squares: bool) -> Result<Vec<f64>, LearningError> {
        let half = if squares { &sums.squares } else { &sums.values };
        means(self.classes, half, &self.scale(), squares)
    }

    fn scale(&self) -> HalfScale<'_> {
        let unit = |unit: Option<Ratio>| HalfScale::Unit(unit);
        match &self.channel {
            NumberChannel::Laplace { noise, .. } => unit(Some(MeanEstimator::unit(noise, 0))),
            NumberChannel::Piecewise(sampled) => unit(
                sampled
                    .randomizers()
                    .first()
                    .map(|one| MeanEstimator::unit(one, 0)),
            ),
            NumberChannel::Joint(oracle) => HalfScale::Oracle(&**oracle),
        }
    }
}

/// What an output cell stands for.
trait Steps {
    fn outputs(&self) -> u32;
    fn steps(&self, cell: u32) -> i64;
}

impl<M: MeanEstimator> Steps for M {
    fn outputs(&self) -> u32 {
        self.output_cells()
    }

    fn steps(&self, cell: u32) -> i64 {
        self.score(cell).steps
    }
}

/// What was counted of values, and of squares: a commutative sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    values: Half,
    squares: Half,
}

/// The middle cell, which stands for 0.
const MIDDLE: u32 = (GaussianReporting::CELLS - 1) / 2;

fn below(bound: u64, rng: &mut dyn CryptoRng) -> u32 {
    let bound = NonZeroU64::new(bound).unwrap_or(NonZeroU64::MIN);
    u32::try_from(uniform_below(bound, rng)).unwrap_or(0)
}

/// The cell of a number, of its square, or of 1 behind the last. A square that lies between two cells is rounded
/// to one of them by chance, so that it is right in the mean.
fn reported_cell(cells: &[u32], number: u32, squares: bool, rng: &mut dyn CryptoRng) -> u32 {
    let Some(&cell) = cells.get(number as usize) else {
        return 2 * MIDDLE;
    };
    if !squares {
        return cell;
    }
    // t = d/m, m the middle: its square is at d²/m cells above the middle.
    let distance = cell.abs_diff(MIDDLE);
    let (whole, rest) = (distance * distance / MIDDLE, distance * distance % MIDDLE);
    MIDDLE + whole + u32::from(below(MIDDLE.into(), rng) < rest)
}

/// 1 with chance (1 + t)/2, or t² of a square.
fn is_rounded_up(cell: u32, squares: bool, rng: &mut dyn CryptoRng) -> bool {
    if squares {
        let distance = cell.abs_diff(MIDDLE);
        below(u64::from(MIDDLE) * u64::from(MIDDLE), rng) < distance * distance
    } else {
        below(2 * u64::from(MIDDLE), rng) < cell
    }
}

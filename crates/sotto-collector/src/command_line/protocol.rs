//! The flags that say what perturbs the values: the same for `randomize` and `estimate`.

use std::fmt::Display;

use clap::Args;
use sotto_ldp::{
    Choice, DynFrequencyOracle, Epsilon, Mechanism, choose,
    numbers::{Decimal, Grid},
};

use crate::streams::{Categories, CategoryProtocol, NumberProtocol, Protocol};

pub(super) const MECHANISM_HELP: &str = "\
Mechanisms for categories (short names): randomized-response (rr), two-coins, forced-response (fr), \
direct-encoding (grr), unary-encoding (ue), symmetric-unary-encoding (sue), \
optimized-unary-encoding (oue), summation-histogram-encoding (she), \
thresholding-histogram-encoding (the), optimized-local-hashing (olh), hadamard-response (hr), \
subset-selection (ss), projective-geometry-response (pgr), count-mean-sketch (cms), \
hadamard-count-mean-sketch (hcms); for numbers: laplace, duchi, piecewise (pm), hybrid (hm), \
square-wave (sw). auto takes the one with the least variance: for numbers, of the mean.

Exit code: 0 when done, 1 when the data are bad (the line is named), 2 for a wrong call.";

/// What perturbs the values, and over which domain.
#[derive(Debug, Args)]
pub(super) struct ProtocolFlags {
    /// auto, or the full or short name of a mechanism (see --help)
    #[arg(long, value_name = "NAME")]
    mechanism: String,

    /// What a report may cost: a decimal such as 0.5, or "ln 3"
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Epsilon,

    /// The number of categories: values are their indices, from 0
    #[arg(long, value_name = "K", required_unless_present_any = ["categories", "min"], conflicts_with_all = ["categories", "min"])]
    size: Option<u32>,

    /// The names of the categories: values are these
    #[arg(
        long,
        value_name = "A,B,…",
        conflicts_with = "min",
        allow_hyphen_values = true
    )]
    categories: Option<Categories>,

    /// The least number that may be answered
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "max",
        allow_hyphen_values = true
    )]
    min: Option<Decimal>,

    /// The greatest number that may be answered
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "min",
        allow_hyphen_values = true
    )]
    max: Option<Decimal>,

    /// The distance of neighbouring answers [default: 1]
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "min",
        allow_hyphen_values = true
    )]
    step: Option<Decimal>,
}

impl ProtocolFlags {
    /// The protocol, or a sentence on what is wrong with the call.
    pub(super) fn protocol(self) -> Result<Protocol, String> {
        let epsilon = self.epsilon;
        if let (Some(minimum), Some(maximum)) = (self.min, self.max) {
            let step = self.step.unwrap_or_else(|| 1.into());
            let grid = Grid::new(minimum, maximum, step).map_err(sentence)?;
            let mechanism = number_mechanism(&self.mechanism)?;
            let parameters = mechanism
                .parameters(&epsilon, grid.cells())
                .map_err(sentence)?;
            let randomizer = mechanism
                .numeric_oracle(&parameters, grid.cells())
                .map_err(sentence)?;
            return Ok(Protocol::Numbers(NumberProtocol {
                mechanism,
                randomizer,
                epsilon,
                grid,
            }));
        }
        let size = match (&self.categories, self.size) {
            (Some(categories), _) => u32::try_from(categories.ids().len()).map_err(sentence)?,
            (None, Some(size)) => size,
            (None, None) => return Err("give --size, --categories, or --min and --max".to_owned()),
        };
        let Chosen {
            mechanism, oracle, ..
        } = Chosen::new(&self.mechanism, &epsilon, size)?;
        Ok(Protocol::Categories(CategoryProtocol {
            mechanism,
            oracle,
            epsilon,
            categories: self.categories,
        }))
    }
}

/// A mechanism for categories, chosen by name or by `auto`.
pub(super) struct Chosen {
    pub(super) mechanism: Mechanism,
    pub(super) oracle: Box<dyn DynFrequencyOracle>,
    /// Why it was chosen, if it was `auto`'s.
    pub(super) reason: Option<String>,
}

impl Chosen {
    pub(super) fn new(name: &str, epsilon: &Epsilon, size: u32) -> Result<Self, String> {
        let (mechanism, reason) = if name == "auto" {
            let choice = choose(epsilon, size).map_err(sentence)?;
            (choice.mechanism, Some(Choice::reason(&choice)))
        } else {
            (category_mechanism(name)?, None)
        };
        let parameters = mechanism.parameters(epsilon, size).map_err(sentence)?;
        let oracle = mechanism.oracle(&parameters, size).map_err(sentence)?;
        Ok(Self {
            mechanism,
            oracle,
            reason,
        })
    }
}

fn category_mechanism(name: &str) -> Result<Mechanism, String> {
    Mechanism::named(name).map_err(|error| match Mechanism::for_numbers(name) {
        Ok(mechanism) => format!(
            "{} is for numbers: use it with --min and --max, in randomize and estimate",
            mechanism.name()
        ),
        Err(_) => error.to_string(),
    })
}

fn number_mechanism(name: &str) -> Result<Mechanism, String> {
    if name == "auto" {
        return Ok(Mechanism::recommended_for_numbers(false));
    }
    Mechanism::for_numbers(name).map_err(|error| match Mechanism::named(name) {
        Ok(mechanism) => format!(
            "{} is for categories: give --size or --categories instead of --min and --max",
            mechanism.name()
        ),
        Err(_) => error.to_string(),
    })
}

pub(super) fn sentence(error: impl Display) -> String {
    error.to_string()
}

//! The flags that say what perturbs the values: the same for every command that has any.

use std::fmt::Display;

use clap::Args;
use sotto_ldp::{
    Choice, Epsilon, Mechanism, choose,
    numbers::{Decimal, Grid},
};

use super::chances::{ChanceFlags, Given};
use crate::streams::{Categories, CategoryProtocol, NumberProtocol, Protocol};

pub(super) const MECHANISM_HELP: &str = "\
Mechanisms for categories (short names): randomized-response (rr), two-coins, forced-response (fr), \
direct-encoding (grr), unary-encoding (ue), symmetric-unary-encoding (sue), \
optimized-unary-encoding (oue), summation-histogram-encoding (she), \
thresholding-histogram-encoding (the), optimized-local-hashing (olh), hadamard-response (hr), \
subset-selection (ss), projective-geometry-response (pgr), count-mean-sketch (cms), \
hadamard-count-mean-sketch (hcms), bloom-filter-encoding (bfe); for numbers: laplace, duchi, piecewise (pm), hybrid (hm), \
square-wave (sw). auto takes the one with the least variance: for numbers, of the mean. A chance is a \
decimal such as 0.75 or a fraction such as 3/4.

Exit code: 0 when done, 1 when the data are bad (the line is named), 2 for a wrong call.";

/// What perturbs the values, and over which domain.
#[derive(Debug, Args)]
pub(super) struct ProtocolFlags {
    /// auto, or the full or short name of a mechanism (see --help)
    #[arg(long, value_name = "NAME")]
    mechanism: String,

    /// What a report may cost: a decimal such as 0.5, or "ln 3"; may be left out where chances are
    /// given that imply it
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Option<Epsilon>,

    #[command(flatten)]
    chances: ChanceFlags,

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
    pub(super) fn protocol(&self) -> Result<Protocol, String> {
        self.protocol_at(self.epsilon)
    }

    /// Whether the call says what a report may cost.
    pub(super) const fn tells_epsilon(&self) -> bool {
        self.epsilon.is_some() || self.chances.imply_epsilon()
    }

    /// The protocol with another ε than the call's.
    pub(super) fn protocol_at(&self, epsilon: Option<Epsilon>) -> Result<Protocol, String> {
        if let (Some(minimum), Some(maximum)) = (self.min, self.max) {
            let step = self.step.unwrap_or_else(|| 1.into());
            let grid = Grid::new(minimum, maximum, step).map_err(sentence)?;
            return self.of_numbers(grid, epsilon).map(Protocol::Numbers);
        }
        let size = match (&self.categories, self.size) {
            (Some(categories), _) => u32::try_from(categories.ids().len()).map_err(sentence)?,
            (None, Some(size)) => size,
            (None, None) => return Err("give --size, --categories, or --min and --max".to_owned()),
        };
        self.of_categories(size, epsilon).map(Protocol::Categories)
    }

    fn of_numbers(&self, grid: Grid, epsilon: Option<Epsilon>) -> Result<NumberProtocol, String> {
        let (mechanism, reason) = if self.mechanism == "auto" {
            let hybrid = Mechanism::recommended_for_numbers(false);
            let reason = format!(
                "{} estimates means with the least variance at the worst; for the distribution, name square-wave.",
                hybrid.name()
            );
            (hybrid, Some(reason))
        } else {
            (number_mechanism(&self.mechanism)?, None)
        };
        self.chances.refuse(mechanism)?;
        let epsilon = self.chances.required(epsilon)?;
        let cells = grid.cells();
        let parameters = mechanism.parameters(&epsilon, cells).map_err(sentence)?;
        let randomizer = mechanism
            .numeric_oracle(&parameters, cells)
            .map_err(sentence)?;
        Ok(NumberProtocol {
            mechanism,
            randomizer,
            epsilon,
            reason,
            grid,
        })
    }

    fn of_categories(
        &self,
        size: u32,
        epsilon: Option<Epsilon>,
    ) -> Result<CategoryProtocol, String> {
        let (mechanism, reason) = if self.mechanism == "auto" {
            let epsilon = self.chances.required(epsilon)?;
            let choice = choose(&epsilon, size).map_err(sentence)?;
            (choice.mechanism, Some(Choice::reason(&choice)))
        } else {
            (category_mechanism(&self.mechanism)?, None)
        };
        let given = self.chances.oracle(mechanism, epsilon, size)?;
        let (oracle, epsilon) = given.map_or_else(
            || {
                let epsilon = self.chances.required(epsilon)?;
                let parameters = mechanism.parameters(&epsilon, size).map_err(sentence)?;
                let oracle = mechanism.oracle(&parameters, size).map_err(sentence)?;
                Ok::<Given, String>((oracle, epsilon))
            },
            Ok,
        )?;
        Ok(CategoryProtocol {
            mechanism,
            oracle,
            epsilon,
            reason,
            categories: self.categories.clone(),
        })
    }
}

fn category_mechanism(name: &str) -> Result<Mechanism, String> {
    Mechanism::named(name).map_err(|error| match Mechanism::for_numbers(name) {
        Ok(mechanism) => format!(
            "{} is for numbers: give --min and --max instead of --size or --categories",
            mechanism.name()
        ),
        Err(_) => error.to_string(),
    })
}

fn number_mechanism(name: &str) -> Result<Mechanism, String> {
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

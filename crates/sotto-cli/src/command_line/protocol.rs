//! The flags that say what perturbs the values: the same for every command that has any.

use clap::Args;
use sotto_ldp::{
    Choice, Collector, Epsilon, MECHANISMS, Mechanism, NUMERIC_MECHANISMS, choose,
    numbers::{Decimal, Grid},
    planning::designs::Protection,
    randomizers::CustomChannel,
};

use super::{
    chances::{ChanceFlags, GivenOracle, held_to},
    designs::DesignFlags,
    ending::sentence,
};
use crate::streams::{CategoryNames, CategoryProtocol, NumberProtocol, StreamProtocol};

/// What `--help` says behind the flags, in its long form.
pub(super) fn mechanism_help() -> String {
    let names = |table: &[Mechanism]| {
        let name = |one: &Mechanism| match (one.name(), one.short_name()) {
            (name, short) if name == short => name.to_owned(),
            (name, short) => format!("{name} ({short})"),
        };
        table.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    format!(
        "Mechanisms for categories (short names): {}; for numbers: {}. auto takes the one with the \
         least variance: for numbers, of the mean. A chance is a decimal such as 0.75 or a fraction \
         such as 3/4.\n\nExit code: 0 when done, 1 when the data are bad (the line is named), 2 for a \
         wrong call.",
        names(MECHANISMS),
        names(NUMERIC_MECHANISMS)
    )
}

/// What perturbs the values, and over which domain.
#[derive(Debug, Args)]
pub(super) struct ProtocolFlags {
    /// auto, or the full or short name of a mechanism (see --help)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["design", "channel"])]
    mechanism: Option<String>,

    /// Privacy budget ε per report: a decimal such as 0.5, or "ln 3"; may be left out where chances are
    /// given that imply it
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Option<Epsilon>,

    #[command(flatten)]
    chances: ChanceFlags,

    #[command(flatten)]
    design: DesignFlags,

    /// The number of categories: values are their indices, from 0
    #[arg(long, value_name = "K", conflicts_with_all = ["categories", "min"])]
    size: Option<u32>,

    /// The names of the categories: values are these
    #[arg(
        long,
        value_name = "A,B,…",
        conflicts_with = "min",
        allow_hyphen_values = true
    )]
    categories: Option<CategoryNames>,

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

    /// The number can be declined: the value is then "decline", and a mean is of those who answer
    #[arg(long, requires = "min")]
    declinable: bool,
}

impl ProtocolFlags {
    /// The protocol, or a sentence on what is wrong with the call.
    pub(super) fn protocol(&self) -> Result<StreamProtocol, String> {
        self.protocol_at(self.epsilon)
    }

    fn mechanism(&self) -> Result<&str, String> {
        self.mechanism.as_deref().ok_or_else(|| {
            "no mechanism is named: give --mechanism, such as --mechanism auto, or --design"
                .to_owned()
        })
    }

    /// Whether the call says what perturbs the values.
    pub(super) const fn names_mechanism(&self) -> bool {
        self.mechanism.is_some() || self.design.is_given()
    }

    /// The names of the categories, where they are given.
    pub(super) const fn categories(&self) -> Option<&CategoryNames> {
        self.categories.as_ref()
    }

    /// Whether the call says what a report may cost.
    pub(super) const fn tells_epsilon(&self) -> bool {
        self.epsilon.is_some() || self.chances.imply_epsilon() || self.design.is_given()
    }

    /// The protocol with another ε than the call's.
    pub(super) fn protocol_at(&self, epsilon: Option<Epsilon>) -> Result<StreamProtocol, String> {
        if let Some((channel, protection)) = self.design.channel()? {
            return self
                .of_design(channel, protection, epsilon)
                .map(StreamProtocol::Categories);
        }
        if let (Some(minimum), Some(maximum)) = (self.min, self.max) {
            let step = self.step.unwrap_or_else(|| 1.into());
            let grid = Grid::new(minimum, maximum, step).map_err(sentence)?;
            return self.of_numbers(grid, epsilon).map(StreamProtocol::Numbers);
        }
        let size = match (&self.categories, self.size) {
            (Some(categories), _) => u32::try_from(categories.ids().len()).map_err(sentence)?,
            (None, Some(size)) => size,
            (None, None) => return Err("give --size, --categories, or --min and --max".to_owned()),
        };
        self.of_categories(size, epsilon)
            .map(StreamProtocol::Categories)
    }

    /// The protocol of a design, whose table says how many values there are and what a report costs.
    fn of_design(
        &self,
        channel: CustomChannel,
        protection: Protection,
        declared: Option<Epsilon>,
    ) -> Result<CategoryProtocol, String> {
        if self.min.is_some() {
            return Err("designs are for categories: leave --min and --max out".to_owned());
        }
        let oracle: Box<dyn Collector> = Box::new(channel);
        let size = self.categories.as_ref().map(|all| all.ids().len());
        let size = size.or(self.size.map(|size| size as usize));
        let values = oracle.domain_size();
        if size.is_some_and(|size| size != values as usize) {
            return Err(format!("this design has {values} categories: name as many"));
        }
        let epsilon = held_to(&*oracle, declared)?;
        Ok(CategoryProtocol {
            mechanism: Mechanism::of_own_channel(),
            oracle,
            epsilon,
            reason: Some(format!("Its protection rests on {protection}.")),
            categories: self.categories.clone(),
        })
    }

    fn of_numbers(&self, grid: Grid, epsilon: Option<Epsilon>) -> Result<NumberProtocol, String> {
        let (mechanism, reason) = if self.mechanism()? == "auto" {
            let hybrid = Mechanism::recommended_for_numbers(false);
            let reason = format!(
                "{} estimates means with the fewest people where answers are spread evenly or lie close together, in reports that are bounded; auto takes no laplace at any epsilon, and a made-up report weighs least under duchi; for the distribution, name square-wave.",
                hybrid.name()
            );
            (hybrid, Some(reason))
        } else {
            (number_mechanism(self.mechanism()?)?, None)
        };
        self.chances.refuse(mechanism)?;
        let epsilon = self.chances.required(epsilon)?;
        let cells = grid.cells();
        let parameters = if self.declinable {
            mechanism.parameters_or_declined(&epsilon, cells)
        } else {
            mechanism.parameters(&epsilon, cells)
        };
        let parameters = parameters.map_err(sentence)?;
        let oracle = mechanism.oracle(&parameters, cells).map_err(sentence)?;
        Ok(NumberProtocol {
            mechanism,
            oracle,
            epsilon,
            reason,
            grid,
            declinable: self.declinable,
        })
    }

    fn of_categories(
        &self,
        size: u32,
        epsilon: Option<Epsilon>,
    ) -> Result<CategoryProtocol, String> {
        let (mechanism, reason) = if self.mechanism()? == "auto" {
            let epsilon = self.chances.required(epsilon)?;
            let choice = choose(&epsilon, size).map_err(sentence)?;
            (choice.mechanism, Some(Choice::reason(&choice)))
        } else {
            (category_mechanism(self.mechanism()?)?, None)
        };
        let given = self.chances.oracle(mechanism, epsilon, size)?;
        let (oracle, epsilon) = given.map_or_else(
            || {
                let epsilon = self.chances.required(epsilon)?;
                let parameters = mechanism.parameters(&epsilon, size).map_err(sentence)?;
                let oracle = mechanism.oracle(&parameters, size).map_err(sentence)?;
                Ok::<GivenOracle, String>((oracle, epsilon))
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

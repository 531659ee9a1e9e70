//! `sotto plan`.

use std::{io::stdout, process::ExitCode};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, PrivacyLoss,
    intervals::Population,
    planning::{ASKED_DIRECTLY, MeanPlanner, Planner, PlanningError, least_epsilon},
};

use super::{
    confidence, ended,
    protocol::{MECHANISM_HELP, ProtocolFlags, sentence},
    wrong_call,
};
use crate::streams::{CategoryProtocol, NumberProtocol, Protocol, write_document};

/// Plan a question: how many respondents a margin takes, which margin respondents give, or which
/// epsilon gives both
///
/// A margin is half the width of an interval: of categories as a share, 0.03 for 3 points to either
/// side; of the mean of numbers in their own unit.
#[derive(Debug, Args)]
#[command(after_long_help = MECHANISM_HELP)]
pub(super) struct Plan {
    #[command(flatten)]
    pub(super) protocol: ProtocolFlags,

    /// The margin that is wanted, such as 0.03 for a share or 2 for a mean
    #[arg(
        long,
        value_name = "M",
        required_unless_present = "respondents",
        allow_hyphen_values = true
    )]
    margin: Option<f64>,

    /// The number of respondents there will be; with a margin as well, the least epsilon that gives
    /// it is found, and --epsilon left out
    #[arg(long, value_name = "N")]
    respondents: Option<u64>,

    /// For categories, the share that is expected [default: the one that is hardest to estimate]
    #[arg(
        long,
        value_name = "F",
        conflicts_with = "min",
        allow_hyphen_values = true
    )]
    share: Option<f64>,

    /// Whom the estimates are to be about
    #[arg(long, value_enum, default_value_t = About::Sampled)]
    population: About,

    /// How sure the margin is
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    confidence: Confidence,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum About {
    /// Many, of whom the respondents are a random sample
    Sampled,
    /// Exactly the respondents
    Fixed,
}

/// A plan, as it is printed.
#[derive(Debug, Serialize)]
pub(super) struct Planned {
    mechanism: &'static str,
    /// Why `auto` chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    epsilon: Epsilon,
    epsilon_actual: PrivacyLoss,
    /// Categories, or answers on the grid.
    size: u32,
    population: About,
    confidence: f64,
    /// `None`: the one that is hardest to estimate, or for a mean.
    share: Option<f64>,
    respondents: u64,
    margin: f64,
    /// The same without any noise.
    asked_directly: Direct,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Direct {
    Respondents(u64),
    Margin(f64),
}

/// Respondents for a margin, and a margin for respondents.
trait Plans {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError>;
    fn margin(&self, respondents: u64) -> Result<f64, PlanningError>;
}

impl Plans for Planner {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        Self::respondents(self, margin)
    }

    fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        Self::margin(self, respondents)
    }
}

impl Plans for MeanPlanner {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        Self::respondents(self, margin)
    }

    fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        Self::margin(self, respondents)
    }
}

impl Plan {
    pub(super) fn run(self) -> ExitCode {
        let protocol = match (self.margin, self.respondents) {
            (Some(margin), Some(respondents)) => self.least(margin, respondents),
            _ => self.protocol.protocol(),
        };
        let protocol = match protocol {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        match self.planned(&protocol) {
            Ok(planned) => ended(write_document(&planned, stdout().lock())),
            Err(error) => wrong_call(&sentence(error)),
        }
    }

    /// The protocol of the least ε with which so many respondents give that margin.
    fn least(&self, margin: f64, respondents: u64) -> Result<Protocol, String> {
        if self.protocol.tells_epsilon() {
            return Err("give --margin or --respondents: with both, what is looked for is the epsilon, so that none can be given".to_owned());
        }
        let narrow = |protocol: &Protocol| {
            let [planner, _] = self.planners(protocol)?;
            Ok::<_, PlanningError>(planner.margin(respondents)? <= margin)
        };
        let greatest = Epsilon::from_micros(Epsilon::MAX_MICROS).map_err(sentence)?;
        let [_, direct] = self
            .planners(&self.protocol.protocol_at(Some(greatest))?)
            .map_err(sentence)?;
        // What is wrong with a margin or a number of respondents is told here.
        direct.respondents(margin).map_err(sentence)?;
        direct.margin(respondents).map_err(sentence)?;
        let found = least_epsilon(|epsilon| {
            let protocol = self.protocol.protocol_at(Some(epsilon));
            // Not every mechanism serves the smallest.
            Ok::<_, String>(protocol.is_ok_and(|protocol| narrow(&protocol).unwrap_or(false)))
        })?;
        let out_of_reach = PlanningError::OutOfReach {
            margin,
            respondents,
        };
        self.protocol
            .protocol_at(Some(found.ok_or_else(|| sentence(out_of_reach))?))
    }

    /// With the mechanism's noise, and without any.
    fn planners(&self, protocol: &Protocol) -> Result<[Box<dyn Plans>; 2], PlanningError> {
        match protocol {
            Protocol::Categories(protocol) => self.of_categories(protocol),
            Protocol::Numbers(protocol) => Ok(self.of_numbers(protocol)),
        }
    }

    pub(super) fn planned(&self, protocol: &Protocol) -> Result<Planned, PlanningError> {
        let [planner, direct] = self.planners(protocol)?;
        let (respondents, margin, asked_directly) = match (self.margin, self.respondents) {
            (Some(margin), None) => {
                let respondents = planner.respondents(margin)?;
                let asked = direct.respondents(margin)?;
                (respondents, margin, Direct::Respondents(asked))
            }
            (_, respondents) => {
                let respondents = respondents.unwrap_or(0);
                let margin = planner.margin(respondents)?;
                let asked = direct.margin(respondents)?;
                (respondents, margin, Direct::Margin(asked))
            }
        };
        Ok(Planned {
            mechanism: protocol.mechanism().name(),
            reason: protocol.reason().map(str::to_owned),
            epsilon: protocol.epsilon(),
            epsilon_actual: protocol.privacy_loss(),
            size: protocol.size(),
            population: self.population,
            confidence: self.confidence.level(),
            share: self.share,
            respondents,
            margin,
            asked_directly,
        })
    }

    fn of_categories(
        &self,
        protocol: &CategoryProtocol,
    ) -> Result<[Box<dyn Plans>; 2], PlanningError> {
        let noisy = Planner::of(protocol.oracle.precision()?, self.confidence);
        let direct = Planner::new(ASKED_DIRECTLY, self.confidence)?;
        let about = |planner: Planner| -> Result<Box<dyn Plans>, PlanningError> {
            let planner = planner.with_population(self.population.into());
            Ok(Box::new(match self.share {
                Some(share) => planner.with_share(share)?,
                None => planner,
            }))
        };
        Ok([about(noisy)?, about(direct)?])
    }

    fn of_numbers(&self, protocol: &NumberProtocol) -> [Box<dyn Plans>; 2] {
        let NumberProtocol {
            randomizer, grid, ..
        } = protocol;
        [
            MeanPlanner::new(&**randomizer, grid, self.confidence),
            MeanPlanner::asked_directly(grid, self.confidence),
        ]
        .map(|planner| -> Box<dyn Plans> {
            Box::new(planner.with_population(self.population.into()))
        })
    }
}

impl From<About> for Population {
    fn from(about: About) -> Self {
        match about {
            About::Sampled => Self::Sampled,
            About::Fixed => Self::Fixed,
        }
    }
}

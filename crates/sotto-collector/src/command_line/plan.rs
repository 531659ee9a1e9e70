//! `sotto plan`.

use std::{io::stdout, process::ExitCode};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, PrivacyLoss, SupportProbabilities,
    intervals::Population,
    planning::{ASKED_DIRECTLY, Planner, PlanningError},
};

use super::{
    confidence, ended,
    protocol::{Chosen, sentence},
    wrong_call,
};
use crate::streams::{HAS_MORE_NOISE, write_document};

/// Plan a question: how many respondents a margin takes, or which margin respondents give
///
/// A margin is half the width of an interval, as a share: 0.03 is 3 points to either side.
#[derive(Debug, Args)]
pub(super) struct Plan {
    /// auto, or the full or short name of a mechanism for categories
    #[arg(long, value_name = "NAME")]
    mechanism: String,

    /// What a report may cost: a decimal such as 0.5, or "ln 3"
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Epsilon,

    /// The number of categories
    #[arg(long, value_name = "K")]
    size: u32,

    /// The margin that is wanted, such as 0.03
    #[arg(
        long,
        value_name = "M",
        required_unless_present = "respondents",
        conflicts_with = "respondents",
        allow_hyphen_values = true
    )]
    margin: Option<f64>,

    /// The number of respondents there will be
    #[arg(long, value_name = "N")]
    respondents: Option<u64>,

    /// The share that is expected [default: the one that is hardest to estimate]
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
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
struct Planned {
    mechanism: &'static str,
    /// Why `auto` chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    epsilon: Epsilon,
    epsilon_actual: PrivacyLoss,
    size: u32,
    population: About,
    confidence: f64,
    /// `None`: the one that is hardest to estimate.
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

impl Plan {
    pub(super) fn run(self) -> ExitCode {
        match self.planned() {
            Ok(planned) => ended(write_document(&planned, stdout().lock())),
            Err(sentence) => wrong_call(&sentence),
        }
    }

    fn planned(&self) -> Result<Planned, String> {
        let Chosen {
            mechanism,
            oracle,
            reason,
        } = Chosen::new(&self.mechanism, &self.epsilon, self.size)?;
        if HAS_MORE_NOISE.contains(&mechanism.name()) {
            return Err(format!(
                "{} cannot be planned: its precision does not follow from its chances alone; try auto",
                mechanism.name()
            ));
        }
        let planner = self
            .planner(oracle.support_probabilities())
            .map_err(sentence)?;
        let direct = self.planner(ASKED_DIRECTLY).map_err(sentence)?;
        let (respondents, margin, asked_directly) = match (self.margin, self.respondents) {
            (Some(margin), _) => {
                let respondents = planner.respondents(margin).map_err(sentence)?;
                let asked = direct.respondents(margin).map_err(sentence)?;
                (respondents, margin, Direct::Respondents(asked))
            }
            (None, respondents) => {
                let respondents = respondents.unwrap_or(0);
                let margin = planner.margin(respondents).map_err(sentence)?;
                let asked = direct.margin(respondents).map_err(sentence)?;
                (respondents, margin, Direct::Margin(asked))
            }
        };
        Ok(Planned {
            mechanism: mechanism.name(),
            reason,
            epsilon: self.epsilon,
            epsilon_actual: oracle.privacy_loss(),
            size: self.size,
            population: self.population,
            confidence: self.confidence.level(),
            share: self.share,
            respondents,
            margin,
            asked_directly,
        })
    }

    fn planner(&self, support: SupportProbabilities) -> Result<Planner, PlanningError> {
        let population = match self.population {
            About::Sampled => Population::Sampled,
            About::Fixed => Population::Fixed,
        };
        let planner = Planner::new(support, self.confidence)?.with_population(population);
        match self.share {
            Some(share) => planner.with_share(share),
            None => Ok(planner),
        }
    }
}

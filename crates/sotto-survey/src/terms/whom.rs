//! Whom a survey's figures are about.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sotto_ldp::intervals::Population;
use thiserror::Error;

/// Whom a survey's figures are about: every share, mean, order and median alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Whom {
    /// Exactly those who answer: a class, the members of a club, all employees. Only the noise is uncertain.
    Respondents,
    /// A larger population of which those who answer are a random sample: who was asked is uncertain, too.
    /// Taken where a survey does not say, because its intervals hold for either.
    #[default]
    Sampled,
}

impl Whom {
    /// Each of them.
    pub const ALL: [Self; 2] = [Self::Respondents, Self::Sampled];

    /// The name, as in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Respondents => "respondents",
            Self::Sampled => "sampled",
        }
    }

    /// Who that is, in English.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Respondents => "exactly those who answered",
            Self::Sampled => "a population of which those who answered are a random sample",
        }
    }

    /// What is random in an estimate about them.
    #[must_use]
    pub const fn population(self) -> Population {
        match self {
            Self::Respondents => Population::Fixed,
            Self::Sampled => Population::Sampled,
        }
    }
}

/// There is no such population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a survey is about \"respondents\", exactly those who answer, or about a population of which they are \"sampled\""
)]
pub struct UnknownPopulation;

impl FromStr for Whom {
    type Err = UnknownPopulation;

    fn from_str(name: &str) -> Result<Self, UnknownPopulation> {
        let mut all = Self::ALL.into_iter();
        all.find(|whom| whom.name() == name)
            .ok_or(UnknownPopulation)
    }
}

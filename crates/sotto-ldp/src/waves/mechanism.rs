//! The mechanisms in two layers by name, in two tables as those in one layer are: the respondent's
//! and the collector's.

use super::{
    LongitudinalDirectEncoding, LongitudinalUnaryEncoding, UnaryLayers, direct_encoding,
    unary_encoding,
};
use crate::{
    BitWeights, Weights,
    error::MechanismError,
    mechanism::{Domain, Mechanism},
    oracles::FrequencyOracleEntry,
};

/// Every mechanism in two layers. They are for surveys in waves alone, and take two ε: see
/// [`super::parameters`].
pub const LONGITUDINAL_MECHANISMS: &[Mechanism] = &[
    Mechanism {
        name: direct_encoding::NAME,
        short_name: "lgrr",
        domain: Domain::Categories,
        randomizer: |parameters, size| Ok(Box::new(direct(parameters, size)?)),
    },
    Mechanism {
        name: unary_encoding::NAME,
        short_name: "losue",
        domain: Domain::Categories,
        randomizer: |parameters, size| Ok(Box::new(unary(parameters, size)?)),
    },
];

/// The collector's half.
pub(crate) const LONGITUDINAL_ORACLES: &[FrequencyOracleEntry] = &[
    FrequencyOracleEntry {
        name: direct_encoding::NAME,
        build: |parameters, size| Ok(Box::new(direct(parameters, size)?)),
    },
    FrequencyOracleEntry {
        name: unary_encoding::NAME,
        build: |parameters, size| Ok(Box::new(unary(parameters, size)?)),
    },
];

/// The layers' integers: of the permanent one first.
fn layers(name: &'static str, parameters: &[u64]) -> Result<[u64; 4], MechanismError> {
    parameters.try_into().map_err(|_| MechanismError::Weights {
        mechanism: name,
        reason: "there must be four: two of the permanent layer, two of each wave's",
    })
}

fn direct(parameters: &[u64], size: u32) -> Result<LongitudinalDirectEncoding, MechanismError> {
    let [a, b, c, d] = layers(direct_encoding::NAME, parameters)?;
    let of = |truth, other| Weights { truth, other };
    LongitudinalDirectEncoding::with_weights(of(a, b), of(c, d), size)
}

fn unary(parameters: &[u64], size: u32) -> Result<LongitudinalUnaryEncoding, MechanismError> {
    let [a, b, c, d] = layers(unary_encoding::NAME, parameters)?;
    let of = |truth, other| BitWeights { truth, other };
    LongitudinalUnaryEncoding::with_layers(UnaryLayers::new(of(a, b), of(c, d))?, size)
}

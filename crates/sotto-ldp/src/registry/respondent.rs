//! The respondent's tables: by name, what perturbs.
//!
//! Nothing here may refer to the designer's or the collector's tables, so that the linker leaves
//! out of a program that only perturbs whatever computes integers from ε or estimates.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::convert::identity;

use super::{Domain, Mechanism};
use crate::{
    numbers::{OnGrid, randomizers as numeric},
    randomizers, waves,
};

macro_rules! row {
    ($domain:ident $room:ident $module:ident $form:ident) => {
        Mechanism {
            name: $room::$module::NAME,
            short_name: $room::$module::SHORT_NAME,
            domain: Domain::$domain,
            randomizer: |parameters, size| {
                Ok(Box::new($form($room::$module::published(
                    parameters, size,
                )?)))
            },
        }
    };
}

macro_rules! category {
    ($module:ident) => {
        row!(Categories randomizers $module identity)
    };
}

macro_rules! number {
    ($module:ident) => {
        row!(Numbers numeric $module OnGrid)
    };
}

macro_rules! wave {
    ($module:ident) => {
        row!(Categories waves $module identity)
    };
}

/// The mechanisms for categories.
pub const MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_categories!(category)
} else {
    common_for_categories!(category)
};

/// The mechanisms for numbers.
pub const NUMERIC_MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_numbers!(number)
} else {
    common_for_numbers!(number)
};

/// The mechanisms in two layers. They are for surveys in waves alone, and take two ε: see
/// [`crate::waves::parameters`].
pub const LONGITUDINAL_MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_waves!(wave)
} else {
    &[]
};

/// `auto` for numbers.
pub(super) const fn recommended(distribution_wanted: bool) -> Mechanism {
    if distribution_wanted {
        number!(square_wave)
    } else {
        number!(hybrid)
    }
}

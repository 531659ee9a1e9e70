//! The respondent's tables: by name, what perturbs.
//!
//! Nothing here may refer to the designer's or the collector's tables, so that the linker leaves
//! out of a program that only perturbs whatever computes integers from ε or estimates.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::convert::identity;

use super::mechanism::{Abilities, Chances, ChannelKind, Domain, EstimatorKind, Mechanism};
use crate::{
    kernel::MechanismError,
    numbers::{NumberError, OnGrid, randomizers as numeric},
    randomizers, waves,
};

macro_rules! row {
    ($domain:ident $room:ident $module:ident $form:ident $abilities:expr) => {
        Mechanism {
            name: $room::$module::NAME,
            short_name: $room::$module::SHORT_NAME,
            domain: Domain::$domain,
            abilities: $abilities,
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
        row!(Categories randomizers $module identity abilities!($module))
    };
}

macro_rules! number {
    ($module:ident) => {
        row!(Numbers numeric $module OnGrid abilities!($module))
    };
}

macro_rules! wave {
    ($module:ident) => {
        row!(Categories waves $module identity Abilities::USUAL)
    };
}

/// The mechanisms for categories.
pub const MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_categories!(category)
} else {
    common_for_categories!(category)
};

/// Those that a respondent's program has without the feature `whole`: for categories and for numbers.
const COMMON: [&[Mechanism]; 2] = [
    common_for_categories!(category),
    common_for_numbers!(number),
];

/// What `auto` may choose, in the order in which of equals the first is taken.
pub(super) const CANDIDATES: &[Mechanism] = for_auto!(category);

/// The mechanisms for numbers.
pub const NUMERIC_MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_numbers!(number)
} else {
    common_for_numbers!(number)
};

/// The mechanisms in two layers. They are for surveys in waves alone, and take two ε: see
/// [`Mechanism::parameters_for_waves`].
pub const LONGITUDINAL_MECHANISMS: &[Mechanism] = if cfg!(feature = "whole") {
    for_waves!(wave)
} else {
    &[]
};

impl Mechanism {
    /// The mechanism for categories of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<Self, MechanismError> {
        find(MECHANISMS, name).ok_or_else(|| MechanismError::Unknown {
            name: shortened(name),
            known: known_names(MECHANISMS),
        })
    }

    /// Whether a respondent's program has it without the feature `whole`.
    #[must_use]
    pub fn is_common(self) -> bool {
        COMMON.iter().any(|table| table.contains(&self))
    }

    /// The mechanism in two layers of that full or short name, for surveys in waves.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_waves(name: &str) -> Result<Self, MechanismError> {
        find(LONGITUDINAL_MECHANISMS, name).ok_or_else(|| not_for_waves(name))
    }

    /// The mechanism for numbers of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_numbers(name: &str) -> Result<Self, NumberError> {
        find(NUMERIC_MECHANISMS, name).ok_or_else(|| NumberError::UnknownMechanism {
            name: shortened(name),
            known: known_names(NUMERIC_MECHANISMS),
        })
    }

    /// What tells of a single option whether it holds: randomized response.
    #[must_use]
    pub const fn of_one_option() -> Self {
        category!(randomized_response)
    }

    /// What perturbs by a channel of one's own, such as a design with dice or cards.
    #[must_use]
    pub const fn of_own_channel() -> Self {
        category!(custom_channel)
    }

    /// What people do who compare an answer with an innocent one that only they know: crosswise. It has
    /// no name at the command line or in a survey, so that nobody takes it for one that a device draws.
    #[must_use]
    pub const fn of_own_secret() -> Self {
        category!(crosswise)
    }

    /// What perturbs a whole set of options at once.
    #[must_use]
    pub const fn of_whole_sets() -> Self {
        category!(privset)
    }

    /// `auto` for numbers: hybrid, whose worst variance is the least, where the mean is wanted;
    /// square wave where the distribution is.
    #[must_use]
    pub const fn recommended_for_numbers(distribution_wanted: bool) -> Self {
        if distribution_wanted {
            number!(square_wave)
        } else {
            number!(hybrid)
        }
    }
}

fn find(table: &[Mechanism], name: &str) -> Option<Mechanism> {
    let is_named = |mechanism: &&Mechanism| name == mechanism.name || name == mechanism.short_name;
    table.iter().find(is_named).copied()
}

pub(super) fn not_for_waves(name: &str) -> MechanismError {
    MechanismError::NotForWaves {
        name: shortened(name),
        known: known_names(LONGITUDINAL_MECHANISMS),
    }
}

/// Whether there is anybody to read messages: nobody reads them in the widget's common program.
const TELLS: bool = cfg!(feature = "whole");

/// A name that may be anything, for messages.
fn shortened(name: &str) -> String {
    if !TELLS {
        return String::new();
    }
    name.chars().take(64).collect()
}

/// The names of a table's mechanisms, for messages.
fn known_names(table: &[Mechanism]) -> String {
    if !TELLS {
        return String::new();
    }
    let names: Vec<_> = table.iter().map(|mechanism| mechanism.name).collect();
    names.join(", ")
}

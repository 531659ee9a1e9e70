//! A mechanism by its name: what builds its randomizer.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::fmt;

use crate::{
    kernel::{MechanismError, Respondent},
    randomizers::custom_channel,
};

/// A randomizer of any mechanism, or why the parameters describe none.
pub(crate) type BuiltRandomizer = Result<Box<dyn Respondent>, MechanismError>;

/// What a mechanism perturbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// One of several categories.
    Categories,
    /// A number on a grid.
    Numbers,
}

/// Which inputs a report can have come from, and so how the likeliest distribution is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelKind {
    /// A report names one value, and every value is treated alike: counts suffice.
    OneValue,
    /// There are two answers, of which one is forced more often than the other: counts suffice.
    TwoAnswers,
    /// A report is likelier under several values: the reports themselves are needed.
    Several,
}

/// What the shares of categories are estimated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EstimatorKind {
    /// A report is a set of values that it supports, and how many support each suffices.
    OfSupports,
    /// A report is no such set; sums of noisy components, of a filter's bits or of each report are taken.
    OfOtherSums,
}

/// The chances that a mechanism can be built from in place of an ε.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// Of a bit being set: that of the true category, and any other.
    Bits,
    /// Of telling the truth, and else of answering yes.
    TruthAndYes,
    /// No chance, but the threshold above which a noisy count becomes a set bit; beside an ε.
    Threshold,
}

/// What a mechanism can do that others cannot. The list of mechanisms declares it.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is declared by itself, and none excludes another"
)]
pub(super) struct Abilities {
    pub(super) takes_sets: bool,
    pub(super) takes_declined: bool,
    pub(super) tells_shape: bool,
    pub(super) tells_groups: bool,
    pub(super) channel: ChannelKind,
    pub(super) estimator: EstimatorKind,
    pub(super) chances: Option<Chances>,
}

impl Abilities {
    /// Those of a mechanism of which the list says nothing.
    pub(super) const USUAL: Self = Self {
        takes_sets: false,
        takes_declined: false,
        tells_shape: false,
        tells_groups: false,
        channel: ChannelKind::Several,
        estimator: EstimatorKind::OfSupports,
        chances: None,
    };
}

/// A mechanism by name: builds its randomizer from published integers. These are computed from ε by
/// [`Mechanism::parameters`]; what counts and estimates is built by [`Mechanism::oracle`].
#[derive(Clone, Copy)]
pub struct Mechanism {
    pub(crate) name: &'static str,
    pub(crate) short_name: &'static str,
    pub(crate) domain: Domain,
    pub(super) abilities: Abilities,
    pub(crate) randomizer: fn(&[u64], u32) -> BuiltRandomizer,
}

impl Mechanism {
    /// The most integers that any mechanism has: those of a table of one's own.
    pub const MOST_PARAMETERS: usize = custom_channel::MOST_WEIGHTS;

    /// Whether it is a table of one's own, `custom-channel`: what it is stands in its integers, and ε alone
    /// says nothing about them.
    #[must_use]
    pub fn is_own_table(self) -> bool {
        self.name == custom_channel::NAME
    }

    /// The full name, as in survey files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The short name, as at the command line.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        self.short_name
    }

    /// What it perturbs.
    #[must_use]
    pub const fn domain(self) -> Domain {
        self.domain
    }

    /// Whether it perturbs whole sets of values, by [`Respondent::randomize_set`].
    #[must_use]
    pub const fn takes_sets(self) -> bool {
        self.abilities.takes_sets
    }

    /// Whether a number can be declined in its one report: [`Mechanism::parameters_or_declined`]. The value
    /// behind the grid's cells says so then.
    #[must_use]
    pub const fn takes_declined(self) -> bool {
        self.abilities.takes_declined
    }

    /// Whether its reports of numbers tell the shape of their distribution, and not the mean alone.
    #[must_use]
    pub const fn tells_shape(self) -> bool {
        self.abilities.tells_shape
    }

    /// Whether its reports tell groups of values apart ([`crate::GroupVariance`]), so that a joint report
    /// of several questions gives the shares of each with their errors.
    #[must_use]
    pub const fn tells_groups(self) -> bool {
        self.abilities.tells_groups
    }

    /// Which inputs a report of a category can have come from.
    #[must_use]
    pub const fn channel_kind(self) -> ChannelKind {
        self.abilities.channel
    }

    /// What the shares of categories are estimated from.
    #[must_use]
    pub const fn estimator_kind(self) -> EstimatorKind {
        self.abilities.estimator
    }

    /// The chances that can stand in place of an ε; `None` where only an ε will do.
    #[must_use]
    pub const fn chances(self) -> Option<Chances> {
        self.abilities.chances
    }

    /// The randomizer that published integers describe; its privacy loss is computed from them
    /// alone.
    ///
    /// # Errors
    /// When the integers or the domain size do not fit this mechanism.
    pub fn randomizer(
        self,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Box<dyn Respondent>, MechanismError> {
        (self.randomizer)(parameters, domain_size)
    }
}

impl PartialEq for Mechanism {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Mechanism {}

impl fmt::Debug for Mechanism {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Mechanism").field(&self.name).finish()
    }
}

//! Every mechanism, named once: each table is made of a row for each of them.
//!
//! A row is a macro that takes the module of a mechanism, which has a `NAME`, a `SHORT_NAME`,
//! `parameters` (from ε to integers) and `published` (from integers to a randomizer). What it can do that
//! others cannot is said in the last table.
//!
//! The common mechanisms come first: they are all that a respondent's program needs for the
//! surveys that `auto` makes. The feature `whole` adds the others, in
//! [`super::respondent`] alone.

macro_rules! table {
    ($row:ident; $($module:ident)*) => { &[$($row!($module)),*] };
}

macro_rules! common_for_categories {
    ($row:ident $($more:ident)*) => {
        table!($row; randomized_response two_coins direct_encoding optimized_unary_encoding
            subset_selection privset $($more)*)
    };
}

macro_rules! for_categories {
    ($row:ident) => {
        common_for_categories!($row forced_response unary_encoding symmetric_unary_encoding
            summation_histogram_encoding thresholding_histogram_encoding optimized_local_hashing
            hadamard_response projective_geometry_response count_mean_sketch
            hadamard_count_mean_sketch bloom_filter_encoding custom_channel)
    };
}

/// What `auto` may choose, of those with equal variance the first: the simpler to explain.
macro_rules! for_auto {
    ($row:ident) => {
        table!($row; direct_encoding subset_selection projective_geometry_response
            optimized_local_hashing optimized_unary_encoding hadamard_response)
    };
}

macro_rules! common_for_numbers {
    ($row:ident $($more:ident)*) => { table!($row; hybrid square_wave $($more)*) };
}

macro_rules! for_numbers {
    ($row:ident) => { common_for_numbers!($row laplace duchi window) };
}

/// Those of them that have a cell for those who decline, by the integers of
/// `parameters_or_declined`.
macro_rules! for_declined_numbers {
    ($row:ident) => { common_for_numbers!($row duchi window) };
}

macro_rules! for_waves {
    ($row:ident) => { table!($row; direct_encoding unary_encoding) };
}

/// What a mechanism can do that others cannot: a row for each of which there is something to say.
macro_rules! abilities {
    (randomized_response) => { abilities!(; channel: ChannelKind::OneValue) };
    (two_coins) => { abilities!(; channel: ChannelKind::OneValue) };
    (direct_encoding) => {
        abilities!(; channel: ChannelKind::OneValue, tells_groups: true)
    };
    (optimized_unary_encoding) => { abilities!(; tells_groups: true) };
    (subset_selection) => { abilities!(; tells_groups: true) };
    (privset) => { abilities!(; takes_sets: true) };
    (summation_histogram_encoding) => { abilities!(; estimator: EstimatorKind::OfOtherSums) };
    (bloom_filter_encoding) => { abilities!(; estimator: EstimatorKind::OfOtherSums) };
    (custom_channel) => { abilities!(; estimator: EstimatorKind::OfOtherSums) };
    (forced_response) => {
        abilities!(; channel: ChannelKind::TwoAnswers, chances: Some(Chances::TruthAndYes))
    };
    (unary_encoding) => {
        abilities!(; chances: Some(Chances::Bits), tells_groups: true)
    };
    (symmetric_unary_encoding) => { abilities!(; tells_groups: true) };
    (thresholding_histogram_encoding) => {
        abilities!(; chances: Some(Chances::Threshold), tells_groups: true)
    };
    (hybrid) => { abilities!(; takes_declined: true) };
    (square_wave) => { abilities!(; tells_shape: true, takes_declined: true) };
    (duchi) => { abilities!(; takes_declined: true) };
    (window) => { abilities!(; tells_shape: true, takes_declined: true) };
    (; $($ability:ident: $value:expr),+) => {
        Abilities { $($ability: $value,)+ ..Abilities::USUAL }
    };
    ($module:ident) => { Abilities::USUAL };
}

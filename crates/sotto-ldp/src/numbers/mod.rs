//! Numbers: answers on a grid, perturbed so that their mean or their distribution can be estimated.
//!
//! A question's minimum, maximum and step make a [`Grid`] of cells, and an answer is the index of
//! a cell. A randomizer turns it into another integer, the number of an output cell; weights,
//! widths and rates are published integers, so no floating-point number stands between an answer
//! and its report. Which number an output cell stands for is the estimator's business alone: it
//! reads grid and outputs as numbers t from −1 (the minimum) to 1 (the maximum) and beyond.
//!
//! - [`Duchi`], [`Window::piecewise`], [`Hybrid`] and [`Laplace`] are unbiased for the mean
//!   ([`MeanEstimator`]); hybrid is the best of them in the worst case.
//! - [`square_wave`] keeps the shape of the whole distribution ([`DensityEstimator`]), which
//!   [`expectation_maximization`] recovers, and [`BoundedDistribution`] with intervals.
//! - [`Bins`] turn a number into a category, for any frequency oracle.
//! - Where a number can be declined, all of these but Laplace have a cell for it: [`DeclinedCell`].
//! - [`SampledCoordinates`] perturbs several numbers of one person at once.

mod bins;
mod bounds;
mod declined_cell;
pub mod declined_design;
mod density;
pub mod design;
mod em;
mod error;
mod estimators;
mod grid;
mod mean;
mod moments;
mod on_grid;
mod quantile;
pub(crate) mod randomizers;
mod ratio;
mod score;
mod skewed_interval;

pub use crate::kernel::{Decimal, DecimalError, fixed_point};
pub use bins::Bins;
pub use bounds::BoundedDistribution;
pub use declined_cell::DeclinedCell;
pub use density::{DensityEstimator, Distribution};
pub use em::{Deconvolution, Smoothing, expectation_maximization};
pub use error::NumberError;
pub use grid::Grid;
pub use mean::{
    CubeLaw, MeanEstimate, MeanEstimator, MeanLaw, SquareLaw, VarianceEstimate, estimate_mean,
    sums_of_counts,
};
pub(crate) use mean::{farthest_of_reports, law_of_mean, law_of_mean_among, mean_of_reports};
pub use moments::{Moments, ReportSums};
pub use on_grid::OnGrid;
pub use quantile::Quantile;
pub use randomizers::{
    Duchi, Hybrid, Laplace, NumericRandomizer, SampledCoordinates, SampledReport,
    SeveralDesignError, SeveralError, Window, square_wave, square_wave_or_declined,
};
pub use ratio::Ratio;
pub use score::Score;
pub(crate) use skewed_interval::SkewedMean;

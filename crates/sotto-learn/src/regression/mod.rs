//! Logistic regression through noise: the outcome perturbed, or predictors, or both.
//!
//! What a respondent truly is, the outcome Y and the protected predictors Z, is hidden behind the
//! reports; known predictors X are not. The model is logit Pr\[Y = 1\] = β₀ + Xβ + (a coefficient for each
//! value of each Z but its first), with shares of Z's combinations that are free and do not depend on
//! X. With the outcome alone protected it is that of Scheers and Dayton (1988), as in R's `rrreg`
//! (Blair, Imai and Zhou 2015); with predictors, the latent table seen through its channels (van den
//! Hout and van der Heijden 2002).
//!
//! All is post-processing: regression costs nothing beyond the reports.

mod error;
mod fit;
mod matrix;
mod model;
mod observation;

pub use error::RegressionError;
pub use fit::{Coefficient, Fitted};
pub use model::Model;
pub use observation::{Observation, Seen};

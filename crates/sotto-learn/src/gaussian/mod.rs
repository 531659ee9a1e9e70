//! Gaussian naive Bayes from noisy numbers: each number is normal within a class.
//!
//! A normal distribution takes a mean and a variance, so half of the respondents report values and half report
//! squares; which half is drawn before any answer is read. The class must stay hidden: a number is a vector of
//! one component for each class, zero but at the respondent's own, and every component is perturbed. (Filling in
//! one component alone would tell the class.) One more number, always 1, tells the classes' shares.
//!
//! [`Way`] lists how the vectors of all numbers travel. Everything is drawn with integers; training is
//! post-processing.

mod classifier;
mod half;
mod reporting;

pub use classifier::GaussianNaiveBayes;
pub use reporting::{GaussianReport, GaussianReporting, Sums, Way};

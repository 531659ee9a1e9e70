//! Learning from noise: classifiers from answers that were perturbed one by one.
//!
//! A respondent reports **one** input, drawn before any answer is read: a feature's value together
//! with the class, at the whole ε ([`Reporting`]). [`OneInput`] is the same as one exact channel, to be
//! certified for the whole respondent. Counted reports train a [`NaiveBayes`] by a [`Recipe`]; the
//! same classifier trained on [`Examples`] without noise is what privacy is compared with.
//!
//! [`gaussian`] has the same for numbers that are normal within a class.
//!
//! [`regression`] carries a logistic regression through the noise of outcome or predictors, and
//! [`synthesis`] draws rows that nobody has answered from estimated tables.
//!
//! Perturbing here uses no floating-point number; training does, and is post-processing.
//!
//! Left out: whatever needs gradients, which take many rounds with each respondent, and trees that grow
//! by what earlier respondents said. A survey asks once.
//!
//! ```
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//! use sotto_ldp::learning::{Recipe, Reporting, Schema};
//!
//! // Two classes, and a feature of three values that tells of them.
//! let schema = Schema::new(2, vec![3])?;
//! let recipe = Recipe::Pooled;
//! let reporting = Reporting::new(schema, None, &"1".parse()?, recipe.needs_class_report())?;
//! let mut tallies = reporting.empty_tallies();
//! let mut generator = ChaCha20Rng::seed_from_u64(1);
//! for respondent in 0..5_000_u32 {
//!     let class = respondent % 2;
//!     let value = if respondent % 10 < 8 { class } else { 2 };
//!     let report = reporting.randomize(&[value], class, &mut generator)?;
//!     reporting.accumulate(&report, &mut tallies)?;
//! }
//! let classifier = recipe.train(&reporting, &tallies)?;
//! assert_eq!(classifier.predict(&[0])?, 0);
//! assert_eq!(classifier.predict(&[1])?, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classifier;
mod error;
mod examples;
pub mod gaussian;
mod one_input;
mod recipe;
pub mod regression;
mod reporting;
mod schema;
pub mod synthesis;

pub use classifier::NaiveBayes;
pub use error::LearningError;
pub use examples::{Examples, folds};
pub use one_input::OneInput;
pub use recipe::{EstimatedTable, Recipe, UnknownRecipe};
pub use reporting::{LinkedReport, Reporting, Tallies};
pub use schema::Schema;

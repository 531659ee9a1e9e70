//! A simulated crowd: people of a known population, whose answers are perturbed one by one with the
//! randomizers that real respondents use, then counted and estimated like real reports.
//!
//! It knows nothing of pages: a Web Worker runs it (`src/bin/crowd.rs`, loaded by `www/crowd-worker.js`); of a
//! whole survey, [`rehearsal`] has people who answer it. No real person's answer ever comes here.
//!
//! ```
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//! use sotto_crowd::{CrowdMessage, CrowdRequest};
//!
//! let request = CrowdRequest {
//!     people: 1_000,
//!     population: vec![30, 70],
//!     mechanism: "auto".to_owned(),
//!     epsilon: "1".parse().unwrap(),
//! };
//! let mut outcome = None;
//! sotto_crowd::run(request, &mut ChaCha20Rng::seed_from_u64(7), |message| {
//!     if let CrowdMessage::Done(done) = message {
//!         outcome = Some(done);
//!     }
//! });
//! let outcome = outcome.unwrap();
//! assert!((outcome.categories[0].truth - 0.3).abs() < 1e-12);
//! ```

mod apportionment;
mod population;
mod protocol;
pub mod rehearsal;
mod run;
mod simulation;
mod tally;

pub use population::Population;
pub use protocol::{CategoryOutcome, CrowdMessage, CrowdOutcome, CrowdRequest};
pub use run::run;
pub use simulation::SimulationError;
pub use tally::{TallyRequest, tally};

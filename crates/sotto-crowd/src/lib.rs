//! A simulated crowd: people of a known population, whose answers are perturbed one by one with the
//! randomizers that real respondents use, then counted and estimated like real reports.
//!
//! A Web Worker runs it (`src/bin/crowd.rs`, loaded by `www/crowd-worker.js`), and a page starts that by
//! [`CrowdWorker`]; of a whole survey, [`rehearsal`] has people who answer it. No real person's answer ever comes here.
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
//!     parameters: None,
//!     seed: None,
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
mod worker;

pub use population::Population;
pub use protocol::{CategoryOutcome, CrowdMessage, CrowdOutcome, CrowdRequest};
pub use run::{run, run_seeded};
pub use simulation::SimulationError;
pub use tally::{TallyRequest, tally};
pub use worker::{CrowdNews, CrowdWorker};

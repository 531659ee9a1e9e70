//! A simulated crowd: people of a known population, each perturbed on its own by the randomizers
//! that real respondents use, counted and estimated like real reports.
//!
//! Pure: src/bin/crowd.rs runs it in a Web Worker and www/crowd-worker.js loads that. No real person's answer ever comes here.

mod apportionment;
mod population;
mod protocol;
mod run;
mod simulation;
mod tally;

pub use apportionment::{ApportionmentError, apportion};
pub use population::Population;
pub use protocol::{CategoryOutcome, CrowdMessage, CrowdOutcome, CrowdRequest};
pub use run::run;
pub use simulation::{Simulation, SimulationError};
pub use tally::{TallyRequest, tally};

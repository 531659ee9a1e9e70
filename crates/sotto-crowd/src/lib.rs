#![doc = include_str!("../README.md")]

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

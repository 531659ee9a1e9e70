//! At the collector: submissions are counted, and the counts become estimates for the whole crowd.

pub(crate) mod estimates;
pub(crate) mod inquiry;
pub(crate) mod oracles;
pub(crate) mod results;
pub(crate) mod tally;

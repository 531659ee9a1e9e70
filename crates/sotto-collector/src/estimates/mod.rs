//! Results as they are given out: in JSON, computed once for all who ask for the same, and told to
//! all who listen at the same moments. Nothing here knows who may read them.

mod cache;
mod live;

pub(crate) use cache::{ResultsCache, Wanted};
pub(crate) use live::LiveResults;

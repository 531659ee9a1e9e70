//! The curator's model against what was published of it.

mod approximate;
mod clipped_sum;
mod renyi;
mod row_chain;
mod smooth_median;

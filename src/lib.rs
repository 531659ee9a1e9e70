//! The browser side of Sotto.

pub mod crowd;

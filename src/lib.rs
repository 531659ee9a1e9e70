//! The browser side of Sotto.

pub mod crowd;
pub mod http;
pub mod language;
pub mod messages;
pub mod randomness;

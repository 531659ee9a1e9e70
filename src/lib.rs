//! The browser side of Sotto.

pub mod crowd;
pub mod demo;
pub mod http;
pub mod language;
pub mod messages;
pub mod panel;
pub mod randomness;

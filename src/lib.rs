//! The browser side of Sotto.

pub mod crowd;
pub mod demo;
pub mod element;
pub mod headless;
pub mod http;
pub mod json_value;
pub mod language;
pub mod messages;
pub mod outbox;
pub mod panel;
pub mod privacy;
pub mod randomness;
pub mod survey;
pub mod ui;

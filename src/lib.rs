//! The site's front door. The programs that a browser loads stand in `src/bin`; each mounts one room.

#[cfg(feature = "whole")]
pub mod front_door;

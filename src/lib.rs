//! The site's front door and the page for whoever wants to answer. The programs that a browser loads stand in
//! `src/bin`; each mounts one room.

#[cfg(feature = "whole")]
pub mod answer;
#[cfg(feature = "whole")]
pub mod foreign_files;
#[cfg(feature = "whole")]
pub mod front_door;

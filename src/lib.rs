//! The site's front door, the page for whoever wants to answer, and what several programs of the lessons share. The programs
//! that a browser loads stand in `src/bin`; each mounts one room.

#[cfg(feature = "whole")]
pub mod answer;
#[cfg(feature = "whole")]
pub mod foreign_files;
#[cfg(feature = "whole")]
pub mod front_door;
#[cfg(feature = "whole")]
pub mod imagined;
#[cfg(feature = "whole")]
pub mod imagined_people;
#[cfg(feature = "whole")]
pub mod learn;

//! The site's front door. The programs that a browser loads stand in `src/bin`; each mounts one room.

pub mod front_door;

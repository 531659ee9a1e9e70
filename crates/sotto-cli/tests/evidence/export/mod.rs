//! `sotto export`: every format from files and from a collector, with names of every kind.

mod both_sides;
mod collector;
mod hostile;
mod python;
mod refused;
mod rows;
mod study;

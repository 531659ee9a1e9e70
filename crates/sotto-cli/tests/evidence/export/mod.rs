//! `sotto export`: every format from files and from a collector, with names of every kind.

mod collector;
mod hostile;
mod python;
mod refused;
mod rows;
mod study;

//! What is kept in the databases.

mod contract;
mod copies;
mod disk;
mod entries;
mod files;
mod invites;
mod order;
mod recent;
mod remains;
mod simulation;

//! What is kept in the databases.

mod contract;
mod copies;
mod entries;
mod files;
mod invites;
mod order;

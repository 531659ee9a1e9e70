//! What is kept in the databases.

mod contract;
mod files;
mod invites;
mod order;

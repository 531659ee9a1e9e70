//! What is kept in the databases.

mod contract;
mod files;

//! What is kept in the databases.

mod changes;
mod collecting;
mod contract;
mod copies;
pub(crate) mod entries;
mod files;
mod gateway;
mod invites;
mod operators;
mod order;
mod pools;
mod recent;
mod remains;
mod rooms;
mod simulation;

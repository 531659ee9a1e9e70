//! Load on a collector, from a second process: what `scripts/measure-collector` runs. It measures
//! and asserts nothing.
//!
//! - `bare`: a server with the same HTTP stack that parses a submission and stores nothing;
//! - `publish`: the surveys that are measured, into a database;
//! - `fill`: submissions, straight into a database;
//! - `post`: submissions over HTTP, each under a report id of its own;
//! - `listen`: live listeners; `read`: results, timed;
//! - `room`: classes on their phones, timed from a presenter's act to the last phone;
//! - `measure`: all of it, side by side, as one table.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a measurement that cannot go on had better stop"
)]

mod bare;
mod disk;
mod fill;
mod http;
mod listen;
mod measure;
mod post;
mod read;
mod room;
mod server;
mod surveys;

use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// What cargo hands to every benchmark.
    #[arg(long, global = true, hide = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Command {
    Bare(bare::Bare),
    Publish(fill::Publish),
    Fill(fill::Fill),
    Post(post::Post),
    Listen(listen::Listen),
    Read(read::Read),
    Room(room::Room),
    Measure(measure::Measure),
}

fn main() {
    match Arguments::parse().command {
        // With as many threads as the collector has.
        Command::Bare(bare) => tokio::runtime::Runtime::new().unwrap().block_on(bare.run()),
        Command::Publish(publish) => on_one_thread(publish.run()),
        Command::Fill(fill) => println!("{:.1} s", on_one_thread(fill.run())),
        Command::Post(post) => println!("{}", on_one_thread(post.run())),
        Command::Listen(listen) => println!("{}", on_one_thread(listen.run())),
        Command::Read(read) => println!("{:.1?} ms", on_one_thread(read.run())),
        Command::Room(room) => println!("{}", on_one_thread(room.run())),
        Command::Measure(measure) => on_one_thread(measure.run()),
    }
}

/// The side that measures leaves as much of the machine as it can to the side that is measured.
fn on_one_thread<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

//! The acceptance tables: `cargo run --release -p sotto-ldp --example acceptance -- FOLDER`, where the
//! folder holds UCI's `adult.data`. Prints every figure beside the one it is held against, and ends in
//! error if one is missed.
//!
//! - the closed forms of n·Var, to the last place that is published;
//! - on Adult: raw estimates against their expected squared error, Norm-Sub and maximum likelihood
//!   against the published runs, and `auto` against every other mechanism's raw estimates;
//! - numbers, plans, waves, fakes, shuffling, the central model, and Adult's yes and no;
//! - linked questions in one report against separate ones, also as drawn; the ways to report a multiple
//!   choice; what it costs that a number can be declined;
//! - square wave on Adult's ages and hours, with and without smoothing.

mod adult;
mod closed_forms;
mod distributions;
mod figures;
mod joint;
mod shares;

use std::{env, error::Error, path::Path, process::ExitCode};

/// What has been compared so far.
#[derive(Default)]
struct Acceptance {
    held: u32,
    missed: u32,
}

impl Acceptance {
    /// Prints a figure, and whether it is what it should be.
    fn figure(&mut self, what: &str, found: f64, expected: &str, holds: bool) {
        println!(
            "{what:<58} {found:>12.4e}  {expected:<24} {}",
            if holds { "holds" } else { "MISSED" }
        );
        self.held += u32::from(holds);
        self.missed += u32::from(!holds);
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = env::args()
        .nth(1)
        .ok_or("name the folder that holds adult.data")?;
    let adult = adult::Adult::read(&Path::new(&folder).join("adult.data"))?;
    let mut acceptance = Acceptance::default();
    closed_forms::compare(&mut acceptance)?;
    figures::compare(&adult, &mut acceptance)?;
    joint::compare(&mut acceptance)?;
    shares::compare(&adult, &mut acceptance)?;
    distributions::compare(&adult, &mut acceptance)?;
    let Acceptance { held, missed } = acceptance;
    println!("{held} hold, {missed} missed");
    Ok(if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

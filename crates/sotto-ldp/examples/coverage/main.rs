//! How often intervals hold: `cargo run --release -p sotto-ldp --example coverage [-- DRAWS [PART]]`. Prints a line for
//! each kind of figure, number of reports and ε, with the least coverage over true shares of 0, 1, 10, 50, 99 and
//! 100 %, and the mean width beside that of the rival; ends in error if a figure is held less often than 94 times
//! in 100 where it says 95.
//!
//! Shares and own secrets with an anchor are summed over all counts, so that nothing is left to chance. Means, groups, differences, ratios and
//! orders are drawn, DRAWS times (4,000 unless given) with seeds that are fixed; PART names one of `respondents`,
//! `population`, `anchors`, `means`, `groups`, `among` and `orders`, to print that alone. A line is a miss where even six
//! standard deviations of the drawing do not reach 94 %, which happens by chance to one table in a million.

mod among;
mod drawn;
mod secrets;
mod shares;

use std::{env, error::Error, process::ExitCode};

/// The least coverage that is good enough.
const LEAST: f64 = 0.94;

const EPSILONS: [&str; 5] = ["0.5", "1", "ln 3", "2", "4"];

/// What has been looked at so far.
struct Table {
    draws: u32,
    held: u32,
    missed: u32,
}

impl Table {
    /// Prints a line: the coverage of `found`, summed or drawn, and what else is to be seen.
    fn line(&mut self, what: &str, found: f64, drawn: bool, beside: &str) {
        let slack = if drawn {
            6.0 * (LEAST * (1.0 - LEAST) / f64::from(self.draws)).sqrt()
        } else {
            0.0
        };
        let holds = found >= LEAST - slack;
        let verdict = if holds { "holds" } else { "MISSED" };
        println!("{what:<58} {:>6.1} %  {verdict:<7} {beside}", 100.0 * found);
        self.held += u32::from(holds);
        self.missed += u32::from(!holds);
    }
}

/// Prints some of the lines.
type Part = fn(&mut Table) -> Result<(), Box<dyn Error>>;

const PARTS: [(&str, Part); 7] = [
    ("respondents", shares::respondents),
    ("population", shares::population),
    ("anchors", secrets::corrected_by_an_anchor),
    ("means", drawn::means),
    ("groups", drawn::groups),
    ("among", among::among),
    ("orders", drawn::orders),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let draws = env::args().nth(1).map_or(Ok(4_000), |text| text.parse())?;
    let mut table = Table {
        draws,
        held: 0,
        missed: 0,
    };
    let wanted = env::args().nth(2);
    if let Some(wanted) = &wanted
        && PARTS.iter().all(|(name, _)| wanted != name)
    {
        let names = PARTS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no part {wanted:?}: use one of {names}").into());
    }
    for (name, print) in PARTS {
        if wanted.as_ref().is_none_or(|wanted| wanted == name) {
            print(&mut table)?;
        }
    }
    let Table { held, missed, .. } = table;
    println!("{held} hold, {missed} missed");
    Ok(if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

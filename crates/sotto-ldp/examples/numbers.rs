//! What each mechanism for numbers costs and gives: worst variances beside the textbook's, and the
//! time of a report. `cargo run --release -p sotto-ldp --example numbers`

use std::{error::Error, hint::black_box, time::Instant};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, NUMERIC_MECHANISMS,
    numbers::design::{hybrid_mixture, piecewise_width, textbook, window_variances},
};

const REPORTS: u32 = 1_000_000;
const CELLS: u32 = 101;

fn main() -> Result<(), Box<dyn Error>> {
    println!("worst variance of one report, range −1 to 1 on {CELLS} cells (textbook)");
    println!(
        "{:>5} {:>9} {:>9} {:>20} {:>20}",
        "ε", "laplace", "duchi", "piecewise", "hybrid"
    );
    for text in ["0.5", "1", "2", "4"] {
        let epsilon: Epsilon = text.parse()?;
        let decimal: f64 = text.parse()?;
        let exponential = decimal.exp();
        let window = window_variances(&epsilon, CELLS, piecewise_width(&epsilon, CELLS));
        println!(
            "{text:>5} {:>9.4} {:>9.4} {:>9.4} ({:>8.4}) {:>9.4} ({:>8.4})",
            textbook::laplace(decimal).worst(),
            textbook::duchi(exponential).worst(),
            window.worst(),
            textbook::piecewise(exponential).worst(),
            hybrid_mixture(&epsilon, CELLS).variances.worst(),
            textbook::hybrid(exponential).worst(),
        );
    }
    println!("\nnanoseconds a report at ε = 1, and to count it; output cells");
    for mechanism in NUMERIC_MECHANISMS {
        let parameters = mechanism.parameters(&"1".parse()?, CELLS)?;
        let randomizer = mechanism.oracle(&parameters, CELLS)?;
        let mut generator = ChaCha20Rng::seed_from_u64(1);
        let start = Instant::now();
        let reports: Result<Vec<_>, _> = (0..REPORTS)
            .map(|respondent| randomizer.randomize(respondent % CELLS, &mut generator))
            .collect();
        let (reports, drawn) = (reports?, start.elapsed());
        let start = Instant::now();
        let mut counts = randomizer.empty_counts();
        for report in &reports {
            randomizer.accumulate(report, &mut counts)?;
        }
        let added = start.elapsed();
        black_box(&counts);
        println!(
            "{:>12} {:>7.1} {:>7.1} {:>7}",
            mechanism.name(),
            drawn.as_secs_f64() * 1e9 / f64::from(REPORTS),
            added.as_secs_f64() * 1e9 / f64::from(REPORTS),
            randomizer.sum_count(),
        );
    }
    Ok(())
}

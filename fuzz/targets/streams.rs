//! The command line's streams: any bytes as values, as reports, and as a table of either.
#![no_main]

use std::io::{self, BufReader};

use libfuzzer_sys::fuzz_target;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Confidence, Consistency, Mechanism,
    intervals::IntervalMethod,
    numbers::{Decimal, Grid},
};

/// What they print with.
#[path = "../../crates/sotto-cli/src/listing.rs"]
#[allow(dead_code, unused_imports, reason = "not all of it is driven here")]
mod listing;
/// The same files, as a module of this program: the collector keeps them to itself.
#[path = "../../crates/sotto-cli/src/streams/mod.rs"]
#[allow(dead_code, unused_imports, reason = "not all of it is driven here")]
mod streams;

use streams::{
    CategoryProtocol, EstimateOptions, NumberProtocol, PrintFormat, ShareMethod, StreamProtocol,
};

const METHODS: [ShareMethod; 3] = [
    ShareMethod::Unbiased,
    ShareMethod::Mle,
    ShareMethod::Smoothed,
];

const ORACLES: [&str; 6] = ["grr", "oue", "ss", "olh", "cms", "she"];

fn protocol(choice: u8) -> StreamProtocol {
    let epsilon = "1".parse().expect("an epsilon");
    let choice = usize::from(choice);
    if choice % 2 == 0 {
        let mechanism = Mechanism::named(ORACLES[choice / 2 % ORACLES.len()]).expect("a mechanism");
        let parameters = mechanism.parameters(&epsilon, 3).expect("any size");
        let categories = "yes,no,\"don't, know\"".parse().expect("names");
        StreamProtocol::Categories(CategoryProtocol {
            mechanism,
            oracle: mechanism.oracle(&parameters, 3).expect("its own integers"),
            epsilon,
            reason: None,
            categories: (choice % 3 == 0).then_some(categories),
        })
    } else {
        let mechanism = Mechanism::for_numbers(["sw", "laplace"][choice / 2 % 2]);
        let mechanism = mechanism.expect("a mechanism");
        let ends = [0, 5].map(Decimal::from);
        let grid = Grid::new(ends[0], ends[1], "0.5".parse().expect("a step")).expect("a grid");
        let parameters = mechanism
            .parameters(&epsilon, grid.cells())
            .expect("any size");
        StreamProtocol::Numbers(NumberProtocol {
            mechanism,
            oracle: mechanism
                .oracle(&parameters, grid.cells())
                .expect("its own"),
            epsilon,
            reason: None,
            grid,
            declinable: choice % 3 == 0,
        })
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, how, input @ ..] = data else {
        return;
    };
    let protocol = protocol(*choice);
    let column = (how % 2 == 1).then_some("a");
    // Small pieces, so that what is found does not hang on where they end.
    let input = || BufReader::with_capacity(1 + usize::from(how / 16), input);
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let drawn = streams::randomize(&protocol, column, input(), io::sink(), &mut generator);
    let _ = drawn.map_err(|error| error.to_string());
    let options = EstimateOptions {
        confidence: Confidence::default(),
        interval: IntervalMethod::default(),
        simultaneous: false,
        consistency: Consistency::None,
        method: METHODS[usize::from(*how) % METHODS.len()],
        sums: Vec::new(),
    };
    match streams::estimate(&protocol, &options, column, input()) {
        Ok(estimates) => {
            for format in [PrintFormat::Json, PrintFormat::Csv] {
                estimates
                    .write(format, io::sink())
                    .expect("estimates are printable");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

//! What is written as text: an ε, a decimal, a mechanism's name. Whatever is read is printed so that it
//! reads back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_ldp::{
    Consistency, Epsilon, Mechanism,
    intervals::IntervalMethod,
    numbers::{Decimal, Grid},
};

fuzz_target!(|text: &str| {
    if let Ok(epsilon) = text.parse::<Epsilon>() {
        assert_eq!(epsilon.to_string().parse(), Ok(epsilon));
        let below = u64::from(epsilon.micros_rounded_down());
        assert!(below <= epsilon.privacy_loss().micros());
        let json = serde_json::to_string(&epsilon).expect("a string");
        assert_eq!(serde_json::from_str::<Epsilon>(&json).ok(), Some(epsilon));
    }
    if let Ok(number) = text.parse::<Decimal>() {
        assert_eq!(number.to_string().parse(), Ok(number));
        if let Ok(grid) = Grid::new(Decimal::default(), number, 1.into()) {
            assert_eq!(grid.index_of(number), Ok(grid.cells() - 1));
        }
    }
    if let Ok(number) = serde_json::from_str::<Decimal>(text) {
        let json = serde_json::to_string(&number).expect("a number");
        assert_eq!(serde_json::from_str::<Decimal>(&json).ok(), Some(number));
    }
    let _ = Mechanism::named(text);
    let _ = Mechanism::for_numbers(text);
    let _ = text.parse::<Consistency>();
    let _ = text.parse::<IntervalMethod>();
});

//! Property tests try the same cases at every run, so that whether they pass never hangs on luck.

use std::cell::RefCell;

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};

/// `.cargo/config.toml` says so for the whole workspace.
#[test]
fn the_cases_are_the_same_at_every_run() {
    let config = Config::default();
    assert!(matches!(config.rng_seed, RngSeed::Fixed(_)));
    assert_eq!(config.cases, 256);
    let drawn = || {
        let drawn = RefCell::new(Vec::new());
        let mut runner = TestRunner::new(Config::default());
        let kept = runner.run(&any::<u64>(), |case| {
            drawn.borrow_mut().push(case);
            Ok(())
        });
        kept.unwrap();
        drawn.into_inner()
    };
    assert_eq!(drawn(), drawn());
}

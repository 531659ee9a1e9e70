//! The integers that a survey publishes for a mechanism: any are those of a mechanism whose
//! certificate holds at the loss that it states, or they are refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, MECHANISMS, NUMERIC_MECHANISMS};

fuzz_target!(|data: &[u8]| {
    let [place, size, rest @ ..] = data else {
        return;
    };
    let (words, _) = rest.as_chunks::<8>();
    let integers: Vec<_> = words
        .iter()
        .take(8)
        .map(|word| u64::from_le_bytes(*word))
        .collect();
    // Small, so that its channel is read quickly.
    let size = u32::from(*size) % 12;
    let place = usize::from(*place) % (MECHANISMS.len() + NUMERIC_MECHANISMS.len());
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let (certificate, loss) = if let Some(mechanism) = MECHANISMS.get(place) {
        let Ok(oracle) = mechanism.oracle(&integers, size) else {
            return;
        };
        // A channel with many outputs is read for minutes: those are left to the tests.
        if oracle.longest_report().to_string().len() > 64 {
            return;
        }
        let report = oracle.randomize(size - 1, &mut generator).expect("a value");
        let mut counts = oracle.empty_counts();
        oracle
            .accumulate(&report, &mut counts)
            .expect("its own report");
        let support = oracle.support_probabilities().expect("categories");
        assert!(support.other < support.truth && support.truth <= support.total);
        (oracle.certificate(), oracle.privacy_loss())
    } else {
        let mechanism = NUMERIC_MECHANISMS[place - MECHANISMS.len()];
        let Ok(randomizer) = mechanism.oracle(&integers, size) else {
            return;
        };
        let report = randomizer
            .randomize(size - 1, &mut generator)
            .expect("a cell");
        let mut counts = randomizer.empty_counts();
        randomizer
            .accumulate(&report, &mut counts)
            .expect("its own report");
        (randomizer.certificate(), randomizer.privacy_loss())
    };
    let micros = u32::try_from(loss.micros()).expect("at most 20").max(1);
    let stated = Epsilon::from_micros(micros).expect("at most 20");
    assert!(
        certificate.holds(&stated.exp_lower_bound()),
        "{integers:?} over {size}: {loss}"
    );
});

//! Reports that no honest device sends: refused with the reason, and nothing is counted.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Counts, DynFrequencyOracle, ImpossibleReport, Mechanism, Report};

fn oracle(mechanism: &str, domain_size: u32) -> Box<dyn DynFrequencyOracle> {
    let mechanism = Mechanism::named(mechanism).unwrap();
    let parameters = mechanism
        .parameters(&"1".parse().unwrap(), domain_size)
        .unwrap();
    mechanism.oracle(&parameters, domain_size).unwrap()
}

fn refusal(mechanism: &str, domain_size: u32, report: &Report) -> ImpossibleReport {
    let mut counts = Counts::empty(domain_size);
    let refusal = oracle(mechanism, domain_size)
        .accumulate(report, &mut counts)
        .unwrap_err();
    assert_eq!(counts, Counts::empty(domain_size));
    refusal
}

#[test]
fn impossible_reports_are_named() {
    assert_eq!(
        refusal("direct-encoding", 5, &Report::Index(5)),
        ImpossibleReport::IndexOutOfRange {
            index: 5,
            domain_size: 5
        }
    );
    assert!(matches!(
        refusal("direct-encoding", 5, &Report::Bits(vec![1])),
        ImpossibleReport::WrongForm { .. }
    ));
    assert!(matches!(
        refusal("optimized-unary-encoding", 5, &Report::Index(1)),
        ImpossibleReport::WrongForm { .. }
    ));
    for bytes in [vec![], vec![1, 0]] {
        let found = bytes.len();
        assert_eq!(
            refusal("optimized-unary-encoding", 5, &Report::Bits(bytes)),
            ImpossibleReport::WrongLength { expected: 1, found }
        );
    }
    assert_eq!(
        refusal(
            "optimized-unary-encoding",
            5,
            &Report::Bits(vec![0b10_0000])
        ),
        ImpossibleReport::PaddingSet { domain_size: 5 }
    );
    assert_eq!(
        refusal(
            "optimized-unary-encoding",
            65,
            &Report::Bits(vec![0, 0, 0, 0, 0, 0, 0, 0, 2])
        ),
        ImpossibleReport::PaddingSet { domain_size: 65 }
    );
}

proptest! {
    #[test]
    fn what_is_sent_is_accepted_and_never_longer_than_announced(
        seed: u64, domain_size in 2_u32..300, value in 0_u32..300
    ) {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        for name in ["direct-encoding", "optimized-unary-encoding"] {
            let oracle = oracle(name, domain_size);
            match oracle.randomize(value, &mut generator) {
                Ok(report) => {
                    let longest = oracle.longest_report().to_string().len();
                    prop_assert!(report.to_string().len() <= longest);
                    let mut counts = Counts::empty(domain_size);
                    oracle.accumulate(&report, &mut counts).unwrap();
                    for value in 0..domain_size {
                        let supported = oracle.supports(&report, value).unwrap();
                        prop_assert_eq!(counts.supports()[value as usize], u64::from(supported));
                    }
                }
                Err(error) => prop_assert_eq!(error.value, value.max(domain_size)),
            }
        }
    }

    #[test]
    fn arbitrary_reports_never_panic(
        domain_size in 2_u32..200, index: u32, bytes in prop::collection::vec(any::<u8>(), 0..40)
    ) {
        for name in ["direct-encoding", "optimized-unary-encoding"] {
            let oracle = oracle(name, domain_size);
            let mut counts = Counts::empty(domain_size);
            let _ = oracle.accumulate(&Report::Index(index), &mut counts);
            let _ = oracle.accumulate(&Report::Bits(bytes.clone()), &mut counts);
            prop_assert!(counts.supports().iter().all(|&count| count <= counts.reports()));
        }
    }
}

//! Reports that no honest device sends: refused with the reason, and nothing is counted.

use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Counts, CountsError, EstimateError, ImpossibleReport, Intervals, MECHANISMS,
    Mechanism, Report,
};

fn oracle(mechanism: &str, domain_size: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(mechanism).unwrap();
    let parameters = mechanism
        .parameters(&"1".parse().unwrap(), domain_size)
        .unwrap();
    mechanism.oracle(&parameters, domain_size).unwrap()
}

fn refusal(mechanism: &str, domain_size: u32, report: &Report) -> ImpossibleReport {
    let oracle = oracle(mechanism, domain_size);
    let mut counts = oracle.empty_counts();
    let refusal = oracle.accumulate(report, &mut counts).unwrap_err();
    assert_eq!(counts, oracle.empty_counts());
    assert_eq!(oracle.prove(report.clone()).unwrap_err(), refusal);
    assert_eq!(oracle.supports(report, 0).unwrap_err(), refusal);
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

#[test]
fn impossible_lists_and_rows_are_named() {
    use ImpossibleReport::{
        IndexOutOfRange, NotRising, PaddingSet, SeedOutOfRange, WrongCount, WrongLength,
    };
    let out_of_range = |index, domain_size| IndexOutOfRange { index, domain_size };
    // At ε = 1: subsets of two; four buckets and 4² − 1 seeds for sixteen values.
    let list = |indices: &[u32]| Report::Indices(indices.to_vec());
    assert_eq!(
        refusal("ss", 7, &list(&[1])),
        WrongCount {
            expected: 2,
            found: 1
        }
    );
    assert_eq!(
        refusal("ss", 7, &list(&[0, 1, 2])),
        WrongCount {
            expected: 2,
            found: 3
        }
    );
    assert_eq!(refusal("ss", 7, &list(&[3, 3])), NotRising { index: 3 });
    assert_eq!(refusal("ss", 7, &list(&[3, 1])), NotRising { index: 1 });
    assert_eq!(refusal("ss", 7, &list(&[3, 7])), out_of_range(7, 7));
    assert_eq!(refusal("hr", 7, &Report::Index(8)), out_of_range(8, 8));
    assert_eq!(refusal("olh", 16, &list(&[1, 4])), out_of_range(4, 4));
    assert_eq!(
        refusal("olh", 16, &list(&[0, 1])),
        SeedOutOfRange {
            found: 0,
            greatest: 15
        }
    );
    assert_eq!(
        refusal("olh", 16, &list(&[16, 1])),
        SeedOutOfRange {
            found: 16,
            greatest: 15
        }
    );
    assert_eq!(
        refusal("olh", 16, &list(&[1, 1, 1])),
        WrongCount {
            expected: 2,
            found: 3
        }
    );
    let Report::Index(point) = oracle("pgr", 7).longest_report() else {
        panic!("a point is an index")
    };
    assert_eq!(
        refusal("pgr", 7, &Report::Index(point + 1)),
        out_of_range(point + 1, point + 1)
    );
    assert_eq!(
        refusal("cms", 7, &Report::Row(64, vec![0; 128])),
        out_of_range(64, 64)
    );
    let short = WrongLength {
        expected: 128,
        found: 127,
    };
    assert_eq!(refusal("cms", 7, &Report::Row(0, vec![0; 127])), short);
    assert_eq!(refusal("hcms", 7, &list(&[64, 1, 0])), out_of_range(64, 64));
    assert_eq!(
        refusal("hcms", 7, &list(&[0, 1024, 0])),
        out_of_range(1024, 1024)
    );
    assert_eq!(refusal("hcms", 7, &list(&[0, 1, 2])), out_of_range(2, 2));
    assert_eq!(
        refusal("hcms", 7, &list(&[0, 0, 1])),
        SeedOutOfRange {
            found: 0,
            greatest: 1023
        }
    );
    let Report::Bits(bytes) = oracle("she", 7).longest_report() else {
        panic!("components are bits")
    };
    let (expected, found) = (bytes.len(), bytes.len() + 1);
    assert_eq!(expected % 7, 0);
    assert_eq!(
        refusal("she", 7, &Report::Bits(vec![0; found])),
        WrongLength { expected, found }
    );
    for name in ["sue", "ue", "the"] {
        let padded = Report::Bits(vec![0b1000_0000]);
        assert_eq!(refusal(name, 7, &padded), PaddingSet { domain_size: 7 });
    }
    assert_eq!(
        refusal("bfe", 7, &Report::Row(8, vec![0; 16])),
        out_of_range(8, 8)
    );
    assert_eq!(
        refusal("bfe", 7, &Report::Row(0, vec![0; 17])),
        WrongLength {
            expected: 16,
            found: 17
        }
    );
    assert_eq!(refusal("fr", 2, &Report::Index(2)), out_of_range(2, 2));
}

#[test]
fn the_forms_of_other_mechanisms_are_refused() {
    let list = |indices: &[u32]| Report::Indices(indices.to_vec());
    for mechanism in MECHANISMS
        .iter()
        .filter(|mechanism| mechanism.name() != "two-coins")
    {
        let pair = mechanism.parameters(&"1".parse().unwrap(), 7).is_err();
        let oracle = oracle(mechanism.name(), if pair { 2 } else { 7 });
        let own = oracle.longest_report().form();
        for report in [
            Report::Index(0),
            Report::Bits(vec![0]),
            list(&[0]),
            Report::Row(0, vec![0]),
        ] {
            let mut counts = oracle.empty_counts();
            let refused = oracle.accumulate(&report, &mut counts);
            if report.form() != own {
                assert_eq!(
                    refused,
                    Err(ImpossibleReport::WrongForm {
                        expected: own,
                        found: report.form()
                    })
                );
            }
        }
    }
}

/// Counts of another mechanism or domain are told apart by their number of sums.
#[test]
fn foreign_counts_are_refused() {
    let oracle = oracle("hr", 7);
    let mut foreign = Counts::empty(7);
    let error = oracle
        .accumulate(&Report::Index(0), &mut foreign)
        .unwrap_err();
    let sums = CountsError::Sums {
        expected: 8,
        found: 7,
    };
    assert_eq!(error, ImpossibleReport::Counts(sums));
    let own = oracle.prove(Report::Index(0)).unwrap();
    let error = oracle.accumulate_all(&[&own], &mut foreign).unwrap_err();
    assert_eq!(error, ImpossibleReport::Counts(sums));
    assert!(oracle.decode(&foreign).is_none());
    assert!(oracle.estimate(&foreign, Intervals::default()).is_err());
    assert_eq!(oracle.stored_counts(3, vec![0; 7]), Err(sums));
    assert!(oracle.stored_counts(3, vec![4; 8]).is_err());
    assert!(oracle.stored_counts(3, vec![3; 8]).is_ok());
    assert!(matches!(
        oracle.estimate(&oracle.empty_counts(), Intervals::default()),
        Err(EstimateError::NoReports)
    ));
}

/// What is proven for one mechanism counts for no other, nor for another domain.
#[test]
fn a_proof_for_another_mechanism_is_refused() {
    let of_five = oracle("oue", 5);
    let own = of_five.prove(Report::Bits(vec![1])).unwrap();
    let mut counts = of_five.empty_counts();
    of_five.accumulate_all(&[&own], &mut counts).unwrap();
    assert_eq!((counts.reports(), counts.sums()), (1, &[1, 0, 0, 0, 0][..]));
    for (name, domain_size) in [("oue", 6), ("grr", 5), ("cms", 5)] {
        let other = oracle(name, domain_size);
        let theirs = other.prove(other.longest_report()).unwrap();
        let before = counts.clone();
        assert_eq!(
            of_five.accumulate_all(&[&own, &theirs], &mut counts),
            Err(ImpossibleReport::OtherMechanism)
        );
        assert_eq!(counts, before);
    }
}

/// Domains that a report of every mechanism can be of.
fn reach(mechanism: Mechanism, domain_size: u32) -> Option<(&'static str, u32)> {
    match mechanism.name() {
        "two-coins" => None,
        name @ ("randomized-response" | "forced-response") => Some((name, 2)),
        "custom-channel" => Some(("custom-channel", domain_size.min(64))),
        name => Some((name, domain_size)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_sent_is_accepted_and_never_longer_than_announced(
        seed: u64, domain_size in 2_u32..300, value in 0_u32..300
    ) {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        for &mechanism in MECHANISMS {
            let Some((name, domain_size)) = reach(mechanism, domain_size) else { continue };
            let oracle = oracle(name, domain_size);
            let report = match oracle.randomize(value, &mut generator) {
                Ok(report) => report,
                Err(error) => {
                    prop_assert_eq!(error.value, value.max(domain_size));
                    continue;
                }
            };
            prop_assert!(report.to_string().len() <= oracle.longest_report().to_string().len());
            let read: Report = serde_json::from_str(&report.to_string()).unwrap();
            prop_assert_eq!(&read, &report);
            let mut counts = oracle.empty_counts();
            oracle.accumulate(&report, &mut counts).unwrap();
            prop_assert_eq!(counts.reports(), 1);
            if ["summation-histogram-encoding", "bloom-filter-encoding", "custom-channel"].contains(&name) {
                continue; // no pure protocols: no report supports a value
            }
            let decoded = oracle.decode(&counts).unwrap();
            for value in 0..domain_size {
                let supported = oracle.supports(&report, value).unwrap();
                prop_assert_eq!(decoded.supports()[value as usize], u64::from(supported), "{}", name);
            }
        }
    }

    /// Batches, single reports, and parts merged: the same sums.
    #[test]
    fn counting_in_any_order_is_the_same(seed: u64, domain_size in 2_u32..150) {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        for &mechanism in MECHANISMS {
            let Some((name, domain_size)) = reach(mechanism, domain_size) else { continue };
            let oracle = oracle(name, domain_size);
            let reports: Vec<_> = (0..40)
                .map(|i| oracle.randomize(i % domain_size, &mut generator).unwrap())
                .collect();
            let mut single = oracle.empty_counts();
            for report in &reports {
                oracle.accumulate(report, &mut single).unwrap();
            }
            let (mut left, mut right) = (oracle.empty_counts(), oracle.empty_counts());
            let proven: Vec<_> = reports.into_iter().map(|report| oracle.prove(report).unwrap()).collect();
            let proven: Vec<_> = proven.iter().collect();
            oracle.accumulate_all(&proven[..17], &mut left).unwrap();
            oracle.accumulate_all(&proven[17..], &mut right).unwrap();
            right.merge(&left).unwrap();
            prop_assert_eq!(&right, &single, "{}", name);
            let stored = oracle.stored_counts(40, single.sums().to_vec()).unwrap();
            prop_assert_eq!(stored, single);
        }
    }

    #[test]
    fn arbitrary_reports_never_panic(
        domain_size in 2_u32..200,
        index: u32,
        small in 0_u32..300,
        indices in prop::collection::vec(prop_oneof![0_u32..70, any::<u32>()], 0..5),
        bytes in prop::collection::vec(any::<u8>(), 0..140)
    ) {
        for &mechanism in MECHANISMS {
            let Some((name, domain_size)) = reach(mechanism, domain_size) else { continue };
            let oracle = oracle(name, domain_size);
            let mut counts = oracle.empty_counts();
            for report in [
                Report::Index(index),
                Report::Index(small),
                Report::Bits(bytes.clone()),
                Report::Indices(indices.clone()),
                Report::Row(index, bytes.clone()),
                Report::Row(small, vec![0xff; 128]),
            ] {
                let _ = oracle.accumulate(&report, &mut counts);
            }
            prop_assert!(counts.sums().iter().all(|&count| count <= counts.reports()));
        }
    }

    /// Sums that no reports can give, within what `Counts` accepts: no panic, nothing beyond n.
    #[test]
    fn arbitrary_sums_never_panic(seed: u64, domain_size in 2_u32..40, reports in prop_oneof![0_u64..100, any::<u64>()]) {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        for &mechanism in MECHANISMS {
            let Some((name, domain_size)) = reach(mechanism, domain_size) else { continue };
            let oracle = oracle(name, domain_size);
            let sums: Vec<_> = (0..oracle.empty_counts().sums().len())
                .map(|_| generator.next_u64() & reports)
                .collect();
            let counts = oracle.stored_counts(reports, sums).unwrap();
            // A table of one's own has no supports.
            let supports = oracle.decode(&counts).unwrap_or_else(|| oracle.empty_counts());
            prop_assert!(supports.supports().iter().all(|&count| count <= reports));
            let _ = oracle.estimate(&counts, Intervals::default());
        }
    }
}

//! Variances against the published closed forms, and support probabilities against the channels
//! they are claimed for.

use sotto_ldp::{
    Channel, Collector, Counts, Epsilon, FrequencyOracle, Intervals, Mechanism, Randomizer,
    SupportProbabilities,
    exact::Natural,
    intervals::{IntervalMethod, Population},
    planning::designs::ProtectingDesign,
    randomizers::{
        Crosswise, DirectEncoding, ForcedResponse, HadamardResponse, OptimizedLocalHashing,
        ProjectiveGeometryResponse, Said, SubsetSelection, UnaryEncoding,
        thresholding_histogram_encoding,
    },
};

fn support(mechanism: &str, epsilon: &str, domain_size: u32) -> SupportProbabilities {
    let mechanism = Mechanism::named(mechanism).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), domain_size)
        .unwrap();
    let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
    oracle.support_probabilities().unwrap()
}

/// n·Var at f = 0 to four places, for ε and k.
#[test]
fn variances_are_the_published_ones() {
    let names = ["grr", "sue", "oue", "the", "hr", "ss"];
    for (epsilon, domain_size, published) in [
        (
            "0.5",
            4,
            [8.6701, 15.9169, 15.6708, 17.8278, 16.6708, 8.6701],
        ),
        (
            "0.5",
            128,
            [303.3194, 15.9169, 15.6708, 17.8278, 16.6708, 15.4114],
        ),
        ("1", 4, [1.5981, 3.9177, 3.6827, 4.8072, 4.6827, 1.5981]),
        ("1", 16, [5.6624, 3.9177, 3.6827, 4.8072, 4.6827, 3.1107]),
        ("1", 128, [43.5965, 3.9177, 3.6827, 4.8072, 4.6827, 3.6098]),
        (
            "1",
            1024,
            [347.0689, 3.9177, 3.6827, 4.8072, 4.6827, 3.6736],
        ),
        ("2", 16, [0.5240, 0.9207, 0.7241, 1.2836, 1.7241, 0.5198]),
        ("2", 1024, [25.2177, 0.9207, 0.7241, 1.2836, 1.7241, 0.7207]),
        ("4", 128, [0.0629, 0.1810, 0.0760, 0.2852, 1.0760, 0.0584]),
    ] {
        for (name, published) in names.into_iter().zip(published) {
            let found = support(name, epsilon, domain_size).variance();
            assert!(
                (found - published).abs() < 5.1e-5,
                "{name}, ε = {epsilon}, k = {domain_size}: {found}, not {published}"
            );
        }
    }
}

/// Random hash functions give optimized local hashing 15.8174, 3.6917, 0.7246 and 0.0760; balanced
/// ones are better for few values, and come near for many, since collisions are a little rarer. (At
/// ε = 4 the best number of buckets, 56, is no field; 53 costs less than a thousandth.)
#[test]
fn balanced_hash_functions_are_no_worse_than_random_ones() {
    for (epsilon, random) in [
        ("0.5", 15.8174),
        ("1", 3.6917),
        ("2", 0.7246),
        ("4", 0.0760),
    ] {
        let mut last = 0.0;
        for domain_size in [4, 16, 128, 1024, 1 << 16] {
            let found = support("olh", epsilon, domain_size).variance();
            assert!(
                found < 1.001 * random,
                "ε = {epsilon}, k = {domain_size}: {found}"
            );
            last = found;
        }
        assert!(last > 0.97 * random, "ε = {epsilon}: {last}");
    }
}

#[test]
fn projective_geometry_is_as_published() {
    for (domain_size, published) in [(16, 3.2529), (1024, 3.6848)] {
        let found = support("pgr", "1", domain_size).variance();
        assert!((found - published).abs() < 5.1e-5, "{domain_size}: {found}");
    }
}

#[test]
fn warner_and_two_coins_are_as_published() {
    // e/(e−1)² at ε = 1; ¾ at ln 3.
    assert!((support("rr", "1", 2).variance() - 0.920_674).abs() < 1e-6);
    assert!((support("two-coins", "ln 3", 2).variance() - 0.75).abs() < 1e-12);
    assert!((support("forced-response", "1", 2).variance() - 0.920_674).abs() < 1e-6);
}

#[test]
fn the_best_threshold_is_the_published_one() {
    let epsilon: Epsilon = "1".parse().unwrap();
    let best = thresholding_histogram_encoding::best_threshold(&epsilon);
    // 0.6186; the variance is flat there.
    assert!((6166..=6206).contains(&best), "{best}");
    // p = .75, q = .25 cost ln 9.
    let bits = sotto_ldp::BitWeights::of_chances((3, 4), (1, 4)).unwrap();
    assert_eq!(bits.privacy_loss().unwrap().to_string(), "2.197225");
}

/// Adds up the weights of the reports that support each value, for each true value: p* and q* must
/// be their shares of the row total, exactly.
fn assert_supports_are_exact<C: Channel + FrequencyOracle>(channel: &C) {
    let inputs = channel.inputs();
    for input in 0..inputs {
        let mut sums = vec![Natural::zero(); inputs as usize];
        for output in channel.outputs() {
            let weight = channel.weight(input, &output);
            for (value, sum) in (0..).zip(&mut sums) {
                if FrequencyOracle::supports(channel, &output, value) {
                    *sum = sum.plus(&weight);
                }
            }
        }
        for (value, sum) in (0..).zip(&sums) {
            let claimed = FrequencyOracle::support_probabilities_of(channel, value);
            let part = if value == input {
                claimed.truth
            } else {
                claimed.other
            };
            assert_eq!(
                sum.times(claimed.total),
                channel.row_total().times(part),
                "{input}: {value}"
            );
        }
    }
}

#[test]
fn support_probabilities_are_those_of_the_channels() {
    for text in ["0.1", "1", "ln 3", "2.5", "5"] {
        let epsilon = text.parse().unwrap();
        for domain_size in [2, 3, 6, 8] {
            assert_supports_are_exact(&DirectEncoding::new(&epsilon, domain_size).unwrap());
            assert_supports_are_exact(&UnaryEncoding::symmetric(&epsilon, domain_size).unwrap());
            assert_supports_are_exact(&UnaryEncoding::optimized(&epsilon, domain_size).unwrap());
            let the = thresholding_histogram_encoding::with_threshold(&epsilon, 6_000, domain_size);
            assert_supports_are_exact(&the.unwrap());
        }
        for domain_size in [2, 3, 7, 8, 14] {
            assert_supports_are_exact(&HadamardResponse::new(&epsilon, domain_size).unwrap());
            assert_supports_are_exact(&OptimizedLocalHashing::new(&epsilon, domain_size).unwrap());
            let pgr = ProjectiveGeometryResponse::new(&epsilon, domain_size).unwrap();
            assert_supports_are_exact(&pgr);
            assert_supports_are_exact(&SubsetSelection::new(&epsilon, domain_size).unwrap());
        }
    }
    for (truth, yes) in [((1, 2), (1, 2)), ((3, 4), (1, 3)), ((1, 10), (9, 10))] {
        assert_supports_are_exact(&ForcedResponse::new(truth, yes).unwrap());
    }
    for innocent in [(1, 4), (3, 4), (3, 20)] {
        assert_supports_are_exact(&Crosswise::new(innocent).unwrap());
    }
}

/// Of every channel, whatever its shape: the mean of the scores of the reports of a value is 1 for it
/// and 0 for any other, and the estimates of any counts add up to 1.
#[test]
fn scores_are_unbiased_and_add_up_to_one() {
    let mechanism = Mechanism::named("custom").unwrap();
    for (weights, values, total) in [
        (&[9, 42, 49, 49, 42, 9][..], 2_usize, 100),
        (&[3, 1, 2, 2], 2, 4),
        (&[5, 1, 1, 3, 1, 5, 1, 3, 1, 1, 5, 3], 3, 10),
        (&[50, 20, 30, 10, 60, 30, 40, 35, 25], 3, 100),
    ] {
        let oracle = mechanism
            .oracle(weights, u32::try_from(values).unwrap())
            .unwrap();
        for (value, row) in weights.chunks(weights.len() / values).enumerate() {
            // As if the reports came exactly as often as they do on average.
            let counts = Counts::new(total, row.to_vec()).unwrap();
            let found = oracle.estimate(&counts, Intervals::default()).unwrap();
            for (other, estimate) in found.iter().enumerate() {
                let expected = if other == value { 1.0 } else { 0.0 };
                assert!(
                    (estimate.share - expected).abs() < 1e-9,
                    "{value} {other}: {estimate:?}"
                );
            }
        }
        let any: Vec<u64> = (1..).take(weights.len() / values).collect();
        let counts = Counts::new(any.iter().sum(), any).unwrap();
        let found = oracle.estimate(&counts, Intervals::default()).unwrap();
        let sum: f64 = found.iter().map(|estimate| estimate.share).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}

/// A square table with two values is forced response: the same estimates, errors and intervals.
#[test]
fn a_table_of_two_is_forced_response() {
    let forced = Mechanism::named("forced-response").unwrap();
    let forced = forced.oracle(&[11, 2, 12], 2).unwrap();
    let custom = Mechanism::named("custom-channel").unwrap();
    let custom = custom.oracle(&[11, 1, 2, 10], 2).unwrap();
    for (reports, yes) in [(10, 3), (1000, 400), (50, 50), (50, 0)] {
        let counts = Counts::new(reports, vec![yes, reports - yes]).unwrap();
        for method in [IntervalMethod::Score, IntervalMethod::Wilson] {
            let intervals = Intervals {
                method,
                ..Intervals::default()
            };
            let left = forced.estimate(&counts, intervals).unwrap();
            let right = custom.estimate(&counts, intervals).unwrap();
            for (one, other) in left.iter().zip(&right) {
                assert!((one.share - other.share).abs() < 1e-9);
                assert!((one.standard_error - other.standard_error).abs() < 1e-9);
                for (end, same) in [
                    (one.interval.0, other.interval.0),
                    (one.interval.1, other.interval.1),
                ] {
                    assert!(
                        (end - same).abs() < 1e-6,
                        "{method:?} {reports} {yes}: {end} {same}"
                    );
                }
            }
        }
    }
}

/// Counts of so many who say "same", and of so many who say "different".
fn of_said(oracle: &dyn Collector, same: u64, different: u64) -> Counts {
    let mut counts = oracle.empty_counts();
    for (said, people) in Said::ALL.into_iter().zip([same, different]) {
        for _ in 0..people {
            oracle.accumulate(&said.report(), &mut counts).unwrap();
        }
    }
    // In batches, as a collector counts them, they are the same.
    let [of_same, of_different] = Said::ALL.map(Said::report);
    let same = vec![&of_same; usize::try_from(same).unwrap()];
    let different = vec![&of_different; usize::try_from(different).unwrap()];
    let mut batch = oracle.empty_counts();
    let all = [same, different].concat();
    oracle.accumulate_all(&all, &mut batch).unwrap();
    assert_eq!(batch, counts);
    counts
}

/// The channel that `sotto plan --design crosswise` plans with: the same weights, loss, estimates,
/// errors and precision, though the one counts by columns and the other by supports.
#[test]
fn crosswise_is_the_table_of_its_design() {
    for innocent in [(3_u64, 20_u64), (1, 4), (3, 4)] {
        let table = ProtectingDesign::Crosswise { innocent }.channel().unwrap();
        let crosswise = Crosswise::new(innocent).unwrap();
        for (value, said) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let weights = [
                Channel::weight(&table, value, &said),
                Channel::weight(&crosswise, value, &said),
            ];
            assert_eq!(weights[0], weights[1], "{innocent:?} {value} {said}");
        }
        let losses = [
            Randomizer::privacy_loss(&table),
            Randomizer::privacy_loss(&crosswise),
        ];
        assert_eq!(losses[0], losses[1]);
        let people = innocent.1;
        let parameters = [innocent.0, people - innocent.0];
        let oracle = Mechanism::of_own_secret().oracle(&parameters, 2).unwrap();
        for share in [0.0, 0.1, 0.5, 0.9] {
            let variance = |collector: &dyn Collector| {
                let precision = collector.precision().unwrap();
                precision.variance(share, 1, Population::Sampled).unwrap()
            };
            let (one, other) = (variance(&table), variance(&*oracle));
            assert!(
                (one - other).abs() < 1e-9,
                "{innocent:?} {share}: {one} {other}"
            );
            // Yu, Tian and Tang 2008: λ(1 − λ)/(2p − 1)².
            let p = innocent.0 as f64 / people as f64;
            let same = share * p + (1.0 - share) * (1.0 - p);
            let published = same * (1.0 - same) / (2.0 * p - 1.0).powi(2);
            assert!((other - published).abs() < 1e-9, "{innocent:?} {share}");
        }
        for (reports, same) in [(10, 3), (1000, 400), (50, 50), (50, 0)] {
            let counts = Counts::new(reports, vec![same, reports - same]).unwrap();
            let intervals = Intervals {
                method: IntervalMethod::Score,
                ..Intervals::default()
            };
            let left = Collector::estimate(&table, &counts, intervals).unwrap();
            // The table counts columns, crosswise the answers that they support.
            let counts = of_said(&*oracle, same, reports - same);
            let right = oracle.estimate(&counts, intervals).unwrap();
            for (one, other) in left.iter().zip(&right) {
                assert!(
                    (one.share - other.share).abs() < 1e-9,
                    "{innocent:?} {same}"
                );
                assert!((one.standard_error - other.standard_error).abs() < 1e-9);
                assert!((one.interval.0 - other.interval.0).abs() < 1e-6);
                assert!((one.interval.1 - other.interval.1).abs() < 1e-6);
            }
        }
    }
}

/// Of 100 people who all have the trait, and of 100 of whom none has, exactly as many say "same" as the
/// innocent statement is true of, or not: the estimate is 1 and 0, below and above one half.
#[test]
fn crosswise_reads_same_and_different_either_way() {
    for innocent in [25, 75] {
        let oracle = Mechanism::of_own_secret();
        let oracle = oracle.oracle(&[innocent, 100 - innocent], 2).unwrap();
        for (same, yes) in [(innocent, 1.0), (100 - innocent, 0.0)] {
            let counts = of_said(&*oracle, same, 100 - same);
            let found = oracle.estimate(&counts, Intervals::default()).unwrap();
            assert!((found[0].share - yes).abs() < 1e-9, "{innocent} {same}");
            assert!(
                (found[1].share - (1.0 - yes)).abs() < 1e-9,
                "{innocent} {same}"
            );
        }
    }
}

/// Nothing is drawn on the way, and both are of one length.
#[test]
fn what_was_said_is_the_report() {
    let crosswise = Mechanism::of_own_secret().randomizer(&[1, 3], 2).unwrap();
    for said in Said::ALL {
        let report = said.report();
        assert_eq!(report.to_string(), said.index().to_string());
        assert_eq!(Said::named(said.name()), Some(said));
        let sent = report.into_report();
        assert_eq!(Said::of_report(&sent), Some(said));
        assert_eq!(crosswise.prove(sent.clone()).unwrap(), said.report());
        assert_eq!(
            sent.to_string().len(),
            crosswise.longest_report().to_string().len()
        );
    }
}

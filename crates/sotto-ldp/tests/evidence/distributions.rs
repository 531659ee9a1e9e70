//! The samplers, held against their own channels: whole small generators, and G-tests.

use std::collections::HashMap;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Channel, FrequencyOracle, Mechanism, Randomizer, Report,
    randomizers::{
        Crosswise, DirectEncoding, ForcedResponse, HadamardCountMeanSketch, HadamardResponse,
        OptimizedLocalHashing, ProjectiveGeometryResponse, SubsetSelection, UnaryEncoding,
        count_mean_sketch, sketch::SketchShape,
    },
};

use crate::words::{Words, word_for};

/// Over all that can be drawn below the total, each report must come out exactly as often as its
/// weight says.
#[test]
fn direct_encoding_follows_its_weights_over_every_draw() {
    for (weights, domain_size) in [([3, 1], 2), ([7, 2], 5), ([1000, 37], 14)] {
        let mechanism = Mechanism::named("direct-encoding").unwrap();
        let oracle = mechanism.oracle(&weights, domain_size).unwrap();
        let total = weights[0] + u64::from(domain_size - 1) * weights[1];
        for input in 0..domain_size {
            let mut seen = HashMap::new();
            for drawn in 0..total {
                let mut generator = Words::new([word_for(drawn, total)]);
                let report = oracle.randomize(input, &mut generator).unwrap();
                assert!(generator.all_taken());
                *seen.entry(report.to_string()).or_insert(0_u64) += 1;
            }
            for value in 0..domain_size {
                let weight = weights[usize::from(value != input)];
                assert_eq!(seen[&value.to_string()], weight, "{input} → {value}");
            }
        }
    }
}

/// How often each report comes out over all pairs of given words.
fn over_all_pairs(
    mechanism: &str,
    weights: &[u64],
    domain_size: u32,
    input: u32,
    words: &[Vec<u64>; 2],
) -> HashMap<String, u64> {
    let mechanism = Mechanism::named(mechanism).unwrap();
    let oracle = mechanism.oracle(weights, domain_size).unwrap();
    let mut seen = HashMap::new();
    for &first in &words[0] {
        for &second in &words[1] {
            let mut generator = Words::new([first, second]);
            let report = oracle.randomize(input, &mut generator).unwrap();
            assert!(generator.all_taken());
            *seen.entry(report.to_string()).or_insert(0) += 1;
        }
    }
    seen
}

/// One word for each of the integers below a bound.
fn words_below(bound: u64) -> Vec<u64> {
    (0..bound).map(|sample| word_for(sample, bound)).collect()
}

/// Two-level mechanisms that draw two words, one for the side and one for the report on it: over
/// all pairs, each report must come out in proportion to its weight.
#[test]
fn hadamard_and_hashing_follow_their_weights_over_every_pair_of_words() {
    // A total of 3 + 2 and the low four bits for 16 columns; 4·4 − 1 seeds and a total of 7 + 3·2;
    // 3³ − 1 seeds and 9 + 2·4.
    for (name, weights, domain_size, words, greater, lesser) in [
        (
            "hadamard-response",
            &[3, 2][..],
            9,
            [words_below(5), (0..16).collect()],
            3 * 2,
            2 * 2,
        ),
        (
            "optimized-local-hashing",
            &[7, 2, 4][..],
            13,
            [words_below(15), words_below(13)],
            7,
            2,
        ),
        (
            "optimized-local-hashing",
            &[9, 4, 3][..],
            20,
            [words_below(26), words_below(17)],
            9,
            4,
        ),
    ] {
        let mechanism = Mechanism::named(name).unwrap();
        let oracle = mechanism.oracle(weights, domain_size).unwrap();
        for input in 0..domain_size {
            let seen = over_all_pairs(name, weights, domain_size, input, &words);
            assert_eq!(Some(seen.len() as u64), oracle.certificate().outputs);
            for (report, count) in seen {
                let report = serde_json::from_str(&report).unwrap();
                let supported = oracle.supports(&report, input).unwrap();
                let weight = if supported { greater } else { lesser };
                assert_eq!(count, weight, "{name}: {input} → {report}");
            }
        }
    }
}

/// Subset selection with k = 5, w = 2, weights 3 and 1 draws a side (below 3·2 + 1·3 = 9), and then
/// one other value of four, or two by Floyd's algorithm from one word (below 3 and below 4).
#[test]
fn subset_selection_follows_its_weights_over_all_words() {
    let mechanism = Mechanism::named("subset-selection").unwrap();
    let oracle = mechanism.oracle(&[3, 1, 2], 5).unwrap();
    for input in 0..5 {
        let mut seen = HashMap::new();
        for side in 0..9 {
            // With the truth there is one other value to choose; a word of four counts as much as
            // three of twelve.
            let (others, share) = if side < 6 { (4, 3) } else { (12, 1) };
            for word in words_below(others) {
                let mut generator = Words::new([word_for(side, 9), word]);
                let report = oracle.randomize(input, &mut generator).unwrap();
                assert!(generator.all_taken());
                *seen.entry(report.to_string()).or_insert(0) += share;
            }
        }
        assert_eq!(seen.len(), 10);
        for (report, count) in seen {
            let report = serde_json::from_str(&report).unwrap();
            // Out of 9·3·4: 3/18 for a set that holds the truth, 1/18 for any other.
            let weight = if oracle.supports(&report, input).unwrap() {
                3
            } else {
                1
            };
            assert_eq!(count, weight * 6, "{input} → {report}");
        }
    }
}

/// Upper quantile of χ² by Wilson and Hilferty (1931), good to a few per cent in the
/// tail: the value that a correct sampler exceeds with a chance of about 10⁻⁷.
fn chi_squared_limit(degrees: usize) -> f64 {
    let (degrees, z) = (degrees as f64, 5.2);
    degrees * (1.0 - 2.0 / (9.0 * degrees) + z * (2.0 / (9.0 * degrees)).sqrt()).powi(3)
}

/// G-test of `draws` samples for each input against the channel, seeded; false-alarm rate about
/// 10⁻⁷ for each input.
pub(crate) fn assert_follows_channel<C: Channel>(channel: &C, draws: u32)
where
    C::Output: std::hash::Hash + Eq,
{
    let mut generator = ChaCha20Rng::seed_from_u64(20_261_121);
    let outputs: Vec<_> = channel.outputs().collect();
    let total = to_f64(&channel.row_total());
    for input in 0..channel.inputs() {
        let mut seen = HashMap::new();
        for _ in 0..draws {
            let output = channel.randomize(input, &mut generator).unwrap();
            *seen.entry(output).or_insert(0_u32) += 1;
        }
        assert!(seen.keys().all(|output| outputs.contains(output)));
        let g: f64 = outputs
            .iter()
            .filter_map(|output| {
                let observed = f64::from(*seen.get(output)?);
                let expected = f64::from(draws) * to_f64(&channel.weight(input, output)) / total;
                Some(2.0 * observed * (observed / expected).ln())
            })
            .sum();
        let limit = chi_squared_limit(outputs.len() - 1);
        assert!(g < limit, "input {input}: G = {g}, limit {limit}");
    }
}

/// A float of a natural number by its leading 64 bits.
fn to_f64(number: &sotto_ldp::exact::Natural) -> f64 {
    let mut shift = 0;
    let mut leading = number.clone();
    while leading.to_u64().is_none() {
        leading = leading.shifted_right(1);
        shift += 1;
    }
    leading.to_u64().unwrap() as f64 * 2_f64.powi(shift)
}

#[test]
fn direct_encoding_passes_a_g_test() {
    for (epsilon, domain_size) in [("0.5", 3), ("ln 3", 2), ("2", 15)] {
        let epsilon = epsilon.parse().unwrap();
        assert_follows_channel(
            &DirectEncoding::new(&epsilon, domain_size).unwrap(),
            200_000,
        );
    }
}

#[test]
fn unary_encoding_passes_a_g_test() {
    for (epsilon, domain_size) in [("0.5", 3), ("1", 5), ("2", 2)] {
        let epsilon = epsilon.parse().unwrap();
        assert_follows_channel(
            &UnaryEncoding::optimized(&epsilon, domain_size).unwrap(),
            400_000,
        );
    }
}

#[test]
fn two_level_mechanisms_pass_a_g_test() {
    for (epsilon, k) in [("0.5", 3), ("1", 6), ("2", 7)] {
        let epsilon = epsilon.parse().unwrap();
        assert_follows_channel(&SubsetSelection::new(&epsilon, k).unwrap(), 100_000);
        assert_follows_channel(&HadamardResponse::new(&epsilon, k).unwrap(), 100_000);
        assert_follows_channel(&OptimizedLocalHashing::new(&epsilon, k).unwrap(), 200_000);
        assert_follows_channel(
            &ProjectiveGeometryResponse::new(&epsilon, k).unwrap(),
            100_000,
        );
    }
    assert_follows_channel(&ForcedResponse::new((2, 5), (3, 10)).unwrap(), 200_000);
}

#[test]
fn people_with_an_innocent_secret_pass_a_g_test() {
    for innocent in [(1, 4), (3, 20), (3, 4)] {
        assert_follows_channel(&Crosswise::new(innocent).unwrap(), 200_000);
    }
}

/// Sets large enough to be drawn by adjusting instead of Floyd's algorithm: of 15 values at
/// ε = 0.05, about half; each set of 7 comes out.
#[test]
fn large_subsets_pass_a_g_test() {
    let weights = [11, 10, 13];
    let oracle = Mechanism::named("ss")
        .unwrap()
        .oracle(&weights, 15)
        .unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(21);
    // By how many of the members are among the first five: hypergeometric on either side.
    let draws = 400_000_u32;
    let mut seen: HashMap<String, u32> = HashMap::new();
    for _ in 0..draws {
        let report = oracle.randomize(4, &mut generator).unwrap();
        *seen.entry(report.to_string()).or_default() += 1;
    }
    // All C(15, 13) = 105 sets, those with value 4 with 11 : 10.
    assert_eq!(seen.len(), 105);
    let total = 11.0 * 91.0 + 10.0 * 14.0;
    let g: f64 = seen
        .iter()
        .map(|(report, &count)| {
            let report = serde_json::from_str(report).unwrap();
            let weight = if oracle.supports(&report, 4).unwrap() {
                11.0
            } else {
                10.0
            };
            let expected = f64::from(draws) * weight / total;
            2.0 * f64::from(count) * (f64::from(count) / expected).ln()
        })
        .sum();
    assert!(g < chi_squared_limit(104), "G = {g}");
}

#[test]
fn sketches_pass_a_g_test() {
    let epsilon = "1.5".parse().unwrap();
    let shape = SketchShape {
        rows: 3,
        columns: 4,
    };
    assert_follows_channel(
        &count_mean_sketch::with_shape(&epsilon, shape, 3).unwrap(),
        200_000,
    );
    assert_follows_channel(
        &HadamardCountMeanSketch::new(&epsilon, shape, 3).unwrap(),
        200_000,
    );
}

/// Drawing into memory that was used before is drawing.
#[test]
fn memory_is_used_again_without_a_trace() {
    let epsilon = "1".parse().unwrap();
    let unary = UnaryEncoding::optimized(&epsilon, 100).unwrap();
    let subset = SubsetSelection::new(&epsilon, 100).unwrap();
    let seeded = |seed| ChaCha20Rng::seed_from_u64(seed);
    let mut bits = unary.randomize(7, &mut seeded(0)).unwrap();
    for value in 0..100 {
        let seed = value.into();
        unary
            .randomize_into(value, &mut seeded(seed), &mut bits)
            .unwrap();
        assert_eq!(bits, unary.randomize(value, &mut seeded(seed)).unwrap());
        subset
            .randomize_into(value, &mut seeded(seed), &mut bits)
            .unwrap();
        assert_eq!(bits, subset.randomize(value, &mut seeded(seed)).unwrap());
    }
    let before = bits.clone();
    assert!(
        subset
            .randomize_into(100, &mut seeded(0), &mut bits)
            .is_err()
    );
    assert_eq!(bits, before);
}

/// Many reports at once, few at once and one by one: the same sums, whatever the way.
#[test]
fn counting_together_is_counting_one_by_one() {
    let epsilon = "1".parse().unwrap();
    for name in ["oue", "she", "olh", "ss", "hr", "pgr", "cms", "hcms"] {
        let mechanism = Mechanism::named(name).unwrap();
        for domain_size in [7, 16, 70] {
            let parameters = mechanism.parameters(&epsilon, domain_size).unwrap();
            let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
            let mut generator = ChaCha20Rng::seed_from_u64(6);
            // Far more than local hashing has different reports of 7 or 16 values.
            let reports: Vec<_> = (0..2000)
                .map(|person| oracle.randomize(person % domain_size, &mut generator))
                .collect::<Result<_, _>>()
                .unwrap();
            let mut one_by_one = oracle.empty_counts();
            for report in &reports {
                oracle.accumulate(report, &mut one_by_one).unwrap();
            }
            let proven: Vec<_> = reports
                .into_iter()
                .map(|report| oracle.prove(report).unwrap())
                .collect();
            let proven: Vec<_> = proven.iter().collect();
            for batch in [1, 30, 2000] {
                let mut together = oracle.empty_counts();
                for reports in proven.chunks(batch) {
                    oracle.accumulate_all(reports, &mut together).unwrap();
                }
                assert_eq!(together, one_by_one, "{name} {domain_size} {batch}");
            }
        }
    }
}

/// The G-test must be able to fail: a sampler of ε = 1 is not one of ε = 1.05.
#[test]
fn the_g_test_tells_neighbouring_epsilons_apart() {
    struct Impostor(DirectEncoding, DirectEncoding);
    impl Randomizer for Impostor {
        type Input = u32;
        type Output = u32;
        fn randomize<R: rand::CryptoRng + ?Sized>(
            &self,
            input: u32,
            rng: &mut R,
        ) -> Result<u32, sotto_ldp::OutsideDomain> {
            self.0.randomize(input, rng)
        }
        fn privacy_loss(&self) -> sotto_ldp::PrivacyLoss {
            self.1.privacy_loss()
        }
    }
    impl Channel for Impostor {
        fn inputs(&self) -> u32 {
            self.1.inputs()
        }
        fn outputs(&self) -> Box<dyn Iterator<Item = u32> + '_> {
            self.1.outputs()
        }
        fn weight(&self, input: u32, output: &u32) -> sotto_ldp::exact::Natural {
            self.1.weight(input, output)
        }
        fn row_total(&self) -> sotto_ldp::exact::Natural {
            self.1.row_total()
        }
    }
    let of = |epsilon: &str| DirectEncoding::new(&epsilon.parse().unwrap(), 4).unwrap();
    let impostor = Impostor(of("1.05"), of("1"));
    let caught = std::panic::catch_unwind(|| assert_follows_channel(&impostor, 200_000));
    assert!(caught.is_err());
}

/// How often each report comes over every draw below the total.
fn over_every_draw(total: u64, mut draw: impl FnMut(&mut Words) -> Report) -> HashMap<String, u64> {
    let mut seen = HashMap::new();
    for drawn in 0..total {
        let mut generator = Words::new([word_for(drawn, total)]);
        let report = draw(&mut generator);
        assert!(generator.all_taken());
        *seen.entry(report.to_string()).or_insert(0) += 1;
    }
    seen
}

#[test]
fn custom_channels_follow_their_weights_over_every_draw() {
    let mechanism = Mechanism::named("custom-channel").unwrap();
    // Kuk's two draws from decks of 7 and 3 in ten, and three values with four reports.
    for (weights, values, total) in [
        (&[9, 42, 49, 49, 42, 9][..], 2_u32, 100),
        (&[5, 1, 1, 3, 1, 5, 1, 3, 1, 1, 5, 3], 3, 10),
    ] {
        let oracle = mechanism.oracle(weights, values).unwrap();
        for (value, row) in (0..values).zip(weights.chunks(weights.len() / values as usize)) {
            let seen = over_every_draw(total, |words| oracle.randomize(value, words).unwrap());
            for (output, &weight) in row.iter().enumerate() {
                assert_eq!(seen[&output.to_string()], weight, "{value} → {output}");
            }
        }
    }
}

#[test]
fn sets_follow_their_weights_over_every_draw() {
    let mechanism = Mechanism::named("privset").unwrap();
    // Weight 7 in the set and 2 outside it; 4 values of which 2 may be chosen, and 2 dummies.
    let oracle = mechanism.oracle(&[7, 2, 2], 4).unwrap();
    for (set, filled) in [(&[][..], [4, 5]), (&[2], [2, 4]), (&[3, 0], [0, 3])] {
        let seen = over_every_draw(2 * 7 + 4 * 2, |words| {
            oracle.randomize_set(set, words).unwrap()
        });
        for item in 0..6_u32 {
            let weight = if filled.contains(&item) { 7 } else { 2 };
            assert_eq!(seen[&item.to_string()], weight, "{set:?} → {item}");
        }
    }
}

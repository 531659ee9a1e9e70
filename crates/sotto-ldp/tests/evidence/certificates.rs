//! Every channel, read whole and held against e^ε with integers alone.

use rand::{CryptoRng, Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Certificate, Channel, Epsilon, Evidence, FrequencyOracle, MECHANISMS, Mechanism, OutsideDomain,
    PrivacyLoss, Randomizer, Weights, certify, certify_two_levels,
    exact::Natural,
    randomizers::{
        Crosswise, DirectEncoding, ForcedResponse, HadamardCountMeanSketch, HadamardResponse,
        OptimizedLocalHashing, ProjectiveGeometryResponse, SubsetSelection, UnaryEncoding,
        count_mean_sketch, sketch::SketchShape,
    },
};

use crate::altered::Altered;

const EPSILONS: [&str; 10] = [
    "0.000001", "0.01", "0.1", "0.5", "1", "ln 3", "ln 5/2", "2", "5", "12",
];

/// The channel must hold at ε, and must not hold at a lower ε: the certificate can fail.
fn assert_certified<C: Channel + Randomizer>(channel: &C, epsilon: &Epsilon, slack: u64) {
    let certificate = certify(channel);
    assert!(certificate.rows_are_equal);
    assert!(certificate.holds(&epsilon.exp_lower_bound()), "{epsilon}");
    assert_eq!(
        certificate.privacy_loss,
        Some(channel.privacy_loss()),
        "{epsilon}"
    );
    let claimed = epsilon.privacy_loss().micros();
    let found = channel.privacy_loss().micros();
    assert!(
        found <= claimed && claimed <= found + slack,
        "{epsilon}: {found} of {claimed}"
    );
    if let Ok(lower) = Epsilon::from_micros(u32::try_from(found / 2).unwrap()) {
        assert!(
            !certificate.holds(&lower.exp_lower_bound()),
            "{epsilon} holds at its half"
        );
    }
}

#[test]
fn direct_encoding_is_certified() {
    for text in EPSILONS {
        let epsilon = text.parse().unwrap();
        for domain_size in [2, 3, 4, 15, 64] {
            let channel = DirectEncoding::new(&epsilon, domain_size).unwrap();
            assert_certified(&channel, &epsilon, 0);
        }
    }
}

#[test]
fn unary_encoding_is_certified() {
    for text in EPSILONS {
        let epsilon = text.parse().unwrap();
        // Q = ⌈2³²/(e^ε+1)⌉ is coarser at ε = 12: 1/Q = 4·10⁻⁵.
        let slack = if text == "12" { 40 } else { 1 };
        for domain_size in [2, 3, 8] {
            let channel = UnaryEncoding::optimized(&epsilon, domain_size).unwrap();
            assert_certified(&channel, &epsilon, slack);
        }
    }
}

/// A weight raised by a single unit must be caught, where the weights are the greatest that hold.
#[test]
fn one_unit_too_much_is_caught() {
    let epsilon: Epsilon = "1".parse().unwrap();
    let direct = Mechanism::named("direct-encoding").unwrap();
    let weights = direct.parameters(&epsilon, 4).unwrap();
    let honest = direct.oracle(&weights, 4).unwrap();
    let greedy = direct.oracle(&[weights[0] + 1, weights[1]], 4).unwrap();
    assert_eq!(honest.privacy_loss(), epsilon.privacy_loss());
    assert!(greedy.privacy_loss() > epsilon.privacy_loss());

    let unary = Mechanism::named("optimized-unary-encoding").unwrap();
    let weights = unary.parameters(&epsilon, 4).unwrap();
    let greedy = unary.oracle(&[weights[0], weights[1] - 1], 4).unwrap();
    assert!(greedy.privacy_loss() > epsilon.privacy_loss());
}

#[test]
fn two_coins_cost_ln_three_and_nothing_else() {
    let coins = Mechanism::named("two-coins").unwrap();
    let epsilon: Epsilon = "ln 3".parse().unwrap();
    let parameters = coins.parameters(&epsilon, 2).unwrap();
    assert_eq!(
        coins.oracle(&parameters, 2).unwrap().privacy_loss(),
        epsilon.privacy_loss()
    );
    for other in ["1", "1.1", "ln 4", "1.098613"] {
        assert!(
            coins.parameters(&other.parse().unwrap(), 2).is_err(),
            "{other}"
        );
    }
    assert!(coins.parameters(&epsilon, 3).is_err());
    assert!(coins.oracle(&[4, 1], 2).is_err());
}

#[test]
fn weights_that_are_none_are_refused() {
    for (name, weights) in [
        ("direct-encoding", &[] as &[u64]),
        ("direct-encoding", &[3]),
        ("direct-encoding", &[1, 1]),
        ("direct-encoding", &[1, 3]),
        ("direct-encoding", &[3, 0]),
        ("direct-encoding", &[u64::MAX, 1]),
        ("direct-encoding", &[u64::MAX, u64::MAX - 1]),
        ("optimized-unary-encoding", &[1 << 31, 0]),
        ("optimized-unary-encoding", &[1 << 31, 1 << 31]),
        ("optimized-unary-encoding", &[1 << 30, 1 << 29]),
        ("optimized-unary-encoding", &[1 << 32, 1]),
        ("optimized-unary-encoding", &[u64::MAX, 1]),
    ] {
        assert!(
            Mechanism::named(name).unwrap().oracle(weights, 4).is_err(),
            "{name} {weights:?}"
        );
    }
}

#[test]
fn domain_sizes_beyond_reach_are_refused() {
    let epsilon = "1".parse().unwrap();
    for &mechanism in MECHANISMS {
        let greatest = match mechanism.name() {
            "two-coins" => continue,
            "randomized-response" | "forced-response" => 2,
            "custom-channel" => 64,
            "privset" | "summation-histogram-encoding" => 1 << 12,
            "subset-selection" => 1 << 14,
            "hadamard-response" => (1 << 20) - 1,
            "optimized-local-hashing"
            | "count-mean-sketch"
            | "hadamard-count-mean-sketch"
            | "bloom-filter-encoding" => 1 << 20,
            _ => 1 << 16,
        };
        for size in [0, 1, greatest + 1, u32::MAX] {
            let refused = mechanism.parameters(&epsilon, size).unwrap_err();
            assert!(
                refused.to_string().contains("categories"),
                "{mechanism:?}: {refused}"
            );
        }
        for size in [2, greatest] {
            let parameters = mechanism.parameters(&epsilon, size).unwrap();
            assert!(
                mechanism.oracle(&parameters, size).is_ok(),
                "{mechanism:?} {size}"
            );
        }
    }
}

/// Every mechanism over a grid of ε and k: the certificate holds at ε, says what the published
/// integers say, loses next to nothing, and does not hold at half of what it found.
#[test]
fn every_mechanism_is_certified_over_a_grid() {
    for &mechanism in MECHANISMS {
        for text in ["0.01", "0.1", "0.5", "1", "2", "5", "8", "12"] {
            for domain_size in [2, 3, 16, 128] {
                assert_mechanism_certified(mechanism, text, domain_size);
            }
        }
        assert_mechanism_certified(mechanism, "1", 1024);
    }
}

/// 4,096 values; the example `certificates` goes through a whole grid.
#[test]
fn thousands_of_values_are_certified() {
    for name in ["grr", "oue", "ss", "hr", "olh", "pgr", "cms", "hcms"] {
        assert_mechanism_certified(Mechanism::named(name).unwrap(), "2", 4096);
    }
    // So many weights are taken by their structure unless asked for; here they are all read.
    let epsilon: Epsilon = "2".parse().unwrap();
    let weights = Weights::from_epsilon(&epsilon);
    let direct = certify_two_levels(&DirectEncoding::new(&epsilon, 4096).unwrap(), weights);
    let hadamard = certify_two_levels(&HadamardResponse::new(&epsilon, 2047).unwrap(), weights);
    for certificate in [direct, hadamard] {
        assert!(certificate.holds(&epsilon.exp_lower_bound()));
        assert_eq!(certificate.privacy_loss, Some(epsilon.privacy_loss()));
    }
}

fn assert_mechanism_certified(mechanism: Mechanism, text: &str, domain_size: u32) {
    let name = mechanism.name();
    let epsilon: Epsilon = text.parse().unwrap();
    let Ok(parameters) = mechanism.parameters(&epsilon, domain_size) else {
        // Only the yes-no mechanisms and tables do not serve every domain, and two coins no other ε.
        assert!(
            [
                "randomized-response",
                "two-coins",
                "forced-response",
                "custom-channel"
            ]
            .contains(&name),
            "{name} {text} {domain_size}"
        );
        return;
    };
    let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
    let certificate = oracle.certificate();
    let context = format!("{name} {text} {domain_size}");
    assert!(certificate.holds(&epsilon.exp_lower_bound()), "{context}");
    assert_eq!(
        certificate.privacy_loss,
        Some(oracle.privacy_loss()),
        "{context}"
    );
    let (found, claimed) = (
        oracle.privacy_loss().micros(),
        epsilon.privacy_loss().micros(),
    );
    assert!(found <= claimed, "{context}");
    // Thresholding gives away less than the noise costs; the chances of unary encodings are
    // coarse at ε = 12.
    let slack = match name {
        "thresholding-histogram-encoding" => claimed / 2,
        _ if name.ends_with("unary-encoding")
            || name == "count-mean-sketch"
            || name == "bloom-filter-encoding" =>
        {
            40
        }
        _ => 1,
    };
    assert!(claimed - found <= slack, "{context}: {found}");
    let half = Epsilon::from_micros(u32::try_from(found / 2).unwrap()).unwrap();
    assert!(!certificate.holds(&half.exp_lower_bound()), "{context}");
}

/// Of direct encoding over 4 values, but that one value reports another a little more often than it
/// says.
fn favouring(honest: &DirectEncoding, input: u32, output: u32) -> Natural {
    let weight = honest.weight(input, &output);
    match (input, output) {
        (3, 0) => weight.plus(&Natural::from(7_u64)),
        (3, 3) => weight.minus(&Natural::from(7_u64)).unwrap(),
        (1, 2) => weight.divided_by(2).unwrap(),
        (1, 1) => weight.plus(&honest.weight(1, &0).divided_by(2).unwrap()),
        _ => weight,
    }
}

/// Two weights are not taken on trust: a third is found, and the channel judged by it.
#[test]
fn a_third_weight_is_not_overlooked() {
    let epsilon: Epsilon = "1".parse().unwrap();
    let favouring = Altered {
        honest: DirectEncoding::new(&epsilon, 4).unwrap(),
        weight: |honest: &DirectEncoding, input, output: &u32| favouring(honest, input, *output),
        factor: 1,
    };
    let found = certify_two_levels(&favouring, Weights::from_epsilon(&epsilon));
    assert!(found.rows_are_equal && !found.holds(&epsilon.exp_lower_bound()));
    assert_eq!(found, certify(&favouring));
}

/// What the structure says must be what reading every weight says, where both can be done.
#[test]
fn structure_and_enumeration_agree() {
    fn agree<C: Channel + FrequencyOracle>(channel: &C, weights: Weights) {
        let read = certify(channel);
        assert_eq!(certify_two_levels(channel, weights), read);
        assert_eq!(FrequencyOracle::certificate(channel), read);
        assert_eq!(read.evidence, Evidence::Enumeration);
    }
    for text in ["0.1", "1", "4"] {
        let epsilon: Epsilon = text.parse().unwrap();
        let of = |name: &str, domain_size| {
            let mechanism = Mechanism::named(name).unwrap();
            let parameters = mechanism.parameters(&epsilon, domain_size).unwrap();
            Weights {
                truth: parameters[0],
                other: parameters[1],
            }
        };
        for k in [2, 5, 9] {
            agree(&DirectEncoding::new(&epsilon, k).unwrap(), of("grr", k));
            agree(&SubsetSelection::new(&epsilon, k).unwrap(), of("ss", k));
            agree(&HadamardResponse::new(&epsilon, k).unwrap(), of("hr", k));
            agree(
                &OptimizedLocalHashing::new(&epsilon, k).unwrap(),
                of("olh", k),
            );
            agree(
                &ProjectiveGeometryResponse::new(&epsilon, k).unwrap(),
                of("pgr", k),
            );
            let shape = SketchShape {
                rows: 3,
                columns: 8,
            };
            let sketch = HadamardCountMeanSketch::new(&epsilon, shape, k).unwrap();
            let weights = Weights::from_epsilon(&epsilon);
            agree(&sketch, weights);
        }
        // Unary encoding is read up to 8 values, and taken by its structure above: whether 8 or 9,
        // the ratio is the same.
        let losses = |unary: fn(&Epsilon, u32) -> UnaryEncoding| {
            let [read, taken] = [8, 9].map(|k| FrequencyOracle::certificate(&unary(&epsilon, k)));
            let bound = epsilon.exp_lower_bound();
            assert_eq!(read.evidence, Evidence::Enumeration);
            assert_eq!(taken.evidence, Evidence::Structure);
            assert_eq!(taken.outputs, Some(512));
            assert_eq!(read.privacy_loss, taken.privacy_loss);
            assert!(read.holds(&bound) && taken.holds(&bound));
        };
        losses(|epsilon, k| UnaryEncoding::symmetric(epsilon, k).unwrap());
        losses(|epsilon, k| UnaryEncoding::optimized(epsilon, k).unwrap());
        let shape = SketchShape {
            rows: 3,
            columns: 4,
        };
        let sketch = count_mean_sketch::with_shape(&epsilon, shape, 20).unwrap();
        let (read, taken) = (certify(&sketch), FrequencyOracle::certificate(&sketch));
        let facts = |certificate: &Certificate| (certificate.outputs, certificate.privacy_loss);
        assert_eq!(facts(&read), facts(&taken));
    }
}

#[test]
fn forced_response_costs_what_its_rarer_answer_tells() {
    // π = ½ and θ = ½: two coins. θ = 9/10: "no" is rarely forced, and tells e^ε = 11.
    for (truth, yes, expected) in [
        ((1, 2), (1, 2), "1.098613"),
        ((1, 2), (9, 10), "2.397896"),
        ((1, 2), (1, 10), "2.397896"),
    ] {
        let oracle = ForcedResponse::new(truth, yes).unwrap();
        assert_eq!(Randomizer::privacy_loss(&oracle).to_string(), expected);
        assert_eq!(
            certify(&oracle).privacy_loss,
            Some(Randomizer::privacy_loss(&oracle))
        );
    }
    for (truth, yes) in [
        ((0, 2), (1, 2)),
        ((2, 2), (1, 2)),
        ((3, 2), (1, 2)),
        ((1, 2), (0, 2)),
        ((1, 2), (2, 2)),
        ((1, 0), (1, 2)),
        ((1, u64::MAX), (1, u64::MAX)),
    ] {
        assert!(
            ForcedResponse::new(truth, yes).is_err(),
            "{truth:?} {yes:?}"
        );
    }
}

/// ln 3, ln(17/3) = 1.7346…, and the same for the share of those who answer no.
#[test]
fn crosswise_costs_what_its_prevalence_says() {
    for (innocent, expected) in [
        ((1, 4), "1.098613"),
        ((3, 4), "1.098613"),
        ((3, 20), "1.734602"),
        ((17, 20), "1.734602"),
    ] {
        let crosswise = Crosswise::new(innocent).unwrap();
        let loss = Randomizer::privacy_loss(&crosswise);
        assert_eq!(loss.to_string(), expected);
        let certificate = certify(&crosswise);
        assert!(certificate.rows_are_equal);
        assert_eq!(certificate.privacy_loss, Some(loss));
    }
    for innocent in [(0, 4), (4, 4), (1, 2), (5, 4), (1, 0), (1, u64::MAX)] {
        assert!(Crosswise::new(innocent).is_err(), "{innocent:?}");
    }
    let half = Crosswise::new((2, 4)).unwrap_err().to_string();
    assert!(half.contains("nothing could be learned"), "{half}");
}

/// No device draws with it, because no survey and no command can name it.
#[test]
fn crosswise_has_no_name_by_which_a_device_would_draw() {
    let mechanism = Mechanism::of_own_secret();
    assert!(Mechanism::named(mechanism.name()).is_err());
    assert!(!MECHANISMS.contains(&mechanism) && !mechanism.is_common());
}

/// No integers that a survey may publish make a panic, whatever the mechanism.
#[test]
fn hostile_weights_are_refused_or_certified() {
    let edges = [
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        1 << 10,
        1 << 16,
        1 << 30,
        3 << 30,
        (1 << 31) - 1,
        1 << 31,
        1 << 32,
        1 << 33,
        1 << 61,
        1 << 62,
        1 << 63,
        u64::MAX - 1,
        u64::MAX,
    ];
    for &mechanism in MECHANISMS {
        let mut generator = ChaCha20Rng::seed_from_u64(5);
        let mut built = 0;
        for length in 0..=6_usize {
            for _ in 0..if length < 2 { 20 } else { 800 } {
                let weights: Vec<u64> = (0..length)
                    .map(|_| edges[(generator.next_u64() % edges.len() as u64) as usize])
                    .collect();
                for domain_size in [2, 5] {
                    if let Ok(oracle) = mechanism.oracle(&weights, domain_size) {
                        built += 1;
                        // A table of one's own supports no value.
                        if let Some(support) = oracle.support_probabilities() {
                            assert!(
                                support.other < support.truth && support.truth <= support.total,
                                "{mechanism:?} {weights:?}"
                            );
                        }
                        assert!(oracle.privacy_loss().micros() <= 20_000_000);
                        if oracle.longest_report().to_string().len() < 5_000 {
                            let report = oracle.randomize(1, &mut generator).unwrap();
                            let mut counts = oracle.empty_counts();
                            oracle.accumulate(&report, &mut counts).unwrap();
                        }
                    }
                }
            }
        }
        // Two coins have one pair of weights, Bloom filters five integers that must fit together, and
        // the rows of a table must add up to the same.
        let rare = ["two-coins", "bloom-filter-encoding", "custom-channel"];
        let rare = rare.contains(&mechanism.name());
        assert!(built > 0 || rare, "{mechanism:?}");
    }
}

/// Tells everything, behind an output that nobody ever sends.
struct Telltale;

impl Randomizer for Telltale {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        _: &mut R,
    ) -> Result<u32, OutsideDomain> {
        Ok(input + 1)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        PrivacyLoss::default()
    }
}

impl Channel for Telltale {
    fn inputs(&self) -> u32 {
        2
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(0..3)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        Natural::from(u64::from(input + 1 == *output))
    }

    fn row_total(&self) -> Natural {
        Natural::from(1_u64)
    }
}

#[test]
fn an_output_that_nobody_sends_hides_nothing() {
    let certificate = certify(&Telltale);
    assert_eq!(certificate.privacy_loss, None);
    let epsilon: Epsilon = "20".parse().unwrap();
    assert!(!certificate.holds(&epsilon.exp_lower_bound()));
}

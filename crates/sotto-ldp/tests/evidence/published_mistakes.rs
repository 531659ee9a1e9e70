//! Mistakes that stand in published code, built in on purpose: each must be caught by the
//! certificate or by a test that the honest mechanism passes.

use std::{num::NonZeroU64, panic::catch_unwind};

use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    BIT_WEIGHT_TOTAL, BitWeights, Bits, Channel, DiscreteLaplace, Epsilon, FrequencyOracle,
    ImpossibleReport, Mechanism, OutsideDomain, PrivacyLoss, Randomizer, Report,
    SupportProbabilities, Weights, certify,
    exact::Natural,
    randomizers::{
        HadamardResponse, OptimizedLocalHashing, SubsetSelection, UnaryEncoding,
        thresholding_histogram_encoding,
    },
    uniform_below,
};

use crate::{altered::Altered, distributions::assert_follows_channel};

fn one() -> Epsilon {
    "1".parse().unwrap()
}

fn direct_weights(epsilon: &Epsilon, domain_size: u32) -> (u64, u64) {
    let direct = Mechanism::named("direct-encoding").unwrap();
    match direct.parameters(epsilon, domain_size).unwrap()[..] {
        [truth, other] => (truth, other),
        _ => panic!("two weights"),
    }
}

fn direct_loss(weights: [u64; 2], domain_size: u32) -> u64 {
    let direct = Mechanism::named("direct-encoding").unwrap();
    let oracle = direct.oracle(&weights, domain_size).unwrap();
    oracle.privacy_loss().micros()
}

/// 1. The lie drawn from all k values, truth included, with the p that excludes it
///    (`(true + randint(0, d−1)) % d`): at k = 10 and ε = 1 its real ε is 1.39.
#[test]
fn a_lie_that_may_be_the_truth() {
    let (truth, other) = direct_weights(&one(), 10);
    // Total a + 9b; a lie has chance 9b spread over all ten values.
    let loss = direct_loss([10 * truth + 9 * other, 9 * other], 10);
    assert_eq!(loss / 10_000, 139);
}

/// 2. p = e/(e+k): real ε 0.895 at k = 10, which the certificate tells; and p = e/(e + (k−1)k/2),
///    which is below one k-th at k = 10 and no mechanism at all.
#[test]
fn wrong_normalisers() {
    let (truth, other) = direct_weights(&one(), 10);
    // p = a/(a+10b), each lie has a ninth of 10b.
    let loss = direct_loss([9 * truth, 10 * other], 10);
    assert_eq!(loss / 1000, 894);
    // p = a/(a+45b), each lie has a ninth of 45b.
    let direct = Mechanism::named("direct-encoding").unwrap();
    assert!(direct.oracle(&[9 * truth, 45 * other], 10).is_err());
}

fn unary_loss(weights: BitWeights) -> u64 {
    let oracle = UnaryEncoding::new(weights, 4).unwrap();
    let certificate = certify(&oracle);
    assert!(!certificate.holds(&one().exp_lower_bound()));
    certificate.privacy_loss.unwrap().micros()
}

/// 3. The true bit is set on top of the noise instead of in its place: real ε 1.55 for a claim of
///    1. And every bit gets the whole ε, though two inputs differ in two: real ε 2.
#[test]
fn unary_bits_at_the_wrong_price() {
    let BitWeights { truth, other } = BitWeights::optimized(&one());
    let not_reset = BIT_WEIGHT_TOTAL - (BIT_WEIGHT_TOTAL - other) / 2;
    assert_eq!(truth, BIT_WEIGHT_TOTAL / 2);
    let weights = BitWeights {
        truth: not_reset,
        other,
    };
    assert_eq!(unary_loss(weights) / 10_000, 155);

    let whole = BitWeights {
        truth: BIT_WEIGHT_TOTAL - other,
        other,
    };
    assert_eq!((unary_loss(whole) + 5) / 10_000, 200);
}

/// 5. A subset whose other members are drawn with replacement has too few members, or, drawn again
///    until there are enough, is honest only if the true value cannot be drawn a second time.
#[derive(Clone)]
struct WithReplacement(SubsetSelection);

impl Randomizer for WithReplacement {
    type Input = u32;
    type Output = Bits;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        let Weights { truth, other } = Weights::from_epsilon(&one());
        let (k, w) = (u64::from(self.0.inputs()), u64::from(self.0.subset_size()));
        let below = |bound: u64, rng: &mut R| uniform_below(bound.try_into().unwrap(), rng);
        let mut values = Vec::new();
        if below(truth * w + other * (k - w), rng) < truth * w {
            values.push(input);
        }
        while (values.len() as u64) < w {
            values.push(below(k, rng) as u32);
        }
        values.sort_unstable();
        values.dedup();
        // What is missing is made up by the smallest values.
        let mut spare = 0..;
        while (values.len() as u64) < w {
            let value = spare.next().unwrap();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values.sort_unstable();
        Ok(self.0.read_report(&Report::Indices(values)).unwrap())
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(&self.0)
    }
}

impl Channel for WithReplacement {
    fn inputs(&self) -> u32 {
        self.0.inputs()
    }
    fn outputs(&self) -> Box<dyn Iterator<Item = Bits> + '_> {
        self.0.outputs()
    }
    fn weight(&self, input: u32, output: &Bits) -> Natural {
        self.0.weight(input, output)
    }
    fn row_total(&self) -> Natural {
        self.0.row_total()
    }
}

#[test]
fn subsets_with_replacement() {
    let honest = SubsetSelection::new(&one(), 8).unwrap();
    assert_eq!(honest.subset_size(), 2);
    assert_follows_channel(&honest, 100_000);
    assert!(catch_unwind(|| assert_follows_channel(&WithReplacement(honest), 100_000)).is_err());
    // On the wire, too few or repeated members are impossible reports.
    for values in [vec![3], vec![3, 3], vec![1, 3, 5]] {
        assert!(honest.read_report(&Report::Indices(values)).is_err());
    }
}

/// The share of reports above the threshold, drawn as the paper says: Laplace noise on the
/// component, then the comparison.
fn thresholded(component: i64, parts: i64, draws: u32) -> f64 {
    // At ε = 1: γ = 1/(2m), with m = 256 steps for one.
    let steps = 256_i64;
    let noise = DiscreteLaplace::new(NonZeroU64::MIN, NonZeroU64::new(512).unwrap());
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let above = (0..draws)
        .filter(|_| (component * steps + noise.sample(&mut rng)) * 10_000 > parts * steps)
        .count();
    above as f64 / f64::from(draws)
}

/// 7. Thresholding with the exponent's sign in p reversed, p = 1 − ½e^(+ε(1−θ)/2): not the chance
///    with which Laplace noise leaves the true component above the threshold.
#[test]
fn thresholding_with_the_sign_reversed() {
    let parts = thresholding_histogram_encoding::best_threshold(&one());
    let the = thresholding_histogram_encoding::with_threshold(&one(), parts, 2).unwrap();
    let BitWeights { truth, other } = the.bit_weights();
    let chance = |weight: u64| weight as f64 / BIT_WEIGHT_TOTAL as f64;
    // 400,000 draws: a deviation of 0.0008; five of them and a step of the lattice (0.001).
    let (p, q) = (
        thresholded(1, parts.into(), 400_000),
        thresholded(0, parts.into(), 400_000),
    );
    assert!((chance(truth) - p).abs() < 0.005, "{p}");
    assert!((chance(other) - q).abs() < 0.005, "{q}");
    let theta = f64::from(parts) / 10_000.0;
    let reversed = 1.0 - 0.5 * ((1.0 - theta) / 2.0).exp();
    assert!((reversed - p).abs() > 0.1);
}

/// 8. q* = w/k for subset selection: not the share of weights that the channel gives other values.
#[test]
fn subset_selection_with_q_of_w_over_k() {
    let oracle = SubsetSelection::new(&one(), 8).unwrap();
    let shares = |claimed: SupportProbabilities| {
        let supporting = oracle.outputs().filter(|set| set.is_set(1));
        let sum = supporting.fold(Natural::zero(), |sum, set| {
            sum.plus(&oracle.weight(0, &set))
        });
        sum.times(claimed.total) == oracle.row_total().times(claimed.other)
    };
    let honest = FrequencyOracle::support_probabilities(&oracle);
    assert!(shares(honest));
    assert!(!shares(SupportProbabilities {
        other: oracle.subset_size().into(),
        total: 8,
        ..honest
    }));
}

/// 16. Rounding one side only: a weight raised, or a chance lowered, by a single unit.
#[test]
fn one_unit_on_the_wrong_side() {
    for (name, domain_size, place, raised) in [
        ("randomized-response", 2, 0, true),
        ("direct-encoding", 9, 0, true),
        ("subset-selection", 30, 0, true),
        ("hadamard-response", 30, 0, true),
        ("optimized-local-hashing", 30, 0, true),
        ("projective-geometry-response", 30, 0, true),
        ("optimized-unary-encoding", 30, 1, false),
    ] {
        let mechanism = Mechanism::named(name).unwrap();
        let mut weights = mechanism.parameters(&one(), domain_size).unwrap();
        let holds = |weights: &[u64]| {
            let oracle = mechanism.oracle(weights, domain_size).unwrap();
            oracle.certificate().holds(&one().exp_lower_bound())
        };
        assert!(holds(&weights), "{name}");
        weights[place] = if raised {
            weights[place] + 1
        } else {
            weights[place] - 1
        };
        assert!(!holds(&weights), "{name}");
    }
}

/// 17. Hadamard response that gives value 0 the row 0: every column is on its right side, so
///     nothing can be learnt of it and the row is no distribution over two weights.
#[test]
fn hadamard_row_zero() {
    let honest = HadamardResponse::new(&one(), 6).unwrap();
    assert!(certify(&honest).holds(&one().exp_lower_bound()));
    let from_row_zero = Altered {
        honest,
        weight: |honest: &HadamardResponse, input: u32, output: &u32| match input.checked_sub(1) {
            Some(input) => honest.weight(input, output),
            None => honest.weight(0, &0),
        },
        factor: 1,
    };
    let certificate = certify(&from_row_zero);
    assert!(!certificate.rows_are_equal);
    assert!(!certificate.holds(&one().exp_lower_bound()));
}

/// 17. Hash seeds: under the balanced family any two values collide under exactly the seeds that
///     q* says. A few seeds shared by everybody, or seed 0, do not have that.
#[test]
fn shared_or_useless_seeds() {
    let oracle = OptimizedLocalHashing::new(&one(), 60).unwrap();
    let collisions = |seeds: std::ops::RangeInclusive<u32>, v, x| {
        seeds
            .filter(|&seed| oracle.hash(seed, v) == oracle.hash(seed, x))
            .count() as u32
    };
    // gᵗ⁻¹ − 1 of gᵗ − 1
    let expected = (oracle.seeds() + 1) / oracle.buckets() - 1;
    let mut uneven = 0;
    for v in 0..60 {
        for x in 0..v {
            assert_eq!(collisions(1..=oracle.seeds(), v, x), expected);
            uneven += u32::from(collisions(1..=10, v, x) * oracle.seeds() != expected * 10);
        }
    }
    assert!(uneven > 0, "ten seeds would do as well");
    assert_eq!(
        oracle.read_report(&Report::Indices(vec![0, 1])),
        Err(ImpossibleReport::SeedOutOfRange {
            found: 0,
            greatest: oracle.seeds()
        })
    );
}

//! The samplers, held against their own channels: whole small generators, and G-tests.

use std::{collections::HashMap, convert::Infallible};

use rand::{SeedableRng, TryCryptoRng, TryRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Channel, Mechanism, Randomizer,
    randomizers::{DirectEncoding, UnaryEncoding},
};

/// A generator whose only randomness is one word, for going through all of them. A draw that is
/// rejected is marked.
struct OneWord {
    word: Option<u64>,
    exhausted: bool,
}

impl TryRng for OneWord {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("samplers draw whole words")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.exhausted |= self.word.is_none();
        Ok(self.word.take().unwrap_or(0))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("samplers draw whole words")
    }
}

impl TryCryptoRng for OneWord {}

/// Over all words of a generator as wide as the total, each report must come out exactly as often
/// as its weight says.
#[test]
fn direct_encoding_follows_its_weights_over_every_word() {
    for (weights, domain_size) in [([3, 1], 2), ([7, 2], 5), ([1000, 37], 14)] {
        let mechanism = Mechanism::named("direct-encoding").unwrap();
        let oracle = mechanism.oracle(&weights, domain_size).unwrap();
        let total = weights[0] + u64::from(domain_size - 1) * weights[1];
        for input in 0..domain_size {
            let mut seen = HashMap::new();
            for word in 0..total.next_power_of_two() {
                let mut generator = OneWord {
                    word: Some(word),
                    exhausted: false,
                };
                let report = oracle.randomize(input, &mut generator).unwrap();
                if !generator.exhausted {
                    *seen.entry(report.to_string()).or_insert(0_u64) += 1;
                }
            }
            for value in 0..domain_size {
                let weight = weights[usize::from(value != input)];
                assert_eq!(seen[&value.to_string()], weight, "{input} → {value}");
            }
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
fn assert_follows_channel<C: Channel>(channel: &C, draws: u32)
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

/// The test above must be able to fail: a sampler of ε = 1 is not one of ε = 1.05.
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

//! Many independent bits of one chance, eight from sixteen random ones.
//!
//! Of 2¹⁶ indices, each byte takes as many as its probability times 2¹⁶, rounded down; a table maps
//! index to byte. The few indices that are left, less than one in 256, mean: draw from what the
//! rounding has cut off. Both together give every byte exactly its probability, and a bit costs two
//! random bits, where comparing digit by digit takes more than seven.

use std::fmt;

use rand::CryptoRng;

use crate::kernel::exact::Natural;

/// Bytes of eight independent bits, each set with probability `weight`/2³² exactly.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BernoulliBytes {
    weight: u32,
    /// The byte of every index but those that are left.
    bytes: Box<[u8]>,
    /// By the number of set bits: what rounding has cut off a byte's probability, as a fraction of
    /// 2⁻¹⁶ with 256 binary digits, the most significant word first.
    cut_off: [[u64; 4]; 9],
}

/// What a product of eight chances out of 2³² is shifted by, to count indices.
const SHIFT: u32 = 8 * 32 - 16;

impl BernoulliBytes {
    /// The table of that weight.
    pub(crate) fn new(weight: u32) -> Self {
        let probabilities = probabilities(weight);
        let whole = probabilities.each_ref().map(|p| p.shifted_right(SHIFT));
        let mut bytes = Vec::with_capacity(1 << 16);
        for byte in 0..=u8::MAX {
            let copies = whole[byte.count_ones() as usize].to_u64().unwrap_or(0);
            bytes.extend(std::iter::repeat_n(
                byte,
                usize::try_from(copies).unwrap_or(0),
            ));
        }
        Self {
            weight,
            bytes: bytes.into(),
            cut_off: probabilities.map(|p| fraction(&p)),
        }
    }

    /// Fills words with bits; every word is filled whole.
    pub(crate) fn fill<R: CryptoRng + ?Sized>(&self, words: &mut [u64], rng: &mut R) {
        for word in words {
            *word = self.quarters(rng.next_u64(), 4, rng)
                | (self.quarters(rng.next_u64(), 4, rng) << 32);
        }
    }

    /// Up to 64 bits, as many bytes of them as are needed; those above are zero.
    pub(crate) fn word<R: CryptoRng + ?Sized>(&self, bits: u32, rng: &mut R) -> u64 {
        let bytes = bits.div_ceil(8);
        let low = self.quarters(rng.next_u64(), bytes.min(4), rng);
        if bytes <= 4 {
            return low;
        }
        low | (self.quarters(rng.next_u64(), bytes - 4, rng) << 32)
    }

    /// At most four bytes from the quarters of one random word.
    fn quarters<R: CryptoRng + ?Sized>(&self, indices: u64, bytes: u32, rng: &mut R) -> u64 {
        (0..bytes).fold(0, |word, position| {
            let index = (indices >> (16 * position)) & 0xffff;
            // At most 2¹⁶ − 1, which fits.
            let byte = match self.bytes.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                Some(&byte) => byte,
                None => self.cut_off_byte(rng),
            };
            word | (u64::from(byte) << (8 * position))
        })
    }

    /// A byte with a chance in proportion to what was cut off its probability: uniform bytes,
    /// accepted with that chance.
    #[cold]
    fn cut_off_byte<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> u8 {
        loop {
            let [byte, ..] = rng.next_u64().to_le_bytes();
            let chance = &self.cut_off[byte.count_ones() as usize];
            // The first word in which a random fraction differs decides whether it is smaller.
            let smaller = chance.iter().find_map(|&digits| {
                let random = rng.next_u64();
                (random != digits).then_some(random < digits)
            });
            if smaller == Some(true) {
                return byte;
            }
        }
    }
}

impl fmt::Debug for BernoulliBytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BernoulliBytes")
            .field("weight", &self.weight)
            .finish_non_exhaustive()
    }
}

/// The probability of a byte with 0 to 8 set bits, out of 2²⁵⁶.
fn probabilities(weight: u32) -> [Natural; 9] {
    let (set, clear) = (u64::from(weight), (1 << 32) - u64::from(weight));
    std::array::from_fn(|ones| {
        (0..8).fold(Natural::from(1_u64), |product, bit| {
            product.times(if bit < ones { set } else { clear })
        })
    })
}

/// The digits behind 2⁻¹⁶, four words of them.
fn fraction(probability: &Natural) -> [u64; 4] {
    let scaled = probability.times(1 << 16);
    std::array::from_fn(|digit| {
        let shift = |words: usize| scaled.shifted_right(u32::try_from(64 * words).unwrap_or(0));
        // The word is what remains when all above it is taken away.
        low_word(&shift(3 - digit))
    })
}

/// A number modulo 2⁶⁴.
fn low_word(number: &Natural) -> u64 {
    (0..64).rev().fold(0, |word, bit| {
        let bits = number.shifted_right(bit);
        (word << 1) | u64::from(bits != bits.shifted_right(1).times(2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::Playback;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    const WEIGHTS: [u32; 7] = [
        1,
        1 << 31,
        1 << 30,
        1_155_091_087,
        77_245_931,
        26_388,
        u32::MAX,
    ];

    fn natural(words: &[u64; 4]) -> Natural {
        words.iter().fold(Natural::zero(), |number, &word| {
            // Two steps: 2⁶⁴ is not a word.
            number
                .times(1 << 32)
                .times(1 << 32)
                .plus(&Natural::from(word))
        })
    }

    /// What the table gives and what was cut off must add up to the probability, for every byte.
    #[test]
    fn table_and_remainder_are_the_probability() {
        for weight in WEIGHTS {
            let sampler = BernoulliBytes::new(weight);
            let mut copies = [0_u64; 256];
            for &byte in &sampler.bytes {
                copies[usize::from(byte)] += 1;
            }
            let mut total = Natural::zero();
            for byte in 0..=u8::MAX {
                let product = (0..8).fold(Natural::from(1_u64), |product, bit| {
                    let set = u64::from(weight);
                    product.times(if byte >> bit & 1 == 1 {
                        set
                    } else {
                        (1 << 32) - set
                    })
                });
                // In 2⁻²⁷²: an index is 2⁻¹⁶, and the cut-off has 256 digits behind it.
                let of_table = Natural::power_of_two(256).times(copies[usize::from(byte)]);
                let cut_off = natural(&sampler.cut_off[byte.count_ones() as usize]);
                assert_eq!(
                    of_table.plus(&cut_off),
                    product.times(1 << 16),
                    "{weight} {byte}"
                );
                total = total.plus(&cut_off);
            }
            // The indices that are left carry just what was cut off.
            let left = (1 << 16) - sampler.bytes.len() as u64;
            assert!(left < 256);
            assert_eq!(total, Natural::power_of_two(256).times(left));
        }
    }

    /// A byte drawn from what was cut off is accepted when the random fraction is smaller, to the
    /// last digit.
    #[test]
    fn cut_off_chances_are_compared_to_the_last_digit() {
        let sampler = BernoulliBytes::new(1_155_091_087);
        let digits = sampler.cut_off[3];
        let byte = 0b1011_u64;
        for index in 0..4 {
            // Agree up to a digit, and be smaller there.
            let mut words = vec![byte];
            words.extend_from_slice(&digits[..index]);
            if digits[index] == 0 {
                continue;
            }
            words.push(digits[index] - 1);
            assert_eq!(sampler.cut_off_byte(&mut Playback(words.clone())), 0b1011);
            // Greater there: refused, and byte 1 is taken instead with a fraction of 0.
            *words.last_mut().unwrap() += 2;
            words.extend([1, 0]);
            assert_eq!(sampler.cut_off_byte(&mut Playback(words)), 1);
        }
    }

    #[test]
    fn indices_are_looked_up_in_order() {
        let sampler = BernoulliBytes::new(1 << 31);
        // Fair bits: 256 indices for each byte, none left.
        assert_eq!(sampler.bytes.len(), 1 << 16);
        let mut rng = Playback(vec![0x0400_0300_0200_0100, 0x0800_0700_0600_0500]);
        let mut words = [0];
        sampler.fill(&mut words, &mut rng);
        assert_eq!(words, [0x0807_0605_0403_0201]);
        for (bits, expected) in [(8, 0x01), (9, 0x0201), (33, 0x05_0403_0201_u64)] {
            let mut rng = Playback(vec![0x0400_0300_0200_0100, 0x0800_0700_0600_0500]);
            assert_eq!(sampler.word(bits, &mut rng), expected);
        }
    }

    /// Two-sided z-tests of every bit and of every pair of neighbours, fixed seed; |z| > 6.7 in any
    /// of 127 has a chance below 3·10⁻⁹.
    #[test]
    fn bits_have_their_chance_and_are_independent() {
        let mut rng = ChaCha20Rng::seed_from_u64(7);
        for weight in [1_155_091_087_u32, 77_245_931] {
            let sampler = BernoulliBytes::new(weight);
            let draws = 40_000_u32;
            let (mut set, mut both) = ([0_u32; 64], [0_u32; 63]);
            for _ in 0..draws {
                let mut words = [0];
                sampler.fill(&mut words, &mut rng);
                let [word] = words;
                for (lane, count) in set.iter_mut().enumerate() {
                    *count += u32::from(word >> lane & 1 == 1);
                }
                for (lane, count) in both.iter_mut().enumerate() {
                    *count += u32::from(word >> lane & 3 == 3);
                }
            }
            let chance = f64::from(weight) / 2_f64.powi(32);
            let z = |count: u32, chance: f64| {
                let mean = f64::from(draws) * chance;
                (f64::from(count) - mean) / (mean * (1.0 - chance)).sqrt()
            };
            assert!(set.iter().all(|&count| z(count, chance).abs() < 6.7));
            assert!(
                both.iter()
                    .all(|&count| z(count, chance * chance).abs() < 6.7)
            );
        }
    }
}

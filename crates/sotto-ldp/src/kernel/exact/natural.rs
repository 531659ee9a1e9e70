//! Natural numbers of any size: just the operations that weights and certificates need.
//!
//! Division is by a single word only; dividing big numbers is where published libraries have been
//! wrong, and nothing here needs it.

use std::cmp::Ordering;

/// A natural number of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural {
    /// Least significant word first; the last word is not zero.
    words: Vec<u64>,
}

impl Natural {
    /// Zero.
    #[must_use]
    pub const fn zero() -> Self {
        Self { words: Vec::new() }
    }

    /// 2^`exponent`.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Self {
        let mut words = vec![0; (exponent / 64) as usize];
        words.push(1 << (exponent % 64));
        Self { words }
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// The sum of two numbers.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let length = self.words.len().max(other.words.len());
        let mut words = Vec::with_capacity(length + 1);
        let mut carry = 0_u128;
        for index in 0..length {
            carry += u128::from(self.word(index)) + u128::from(other.word(index));
            words.push(low(carry));
            carry >>= 64;
        }
        words.push(low(carry));
        Self::trimmed(words)
    }

    /// The difference; `None` when the other number is the greater.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let mut borrow = false;
        let mut words = Vec::with_capacity(self.words.len());
        for index in 0..self.words.len().max(other.words.len()) {
            let (word, below) = self.word(index).overflowing_sub(other.word(index));
            let (word, again) = word.overflowing_sub(u64::from(borrow));
            words.push(word);
            borrow = below || again;
        }
        (!borrow).then(|| Self::trimmed(words))
    }

    /// The product with one word.
    #[must_use]
    pub fn times(&self, factor: u64) -> Self {
        let mut words = Vec::with_capacity(self.words.len() + 1);
        let mut carry = 0_u128;
        for &word in &self.words {
            carry += u128::from(word) * u128::from(factor);
            words.push(low(carry));
            carry >>= 64;
        }
        words.push(low(carry));
        Self::trimmed(words)
    }

    /// The product of two numbers.
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let mut sum = Self::zero();
        for (index, &factor) in other.words.iter().enumerate() {
            let mut words = vec![0; index];
            words.extend(self.times(factor).words);
            sum = sum.plus(&Self::trimmed(words));
        }
        sum
    }

    /// The quotient by one word, rounded down; `None` when the divisor is zero.
    #[must_use]
    pub fn divided_by(&self, divisor: u64) -> Option<Self> {
        if divisor == 0 {
            return None;
        }
        let mut words = vec![0; self.words.len()];
        let pairs = words.iter_mut().zip(&self.words).rev();
        // Processors divide a word at once, but two words only by a routine: half a word divides in halves.
        if divisor >> 32 == 0 {
            let mut remainder = 0;
            for (quotient, &word) in pairs {
                let upper = (remainder << 32) | (word >> 32);
                let lower = ((upper % divisor) << 32) | (word & u64::from(u32::MAX));
                *quotient = ((upper / divisor) << 32) | (lower / divisor);
                remainder = lower % divisor;
            }
        } else {
            let divisor = u128::from(divisor);
            let mut remainder = 0_u128;
            for (quotient, &word) in pairs {
                remainder = (remainder << 64) | u128::from(word);
                *quotient = low(remainder / divisor);
                remainder %= divisor;
            }
        }
        Some(Self::trimmed(words))
    }

    /// ⌊self / 2^`bits`⌋.
    #[must_use]
    pub fn shifted_right(&self, bits: u32) -> Self {
        let skipped = (bits / 64) as usize;
        let within = bits % 64;
        let words = (skipped..self.words.len())
            .map(|index| {
                let pair = (u128::from(self.word(index + 1)) << 64) | u128::from(self.word(index));
                low(pair >> within)
            })
            .collect();
        Self::trimmed(words)
    }

    /// How many bits the number is written in; 0 of zero.
    pub(super) fn bits(&self) -> u32 {
        let Some(last) = self.words.last() else {
            return 0;
        };
        u32::try_from(self.words.len()).map_or(u32::MAX, |words| {
            words.saturating_mul(64) - last.leading_zeros()
        })
    }

    /// The number as a word, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self.words[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    /// The word of that index, from the least significant.
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    fn trimmed(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { words }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the low word is what is asked for"
)]
const fn low(pair: u128) -> u64 {
    pair as u64
}

impl From<u64> for Natural {
    fn from(word: u64) -> Self {
        Self::trimmed(vec![word])
    }
}

impl From<u128> for Natural {
    fn from(pair: u128) -> Self {
        Self::trimmed(vec![low(pair), low(pair >> 64)])
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.words.len().cmp(&other.words.len());
        by_length.then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn natural(words: &[u64]) -> Natural {
        Natural::trimmed(words.to_vec())
    }

    fn reference(number: &Natural) -> BigUint {
        let digits = number
            .words
            .iter()
            .flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        BigUint::new(digits.collect())
    }

    fn words() -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(prop_oneof![Just(0), Just(u64::MAX), any::<u64>()], 0..6)
    }

    proptest! {
        #[test]
        fn agrees_with_an_independent_implementation(
            a in words(), b in words(), factor in any::<u64>(), divisor in 1_u64.., half in 1_u32.., shift in 0_u32..300
        ) {
            let (x, y) = (natural(&a), natural(&b));
            let (big_x, big_y) = (reference(&x), reference(&y));
            prop_assert_eq!(reference(&x.plus(&y)), &big_x + &big_y);
            prop_assert_eq!(reference(&x.plus(&y).minus(&y).unwrap()), big_x.clone());
            prop_assert_eq!(x.minus(&y).map(|less| reference(&less)), (big_x >= big_y).then(|| &big_x - big_y.clone().min(big_x.clone())));
            prop_assert_eq!(reference(&x.times(factor)), &big_x * factor);
            prop_assert_eq!(reference(&x.product(&y)), &big_x * &big_y);
            prop_assert_eq!(reference(&x.divided_by(divisor).unwrap()), &big_x / divisor);
            prop_assert_eq!(reference(&x.divided_by(half.into()).unwrap()), &big_x / half);
            prop_assert_eq!(u64::from(x.bits()), big_x.bits());
            prop_assert_eq!(reference(&x.shifted_right(shift)), &big_x >> shift);
            prop_assert_eq!(x.cmp(&y), big_x.cmp(&big_y));
        }
    }

    #[test]
    fn division_by_zero_has_no_answer() {
        assert_eq!(Natural::from(7_u64).divided_by(0), None);
    }
}

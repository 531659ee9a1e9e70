//! Chances made of e^γ, as many binary digits of them as are asked for.

use std::num::NonZeroU64;

use super::Natural;

/// A chance 1/(c + e^x) or 2/(c + e^x), with x = γ·2ⁿ, γ = `numerator`/`denominator`, and c of 0 or
/// 1. It is irrational (Lindemann 1882), so its digits never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExponentialChance {
    pub(crate) numerator: NonZeroU64,
    pub(crate) denominator: NonZeroU64,
    /// n.
    pub(crate) doublings: u32,
    /// c.
    pub(crate) plus_one: bool,
    /// Whether 2 is divided; then c is 1.
    pub(crate) twice: bool,
}

impl ExponentialChance {
    /// The digits behind the point, 64 in each of that many words, the most significant first.
    pub(crate) fn digits(&self, words: usize) -> Vec<u64> {
        let bits = u32::try_from(64 * words).unwrap_or(u32::MAX);
        let mut precision = bits + 64;
        loop {
            if let Some(digits) = self.digits_within(bits, precision) {
                return (0..words).rev().map(|index| digits.word(index)).collect();
            }
            // The chance is irrational: some precision tells it from every end of digits.
            precision += 64;
        }
    }

    /// The greatest D with D·(c + e^x) ≤ 2^`bits`, or 2^(`bits`+1): the first digits. `None` when
    /// the bounds of e^x leave it open.
    fn digits_within(&self, bits: u32, precision: u32) -> Option<Natural> {
        let one = if self.plus_one {
            Natural::power_of_two(precision)
        } else {
            Natural::zero()
        };
        let bounds = self.exponential(precision);
        let [least, greatest] = bounds.map(|bound| bound.plus(&one));
        let dividend = Natural::power_of_two(precision + bits + u32::from(self.twice));
        let mut digits = Natural::zero();
        for bit in (0..bits).rev() {
            let longer = digits.plus(&Natural::power_of_two(bit));
            if longer.product(&greatest) <= dividend {
                digits = longer;
            } else if longer.product(&least) <= dividend {
                return None;
            }
        }
        Some(digits)
    }

    /// Below and above 2^`precision`·e^x.
    ///
    /// The Taylor series of y = x/2ˢ ≤ 1 loses less than 3 in each term by rounding down, and hands
    /// on less than half of what it lost: less than 6 for each term in all, and less than 32 behind
    /// the last. Squaring s times leads back to x.
    fn exponential(&self, precision: u32) -> [Natural; 2] {
        let halvings = (0..64)
            .find(|&s| u128::from(self.numerator.get()) <= u128::from(self.denominator.get()) << s)
            .unwrap_or(64);
        let mut term = Natural::power_of_two(precision);
        let mut least = Natural::zero();
        let mut index = 0;
        while !term.is_zero() {
            least = least.plus(&term);
            index += 1;
            let quotient = term
                .times(self.numerator.get())
                .divided_by(self.denominator.get())
                .and_then(|quotient| quotient.divided_by(index));
            term = quotient
                .unwrap_or_else(Natural::zero)
                .shifted_right(halvings);
        }
        let mut greatest = least.plus(&Natural::from(6 * index + 32));
        for _ in 0..halvings + self.doublings {
            least = least.product(&least).shifted_right(precision);
            greatest = greatest
                .product(&greatest)
                .shifted_right(precision)
                .plus(&Natural::from(1_u64));
        }
        [least, greatest]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(
        (numerator, denominator): (u64, u64),
        doublings: u32,
        plus_one: bool,
        twice: bool,
    ) -> ExponentialChance {
        ExponentialChance {
            numerator: NonZeroU64::new(numerator).unwrap(),
            denominator: NonZeroU64::new(denominator).unwrap(),
            doublings,
            plus_one,
            twice,
        }
    }

    #[test]
    fn digits_are_those_of_the_formula() {
        for gamma in [
            (1, 1),
            (1, 32),
            (7, 3),
            (20_000_000, 2_000_000),
            (1, 1 << 40),
        ] {
            for doublings in [0, 1, 5] {
                for (plus_one, twice) in [(false, false), (true, false), (true, true)] {
                    let digits = chance(gamma, doublings, plus_one, twice).digits(2);
                    let x = gamma.0 as f64 / gamma.1 as f64 * 2_f64.powi(doublings.cast_signed());
                    let expected =
                        f64::from(1 + u8::from(twice)) / (f64::from(u8::from(plus_one)) + x.exp());
                    let found = digits[0] as f64 / 2_f64.powi(64);
                    assert!(
                        (found - expected).abs() <= 1e-13 * expected + 2_f64.powi(-63),
                        "{gamma:?} {doublings}: {found} {expected}"
                    );
                }
            }
        }
    }

    /// 1/e = 0.36787944117144232159552377016146086744581113103176783450783680169746149574489980…
    /// (OEIS A068985), times 2¹²⁸ and taken apart at 2⁶⁴ with a calculator of many digits.
    #[test]
    fn digits_of_one_over_e_are_the_published_ones() {
        let digits = chance((1, 1), 0, false, false).digits(2);
        assert_eq!(digits, ONE_OVER_E);
    }

    const ONE_OVER_E: [u64; 2] = [0x5e2d_58d8_b3bc_df1a, 0xbade_c782_9054_f90d];

    #[test]
    fn more_digits_begin_with_the_fewer() {
        let chance = chance((3, 100), 4, true, false);
        let many = chance.digits(6);
        for words in 1..6 {
            assert_eq!(chance.digits(words), many[..words]);
        }
    }
}

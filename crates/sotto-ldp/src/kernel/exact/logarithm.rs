//! An approximate natural logarithm, and how far off it can be.

use super::Natural;

/// What logarithms are in here: parts of 2³².
const ONE: i64 = 1 << 32;

/// ln 2 (OEIS A002162).
const LN_2: i64 = 2_977_044_472;

/// By how many parts of 2³² an approximation of a logarithm of at most 64 can be off. Each number's first 32 bits are
/// short of it by 2, its z by 3, and the sum, of at most 22 parts that are rounded down, by 25, which counts twice: 55
/// for numerator and denominator each. ln 2 is off by less than a fifth, and counts 92 times at the most.
const MARGIN: i64 = 2 * 55 + 18;

/// Between what ln(`numerator`/`denominator`) lies for certain, in millionths, each rounded down: either the same
/// number twice, or two that follow each other. A ratio below one counts as one, zero as one, and logarithms above 63
/// as some number above 63.
pub(crate) fn ln_micros_between(numerator: &Natural, denominator: &Natural) -> (u32, u32) {
    let ((bits, above), (fewer, below)) = (in_two_parts(numerator), in_two_parts(denominator));
    // More than 92 bits are more than e to the power of 63.
    let doublings = i64::from(bits.saturating_sub(fewer).min(92));
    let ln = if bits < fewer {
        0
    } else {
        doublings * LN_2 + above - below
    };
    let micros = |ln: i64| u32::try_from(ln.max(0) * 1_000_000 / ONE).unwrap_or(u32::MAX);
    (micros(ln - MARGIN), micros(ln + MARGIN))
}

/// How many bits a number has, and the logarithm of what it is as a fraction from 1 to 2, from its first 32 bits.
fn in_two_parts(number: &Natural) -> (u32, i64) {
    let bits = number.bits().max(1);
    let first = if bits > 32 {
        number.shifted_right(bits - 32).to_u64()
    } else {
        number.to_u64().map(|word| word.max(1) << (32 - bits))
    };
    let half = ONE.unsigned_abs() / 2;
    let first = first.unwrap_or(half);
    // ln x = 2·artanh z for z = (x−1)/(x+1), which is at most a third: z + z³/3 + z⁵/5 + …
    let one = ONE.unsigned_abs();
    let z = (first - half) * one / (first + half);
    let square = z * z / one;
    let (mut power, mut sum, mut exponent) = (z, 0, 1);
    while power > 0 {
        sum += power / exponent;
        power = power * square / one;
        exponent += 2;
    }
    (bits, i64::try_from(2 * sum).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn between(above: u64, below: u64) -> (u32, u32) {
        ln_micros_between(&Natural::from(above), &Natural::from(below))
    }

    #[test]
    fn logarithms_are_the_published_ones() {
        for (above, below, published) in [
            (2, 1, 693_147),    // OEIS A002162
            (3, 1, 1_098_612),  // OEIS A002391
            (10, 1, 2_302_585), // OEIS A002392
            (10, 3, 1_203_972), // the difference of the two
        ] {
            assert_eq!(between(above, below), (published, published));
        }
        // ⌊e²⁰⌋ is beside a whole millionth.
        assert_eq!(between(485_165_195, 1), (19_999_999, 20_000_000));
    }

    #[test]
    fn ratios_up_to_one_and_far_above_e_to_the_twentieth_are_told_apart() {
        for (above, below) in [(0, 0), (0, 7), (1, 1), (7, 7), (1, u64::MAX), (3, 4)] {
            assert_eq!(between(above, below), (0, 0), "{above}/{below}");
        }
        let one = Natural::from(1_u64);
        for bits in [31, 93, 100_000] {
            let (low, high) = ln_micros_between(&Natural::power_of_two(bits), &one);
            assert!(20_000_000 < low && low <= high, "{bits}");
        }
    }

    proptest! {
        #[test]
        fn they_lie_between(above in 1_u64.., below in 1_u64.., small in 0_u32..64, shift in 0_u32..300) {
            let (below, power) = (below >> small | 1, Natural::power_of_two(shift));
            let [numerator, denominator] = [above, below].map(|word| power.times(word));
            let (low, high) = ln_micros_between(&numerator, &denominator);
            prop_assert!(low <= high && high <= low + 1);
            let exact = ((above as f64).ln() - (below as f64).ln()).max(0.0) * 1e6;
            // Floats are off by less than a hundred-thousandth of a millionth, the margin is thousands of that.
            prop_assert!(f64::from(low) <= exact + 1e-5 && exact - 1e-5 < f64::from(high) + 1.0);
        }
    }
}

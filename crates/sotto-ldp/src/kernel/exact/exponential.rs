//! A lower bound of e^x for an exact x, in integers with every rounding downward.

use super::Natural;

/// Bounds are scaled by 2 to this power.
pub const SCALE_BITS: u32 = 160;

/// The greatest exponent there is use for, in millionths.
pub const MAX_EXPONENT_MICROS: u32 = 20_000_000;

const MICROS_PER_UNIT: u64 = 1_000_000;

/// L ≤ 2¹⁶⁰·e^x for x = `micros` millionths, short of it by less than 2⁻¹⁴⁰ of its value for
/// x ≤ 20.
///
/// The Taylor series Σ xⁱ/i! has positive terms only, so stopping it early and rounding each term
/// down both err towards the smaller number.
#[must_use]
pub fn exp_lower_bound(micros: u32) -> Natural {
    exp_lower_bound_of(micros.into(), MICROS_PER_UNIT)
}

/// The same for x = `numerator`/`denominator`, of which the denominator is below 2⁵⁰; 2¹⁶⁰ where it
/// is zero.
#[must_use]
pub fn exp_lower_bound_of(numerator: u64, denominator: u64) -> Natural {
    let mut term = Natural::power_of_two(SCALE_BITS);
    let mut sum = Natural::zero();
    let mut index = 0;
    while !term.is_zero() {
        sum = sum.plus(&term);
        index += 1;
        // Some 150 terms for x = 20. Too great a divisor would make the sum smaller, which is safe.
        let divisor = denominator.saturating_mul(index);
        term = term
            .times(numerator)
            .divided_by(divisor)
            .unwrap_or_else(Natural::zero);
    }
    sum
}

/// ⌊2¹⁶⁰·`numerator`/`denominator`⌋; zero when the denominator is zero.
#[must_use]
pub fn ratio_lower_bound(numerator: u32, denominator: u32) -> Natural {
    Natural::power_of_two(SCALE_BITS)
        .times(u64::from(numerator))
        .divided_by(u64::from(denominator))
        .unwrap_or_else(Natural::zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// ⌊10⁵⁰·e⌋, from the published digits of e (OEIS A001113).
    const E_DIGITS: &str = "271828182845904523536028747135266249775724709369995";
    /// ⌊10⁴⁵·e²⁰⌋ begins with e²⁰ = 485165195.40979027796910683054154055868463898894484…
    const E20_DIGITS: &str = "48516519540979027796910683054154055868463898";

    fn decimal(bound: &Natural, digits: u32) -> BigUint {
        let ten = (0..digits).fold(bound.clone(), |number, _| number.times(10));
        let mut value = BigUint::ZERO;
        let mut rest = ten.shifted_right(SCALE_BITS);
        let mut unit = BigUint::from(1_u8);
        while !rest.is_zero() {
            let quotient = rest.divided_by(10).unwrap();
            let tens = quotient.times(10);
            let digit = (0_u64..10)
                .find(|d| tens.plus(&Natural::from(*d)) == rest)
                .unwrap();
            value += &unit * digit;
            unit *= 10_u8;
            rest = quotient;
        }
        value
    }

    #[test]
    fn e_agrees_with_its_published_digits() {
        // 2⁻¹⁴⁰ is about 10⁻⁴²: compare 40 digits.
        let ours = decimal(&exp_lower_bound(1_000_000), 40).to_string();
        assert_eq!(ours, E_DIGITS[..41]);
    }

    #[test]
    fn e_to_the_twentieth_agrees_with_its_published_digits() {
        let ours = decimal(&exp_lower_bound(20_000_000), 30).to_string();
        assert_eq!(ours, E20_DIGITS[..39]);
    }

    #[test]
    fn fractions_of_a_millionth_are_told_apart() {
        let of = exp_lower_bound_of;
        assert_eq!(of(2, 2_000_000), exp_lower_bound(1));
        assert_eq!(of(0, 7), Natural::power_of_two(SCALE_BITS));
        assert_eq!(of(1, 0), Natural::power_of_two(SCALE_BITS));
        assert!(of(1, 3_000_000_000) < of(1, 2_999_999_999));
        // e^(1/3)³ is e.
        let third = of(1, 3);
        let cube = third.product(&third).shifted_right(SCALE_BITS);
        let cube = cube.product(&third).shifted_right(SCALE_BITS);
        let e = exp_lower_bound(1_000_000);
        assert!(cube <= e && e <= cube.plus(&cube.shifted_right(130)));
    }

    #[test]
    fn products_of_lower_bounds_stay_below_the_bound_of_the_sum() {
        for (x, y) in [
            (1, 1),
            (500_000, 500_000),
            (1_000_000, 2_345_678),
            (9_999_999, 10_000_000),
        ] {
            let product = exp_lower_bound(x)
                .product(&exp_lower_bound(y))
                .shifted_right(SCALE_BITS);
            let sum = exp_lower_bound(x + y);
            // Both are below the true value and lose less than 2⁻¹³⁰ of it.
            let slack = sum.shifted_right(130).plus(&Natural::from(1_u64));
            assert!(product <= sum.plus(&slack), "{x} + {y}");
            assert!(sum <= product.plus(&slack), "{x} + {y}");
        }
    }
}

//! Finite fields of a prime number or a power of two of elements: what balanced hash families and
//! projective spaces are made of.

use crate::kernel::MechanismError;

/// The greatest field there is.
pub(super) const GREATEST: u32 = 4096;

/// Primitive polynomials over two elements, of degrees 1 to 12.
const PRIMITIVE: [u32; 12] = [
    0x3, 0x7, 0xb, 0x13, 0x25, 0x43, 0x83, 0x11d, 0x211, 0x409, 0x805, 0x1053,
];

/// A field with elements 0 … size − 1; 0 and 1 are what they seem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FiniteField {
    size: u32,
    /// Powers of a generator, twice around, so that sums of logarithms need no reduction.
    powers: Vec<u16>,
    /// The logarithm of every element; that of 0 is not used.
    logarithms: Vec<u16>,
}

impl FiniteField {
    /// Whether there is a field of that size here.
    pub(super) fn exists(size: u32) -> bool {
        (2..=GREATEST).contains(&size) && (size.is_power_of_two() || is_prime(size))
    }

    /// The field of a size that a survey publishes for that mechanism.
    pub(super) fn published(mechanism: &'static str, size: u32) -> Result<Self, MechanismError> {
        Self::new(size).ok_or(MechanismError::Weights {
            mechanism,
            reason: "the third must be a prime number or a power of two, from 2 to 4096",
        })
    }

    /// The field of that size.
    pub(super) fn new(size: u32) -> Option<Self> {
        if !Self::exists(size) {
            return None;
        }
        // Some element of a prime field is a generator; x generates a binary one.
        (1..size).find_map(|generator| Self::generated(size, generator))
    }

    fn generated(size: u32, generator: u32) -> Option<Self> {
        let times = |element: u32| {
            if size.is_power_of_two() {
                times_x(element, size)
            } else {
                element * generator % size
            }
        };
        let mut powers = Vec::with_capacity(2 * size as usize);
        let mut logarithms = vec![0; size as usize];
        let mut power = 1;
        for exponent in 0..u16::try_from(size - 1).ok()? {
            if exponent > 0 && power == 1 {
                return None;
            }
            powers.push(u16::try_from(power).ok()?);
            *logarithms.get_mut(power as usize)? = exponent;
            power = times(power);
        }
        powers.extend_from_within(..);
        Some(Self {
            size,
            powers,
            logarithms,
        })
    }

    /// The number of elements.
    pub(super) const fn size(&self) -> u32 {
        self.size
    }

    #[inline]
    pub(super) const fn plus(&self, a: u32, b: u32) -> u32 {
        if self.size.is_power_of_two() {
            a ^ b
        } else if a + b < self.size {
            a + b
        } else {
            a + b - self.size
        }
    }

    #[inline]
    pub(super) const fn minus(&self, a: u32, b: u32) -> u32 {
        if self.size.is_power_of_two() {
            a ^ b
        } else if a < b {
            a + self.size - b
        } else {
            a - b
        }
    }

    #[inline]
    pub(super) fn times(&self, a: u32, b: u32) -> u32 {
        if a == 0 || b == 0 {
            return 0;
        }
        let exponent = self.logarithms[a as usize] as usize + self.logarithms[b as usize] as usize;
        self.powers[exponent].into()
    }

    /// 1/a; 0 has none, and gives 0.
    pub(super) fn inverse(&self, a: u32) -> u32 {
        if a == 0 {
            return 0;
        }
        let exponent = self.size as usize - 1 - usize::from(self.logarithms[a as usize]);
        self.powers[exponent].into()
    }

    /// Σ aᵢbᵢ over the base-`size` digits of two numbers.
    pub(super) fn dot(&self, mut a: u32, mut b: u32) -> u32 {
        let mut sum = 0;
        while a != 0 && b != 0 {
            sum = self.plus(sum, self.times(a % self.size, b % self.size));
            a /= self.size;
            b /= self.size;
        }
        sum
    }
}

/// The product with x modulo the primitive polynomial.
const fn times_x(element: u32, size: u32) -> u32 {
    let doubled = element << 1;
    if doubled < size {
        doubled
    } else {
        doubled ^ PRIMITIVE[size.trailing_zeros() as usize - 1]
    }
}

const fn is_prime(number: u32) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    number >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_fields_obey_every_law() {
        for size in [2, 3, 4, 5, 7, 8, 11, 13, 16, 17] {
            let field = FiniteField::new(size).unwrap();
            for a in 0..size {
                assert_eq!(field.plus(a, 0), a);
                assert_eq!(field.times(a, 1), a);
                assert_eq!(field.minus(a, a), 0);
                assert_eq!(field.times(a, field.inverse(a)), u32::from(a != 0));
                for b in 0..size {
                    assert_eq!(field.plus(field.minus(a, b), b), a);
                    assert_eq!(field.times(a, b), field.times(b, a));
                    for c in 0..size {
                        let (left, right) = (
                            field.times(a, field.plus(b, c)),
                            field.plus(field.times(a, b), field.times(a, c)),
                        );
                        assert_eq!(left, right);
                        assert_eq!(
                            field.times(field.times(a, b), c),
                            field.times(a, field.times(b, c))
                        );
                        assert_eq!(
                            field.plus(field.plus(a, b), c),
                            field.plus(a, field.plus(b, c))
                        );
                    }
                }
            }
        }
    }

    /// The powers of a generator must be all elements but zero.
    #[test]
    fn every_size_has_a_generator() {
        for size in (2..300).chain([512, 1024, 2048, 4096, 4093]) {
            let Some(field) = FiniteField::new(size) else {
                assert!(!FiniteField::exists(size));
                continue;
            };
            let mut powers = field.powers[..size as usize - 1].to_vec();
            powers.sort_unstable();
            assert!((1..size).eq(powers.into_iter().map(u32::from)), "{size}");
        }
        for size in [0, 1, 6, 9, 15, 4095, 4097, 8192] {
            assert!(FiniteField::new(size).is_none(), "{size}");
        }
    }
}

//! Hadamard matrices in Sylvester's order: entry (row, column) is −1 when the two have an odd
//! number of bits in common.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

/// Whether the entry is −1.
pub(crate) const fn is_negative(row: u32, column: u32) -> bool {
    (row & column).count_ones() % 2 == 1
}

/// The product of the matrix with counts, by the fast transform; as many counts as a power of two.
/// Counts whose total does not fit 63 bits wrap around.
pub(crate) fn transformed(counts: &[u64]) -> Vec<i64> {
    let mut values: Vec<_> = counts.iter().map(|&count| count.cast_signed()).collect();
    let mut half = 1;
    while 2 * half <= values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (x.wrapping_add(*y), x.wrapping_sub(*y));
            }
        }
        half *= 2;
    }
    values
}

/// How many of `reports` are on the +1 side, when that side has `difference` more than the other.
pub(crate) const fn positive_part(reports: u64, difference: i64) -> u64 {
    // Both have the same parity unless the counts are not of this matrix.
    reports.saturating_add_signed(difference) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_transform_is_the_product() {
        for size in [1_usize, 2, 4, 16, 64] {
            let counts: Vec<u64> = (0..size as u64).map(|i| i * i * 7 % 31).collect();
            let found = transformed(&counts);
            for (row, &value) in found.iter().enumerate() {
                let expected: i64 = counts
                    .iter()
                    .enumerate()
                    .map(|(column, &count)| {
                        let sign = if is_negative(row as u32, column as u32) {
                            -1
                        } else {
                            1
                        };
                        sign * count.cast_signed()
                    })
                    .sum();
                assert_eq!(value, expected);
            }
        }
    }
}

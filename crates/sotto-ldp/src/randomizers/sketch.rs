//! The hash functions of sketches: public, fixed, and the same on every device.

/// Rows and columns of a sketch, each row with its own hash function into the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchShape {
    /// The number of hash functions.
    pub rows: u32,
    /// What they hash into, a power of two.
    pub columns: u32,
}

impl SketchShape {
    /// 64 rows of 1,024 columns.
    pub const DEFAULT: Self = Self {
        rows: 64,
        columns: 1024,
    };

    /// A shape as published: sums are kept for every cell, so there are at most 2²⁰.
    pub(super) fn published(rows: u64, columns: u64) -> Option<Self> {
        let rows = u32::try_from(rows).ok().filter(|&rows| rows > 0)?;
        let columns = u32::try_from(columns).ok()?;
        let usable = columns.is_power_of_two() && columns >= 2;
        (usable && rows.checked_mul(columns)? <= 1 << 20).then_some(Self { rows, columns })
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The column of a key in a row: (Ax + B mod 2¹²⁸) / 2¹²⁸⁻ˡ with the row's own A and B, which
    /// is pairwise independent over random A and B (Dietzfelbinger 1996).
    #[must_use]
    pub fn column(&self, row: u32, key: u64) -> u32 {
        let first = 4 * u64::from(row);
        let pair = |at| (u128::from(mixed(at)) << 64) | u128::from(mixed(at + 1));
        let hashed = pair(first)
            .wrapping_mul(key.into())
            .wrapping_add(pair(first + 2));
        // At least two columns, so the shift is below 128.
        let column = hashed >> (128 - self.columns.trailing_zeros());
        u32::try_from(column).unwrap_or(0)
    }
}

/// The n-th number of SplitMix64 (Steele, Lea and Flood 2014): fixed numbers without structure.
const fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_published_ones() {
        // SplitMix64 from seed 0.
        assert_eq!(mixed(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mixed(1), 0x6e78_9e6a_a1b9_65f4);
    }

    /// Over the rows, each pair of keys collides about once in as many rows as there are columns.
    #[test]
    fn collisions_are_as_rare_as_by_chance() {
        let shape = SketchShape {
            rows: 4096,
            columns: 16,
        };
        for (x, y) in [(0, 1), (1, 2), (7, 1 << 40)] {
            let collide = |&row: &u32| shape.column(row, x) == shape.column(row, y);
            // Binomial(4096, 1/16): 256 ± 6·15.5, missed with a chance below 10⁻⁸.
            let collisions = (0..shape.rows).filter(collide).count();
            assert!((163..350).contains(&collisions), "{x} {y}: {collisions}");
        }
    }
}

//! Counting set bits by their position over many bit strings: the inner loop of a collector.
//!
//! Eight strings at a time are added up bit by bit with carry-save adders (Harley and Seal; for
//! positions: Klarqvist, Muła and Lemire 2019), so that 64 counters advance with a handful of
//! word operations. What is counted are noisy reports, which are public: speed may depend on them.

/// Adds to `sums[i]` the number of rows whose bit i is set. `rows` are bit strings of as many
/// words as `sums` needs, one after another; an incomplete row at the end is not counted.
pub(crate) fn add_rows(rows: &[u64], sums: &mut [u64]) {
    let width = sums.len().div_ceil(64);
    if width == 0 {
        return;
    }
    // Tiles stay in the cache while their columns are gone through.
    for tile in rows.chunks(TILE * width) {
        add_tile(tile, width, sums);
    }
}

fn add_tile(rows: &[u64], width: usize, sums: &mut [u64]) {
    // Several columns side by side keep the processor's vector units busy.
    let wide = width - width % LANES;
    for place in (0..wide).step_by(LANES) {
        add_columns::<LANES>(rows, width, place, sums);
    }
    for place in wide..width {
        add_columns::<1>(rows, width, place, sums);
    }
}

/// Counts that many columns of words, from `place` on.
fn add_columns<const LANES: usize>(rows: &[u64], width: usize, place: usize, sums: &mut [u64]) {
    let mut columns = Columns::<LANES>::default();
    // The last column may stand for fewer bits.
    let sums = sums.get_mut(64 * place..).unwrap_or_default();
    let mut words = rows
        .chunks_exact(width)
        .filter_map(|row| row[place..].first_chunk::<LANES>());
    loop {
        let mut block = [[0; LANES]; BLOCK];
        let mut filled = 0;
        for (slot, word) in block.iter_mut().zip(&mut words) {
            *slot = *word;
            filled += 1;
        }
        columns.add(&block, sums);
        if filled < BLOCK {
            break;
        }
    }
    columns.empty_into(sums);
}

/// Columns that are counted side by side; one where there are no vector units to keep busy.
const LANES: usize = if cfg!(target_arch = "wasm32") { 1 } else { 8 };

/// Strings that are added up in one go.
const BLOCK: usize = 16;

/// Rows in a tile: as many as the counters hold.
const TILE: usize = (1 << PLANES) - BLOCK;

/// Counters are emptied into the sums before they could overflow: 2^PLANES / BLOCK blocks.
const PLANES: usize = 12;

/// 64 counters for each column, bit i of the j-th plane being bit j of counter i.
struct Columns<const LANES: usize> {
    planes: [[u64; LANES]; PLANES],
    blocks: usize,
}

impl<const LANES: usize> Default for Columns<LANES> {
    fn default() -> Self {
        Self {
            planes: [[0; LANES]; PLANES],
            blocks: 0,
        }
    }
}

impl<const LANES: usize> Columns<LANES> {
    fn add(&mut self, block: &[[u64; LANES]; BLOCK], sums: &mut [u64]) {
        if (self.blocks + 1) * BLOCK >= 1 << PLANES {
            self.empty_into(sums);
        }
        self.blocks += 1;
        // Sixteen words become one of weight 16; ones, twos, fours and eights stay in the planes.
        let [mut ones, mut twos, mut fours, mut eights, ..] = self.planes;
        let quarter = |ones: &mut [u64; LANES], twos: &mut [u64; LANES], at: usize| {
            let twos_a = carry_save(ones, &block[at], &block[at + 1]);
            let twos_b = carry_save(ones, &block[at + 2], &block[at + 3]);
            carry_save(twos, &twos_a, &twos_b)
        };
        let fours_a = quarter(&mut ones, &mut twos, 0);
        let fours_b = quarter(&mut ones, &mut twos, 4);
        let eights_a = carry_save(&mut fours, &fours_a, &fours_b);
        let fours_a = quarter(&mut ones, &mut twos, 8);
        let fours_b = quarter(&mut ones, &mut twos, 12);
        let eights_b = carry_save(&mut fours, &fours_a, &fours_b);
        let mut carry = carry_save(&mut eights, &eights_a, &eights_b);
        for (plane, value) in self.planes.iter_mut().zip([ones, twos, fours, eights]) {
            *plane = value;
        }
        for plane in &mut self.planes[4..] {
            for (word, carry) in plane.iter_mut().zip(&mut carry) {
                (*word, *carry) = (*word ^ *carry, *word & *carry);
            }
        }
    }

    fn empty_into(&mut self, sums: &mut [u64]) {
        for (lane, sums) in sums.chunks_mut(64).take(LANES).enumerate() {
            for (byte, sums) in sums.chunks_mut(8).enumerate() {
                // Eight counters at a time, a byte of each: of the planes below 256, and of the others.
                let digits = |planes: &[[u64; LANES]]| {
                    let spread = planes
                        .iter()
                        .enumerate()
                        .map(|(place, plane)| spread(plane[lane] >> (8 * byte)) << place);
                    spread.sum::<u64>().to_le_bytes()
                };
                let (low, high) = self.planes.split_at(8);
                for ((sum, low), high) in sums.iter_mut().zip(digits(low)).zip(digits(high)) {
                    *sum += u64::from(low) | (u64::from(high) << 8);
                }
            }
        }
        *self = Self::default();
    }
}

/// The eight lowest bits, each as a byte of its own.
const fn spread(word: u64) -> u64 {
    // Each byte gets all eight bits and keeps its own; what is not zero then carries into bit 7.
    let own = ((word & 0xff) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((own + 0x007f_7f7f_7f7f_7f7f) | own) >> 7 & 0x0101_0101_0101_0101
}

/// Adds two words to the ones in `sum`, bit by bit, and gives the carries; in every lane.
fn carry_save<const LANES: usize>(
    sum: &mut [u64; LANES],
    a: &[u64; LANES],
    b: &[u64; LANES],
) -> [u64; LANES] {
    let mut carries = [0; LANES];
    for (lane, carry) in carries.iter_mut().enumerate() {
        let half = sum[lane] ^ a[lane];
        *carry = (sum[lane] & a[lane]) | (half & b[lane]);
        sum[lane] = half ^ b[lane];
    }
    carries
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn agrees_with_counting_bit_by_bit() {
        let mut rng = ChaCha20Rng::seed_from_u64(8);
        for (bits, rows) in [
            (0, 3),
            (1, 0),
            (1, 1),
            (5, 15),
            (16, 16),
            (16, 17),
            (64, 4095),
            (64, 4096),
            (64, 8200),
            (65, 100),
            (130, 33),
        ] {
            let width = usize::div_ceil(bits, 64);
            let words: Vec<u64> = (0..rows * width).map(|_| rng.next_u64()).collect();
            let mut sums = vec![7; bits];
            add_rows(&words, &mut sums);
            for (bit, &sum) in sums.iter().enumerate() {
                let set = words
                    .chunks(width)
                    .filter(|row| row[bit / 64] >> (bit % 64) & 1 == 1);
                assert_eq!(
                    sum,
                    7 + set.count() as u64,
                    "{bits} bits, {rows} rows: bit {bit}"
                );
            }
        }
    }

    #[test]
    fn bits_become_bytes() {
        for byte in 0..=u8::MAX {
            let bytes = spread(u64::from(byte) | 0xffff_0000).to_le_bytes();
            for (place, found) in bytes.into_iter().enumerate() {
                assert_eq!(found, byte >> place & 1, "{byte}");
            }
        }
    }

    #[test]
    fn counters_do_not_overflow_when_every_bit_is_set() {
        let mut sums = [0; 64];
        add_rows(&vec![u64::MAX; 20_000], &mut sums);
        assert_eq!(sums, [20_000; 64]);
    }
}

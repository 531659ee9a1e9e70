//! Counting set bits by their position over many bit strings: the inner loop of a collector.
//!
//! Sixteen strings at a time are added up bit by bit with carry-save adders (Harley and Seal; for
//! positions: Klarqvist, Muła and Lemire 2019), so that 64 counters advance with a handful of
//! word operations. Strings are read once, in their order, where they lie. What is counted are noisy
//! reports, which are public: speed may depend on them.

use std::array;

use super::report::words_of;

/// A bit string that can be counted.
pub(crate) trait BitString: Copy + Default {
    /// Its words from `start` on, the first the lowest; zeros beyond its end.
    fn words<const LANES: usize>(self, start: usize) -> [u64; LANES];
}

impl BitString for &[u64] {
    fn words<const LANES: usize>(self, start: usize) -> [u64; LANES] {
        match self.get(start..).and_then(<[u64]>::first_chunk) {
            Some(words) => *words,
            None => array::from_fn(|lane| self.get(start + lane).copied().unwrap_or(0)),
        }
    }
}

impl BitString for &[u8] {
    fn words<const LANES: usize>(self, start: usize) -> [u64; LANES] {
        let bytes = self.get(8 * start..).unwrap_or_default();
        if let Some(words) = bytes.as_chunks::<8>().0.first_chunk::<LANES>() {
            return words.map(u64::from_le_bytes);
        }
        let mut words = words_of(bytes);
        array::from_fn(|_| words.next().unwrap_or(0))
    }
}

/// Adds to `sums[i]` the number of strings whose bit i is set. Strings longer than `sums` are counted as
/// far as it goes, in whole words.
pub(crate) fn add_strings<B: BitString>(strings: impl IntoIterator<Item = B>, sums: &mut [u64]) {
    let width = sums.len().div_ceil(64);
    let mut wide = vec![Counters::<LANES>::default(); width / LANES];
    let start_of_narrow = LANES * wide.len();
    let mut narrow = vec![Counters::<1>::default(); width - start_of_narrow];
    // As many strings as stay near the processor while their columns are gone through.
    let strip_blocks = (STRIP / (BLOCK * width.max(1))).clamp(1, MOST_BLOCKS);
    let mut strip = Vec::with_capacity(strip_blocks * BLOCK);
    let mut strings = strings.into_iter();
    let mut blocks = 0;
    loop {
        strip.clear();
        strip.extend(strings.by_ref().take(strip_blocks * BLOCK));
        if strip.is_empty() {
            break;
        }
        strip.resize(strip.len().next_multiple_of(BLOCK), B::default());
        let (strip, _) = strip.as_chunks::<BLOCK>();
        if blocks + strip.len() > MOST_BLOCKS {
            empty(&mut wide, &mut narrow, &mut blocks, sums);
        }
        for (index, columns) in wide.iter_mut().enumerate() {
            columns.add(strip, LANES * index, blocks);
        }
        for (index, columns) in narrow.iter_mut().enumerate() {
            columns.add(strip, start_of_narrow + index, blocks);
        }
        blocks += strip.len();
    }
    empty(&mut wide, &mut narrow, &mut blocks, sums);
}

/// Moves what was counted into the sums.
fn empty(
    wide: &mut [Counters<LANES>],
    narrow: &mut [Counters<1>],
    blocks: &mut usize,
    sums: &mut [u64],
) {
    let start = sums.len().min(64 * LANES * wide.len());
    let (sums_of_wide, sums_of_narrow) = sums.split_at_mut(start);
    for (columns, sums) in wide.iter_mut().zip(sums_of_wide.chunks_mut(64 * LANES)) {
        columns.empty_into(*blocks, sums);
    }
    for (columns, sums) in narrow.iter_mut().zip(sums_of_narrow.chunks_mut(64)) {
        columns.empty_into(*blocks, sums);
    }
    *blocks = 0;
}

/// Words whose columns are counted side by side, to keep vector units busy; one where there are none.
const LANES: usize = if cfg!(target_arch = "wasm32") { 1 } else { 8 };

/// Words of the strings whose columns are gone through together: 32 KiB.
const STRIP: usize = 1 << 12;

/// Strings that are added up in one go.
const BLOCK: usize = 1 << BLOCK_PLANES;

const BLOCK_PLANES: usize = 4;

const PLANES: usize = 12;

/// Counters are emptied into the sums before they could overflow.
const MOST_BLOCKS: usize = (1 << (PLANES - BLOCK_PLANES)) - 1;

/// 64 counters for each column: bit i of the j-th plane is bit j of counter i.
#[derive(Clone)]
struct Counters<const LANES: usize> {
    planes: [[u64; LANES]; PLANES],
    /// Carries of 16, 32, … that wait for another of their weight: after as many blocks as have that
    /// bit set, so that a plane of weight 16·2^j is touched once in 2^j blocks.
    waiting: [[u64; LANES]; PLANES - BLOCK_PLANES],
}

impl<const LANES: usize> Default for Counters<LANES> {
    fn default() -> Self {
        Self {
            planes: [[0; LANES]; PLANES],
            waiting: [[0; LANES]; PLANES - BLOCK_PLANES],
        }
    }
}

impl<const LANES: usize> Counters<LANES> {
    /// Adds the words from `start` on of these strings, after `blocks` blocks.
    fn add<B: BitString>(&mut self, strip: &[[B; BLOCK]], start: usize, mut blocks: usize) {
        // Sixteen words become one of weight 16; ones, twos, fours and eights stay in the planes.
        let [mut ones, mut twos, mut fours, mut eights, ..] = self.planes;
        for block in strip {
            let mut words = [[0; LANES]; BLOCK];
            for (words, string) in words.iter_mut().zip(block) {
                *words = string.words(start);
            }
            let quarter = |ones: &mut [u64; LANES], twos: &mut [u64; LANES], at: usize| {
                let twos_a = carry_save(ones, &words[at], &words[at + 1]);
                let twos_b = carry_save(ones, &words[at + 2], &words[at + 3]);
                carry_save(twos, &twos_a, &twos_b)
            };
            let fours_a = quarter(&mut ones, &mut twos, 0);
            let fours_b = quarter(&mut ones, &mut twos, 4);
            let eights_a = carry_save(&mut fours, &fours_a, &fours_b);
            let fours_a = quarter(&mut ones, &mut twos, 8);
            let fours_b = quarter(&mut ones, &mut twos, 12);
            let eights_b = carry_save(&mut fours, &fours_a, &fours_b);
            self.carry(carry_save(&mut eights, &eights_a, &eights_b), blocks);
            blocks += 1;
        }
        for (plane, value) in self.planes.iter_mut().zip([ones, twos, fours, eights]) {
            *plane = value;
        }
    }

    /// Adds the carries of a block, each of which stands for sixteen, after `blocks` blocks.
    fn carry(&mut self, mut carry: [u64; LANES], blocks: usize) {
        let planes = self.planes[BLOCK_PLANES..].iter_mut();
        for (bit, (plane, waiting)) in planes.zip(&mut self.waiting).enumerate() {
            if blocks >> bit & 1 == 0 {
                *waiting = carry;
                return;
            }
            carry = carry_save(plane, waiting, &carry);
        }
    }

    fn empty_into(&mut self, blocks: usize, sums: &mut [u64]) {
        for bit in (0..PLANES - BLOCK_PLANES).filter(|bit| blocks >> bit & 1 == 1) {
            let mut carry = self.waiting[bit];
            for plane in &mut self.planes[BLOCK_PLANES + bit..] {
                carry = carry_save(plane, &[0; LANES], &carry);
            }
        }
        for (lane, sums) in sums.chunks_mut(64).take(LANES).enumerate() {
            for (byte, sums) in sums.chunks_mut(8).enumerate() {
                // Eight counters at a time, a byte of each: of the planes below 256, and of the others.
                let digits = |planes: &[[u64; LANES]]| {
                    let spread = planes
                        .iter()
                        .enumerate()
                        .map(|(bit, plane)| spread(plane[lane] >> (8 * byte)) << bit);
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
            add_strings(words.chunks_exact(width.max(1)), &mut sums);
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut from_bytes = vec![7; bits];
            // Rows may end with the last byte that is used.
            let rows_of_bytes = bytes.chunks_exact(8 * width.max(1));
            add_strings(
                rows_of_bytes.map(|row| &row[..bits.div_ceil(8)]),
                &mut from_bytes,
            );
            assert_eq!(from_bytes, sums);
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
            for (bit, found) in bytes.into_iter().enumerate() {
                assert_eq!(found, byte >> bit & 1, "{byte}");
            }
        }
    }

    #[test]
    fn counters_do_not_overflow_when_every_bit_is_set() {
        let mut sums = [0; 64];
        add_strings(vec![u64::MAX; 20_000].chunks_exact(1), &mut sums);
        assert_eq!(sums, [20_000; 64]);
    }
}

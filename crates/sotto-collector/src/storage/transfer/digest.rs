//! What the rows of a table add up to, in whatever order they come.

use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use super::value::StoredValue;

/// The number of rows, and the sum of their hashes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    rows: u64,
    sum: [u64; 4],
}

impl Digest {
    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn add(&mut self, row: &[StoredValue]) {
        let mut hash = Sha256::new();
        write(row, |bytes| hash.update(bytes));
        self.add_hash(hash.finalize().into());
    }

    /// The same with hashes that only the holder of a key can make.
    pub(super) fn add_under(&mut self, key: &Hmac<Sha256>, row: &[StoredValue]) {
        let mut hash = key.clone();
        write(row, |bytes| hash.update(bytes));
        self.add_hash(hash.finalize().into_bytes().into());
    }

    /// All of it.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let words = std::iter::once(self.rows).chain(self.sum);
        words.flat_map(u64::to_le_bytes).collect()
    }

    fn add_hash(&mut self, bytes: [u8; 32]) {
        self.rows += 1;
        let (words, _) = bytes.as_chunks();
        for (sum, &word) in self.sum.iter_mut().zip(words) {
            *sum = sum.wrapping_add(u64::from_le_bytes(word));
        }
    }
}

/// Gives the bytes of a row; no two rows have the same.
fn write(row: &[StoredValue], mut to: impl FnMut(&[u8])) {
    for value in row {
        let (kind, bytes): (u8, &[u8]) = match value {
            StoredValue::Nothing => (0, &[]),
            StoredValue::Number(number) => (1, &number.to_le_bytes()),
            StoredValue::Text(text) => (2, text.as_bytes()),
            StoredValue::Bytes(bytes) => (3, bytes),
        };
        to(&[kind]);
        to(&(bytes.len() as u64).to_le_bytes());
        to(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[StoredValue]]) -> Digest {
        let mut digest = Digest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    #[test]
    fn any_order_is_the_same_and_any_change_is_not() {
        let (a, b) = (
            [StoredValue::Number(1), StoredValue::Text("a".to_owned())],
            [StoredValue::Number(1), StoredValue::Nothing],
        );
        assert_eq!(of(&[&a, &b, &b]), of(&[&b, &a, &b]));
        let different = [
            of(&[&a, &b]),
            of(&[&a, &a]),
            of(&[&a]),
            of(&[
                &[StoredValue::Number(1), StoredValue::Bytes(b"a".to_vec())],
                &b,
            ]),
            of(&[
                &[StoredValue::Text("a".to_owned()), StoredValue::Number(1)],
                &b,
            ]),
            of(&[
                &[StoredValue::Number(2), StoredValue::Text("a".to_owned())],
                &b,
            ]),
        ];
        for (i, one) in different.iter().enumerate() {
            for (j, other) in different.iter().enumerate() {
                assert_eq!(one == other, i == j, "{i} {j}");
            }
        }
    }
}

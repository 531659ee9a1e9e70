//! What the rows of a table add up to, in whatever order they come.

use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use super::value::Value;

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

    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        write(row, |bytes| hash.update(bytes));
        self.add_hash(hash.finalize().into());
    }

    /// The same with hashes that only the holder of a key can make.
    pub(super) fn add_under(&mut self, key: &Hmac<Sha256>, row: &[Value]) {
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
fn write(row: &[Value], mut to: impl FnMut(&[u8])) {
    for value in row {
        let (kind, bytes): (u8, &[u8]) = match value {
            Value::Nothing => (0, &[]),
            Value::Number(number) => (1, &number.to_le_bytes()),
            Value::Text(text) => (2, text.as_bytes()),
            Value::Bytes(bytes) => (3, bytes),
        };
        to(&[kind]);
        to(&(bytes.len() as u64).to_le_bytes());
        to(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[Value]]) -> Digest {
        let mut digest = Digest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    #[test]
    fn any_order_is_the_same_and_any_change_is_not() {
        let (a, b) = (
            [Value::Number(1), Value::Text("a".to_owned())],
            [Value::Number(1), Value::Nothing],
        );
        assert_eq!(of(&[&a, &b, &b]), of(&[&b, &a, &b]));
        let different = [
            of(&[&a, &b]),
            of(&[&a, &a]),
            of(&[&a]),
            of(&[&[Value::Number(1), Value::Bytes(b"a".to_vec())], &b]),
            of(&[&[Value::Text("a".to_owned()), Value::Number(1)], &b]),
            of(&[&[Value::Number(2), Value::Text("a".to_owned())], &b]),
        ];
        for (i, one) in different.iter().enumerate() {
            for (j, other) in different.iter().enumerate() {
                assert_eq!(one == other, i == j, "{i} {j}");
            }
        }
    }
}

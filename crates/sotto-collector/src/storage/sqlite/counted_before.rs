//! Which submissions have certainly not been counted before, without asking the database.
//!
//! Nearly every submission is new, and to learn that from a tree of millions costs more than anything
//! else that is done with it. A Bloom filter of every id that was ever counted errs in one direction
//! alone: what it does not hold is new, and for what it may hold the database is asked. It is read
//! from the database beside the writer, and until it is whole it says nothing.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use fastbloom::AtomicBloomFilter;
use rusqlite::{Connection, OpenFlags};
use tokio::task::spawn_blocking;

use crate::{
    log,
    storage::{StorageError, SurveyKey},
};

/// Rows that are read in one go: whoever moves the log must not wait long for a reader.
const SOME: u32 = 16_384;

const NEXT: &str = "SELECT survey, id_hash FROM submissions WHERE (survey, id_hash) > (?1, ?2) \
     ORDER BY survey, id_hash LIMIT ?3";

/// 8 MiB, whatever it holds: beside ten million ids, fewer than one new one in ten is asked for in
/// vain; beside a million, hardly any.
const BITS: usize = 1 << 26;
const BITS_OF_ONE: u32 = 8;

/// While another process writes, this is worth nothing, and must be given up.
pub(super) struct CountedBefore {
    filter: AtomicBloomFilter,
    is_whole: AtomicBool,
}

impl CountedBefore {
    /// Begins to read what the file holds, at a moment at which nobody writes; from then on all that
    /// is counted must be added. The reading ends early if this is dropped.
    pub(super) fn begin(file: &Path) -> Arc<Self> {
        let new = Arc::new(Self::nothing_read());
        let (file, reading) = (file.to_owned(), Arc::clone(&new));
        spawn_blocking(move || {
            if let Err(error) = reading.read(&file) {
                log::say(format_args!(
                    "What was counted before could not be read, and is asked for each time: {error}"
                ));
            }
        });
        new
    }

    fn nothing_read() -> Self {
        Self {
            filter: AtomicBloomFilter::with_num_bits(BITS).hashes(BITS_OF_ONE),
            is_whole: AtomicBool::new(false),
        }
    }

    pub(super) fn add(&self, id_hash: &[u8; 16]) {
        self.filter.insert_hash(word(id_hash));
    }

    /// Whether it certainly was not counted before.
    pub(super) fn is_new(&self, id_hash: &[u8; 16]) -> bool {
        self.is_whole() && !self.filter.contains_hash(word(id_hash))
    }

    pub(super) fn is_whole(&self) -> bool {
        self.is_whole.load(Ordering::Acquire)
    }

    fn read(self: &Arc<Self>, file: &Path) -> Result<(), StorageError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        let mut statement = connection.prepare(NEXT)?;
        let mut last: (SurveyKey, [u8; 16]) = (SurveyKey::MIN, [0; 16]);
        // Nobody else: it was given up.
        while Arc::strong_count(self) > 1 {
            let mut rows = statement.query((last.0, last.1, SOME))?;
            let mut read = 0;
            while let Some(row) = rows.next()? {
                last = (row.get(0)?, row.get(1)?);
                self.add(&last.1);
                read += 1;
            }
            if read < SOME {
                self.is_whole.store(true, Ordering::Release);
                return Ok(());
            }
        }
        Ok(())
    }
}

/// What the filter takes for a hash: it is one already. Whoever makes ids whose hashes meet gains
/// nothing but that the database is asked.
fn word(id_hash: &[u8; 16]) -> u64 {
    id_hash
        .first_chunk()
        .map_or(0, |word| u64::from_le_bytes(*word))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    fn id_hash(number: usize) -> [u8; 16] {
        let spread = (number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        spread.to_be_bytes()
    }

    #[test]
    fn whatever_lies_in_the_file_is_known_once_it_was_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut connection = Connection::open(file.path()).unwrap();
        let table = include_str!("../../../migrations/sqlite/0001_tables.sql");
        connection.execute_batch(table).unwrap();
        let transaction = connection.transaction().unwrap();
        let all = 2 * SOME as usize + 10;
        for number in 0..all {
            let survey = i64::try_from(number % 3).unwrap();
            let values = (survey, id_hash(number), [0_u8; 16]);
            transaction
                .execute("INSERT INTO submissions VALUES (?1, ?2, ?3)", values)
                .unwrap();
        }
        transaction.commit().unwrap();

        let known = Arc::new(CountedBefore::nothing_read());
        // Nobody waits for it.
        known.read(file.path()).unwrap();
        assert!(!known.is_new(&id_hash(all)));

        let reading = Arc::clone(&known);
        reading.read(file.path()).unwrap();
        assert!((0..all).all(|number| !known.is_new(&id_hash(number))));
        assert!(known.is_new(&id_hash(all)));
        known.add(&id_hash(all));
        assert!(!known.is_new(&id_hash(all)));
    }

    #[test]
    fn what_was_added_is_never_taken_for_new_and_few_new_ones_are_asked_for() {
        let mut generator = ChaCha20Rng::seed_from_u64(1);
        let mut draw = || {
            let mut id_hash = [0; 16];
            generator.fill_bytes(&mut id_hash);
            id_hash
        };
        let known = CountedBefore::nothing_read();
        known.is_whole.store(true, Ordering::Release);
        let added: Vec<_> = (0..100_000).map(|_| draw()).collect();
        for id_hash in &added {
            known.add(id_hash);
        }
        assert!(added.iter().all(|id_hash| !known.is_new(id_hash)));
        // Each of eight bits is set by chance with less than 2/64.
        let in_vain = (0..200_000).filter(|_| !known.is_new(&draw())).count();
        assert_eq!(in_vain, 0);
    }
}

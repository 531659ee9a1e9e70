//! Counting a batch: what both databases do alike, inside one transaction.

use std::{
    collections::{BTreeMap, HashMap, HashSet, btree_map},
    mem,
};

use rand::{TryRng, rngs::SysRng};
use sotto_survey::Tally;

use super::{
    CheckedSubmission, InviteKey, NoisyRow, StorageError, SubmissionKey, SubmissionOutcome,
    SurveyKey, entry::reports_json, sums::unsigned,
};

/// What a transaction must be able to do.
///
/// It takes rows in one order (those of a survey with a lower key first; identities, then invites,
/// then counts, each sorted), so that transactions of several collectors never wait for each other
/// in a circle.
pub(super) trait Ledger: Send {
    /// Remembers submissions, none of which has the id of another. `None`: the survey does not
    /// collect, and nothing is remembered; one that does goes on doing so until the transaction ends.
    fn remember(
        &mut self,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> impl Future<Output = Result<Option<Remembered>, StorageError>> + Send;

    /// Forgets submissions that were remembered in this transaction.
    fn forget(
        &mut self,
        survey: SurveyKey,
        id_hashes: &[[u8; 16]],
    ) -> impl Future<Output = Result<(), StorageError>> + Send;

    /// Spends invites, none twice; returns those that were spent before.
    fn spend(
        &mut self,
        survey: SurveyKey,
        invites: &[InviteKey],
    ) -> impl Future<Output = Result<Vec<InviteKey>, StorageError>> + Send;

    /// Adds to the counts of a survey.
    fn add(
        &mut self,
        survey: SurveyKey,
        submissions: u64,
        tally: &Tally,
    ) -> impl Future<Output = Result<(), StorageError>> + Send;

    /// Keeps noisy rows.
    fn keep(
        &mut self,
        survey: SurveyKey,
        rows: &[NoisyRow],
    ) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// What there was when submissions were to be remembered.
pub(super) struct Remembered {
    /// Those whose ids were known, as they were known.
    pub(super) known: Vec<SubmissionKey>,
    /// How many more there is room for. With a quota, nobody else counts for the survey until the
    /// transaction ends.
    pub(super) room: u64,
}

/// How many more there is room for without a quota.
pub(super) const NO_END: u64 = u64::MAX;

/// How many more a quota leaves room for.
pub(super) fn room(quota: i64, counted: i64) -> Result<u64, StorageError> {
    Ok(unsigned(quota)?.saturating_sub(unsigned(counted)?))
}

/// Counts each entry that is new, and tells what became of each.
pub(super) async fn count(
    ledger: &mut impl Ledger,
    batch: &[CheckedSubmission],
) -> Result<Vec<SubmissionOutcome>, StorageError> {
    let mut outcomes = vec![SubmissionOutcome::NotCollecting; batch.len()];
    let mut by_survey: BTreeMap<SurveyKey, Vec<usize>> = BTreeMap::new();
    for (index, entry) in batch.iter().enumerate() {
        by_survey.entry(entry.stored.key).or_default().push(index);
    }
    for (survey, indices) in by_survey {
        let counted = count_for(ledger, survey, batch, &indices, &mut outcomes).await;
        counted.map_err(|error| error.of_counts(survey))?;
    }
    Ok(outcomes)
}

/// The same for the entries of one survey, those at `indices`.
async fn count_for(
    ledger: &mut impl Ledger,
    survey: SurveyKey,
    batch: &[CheckedSubmission],
    indices: &[usize],
    outcomes: &mut [SubmissionOutcome],
) -> Result<(), StorageError> {
    // Of several with one id in the batch, the first stands for it.
    let mut first: BTreeMap<[u8; 16], usize> = BTreeMap::new();
    for &index in indices {
        first.entry(batch[index].key.id_hash).or_insert(index);
    }
    let keys: Vec<SubmissionKey> = first.values().map(|&index| batch[index].key).collect();
    let Some(Remembered { known, room }) = ledger.remember(survey, &keys).await? else {
        return Ok(());
    };
    let known: HashMap<[u8; 16], [u8; 16]> = known
        .into_iter()
        .map(|key| (key.id_hash, key.fingerprint))
        .collect();
    let mut new = first;
    new.retain(|id_hash, _| !known.contains_key(id_hash));
    let refused = choose(ledger, survey, batch, &mut new, room).await?;

    for &index in indices {
        let key = batch[index].key;
        let fingerprint = match (new.get(&key.id_hash), known.get(&key.id_hash)) {
            (Some(&counted), _) if counted == index => {
                outcomes[index] = SubmissionOutcome::Counted;
                continue;
            }
            (Some(&counted), _) => Some(batch[counted].key.fingerprint),
            (None, known) => known.copied(),
        };
        outcomes[index] = match fingerprint {
            Some(fingerprint) if fingerprint == key.fingerprint => SubmissionOutcome::CountedBefore,
            Some(_) => SubmissionOutcome::IdReused,
            None => *refused.get(&key.id_hash).ok_or(StorageError::Damaged)?,
        };
    }

    let counted: Vec<&CheckedSubmission> = new.values().map(|&index| &batch[index]).collect();
    let Some(stored) = counted.first().map(|entry| &entry.stored) else {
        return Ok(());
    };
    let submissions: Vec<_> = counted.iter().map(|entry| &entry.submission).collect();
    // Cannot fail: each was held against its survey before.
    let tally =
        Tally::of_submissions(&stored.oracles, &submissions).map_err(|_| StorageError::Damaged)?;
    ledger.add(survey, counted.len() as u64, &tally).await?;
    let rows = noisy_rows(&counted)?;
    if !rows.is_empty() {
        ledger.keep(survey, &rows).await?;
    }
    Ok(())
}

/// Takes out of what is `new` what comes with a spent invite, and what there is no room for; tells why
/// each was. Whoever comes with a spent invite takes no room: those behind are asked until it is full.
/// Only a quota makes it ask twice, and then nobody else spends this survey's invites.
async fn choose(
    ledger: &mut impl Ledger,
    survey: SurveyKey,
    batch: &[CheckedSubmission],
    new: &mut BTreeMap<[u8; 16], usize>,
    room: u64,
) -> Result<HashMap<[u8; 16], SubmissionOutcome>, StorageError> {
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    let mut refused = HashMap::new();
    let mut waiting = mem::take(new);
    while new.len() < room && !waiting.is_empty() {
        let first_behind = waiting.keys().nth(room - new.len()).copied();
        let behind = first_behind.map(|first| waiting.split_off(&first));
        let mut some = mem::replace(&mut waiting, behind.unwrap_or_default());
        for id_hash in spend(ledger, survey, batch, &mut some).await? {
            refused.insert(id_hash, SubmissionOutcome::InviteSpent);
        }
        new.append(&mut some);
    }
    if !waiting.is_empty() {
        let id_hashes: Vec<_> = waiting.into_keys().collect();
        ledger.forget(survey, &id_hashes).await?;
        for id_hash in id_hashes {
            refused.insert(id_hash, SubmissionOutcome::Full);
        }
    }
    Ok(refused)
}

/// Spends the invites of what is `new`, and takes out of it what comes with a spent one.
async fn spend(
    ledger: &mut impl Ledger,
    survey: SurveyKey,
    batch: &[CheckedSubmission],
    new: &mut BTreeMap<[u8; 16], usize>,
) -> Result<HashSet<[u8; 16]>, StorageError> {
    // Of several with one invite in the batch, one has it: that of the lowest hash.
    let mut holders: BTreeMap<InviteKey, [u8; 16]> = BTreeMap::new();
    let mut without = HashSet::new();
    for (id_hash, &index) in &*new {
        let Some(invite) = batch[index].invite else {
            continue;
        };
        match holders.entry(invite) {
            btree_map::Entry::Vacant(free) => {
                free.insert(*id_hash);
            }
            btree_map::Entry::Occupied(_) => {
                without.insert(*id_hash);
            }
        }
    }
    if holders.is_empty() {
        return Ok(without);
    }
    let invites: Vec<InviteKey> = holders.keys().copied().collect();
    for spent in ledger.spend(survey, &invites).await? {
        without.extend(holders.get(&spent));
    }
    if !without.is_empty() {
        let id_hashes: Vec<_> = without.iter().copied().collect();
        ledger.forget(survey, &id_hashes).await?;
        new.retain(|id_hash, _| !without.contains(id_hash));
    }
    Ok(without)
}

/// The rows of those that are kept, in the order of keys drawn at random.
fn noisy_rows(counted: &[&CheckedSubmission]) -> Result<Vec<NoisyRow>, StorageError> {
    let kept = counted.iter().filter(|entry| entry.keep_row);
    let mut rows = kept
        .map(|entry| {
            let mut key = [0; 16];
            SysRng.try_fill_bytes(&mut key)?;
            Ok(NoisyRow {
                key,
                reports: reports_json(&entry.submission),
            })
        })
        .collect::<Result<Vec<_>, StorageError>>()?;
    rows.sort_unstable_by_key(|row| row.key);
    Ok(rows)
}

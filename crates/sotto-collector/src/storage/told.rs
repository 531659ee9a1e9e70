//! The snapshot of counts that published results are computed from, and the rows that are handed out. Both move on by
//! steps of several submissions, and are stored, so that neither a restart nor another collector shows the few that
//! came since.

use async_trait::async_trait;
use sotto_ldp::Counts;

use super::{
    StorageError, StoredCounts, SurveyKey,
    both::for_both,
    counts::{COUNTS, CountsRow, stored_counts},
    rows::HAS_ROWS,
    statements::{begin, bind},
    sums::{SUBMISSIONS, TOLD_SUBMISSIONS, signed, sums_bytes, unsigned},
    surveys::UNCHANGED,
};

/// What is told of a survey.
#[async_trait]
pub trait ToldStorage: Send + Sync {
    /// Takes a step if at least `size` submissions were counted since the last. From now on the counts of
    /// this moment are told of each entry that has gained as many reports since *it* was told last; of the
    /// others, what was told stays. `entries` has the number of each entry's parts, in order. Returns how many
    /// submissions are told.
    async fn take_step(
        &self,
        survey: SurveyKey,
        size: u64,
        entries: &[usize],
    ) -> Result<u64, StorageError>;

    /// The counts that are told: those of an entry all of one moment, and entries perhaps of several; none
    /// before the first step.
    async fn told(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError>;
}

const TOLD: &str = "SELECT part, reports, sums FROM told_counts WHERE survey = $1";
/// Nothing, if another collector has taken the step meanwhile.
const STEP: &str = "INSERT INTO told_counts (survey, part, reports) VALUES ($1, -1, $2) \
     ON CONFLICT (survey, part) DO UPDATE SET reports = excluded.reports \
     WHERE told_counts.reports + $3 <= excluded.reports";
const IS_THERE: &str = "SELECT COUNT(*) FROM surveys WHERE key = $1";
const TELL: &str = "INSERT INTO told_counts (survey, part, reports, sums) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (survey, part) DO UPDATE SET reports = excluded.reports, sums = excluded.sums";

for_both!(ToldStorage {
    async fn take_step(
        &self,
        survey: SurveyKey,
        size: u64,
        entries: &[usize],
    ) -> Result<u64, StorageError> {
        let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
        let told = unsigned(told.fetch_one(&mut *self.read().await?).await?)?;
        let counted = bind!(sqlx::query_scalar(SUBMISSIONS), survey);
        let counted = unsigned(counted.fetch_one(&mut *self.read().await?).await?)?;
        if counted < told.saturating_add(size) {
            return Ok(told);
        }
        begin!(self => transaction, UNCHANGED);
        let there = bind!(sqlx::query_scalar(IS_THERE), survey);
        let there: i64 = there.fetch_one(&mut *transaction).await?;
        if there == 0 {
            return Ok(told);
        }
        let has_rows = bind!(sqlx::query_scalar(HAS_ROWS), survey);
        let has_rows: i64 = has_rows.fetch_one(&mut *transaction).await?;
        if has_rows > 0 {
            // A row that is written beside this step would belong to it, and its counts would not.
            Self::alone(&mut transaction, survey).await?;
        }
        let rows = bind!(sqlx::query_as(COUNTS), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *transaction).await?;
        let counts = stored_counts(rows).map_err(|error| error.of_counts(survey))?;
        let submissions = signed(counts.submissions)?;
        let step = bind!(sqlx::query(STEP), survey, submissions, signed(size)?);
        if step.execute(&mut *transaction).await?.rows_affected() == 0 {
            let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
            return unsigned(told.fetch_one(&mut *transaction).await?);
        }
        let rows = bind!(sqlx::query_as(TOLD), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *transaction).await?;
        let told = stored_counts(rows)?;
        for (part, counts) in gained(entries, &counts.parts, &told.parts, size) {
            let (part, reports) = (signed(part as u64)?, signed(counts.reports())?);
            let tell = bind!(sqlx::query(TELL), survey, part, reports, sums_bytes(counts));
            tell.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(counts.submissions)
    }

    async fn told(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError> {
        let rows = bind!(sqlx::query_as(TOLD), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *self.read().await?).await?;
        stored_counts(rows).map_err(|error| error.of_counts(survey))
    }
});

/// The parts of the entries that have gained a step, by their indices. An entry moves on as a whole, once each
/// of its parts has gained one, also those that are drawn: so no part of it tells fewer, and its figures are
/// about the same respondents.
fn gained<'a>(
    entries: &'a [usize],
    counted: &'a [Counts],
    told: &'a [Counts],
    size: u64,
) -> impl Iterator<Item = (usize, &'a Counts)> {
    let gain = move |part: usize| {
        let reports = |counts: &[Counts]| counts.get(part).map_or(0, Counts::reports);
        reports(counted).saturating_sub(reports(told))
    };
    let ends = entries.iter().scan(0, |end, parts| {
        *end += parts;
        Some(*end)
    });
    entries
        .iter()
        .zip(ends)
        .map(|(parts, end)| end - parts..end)
        .filter(move |parts| parts.clone().all(|part| gain(part) >= size))
        .flatten()
        .filter_map(move |part| Some((part, counted.get(part)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts<const N: usize>(reports: [u64; N]) -> Vec<Counts> {
        let counts = reports.map(|reports| Counts::new(reports, vec![reports]).unwrap());
        counts.into()
    }

    fn moved<const N: usize>(entries: &[usize], counted: [u64; N], told: [u64; N]) -> Vec<usize> {
        let (counted, told) = (counts(counted), counts(told));
        let moved = gained(entries, &counted, &told, 5);
        moved.map(|(part, _)| part).collect()
    }

    #[test]
    fn an_entry_moves_on_by_what_it_has_gained_itself() {
        assert_eq!(moved(&[1, 1, 1], [5, 4, 9], [0, 0, 5]), [0]);
        assert_eq!(moved(&[1, 1, 1], [5, 5, 10], [0, 0, 5]), [0, 1, 2]);
        assert_eq!(moved(&[1], [4], [0]), [0; 0]);
    }

    #[test]
    fn parts_that_are_drawn_wait_for_each_other() {
        assert_eq!(moved(&[2, 1], [9, 4, 5], [0, 0, 0]), [2]);
        assert_eq!(moved(&[2, 1], [9, 5, 4], [0, 0, 0]), [0, 1]);
        // Parts of which nothing is stored have no reports.
        let (counted, told) = (counts([5]), counts([]));
        assert_eq!(gained(&[2, 1], &counted, &told, 5).count(), 0);
    }
}

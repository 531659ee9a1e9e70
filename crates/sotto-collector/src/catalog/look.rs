//! Looking at the storage: what has changed since the last look is read, and nothing else.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, OnceLock, atomic::Ordering},
};

use sotto_api::{Settings, public_log::LogEntry};
use tokio::task::spawn_blocking;

use super::{
    Catalog, Listed, ListedSurveys,
    seen::LastSeen,
    unreadable::{Unreadable, UnreadableRow},
};
use crate::{
    estimates::Published,
    storage::{Storage, StorageError, SurveyKey, SurveyVersion},
};

/// A version as it was read, or why it could not be.
type ReadVersion = Result<Arc<Published>, StorageError>;

impl Catalog {
    /// Reads what changed since the last look, whichever collector changed it. The revision up to which
    /// every change is known now.
    ///
    /// # Errors
    /// When the storage fails. A row that cannot be read is no such failure: its survey is left out.
    pub(crate) async fn look(&self, storage: &dyn Storage) -> Result<i64, StorageError> {
        let mut seen = self.looking.lock().await;
        let looked = self.look_once(storage, &mut seen).await;
        self.is_blind.store(looked.is_err(), Ordering::Relaxed);
        looked
    }

    async fn look_once(
        &self,
        storage: &dyn Storage,
        seen: &mut LastSeen,
    ) -> Result<i64, StorageError> {
        let revision = storage.revision().await?;
        if seen.revision == Some(revision) {
            return Ok(revision);
        }
        // Read after the revision: what changes meanwhile is seen at the next look.
        let versions = storage.versions().await?;
        let before = self.all();
        let mut read = read_new(storage, &versions, &before).await?;
        let since = seen.revision.unwrap_or(i64::MIN);
        for (id, json) in storage.settings_since(since).await? {
            let settings = serde_json::from_str(&json).map_err(|error| error.to_string());
            seen.settings.insert(id, settings.map(Arc::new));
        }
        let mut surveys = ListedSurveys::new();
        let mut unreadable = Unreadable::default();
        for (id, rows) in by_survey(versions) {
            let known = before.get(&id);
            match listed(&id, &rows, known, &mut read, seen.settings.get(&id)) {
                Ok(Some(listed)) => {
                    surveys.insert(id, listed);
                }
                // It was deleted while it was looked at.
                Ok(None) => {}
                Err(rows) => {
                    unreadable.surveys.insert(id, rows);
                }
            }
        }
        seen.settings
            .retain(|id, _| surveys.contains_key(id) || unreadable.has(id));
        self.enter_into_log(storage, &before, &mut surveys, &mut unreadable)
            .await?;
        unreadable.tell(&self.unreadable());
        *self.surveys.write() = Arc::new(surveys);
        *self.unreadable.write() = Arc::new(unreadable);
        seen.revision = Some(revision);
        Ok(revision)
    }

    /// Has what is new stand in the public log. What cannot, because the log stands still, is left out.
    async fn enter_into_log(
        &self,
        storage: &dyn Storage,
        before: &ListedSurveys,
        surveys: &mut ListedSurveys,
        unreadable: &mut Unreadable,
    ) -> Result<(), StorageError> {
        let is_new = |id: &str, listed: &Arc<Listed>| {
            let known = before.get(id);
            !known.is_some_and(|known| Arc::ptr_eq(known, listed))
        };
        let new = surveys.iter().filter(|(id, listed)| is_new(id, listed));
        let entries: Vec<LogEntry> = new.flat_map(|(_, one)| one.log_entries()).collect();
        match self.log.hold(storage, &entries).await {
            Err(error @ StorageError::LogLine(line)) => {
                unreadable.log_line = Some(line);
                surveys.retain(|id, listed| {
                    let is_held = !is_new(id, listed) || self.log.holds(listed.log_entries());
                    if !is_held {
                        let key = listed.current().stored().key;
                        let row = UnreadableRow::new("log_entries", key, &error);
                        unreadable.surveys.insert(id.clone(), vec![row]);
                    }
                    is_held
                });
                Ok(())
            }
            Err(error) => Err(error),
            Ok(()) => {
                if let Err(StorageError::LogLine(line)) = self.log.check() {
                    unreadable.log_line = Some(line);
                }
                Ok(())
            }
        }
    }
}

/// The version that is known already as it is stored.
fn known<'a>(before: &'a ListedSurveys, version: &SurveyVersion) -> Option<&'a Arc<Published>> {
    let number = u32::try_from(version.version).ok()?;
    let known = before.get(&version.id)?.version(number)?;
    let stored = known.stored();
    (stored.key == version.key && stored.closed == version.closed).then_some(known)
}

/// The versions that are not known. Those that stand side by side are asked for together: all of them at the start,
/// one after a publication.
fn new_ones<'a>(
    versions: &'a [SurveyVersion],
    before: &ListedSurveys,
) -> impl Iterator<Item = &'a [SurveyVersion]> {
    let is_known = move |version: &SurveyVersion| known(before, version).is_some();
    let runs = versions.chunk_by(move |one, next| is_known(one) == is_known(next));
    runs.filter(move |run| {
        run.first()
            .is_some_and(|first| known(before, first).is_none())
    })
}

/// Reads the versions that are not known, by key. What was deleted meanwhile is not among them.
async fn read_new(
    storage: &dyn Storage,
    versions: &[SurveyVersion],
    before: &ListedSurveys,
) -> Result<HashMap<SurveyKey, ReadVersion>, StorageError> {
    let mut read = HashMap::new();
    for run in new_ones(versions, before) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let definitions = storage.definitions(first.key, last.key).await?;
        let run = run.to_vec();
        // Hundreds of long questions take their time.
        let parsed = spawn_blocking(move || {
            let definitions: HashMap<_, _> = definitions.into_iter().collect();
            let parsed = run.iter().filter_map(|version| {
                let stored = version.read(definitions.get(&version.key)?);
                let published = stored.and_then(Published::new).map(Arc::new);
                Some((version.key, published))
            });
            parsed.collect::<Vec<_>>()
        });
        read.extend(parsed.await.map_err(|_| StorageError::Damaged)?);
    }
    Ok(read)
}

/// The versions of each survey, by id.
fn by_survey(versions: Vec<SurveyVersion>) -> BTreeMap<String, Vec<SurveyVersion>> {
    let mut surveys: BTreeMap<String, Vec<SurveyVersion>> = BTreeMap::new();
    for version in versions {
        surveys.entry(version.id.clone()).or_default().push(version);
    }
    surveys
}

/// A survey from its rows: the one that is known, if nothing of it changed; `None`, if nothing is left of it.
///
/// # Errors
/// The rows that cannot be read. Of a survey with such a row nothing is served: an older version has been
/// replaced, and without its settings nobody knows who may see its results.
fn listed(
    id: &str,
    rows: &[SurveyVersion],
    before: Option<&Arc<Listed>>,
    read: &mut HashMap<SurveyKey, ReadVersion>,
    settings: Option<&Result<Arc<Settings>, String>>,
) -> Result<Option<Arc<Listed>>, Vec<UnreadableRow>> {
    let mut versions = BTreeMap::new();
    let mut faults = Vec::new();
    for row in rows {
        let published = match read.remove(&row.key) {
            Some(Ok(published)) => published,
            Some(Err(error)) => {
                faults.push(UnreadableRow::new("surveys", row.key, &error));
                continue;
            }
            None => match u32::try_from(row.version)
                .ok()
                .and_then(|number| before?.version(number))
            {
                Some(known) if known.stored().key == row.key => Arc::clone(known),
                _ => continue,
            },
        };
        versions.insert(published.survey().version(), published);
    }
    let settings = match (settings, rows.last()) {
        (Some(Err(reason)), Some(row)) => {
            let error = StorageError::Settings {
                id: id.to_owned(),
                reason: reason.clone(),
            };
            faults.push(UnreadableRow::new("survey_settings", row.key, &error));
            None
        }
        (Some(Ok(settings)), _) => Some(Arc::clone(settings)),
        (None, _) | (Some(Err(_)), None) => None,
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    let Some((_, current)) = versions.last_key_value() else {
        return Ok(None);
    };
    let current = Arc::clone(current);
    // What has no settings of its own keeps the same ones.
    let settings = settings.unwrap_or_else(|| match before {
        Some(before) if **before.settings() == Settings::default() => Arc::clone(before.settings()),
        _ => Arc::default(),
    });
    // A survey that was deleted and made again within a second has no version that was known.
    let known = before.filter(|before| {
        versions
            .values()
            .any(|one| Arc::ptr_eq(one, before.current()))
    });
    let key = known.map_or_else(Arc::default, |before| Arc::clone(&before.key));
    let new = Listed {
        current,
        versions,
        settings,
        key,
        fitting: OnceLock::new(),
    };
    Ok(Some(match before {
        Some(before) if new.is(before) => Arc::clone(before),
        _ => Arc::new(new),
    }))
}

impl Listed {
    /// Whether it is made of the very same.
    fn is(&self, other: &Self) -> bool {
        self.versions.len() == other.versions.len()
            && self
                .versions
                .values()
                .zip(other.versions.values())
                .all(|(one, two)| Arc::ptr_eq(one, two))
            && Arc::ptr_eq(&self.settings, &other.settings)
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::Survey;

    use super::*;
    use crate::storage::{SqliteStorage, SurveyStorage as _};

    fn census(id: &str, version: u32) -> Survey {
        let census = include_str!("../../../../www/surveys/census.json");
        let mut file: serde_json::Value = serde_json::from_str(census).unwrap();
        file["id"] = id.into();
        file["version"] = version.into();
        serde_json::from_value(file).unwrap()
    }

    /// What a look would read: how many definitions, by how many questions to the storage.
    async fn to_read(catalog: &Catalog, storage: &SqliteStorage) -> (usize, usize) {
        let versions = storage.versions().await.unwrap();
        let before = catalog.all();
        let runs: Vec<_> = new_ones(&versions, &before).collect();
        (runs.iter().map(|run| run.len()).sum(), runs.len())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_look_reads_what_has_changed() {
        let folder = crate::temporary::folder();
        let file = folder.path().join("a.sqlite");
        let storage = SqliteStorage::open(&file).await.unwrap();
        let catalog = Catalog::default();
        for number in 0..50 {
            let survey = census(&format!("s{number}"), 1);
            storage.publish(&survey).await.unwrap().unwrap();
        }
        assert_eq!(to_read(&catalog, &storage).await, (50, 1));
        catalog.look(&storage).await.unwrap();
        assert_eq!(to_read(&catalog, &storage).await, (0, 0));

        let new = storage.publish(&census("new", 1)).await.unwrap().unwrap();
        assert_eq!(to_read(&catalog, &storage).await, (1, 1));
        catalog.look(&storage).await.unwrap();
        storage.publish_version(&census("s7", 2), 1).await.unwrap();
        assert_eq!(to_read(&catalog, &storage).await, (1, 1));
        let before = catalog.all();
        catalog.look(&storage).await.unwrap();
        // What stayed as it was is the very same, and its listeners with it.
        let after = catalog.all();
        for (id, listed) in &*before {
            assert_eq!(Arc::ptr_eq(listed, &after[id]), id != "s7", "{id}");
        }
        storage.close_survey(new).await.unwrap();
        assert_eq!(to_read(&catalog, &storage).await, (1, 1));
        storage.delete_survey("s8").await.unwrap();
        assert_eq!(to_read(&catalog, &storage).await, (1, 1));
        catalog.look(&storage).await.unwrap();
        assert!(
            catalog.get("s8").is_none() && catalog.get("new").unwrap().current().stored().closed
        );
        assert_eq!(to_read(&catalog, &storage).await, (0, 0));
    }
}

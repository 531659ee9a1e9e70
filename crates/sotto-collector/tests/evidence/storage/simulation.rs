//! Random sequences of what can happen to a storage, held against a model of what ought to come of
//! it: two collectors count, repeat, are handed what cannot be, publish, close, delete, start again,
//! lay rows anew; the database is backed up, and given up for its last backup. proptest shortens a
//! sequence that fails.
//!
//! Eight sequences for each database are run, or as many as SOTTO_SIMULATION_CASES says. The long form:
//!
//! ```text
//! SOTTO_SIMULATION_CASES=1000 scripts/with-postgres cargo nextest run -p sotto-collector simulation
//! ```
//!
//! A failure is: an outcome that the model does not give, or counts that are not those of the
//! submissions that the model counts, seen through either collector or in a backup.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use sotto_collector::{
    DatabaseUrl,
    storage::{
        BackupKey, CheckedSubmission, GivenRows, Older, Storage, StorageError, StoredSurvey,
        SubmissionOutcome::{self, Counted, CountedBefore, IdReused, InviteSpent, NotCollecting},
        back_up, open, restore,
    },
};
use sotto_survey::Submission;
use tempfile::TempDir;

use super::entries::{assert_counts, entry, forged, made, published, survey};
use crate::{
    databases::TestDatabase,
    harness::{Devices, EVERY_TYPE},
    temporary,
};

const CASES: u32 = 8;
const DEVICES: usize = 12;

/// What one device sends: its own reports or others under the same id, perhaps with an invite.
#[derive(Clone, Copy, Debug)]
struct Sent {
    device: usize,
    forged: bool,
    invite: Option<u8>,
}

#[derive(Clone, Debug)]
enum Step {
    /// A collector counts a batch for the newest version, or for the one before.
    Count {
        collector: usize,
        before: bool,
        batch: Vec<Sent>,
    },
    /// The same with reports among them that no device can have made, which nothing lets so far: all
    /// of the batch is refused.
    Invalid {
        collector: usize,
        batch: Vec<Sent>,
    },
    NewVersion {
        collector: usize,
    },
    Close {
        collector: usize,
    },
    Delete {
        collector: usize,
    },
    Restart {
        collector: usize,
    },
    ForgetOrder {
        collector: usize,
    },
    BackUp,
    /// The last backup takes the database's place; what came after it is gone.
    Restore,
}

fn step() -> impl Strategy<Value = Step> {
    let sent = (
        0..DEVICES,
        prop::bool::weighted(0.2),
        prop::option::weighted(0.3, 0_u8..4),
    )
        .prop_map(|(device, forged, invite)| Sent {
            device,
            forged,
            invite,
        });
    let collector = 0..2_usize;
    let batch = prop::collection::vec(sent, 1..8);
    prop_oneof![
        24 => (collector.clone(), prop::bool::weighted(0.2), batch.clone())
            .prop_map(|(collector, before, batch)| Step::Count { collector, before, batch }),
        4 => (collector.clone(), batch)
            .prop_map(|(collector, batch)| Step::Invalid { collector, batch }),
        4 => collector.clone().prop_map(|collector| Step::NewVersion { collector }),
        2 => collector.clone().prop_map(|collector| Step::Close { collector }),
        2 => collector.clone().prop_map(|collector| Step::Delete { collector }),
        4 => collector.clone().prop_map(|collector| Step::Restart { collector }),
        1 => collector.prop_map(|collector| Step::ForgetOrder { collector }),
        2 => Just(Step::BackUp),
        2 => Just(Step::Restore),
    ]
}

/// What a version of the survey ought to hold.
#[derive(Clone)]
struct Version {
    stored: Arc<StoredSurvey>,
    collects: bool,
    deleted: bool,
    /// Whether what was counted of a device was forged.
    known: BTreeMap<usize, bool>,
    spent: BTreeSet<u8>,
    /// Stays when the ids are forgotten.
    counted: Vec<(usize, bool)>,
}

impl Version {
    /// What ought to become of a batch; `order` is that of the devices' hashes.
    fn count(&mut self, batch: &[Sent], order: &[usize]) -> Vec<SubmissionOutcome> {
        if !self.collects {
            return vec![NotCollecting; batch.len()];
        }
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, sent) in batch.iter().enumerate() {
            first.entry(sent.device).or_insert(index);
        }
        let before = self.known.clone();
        for device in order {
            let Some(&index) = first.get(device) else {
                continue;
            };
            let sent = batch[index];
            let is_free = sent
                .invite
                .is_none_or(|invite| !self.spent.contains(&invite));
            if !before.contains_key(device) && is_free {
                self.spent.extend(sent.invite);
                self.known.insert(*device, sent.forged);
                self.counted.push((*device, sent.forged));
            }
        }
        let outcome = |(index, sent): (usize, &Sent)| match self.known.get(&sent.device) {
            None => InviteSpent,
            Some(_) if !before.contains_key(&sent.device) && first[&sent.device] == index => {
                Counted
            }
            Some(forged) if *forged == sent.forged => CountedBefore,
            Some(_) => IdReused,
        };
        batch.iter().enumerate().map(outcome).collect()
    }
}

/// A backup, and what it ought to hold.
struct BackedUp {
    folder: TempDir,
    key: BackupKey,
    versions: Vec<Version>,
}

impl BackedUp {
    fn url(&self) -> DatabaseUrl {
        DatabaseUrl::sqlite_file(self.folder.path().join("backup.sqlite"))
    }
}

struct Simulation {
    database: TestDatabase,
    collectors: [Arc<dyn Storage>; 2],
    /// Of each device: its own submission, and a forged one.
    submissions: Vec<[Submission; 2]>,
    /// To another survey, under an id that no device has.
    impossible: Submission,
    order: Vec<usize>,
    versions: Vec<Version>,
    published: u32,
    backup: Option<BackedUp>,
}

impl Simulation {
    async fn new(database: TestDatabase) -> Self {
        let mut devices = Devices::new(100);
        let submissions: Vec<_> = (0..DEVICES)
            .map(|_| {
                let own = devices.submission();
                let other = forged(&mut devices, &own);
                [own, other]
            })
            .collect();
        let mut order: Vec<_> = (0..DEVICES).collect();
        order.sort_by_key(|&device| {
            sotto_collector::storage::SubmissionKey::of(&submissions[device][0]).id_hash
        });
        let collectors = [database.open().await, database.open().await];
        let mut simulation = Self {
            database,
            collectors,
            submissions,
            impossible: Devices::of(serde_json::from_str(EVERY_TYPE).unwrap(), 101).submission(),
            order,
            versions: Vec::new(),
            published: 0,
            backup: None,
        };
        simulation.publish(0).await;
        simulation
    }

    async fn publish(&mut self, collector: usize) {
        self.published += 1;
        let survey = survey("census", self.published);
        self.versions.push(Version {
            stored: published(&*self.collectors[collector], &survey).await,
            collects: true,
            deleted: false,
            known: BTreeMap::new(),
            spent: BTreeSet::new(),
            counted: Vec::new(),
        });
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::Count {
                collector,
                before,
                batch,
            } => {
                let which =
                    self.versions.len() - 1 - usize::from(*before && self.versions.len() > 1);
                let entries = self.entries(&self.versions[which], batch);
                let outcomes = self.collectors[*collector].count(&entries).await.unwrap();
                let expected = self.versions[which].count(batch, &self.order);
                assert_eq!(outcomes, expected);
            }
            Step::Invalid { collector, batch } => {
                let version = self.versions.last().unwrap();
                let mut entries = self.entries(version, batch);
                entries.push(entry(&version.stored, &self.impossible));
                let outcomes = self.collectors[*collector].count(&entries).await;
                if version.collects {
                    assert!(
                        matches!(outcomes, Err(StorageError::Counts { survey }) if survey == version.stored.key),
                        "{outcomes:?}"
                    );
                } else {
                    assert_eq!(outcomes.unwrap(), vec![NotCollecting; entries.len()]);
                }
            }
            Step::NewVersion { collector } => self.publish(*collector).await,
            Step::Close { collector } => {
                let version = self.versions.last_mut().unwrap();
                let key = version.stored.key;
                self.collectors[*collector].close_survey(key).await.unwrap();
                version.collects = false;
            }
            Step::Delete { collector } => {
                let deleted = self.collectors[*collector].delete_survey("census").await;
                let there = self.versions.iter().any(|version| !version.deleted);
                assert_eq!(deleted.unwrap(), there);
                for version in &mut self.versions {
                    version.collects = false;
                    version.deleted = true;
                    version.counted.clear();
                }
            }
            Step::Restart { collector } => {
                self.collectors[*collector].close().await;
                self.collectors[*collector] = self.database.open().await;
            }
            Step::ForgetOrder { collector } => {
                self.collectors[*collector].forget_order().await.unwrap();
            }
            Step::BackUp => {
                let backup = BackedUp {
                    folder: temporary::folder(),
                    key: BackupKey::draw().unwrap(),
                    versions: self.versions.clone(),
                };
                let DatabaseUrl::Sqlite(file) = backup.url() else {
                    unreachable!("a backup is a file");
                };
                back_up(&self.database.url, &file, &backup.key, made())
                    .await
                    .unwrap();
                let copy = open(&backup.url()).await.unwrap();
                self.check(&*copy).await;
                copy.close().await;
                self.backup = Some(backup);
            }
            Step::Restore => self.restore().await,
        }
        for collector in &self.collectors {
            self.check(&**collector).await;
        }
    }

    fn entries(&self, version: &Version, batch: &[Sent]) -> Vec<CheckedSubmission> {
        let one = |sent: &Sent| CheckedSubmission {
            invite: sent.invite.map(|invite| [invite; 32]),
            keep_row: sent.device.is_multiple_of(2),
            ..entry(
                &version.stored,
                &self.submissions[sent.device][usize::from(sent.forged)],
            )
        };
        batch.iter().map(one).collect()
    }

    /// The way of `sotto restore`: into a new database, on which both collectors start.
    async fn restore(&mut self) {
        let Some(backup) = &self.backup else {
            return;
        };
        for collector in &self.collectors {
            collector.close().await;
        }
        let new = match self.database.url {
            DatabaseUrl::Sqlite(_) => TestDatabase::sqlite(),
            DatabaseUrl::Postgres(_) => TestDatabase::postgres().await,
        };
        let DatabaseUrl::Sqlite(file) = backup.url() else {
            unreachable!("a backup is a file");
        };
        restore(&file, &new.url, &backup.key, Older::Refused)
            .await
            .unwrap();
        self.collectors = [new.open().await, new.open().await];
        self.database = new;
        // Another database may give the keys of deleted versions again.
        self.versions.clone_from(&backup.versions);
        self.versions.retain(|version| !version.deleted);
        if self.versions.is_empty() {
            self.publish(0).await;
        }
    }

    async fn check(&self, storage: &dyn Storage) {
        let found = storage.surveys().await.unwrap();
        let found: Vec<_> = found.iter().map(|one| (one.key, !one.closed)).collect();
        let there = self.versions.iter().filter(|version| !version.deleted);
        let there: Vec<_> = there
            .map(|version| (version.stored.key, version.collects))
            .collect();
        assert_eq!(found, there);
        for version in &self.versions {
            let counted = version.counted.iter();
            let counted: Vec<_> = counted
                .map(|(device, forged)| &self.submissions[*device][usize::from(*forged)])
                .collect();
            let rows = version.counted.iter().filter(|(device, _)| device % 2 == 0);
            let rows = rows.count() as u64;
            let key = version.stored.key;
            assert_eq!(
                storage.noisy_row_count(key, GivenRows::ALL).await.unwrap(),
                rows
            );
            assert_counts(storage, &version.stored, counted).await;
        }
    }
}

fn simulate(database: impl AsyncFn() -> TestDatabase) {
    let cases = std::env::var("SOTTO_SIMULATION_CASES").map_or(CASES, |text| text.parse().unwrap());
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(cases)
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(config)
        .run(&prop::collection::vec(step(), 1..25), |steps| {
            runtime.block_on(async {
                let mut simulation = Simulation::new(database().await).await;
                for step in &steps {
                    simulation.take(step).await;
                }
                for collector in &simulation.collectors {
                    collector.close().await;
                }
            });
            Ok(())
        })
        .unwrap();
}

#[test]
fn sqlite_does_what_the_model_does() {
    simulate(async || TestDatabase::sqlite());
}

#[test]
fn postgres_does_what_the_model_does() {
    simulate(TestDatabase::postgres);
}

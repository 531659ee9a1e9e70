//! Random sequences of what can happen to a storage, held against a model of what ought to come of
//! it. proptest shortens a sequence that fails. SOTTO_SIMULATION_CASES=1000 is the long form.
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
        Entry,
        Outcome::{self, Counted, CountedBefore, IdReused, InviteSpent, NotCollecting},
        Storage, StoredSurvey, back_up, open,
    },
};
use sotto_survey::Submission;

use super::entries::{assert_counts, entry, forged, published, survey};
use crate::{databases::TestDatabase, harness::Devices};

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
    prop_oneof![
        24 => (collector.clone(), prop::bool::weighted(0.2), prop::collection::vec(sent, 1..8))
            .prop_map(|(collector, before, batch)| Step::Count { collector, before, batch }),
        4 => collector.clone().prop_map(|collector| Step::NewVersion { collector }),
        2 => collector.clone().prop_map(|collector| Step::Close { collector }),
        2 => collector.clone().prop_map(|collector| Step::Delete { collector }),
        4 => collector.clone().prop_map(|collector| Step::Restart { collector }),
        1 => collector.prop_map(|collector| Step::ForgetOrder { collector }),
        2 => Just(Step::BackUp),
    ]
}

/// What a version of the survey ought to hold.
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
    fn count(&mut self, batch: &[Sent], order: &[usize]) -> Vec<Outcome> {
        if !self.collects {
            return vec![NotCollecting; batch.len()];
        }
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, sent) in batch.iter().enumerate() {
            first.entry(sent.device).or_insert(place);
        }
        let before = self.known.clone();
        for device in order {
            let Some(&place) = first.get(device) else {
                continue;
            };
            let sent = batch[place];
            let is_free = sent
                .invite
                .is_none_or(|invite| !self.spent.contains(&invite));
            if !before.contains_key(device) && is_free {
                self.spent.extend(sent.invite);
                self.known.insert(*device, sent.forged);
                self.counted.push((*device, sent.forged));
            }
        }
        let outcome = |(place, sent): (usize, &Sent)| match self.known.get(&sent.device) {
            None => InviteSpent,
            Some(_) if !before.contains_key(&sent.device) && first[&sent.device] == place => {
                Counted
            }
            Some(forged) if *forged == sent.forged => CountedBefore,
            Some(_) => IdReused,
        };
        batch.iter().enumerate().map(outcome).collect()
    }
}

struct Simulation {
    database: TestDatabase,
    collectors: [Arc<dyn Storage>; 2],
    /// Of each device: its own submission, and a forged one.
    submissions: Vec<[Submission; 2]>,
    order: Vec<usize>,
    versions: Vec<Version>,
    published: u32,
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
            order,
            versions: Vec::new(),
            published: 0,
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
                let version = &mut self.versions[which];
                let entries: Vec<_> = batch
                    .iter()
                    .map(|sent| Entry {
                        invite: sent.invite.map(|invite| [invite; 32]),
                        keep_row: sent.device % 2 == 0,
                        ..entry(
                            &version.stored,
                            &self.submissions[sent.device][usize::from(sent.forged)],
                        )
                    })
                    .collect();
                let outcomes = self.collectors[*collector].count(&entries).await.unwrap();
                assert_eq!(outcomes, version.count(batch, &self.order));
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
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("backup.sqlite");
                back_up(&self.database.url, &file).await.unwrap();
                let copy = open(&DatabaseUrl::sqlite_file(&file)).await.unwrap();
                self.check(&*copy).await;
                copy.close().await;
            }
        }
        for collector in &self.collectors {
            self.check(&**collector).await;
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
            assert_eq!(storage.noisy_row_count(key).await.unwrap(), rows);
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

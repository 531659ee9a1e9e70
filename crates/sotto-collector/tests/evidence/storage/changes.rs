//! What several collectors change at once on one database: nothing of it is lost, and nothing comes
//! to a survey that is no more.

use std::sync::Arc;

use sotto_collector::storage::{Collecting, Storage};
use tokio::task::JoinSet;

use super::entries::{published, set_settings, survey};
use crate::{
    databases::{TestDatabase, on_both},
    patience::until,
};

on_both!(
    settings_follow_from_what_was_read_or_stay,
    no_change_of_settings_is_lost,
    a_later_version_is_of_a_survey_that_is_there,
    nothing_comes_to_a_survey_while_it_is_deleted,
);

/// The settings of the only survey.
async fn settings(storage: &dyn Storage) -> String {
    let [(_, settings)] = storage.settings_since(0).await.unwrap().try_into().unwrap();
    settings
}

/// Stores settings as they are to follow from what was read at that revision; whether it did.
async fn set(storage: &Arc<dyn Storage>, id: &str, settings: &str, revision: i64) -> bool {
    let collecting = Collecting::default();
    let set = storage.set_settings(id, settings, collecting, revision);
    set.await.unwrap()
}

async fn settings_follow_from_what_was_read_or_stay(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let [one, other] = &collectors;
    let nothing = one.revision().await.unwrap();
    assert!(!set(one, "census", "{}", nothing).await);
    assert_eq!(database.rows("survey_settings").await, 0);
    assert_eq!(one.revision().await.unwrap(), nothing);

    published(&**one, &survey("census", 1)).await;
    let read = one.revision().await.unwrap();
    assert!(!set(one, "nobodys", "{}", read).await);
    assert!(set(other, "census", "first", read).await);
    // It was read before that.
    assert!(!set(one, "census", "second", read).await);
    assert_eq!(settings(&**one).await, "first");
    let read = one.revision().await.unwrap();
    assert!(set(one, "census", "second", read).await);
}

/// Each collector counts up what it reads.
async fn no_change_of_settings_is_lost(database: TestDatabase) {
    const EACH: u32 = 15;
    let collectors = [database.open().await, database.open().await];
    published(&*collectors[0], &survey("census", 1)).await;
    set_settings(&*collectors[0], "census", "0").await;
    let mut tasks = JoinSet::new();
    for storage in collectors.iter().map(Arc::clone) {
        tasks.spawn(async move {
            let mut done = 0;
            while done < EACH {
                let revision = storage.revision().await.unwrap();
                let read: u32 = settings(&*storage).await.parse().unwrap();
                let next = (read + 1).to_string();
                let set = set(&storage, "census", &next, revision).await;
                done += u32::from(set);
            }
        });
    }
    tasks.join_all().await;
    let counted = settings(&*collectors[0]).await;
    assert_eq!(counted, (2 * EACH).to_string());
}

async fn a_later_version_is_of_a_survey_that_is_there(database: TestDatabase) {
    let storage = database.open().await;
    let publish = async |version, after| {
        let survey = survey("census", version);
        let published = storage.publish_version(&survey, after).await;
        published.unwrap().is_some()
    };
    assert!(!publish(1, 0).await);
    assert_eq!(database.rows("surveys").await, 0);
    published(&*storage, &survey("census", 2)).await;
    assert!(!publish(1, 2).await && !publish(2, 2).await);
    assert!(publish(4, 2).await);
    assert!(!publish(3, 4).await);
    // Made from a version that is no longer the newest.
    assert!(!publish(5, 2).await);
    assert_eq!(database.rows("surveys").await, 2);
}

/// Another collector goes on changing it all the while, until it hears that it is gone.
async fn nothing_comes_to_a_survey_while_it_is_deleted(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    for round in 0..5 {
        let id = format!("survey-{round}");
        published(&*collectors[0], &survey(&id, 1)).await;
        let other = Arc::clone(&collectors[1]);
        let changing = tokio::spawn(changed_until_it_is_gone(other, id.clone()));
        let added = async || database.rows("invites").await > 0;
        until("an invite of the other collector", added).await;
        assert!(collectors[0].delete_survey(&id).await.unwrap());
        changing.await.unwrap();
        for table in ["surveys", "survey_settings", "invites", "issuing_keys"] {
            assert_eq!(database.rows(table).await, 0, "{table}");
        }
    }
}

async fn changed_until_it_is_gone(storage: Arc<dyn Storage>, id: String) {
    let (mut version, mut there) = (1, true);
    while there {
        version += 1;
        let new = survey(&id, version);
        let revision = storage.revision().await.unwrap();
        set(&storage, &id, "{}", revision).await;
        storage.publish_version(&new, version - 1).await.unwrap();
        let seed = storage.issuing_seed(&id, &[1; 32]).await;
        let seeded = seed.unwrap().is_some();
        let invite = [u8::try_from(version % 256).unwrap(); 32];
        there = storage.add_invites(&id, &[invite]).await.unwrap();
        // Nobody gives it a key again once it is gone.
        assert!(seeded || !there);
    }
}

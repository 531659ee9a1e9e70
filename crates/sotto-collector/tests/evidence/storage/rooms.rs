//! The rooms of classes, alike on both databases.

use sotto_collector::storage::{Creation, Storage, StoredRoom};

use super::entries::survey;
use crate::databases::{TestDatabase, on_both};

on_both!(
    a_room_is_changed_by_whoever_read_it_last,
    a_room_comes_and_goes_with_its_survey,
    rounds_that_are_over_are_forgotten,
    ended_and_unjoined_rooms_are_found
);

fn room(code: &str, ends: i64) -> StoredRoom {
    StoredRoom {
        changes: 0,
        ends,
        state: "{}".to_owned(),
        survey: id(code),
    }
}

fn id(code: &str) -> String {
    format!("room-{}", code.to_lowercase())
}

async fn open(storage: &dyn Storage, code: &str, ends: i64) -> bool {
    let (room, survey) = (room(code, ends), survey(&id(code), 1));
    let opened = storage.open_room(code, &room, &survey, "{}").await;
    opened.unwrap()
}

async fn a_room_is_changed_by_whoever_read_it_last(database: TestDatabase) {
    let storage = database.open().await;
    assert_eq!(storage.room("BCDFGH").await.unwrap(), None);
    assert!(open(&*storage, "BCDFGH", 9).await);
    // The code is taken.
    assert!(!open(&*storage, "BCDFGH", 10).await);
    let found = storage.room("BCDFGH").await.unwrap();
    assert_eq!(found, Some(room("BCDFGH", 9)));
    let change =
        async |changes, state| storage.change_room("BCDFGH", changes, state).await.unwrap();
    assert!(change(0, "[1]").await);
    assert!(!change(0, "[2]").await);
    assert!(change(1, "[3]").await);
    let found = storage.room("BCDFGH").await.unwrap().unwrap();
    assert_eq!((found.changes, &*found.state), (2, "[3]"));
    assert!(!storage.change_room("BCDFGJ", 0, "[]").await.unwrap());
}

async fn a_room_comes_and_goes_with_its_survey(database: TestDatabase) {
    let storage = database.open().await;
    // Where a designer has that id, no room is made of it.
    let taken = survey(&id("BBBBBB"), 1);
    let taken = storage.create_survey(&taken, "{}").await.unwrap();
    assert!(matches!(taken, Creation::Created(_)));
    assert!(!open(&*storage, "BBBBBB", 9).await);
    assert_eq!(storage.room_count().await.unwrap(), 0);
    assert!(open(&*storage, "CCCCCC", 9).await);
    let surveys = storage.surveys().await.unwrap();
    let rooms: Vec<_> = surveys
        .iter()
        .map(|one| (one.survey().id().to_string(), one.room.clone()))
        .collect();
    let expected = [
        (id("BBBBBB"), None),
        (id("CCCCCC"), Some("CCCCCC".to_owned())),
    ];
    assert_eq!(rooms, expected);
    // A later round is the room's as well.
    let later = survey(&id("CCCCCC"), 2);
    assert!(storage.publish_version(&later, 1).await.unwrap().is_some());
    let surveys = storage.surveys().await.unwrap();
    assert_eq!(surveys[2].room.as_deref(), Some("CCCCCC"));

    for code in ["BBBBBB", "CCCCCC"] {
        assert!(storage.delete_survey(&id(code)).await.unwrap());
    }
    assert_eq!(storage.room_count().await.unwrap(), 0);
    // Of the designer's survey a hash stays, of the room's nothing.
    assert_eq!(database.rows("deleted_surveys").await, 1);
    assert!(open(&*storage, "CCCCCC", 9).await);
}

async fn rounds_that_are_over_are_forgotten(database: TestDatabase) {
    let storage = database.open().await;
    for code in ["BBBBBB", "CCCCCC"] {
        assert!(open(&*storage, code, 9).await);
        for version in 2..=4 {
            let round = survey(&id(code), version);
            let published = storage.publish_version(&round, version - 1).await;
            assert!(published.unwrap().is_some());
        }
    }
    storage.forget_rounds(&id("BBBBBB"), 3).await.unwrap();
    let left = async || {
        let surveys = storage.surveys().await.unwrap();
        let versions = surveys.iter().map(|one| {
            let survey = one.survey();
            (survey.id().to_string(), survey.version())
        });
        versions.collect::<Vec<_>>()
    };
    let mut expected = vec![(id("BBBBBB"), 4), (id("BBBBBB"), 3)];
    expected.extend((1..=4).rev().map(|version| (id("CCCCCC"), version)));
    expected.reverse();
    let mut found = left().await;
    found.sort_by_key(|(id, version)| (id != "room-cccccc", *version));
    assert_eq!(found, expected);
    // What was counted in them goes with the next erasure, and no later than the room.
    assert_eq!(database.rows("erasures").await, 2);
    assert!(storage.delete_survey(&id("BBBBBB")).await.unwrap());
    assert_eq!(database.rows("erasures").await, 0);
    assert_eq!(left().await.len(), 4);
}

async fn ended_and_unjoined_rooms_are_found(database: TestDatabase) {
    let storage = database.open().await;
    for (code, ends) in [("DDDDDD", 30), ("BBBBBB", 10), ("CCCCCC", 20)] {
        assert!(open(&*storage, code, ends).await);
    }
    assert_eq!(storage.room_count().await.unwrap(), 3);
    assert_eq!(storage.ended_rooms(9).await.unwrap(), [""; 0]);
    assert_eq!(storage.ended_rooms(20).await.unwrap(), ["BBBBBB", "CCCCCC"]);
    let invites = [[1; 32], [2; 32]];
    assert!(storage.add_invites(&id("BBBBBB"), &invites).await.unwrap());
    assert_eq!(storage.unjoined_rooms(20).await.unwrap(), ["CCCCCC"]);
    let unjoined = storage.unjoined_rooms(30).await.unwrap();
    assert_eq!(unjoined, ["CCCCCC", "DDDDDD"]);
    let rooms = storage.rooms().await.unwrap();
    let told: Vec<_> = rooms.iter().map(|one| (&*one.code, one.joined)).collect();
    assert_eq!(told, [("BBBBBB", 2), ("CCCCCC", 0), ("DDDDDD", 0)]);
    assert_eq!(rooms[2].room, room("DDDDDD", 30));
}

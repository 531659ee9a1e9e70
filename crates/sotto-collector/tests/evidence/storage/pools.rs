//! Pools of classes, alike on both databases.

use sotto_collector::storage::{Storage, StoredPool, StoredRoom};

use super::entries::survey;
use crate::databases::{TestDatabase, on_both};

on_both!(
    a_class_is_added_with_its_room_or_not_at_all,
    ended_and_empty_pools_are_found
);

fn pool(ends: i64) -> StoredPool {
    StoredPool {
        changes: 0,
        ends,
        state: "{}".to_owned(),
    }
}

async fn open_room(storage: &dyn Storage) {
    let room = StoredRoom {
        changes: 0,
        ends: 9,
        state: "{}".to_owned(),
        survey: "room-1".to_owned(),
    };
    let survey = survey("room-1", 1);
    let opened = storage.open_room("BCDFGH", &room, &survey, "{}").await;
    assert!(opened.unwrap());
}

async fn a_class_is_added_with_its_room_or_not_at_all(database: TestDatabase) {
    let storage = database.open().await;
    let key = [7; 32];
    assert_eq!(storage.pool(&key).await.unwrap(), None);
    storage.open_pool(&key, &pool(9)).await.unwrap();
    open_room(&*storage).await;
    let add = async |classes, code, changes| {
        let added = storage.add_to_pool((&key, classes, "[1]"), (code, changes, "[2]"));
        added.await.unwrap()
    };
    // Another class was added meanwhile; the room was changed meanwhile; there is no such room.
    for (classes, code, changes) in [(1, "BCDFGH", 0), (0, "BCDFGH", 1), (0, "BCDFGJ", 0)] {
        assert!(!add(classes, code, changes).await);
        assert_eq!(storage.pool(&key).await.unwrap(), Some(pool(9)));
        let room = storage.room("BCDFGH").await.unwrap().unwrap();
        assert_eq!((room.changes, &*room.state), (0, "{}"));
    }
    assert!(add(0, "BCDFGH", 0).await);
    let added = storage.pool(&key).await.unwrap().unwrap();
    assert_eq!((added.changes, &*added.state), (1, "[1]"));
    let room = storage.room("BCDFGH").await.unwrap().unwrap();
    assert_eq!((room.changes, &*room.state), (1, "[2]"));
    // The room goes, and the pool stays until it is ended.
    assert!(storage.delete_survey("room-1").await.unwrap());
    assert_eq!(database.rows("pools").await, 1);
    assert!(storage.delete_pool(&key).await.unwrap());
    assert!(!storage.delete_pool(&key).await.unwrap());
    assert_eq!(database.rows("pools").await, 0);
}

async fn ended_and_empty_pools_are_found(database: TestDatabase) {
    let storage = database.open().await;
    assert_eq!(storage.empty_pool().await.unwrap(), None);
    for (key, ends) in [([1; 32], 30), ([2; 32], 10), ([3; 32], 20)] {
        storage.open_pool(&key, &pool(ends)).await.unwrap();
    }
    assert_eq!(storage.pool_count().await.unwrap(), 3);
    open_room(&*storage).await;
    let added = storage.add_to_pool((&[1; 32], 0, "[1]"), ("BCDFGH", 0, "[2]"));
    assert!(added.await.unwrap());
    assert_eq!(storage.empty_pool().await.unwrap(), Some([2; 32]));
    assert_eq!(storage.ended_pools(9).await.unwrap(), [[0; 32]; 0]);
    let ended = storage.ended_pools(20).await.unwrap();
    assert_eq!(ended, [[2; 32], [3; 32]]);
}

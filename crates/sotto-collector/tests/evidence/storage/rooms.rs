//! The rooms of classes, alike on both databases.

use sotto_collector::storage::StoredRoom;

use crate::databases::{TestDatabase, on_both};

on_both!(
    a_room_is_changed_by_whoever_read_it_last,
    ended_rooms_are_found
);

fn room(ends: i64) -> StoredRoom {
    StoredRoom {
        changes: 0,
        ends,
        state: "{}".to_owned(),
    }
}

async fn a_room_is_changed_by_whoever_read_it_last(database: TestDatabase) {
    let storage = database.open().await;
    assert_eq!(storage.room("BCDFGH").await.unwrap(), None);
    assert!(storage.open_room("BCDFGH", &room(9)).await.unwrap());
    // The code is taken.
    assert!(!storage.open_room("BCDFGH", &room(10)).await.unwrap());
    assert_eq!(storage.room("BCDFGH").await.unwrap(), Some(room(9)));
    let change =
        async |changes, state| storage.change_room("BCDFGH", changes, state).await.unwrap();
    assert!(change(0, "[1]").await);
    assert!(!change(0, "[2]").await);
    assert!(change(1, "[3]").await);
    let found = storage.room("BCDFGH").await.unwrap().unwrap();
    assert_eq!((found.changes, &*found.state), (2, "[3]"));
    assert!(!storage.change_room("BCDFGJ", 0, "[]").await.unwrap());
    assert!(storage.delete_room("BCDFGH").await.unwrap());
    assert!(!storage.delete_room("BCDFGH").await.unwrap());
}

async fn ended_rooms_are_found(database: TestDatabase) {
    let storage = database.open().await;
    for (code, ends) in [("BBBBBB", 10), ("CCCCCC", 20), ("DDDDDD", 30)] {
        assert!(storage.open_room(code, &room(ends)).await.unwrap());
    }
    assert_eq!(storage.room_count().await.unwrap(), 3);
    assert_eq!(storage.ended_rooms(9).await.unwrap(), Vec::<String>::new());
    assert_eq!(storage.ended_rooms(20).await.unwrap(), ["BBBBBB", "CCCCCC"]);
}

//! The gateway's keys: one of each number, whoever draws it, and no more than two.

use sotto_collector::storage::StoredGatewayKey;

use crate::databases::{TestDatabase, on_both};

on_both!(two_keys_are_kept_and_none_is_replaced);

fn key(number: i64, byte: u8) -> StoredGatewayKey {
    StoredGatewayKey {
        number,
        seed: [byte; 32],
        day: 20_000 + number,
    }
}

async fn two_keys_are_kept_and_none_is_replaced(database: TestDatabase) {
    let (one, other) = (database.open().await, database.open().await);
    assert_eq!(one.gateway_keys().await.unwrap(), []);
    one.add_gateway_key(&key(0, 1)).await.unwrap();
    // Who is second has the first one's.
    other.add_gateway_key(&key(0, 2)).await.unwrap();
    assert_eq!(other.gateway_keys().await.unwrap(), [key(0, 1)]);
    other.add_gateway_key(&key(1, 3)).await.unwrap();
    assert_eq!(one.gateway_keys().await.unwrap(), [key(1, 3), key(0, 1)]);
    one.add_gateway_key(&key(2, 4)).await.unwrap();
    assert_eq!(other.gateway_keys().await.unwrap(), [key(2, 4), key(1, 3)]);
    assert!(!format!("{:?}", key(7, 8)).contains("8, 8"));
}

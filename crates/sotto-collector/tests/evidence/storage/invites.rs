//! Invites and the keys of tokens, alike on both databases.

use sotto_collector::storage::Bought;

use super::entries::survey;
use crate::{
    databases::{TestDatabase, on_both},
    harness::census,
};

on_both!(
    an_invite_buys_one_thing,
    a_survey_has_one_key,
    a_deleted_survey_leaves_no_invites,
    the_database_can_be_written,
);

async fn an_invite_buys_one_thing(database: TestDatabase) {
    let storage = database.open().await;
    let (one, other, nobodys) = ([1; 32], [2; 32], [3; 32]);
    assert!(!storage.add_invites("census", &[one]).await.unwrap());
    storage.publish(&census()).await.unwrap().unwrap();
    assert!(storage.add_invites("census", &[one, other]).await.unwrap());
    // Handing the same out again changes nothing.
    assert!(storage.add_invites("census", &[one]).await.unwrap());
    assert_eq!(storage.invite_count("census").await.unwrap(), 2);
    assert_eq!(storage.invite_count("other").await.unwrap(), 0);
    assert!(storage.is_invited("census", &one).await.unwrap());
    assert!(!storage.is_invited("census", &nobodys).await.unwrap());
    assert!(!storage.is_invited("other", &one).await.unwrap());

    let buy = async |invite, blinded| storage.buy("census", invite, &blinded).await.unwrap();
    assert_eq!(buy(&one, [7; 32]).await, Bought::This);
    // The answer was lost, and the device asks again.
    assert_eq!(buy(&one, [7; 32]).await, Bought::This);
    assert_eq!(buy(&one, [8; 32]).await, Bought::Other);
    assert_eq!(buy(&other, [8; 32]).await, Bought::This);
    assert_eq!(buy(&nobodys, [8; 32]).await, Bought::Unknown);
    assert_eq!(
        storage.buy("other", &one, &[7; 32]).await.unwrap(),
        Bought::Unknown
    );
    // What has bought a token is no invite any more.
    assert!(!storage.is_invited("census", &one).await.unwrap());

    storage.withdraw_invites("census").await.unwrap();
    assert_eq!(storage.invite_count("census").await.unwrap(), 0);
    assert_eq!(buy(&other, [8; 32]).await, Bought::Unknown);
}

async fn a_survey_has_one_key(database: TestDatabase) {
    let storage = database.open().await;
    let (mine, theirs) = ([1; 32], [2; 32]);
    let seed = async |id, fresh| storage.issuing_seed(id, fresh).await.unwrap();
    assert_eq!(seed("census", &mine).await, None);
    storage.publish(&survey("census", 1)).await.unwrap();
    storage.publish(&survey("other", 1)).await.unwrap();
    assert_eq!(seed("census", &mine).await, Some(mine));
    assert_eq!(seed("census", &theirs).await, Some(mine));
    assert_eq!(seed("other", &theirs).await, Some(theirs));
    storage.close().await;
    let storage = database.open().await;
    let kept = storage.issuing_seed("census", &theirs).await;
    assert_eq!(kept.unwrap(), Some(mine));
}

async fn a_deleted_survey_leaves_no_invites(database: TestDatabase) {
    let storage = database.open().await;
    storage.publish(&census()).await.unwrap().unwrap();
    assert!(storage.add_invites("census", &[[1; 32]]).await.unwrap());
    let seed = storage.issuing_seed("census", &[1; 32]).await;
    assert!(seed.unwrap().is_some());
    let exchange = async |ticket, blinded| {
        let exchanged = storage.exchange("census", ticket, &blinded).await;
        exchanged.unwrap()
    };
    assert_eq!(exchange(&[5; 32], [7; 32]).await, Bought::This);
    assert_eq!(exchange(&[5; 32], [7; 32]).await, Bought::This);
    assert_eq!(exchange(&[5; 32], [8; 32]).await, Bought::Other);
    assert!(storage.delete_survey("census").await.unwrap());
    assert_eq!(exchange(&[6; 32], [7; 32]).await, Bought::Unknown);
    for table in ["invites", "issuing_keys", "spent_tickets"] {
        assert_eq!(database.rows(table).await, 0, "{table}");
    }
}

async fn the_database_can_be_written(database: TestDatabase) {
    let storage = database.open().await;
    let before = storage.revision().await.unwrap();
    storage.check_writing().await.unwrap();
    assert_eq!(storage.revision().await.unwrap(), before);
    database.execute("DROP TABLE upkeep").await;
    assert!(storage.check_writing().await.is_err());
}

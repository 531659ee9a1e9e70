//! There is always somebody left who can make tokens.

use sotto_collector::storage::{AccessStorage, StoredToken};

use crate::databases::{TestDatabase, on_both};

on_both!(
    a_token_that_is_not_in_force_keeps_no_place,
    two_collectors_revoke_one_operator_at_most,
    of_many_who_come_first_one_is_made,
);

const TODAY: i64 = 20_000;

fn operator(id: &str, expires_day: Option<i64>) -> StoredToken {
    StoredToken {
        id: id.to_owned(),
        name: id.to_owned(),
        role: "operator".to_owned(),
        surveys: None,
        secret_hash: "hash".to_owned(),
        secret_check: *b"abcdefgh",
        created_day: TODAY,
        expires_day,
    }
}

async fn ids(storage: &(impl AccessStorage + ?Sized)) -> Vec<String> {
    let tokens = storage.tokens().await.unwrap().into_iter();
    tokens.map(|token| token.id).collect()
}

async fn a_token_that_is_not_in_force_keeps_no_place(database: TestDatabase) {
    let storage = database.open().await;
    let has_operator = async || storage.has_token_of("operator", TODAY).await.unwrap();
    let revoke = async |id: &str| storage.revoke_token(id, "operator", TODAY).await.unwrap();
    assert!(!has_operator().await);
    let viewer = StoredToken {
        role: "viewer".to_owned(),
        ..operator("viewer", None)
    };
    for token in [
        &viewer,
        &operator("ended", Some(TODAY - 100)),
        &operator("ends-today", Some(TODAY)),
    ] {
        storage.add_token(token).await.unwrap();
        assert!(!has_operator().await, "{}", token.id);
    }
    // So there is room for a first one, and for one alone.
    assert!(
        storage
            .add_first_token(&operator("first", None))
            .await
            .unwrap()
    );
    assert!(has_operator().await);
    assert!(
        !storage
            .add_first_token(&operator("second", None))
            .await
            .unwrap()
    );
    assert_eq!(
        ids(&*storage).await,
        ["ended", "ends-today", "first", "viewer"]
    );

    assert!(!revoke("first").await, "the only one in force");
    let until_tomorrow = operator("tomorrow", Some(TODAY + 1));
    storage.add_token(&until_tomorrow).await.unwrap();
    assert!(revoke("first").await);
    assert!(!revoke("tomorrow").await);
    for id in ["ended", "ends-today", "viewer"] {
        assert!(revoke(id).await, "{id}");
    }
    assert_eq!(ids(&*storage).await, ["tomorrow"]);
}

/// Each by the other's token, at the same moment.
async fn two_collectors_revoke_one_operator_at_most(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    for round in 0..40 {
        let (a, b) = (format!("a{round}"), format!("b{round}"));
        for id in [&a, &b] {
            collectors[0].add_token(&operator(id, None)).await.unwrap();
        }
        // The one that is left of the round before.
        for id in ids(&*collectors[0]).await {
            if id != a && id != b {
                collectors[0]
                    .revoke_token(&id, "operator", TODAY)
                    .await
                    .unwrap();
            }
        }
        let revoke = |collector: usize, id: String| {
            let collector = collectors[collector].clone();
            tokio::spawn(async move { collector.revoke_token(&id, "operator", TODAY).await })
        };
        let (one, other) = (revoke(0, a), revoke(1, b));
        let revoked = [one.await.unwrap().unwrap(), other.await.unwrap().unwrap()];
        assert_ne!(revoked[0], revoked[1], "round {round}");
        assert_eq!(ids(&*collectors[0]).await.len(), 1);
    }
}

async fn of_many_who_come_first_one_is_made(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let tries: Vec<_> = (0..8)
        .map(|number| {
            let collector = collectors[number % 2].clone();
            let token = operator(&format!("operator-{number}"), None);
            tokio::spawn(async move { collector.add_first_token(&token).await })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        made += usize::from(one.await.unwrap().unwrap());
    }
    assert_eq!(made, 1);
    assert_eq!(ids(&*collectors[1]).await.len(), 1);
}

//! Tokens, sessions, and the log of what tokens did. What a role may do is not known here.

use async_trait::async_trait;

use super::{
    StorageError,
    both::for_both,
    statements::{begin, bind},
};

/// A token as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// Its public part.
    pub id: String,
    /// What its operator calls it.
    pub name: String,
    /// The name of its role.
    pub role: String,
    /// The surveys that it is for, in alphabetical order; `None`: all.
    pub surveys: Option<Vec<String>>,
    /// A slow hash of its secret.
    pub secret_hash: String,
    /// By which a wrong secret is known without it: a part of a fast one.
    pub secret_check: [u8; 8],
    /// The day it was made, counted from 1970.
    pub created_day: i64,
    /// The first day on which it no longer works.
    pub expires_day: Option<i64>,
}

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// The id of the token that signed in.
    pub token: String,
    /// When it ends, in seconds since 1970.
    pub expires: i64,
}

/// Something that was done with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, given by the database: later entries have greater ones.
    pub entry: i64,
    /// The beginning of the hour, in seconds since 1970.
    pub hour: i64,
    /// The token's id.
    pub token: String,
    /// What was done.
    pub act: String,
    /// The survey's id, if it concerns one.
    pub survey: Option<String>,
}

/// Tokens, sessions and the log.
#[async_trait]
pub trait AccessStorage: Send + Sync {
    /// Every token, by name.
    async fn tokens(&self) -> Result<Vec<StoredToken>, StorageError>;

    /// The token of that id.
    async fn token(&self, id: &str) -> Result<Option<StoredToken>, StorageError>;

    /// Stores a new token.
    async fn add_token(&self, token: &StoredToken) -> Result<(), StorageError>;

    /// Whether any token of a role, given by its name, is in force on that day.
    async fn has_token_of(&self, role: &str, day: i64) -> Result<bool, StorageError>;

    /// Stores a token, unless another of its role is in force on the day it was made; whether it did.
    async fn add_first_token(&self, token: &StoredToken) -> Result<bool, StorageError>;

    /// Gives a token another secret and ends its sessions; whether there is such a token.
    async fn rotate_token(
        &self,
        id: &str,
        secret_hash: &str,
        secret_check: &[u8; 8],
    ) -> Result<bool, StorageError>;

    /// Deletes a token and ends its sessions; false if there is none, or if it is of the role
    /// `keep_one` and no other token of that role is in force on that day.
    async fn revoke_token(&self, id: &str, keep_one: &str, day: i64) -> Result<bool, StorageError>;

    /// Makes a token one for this survey as well.
    async fn grant_survey(&self, token: &str, survey: &str) -> Result<(), StorageError>;

    /// No token is for this survey any more, except those for all.
    async fn forget_grants(&self, survey: &str) -> Result<(), StorageError>;

    /// Signs a browser in.
    async fn add_session(
        &self,
        session: &[u8; 32],
        stored: &StoredSession,
    ) -> Result<(), StorageError>;

    /// The session under that hash, ended or not.
    async fn session(&self, session: &[u8; 32]) -> Result<Option<StoredSession>, StorageError>;

    /// Signs a browser out.
    async fn end_session(&self, session: &[u8; 32]) -> Result<(), StorageError>;

    /// Deletes the sessions that ended before `now`, seconds since 1970.
    async fn delete_ended_sessions(&self, now: i64) -> Result<(), StorageError>;

    /// Writes an entry into the log; the database numbers it.
    async fn record(&self, entry: &AuditEntry) -> Result<(), StorageError>;

    /// The latest entries before that number, `limit` at most, the latest first.
    async fn audit_log(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StorageError>;
}

const TOKENS: &str = "SELECT id, name, role, every_survey, secret_hash, secret_check, created_day, \
     expires_day \
     FROM tokens ORDER BY name, id";
const TOKEN: &str = "SELECT id, name, role, every_survey, secret_hash, secret_check, created_day, \
     expires_day \
     FROM tokens WHERE id = $1";
const GRANTS: &str = "SELECT token, survey FROM token_surveys ORDER BY token, survey";
const GRANTS_OF: &str = "SELECT token, survey FROM token_surveys WHERE token = $1 ORDER BY survey";
const ADD: &str = "INSERT INTO tokens \
     (id, name, role, every_survey, secret_hash, secret_check, created_day, expires_day) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const GRANT: &str =
    "INSERT INTO token_surveys (token, survey) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM token_surveys WHERE survey = $1";
const FORGET_TOKEN: &str = "DELETE FROM token_surveys WHERE token = $1";
const HAS_TOKEN_OF: &str = "SELECT COUNT(*) FROM tokens \
     WHERE role = $1 AND (expires_day IS NULL OR expires_day > $2)";
/// Who changes which operators there are holds this row until the end of the transaction, so that of
/// several collectors each sees what the others did: two may not revoke each the other's last one.
const TAKE_TURNS: &str = "INSERT INTO first_operator (one) VALUES (1) \
     ON CONFLICT (one) DO UPDATE SET one = excluded.one";
const ROTATE: &str = "UPDATE tokens SET secret_hash = $2, secret_check = $3 WHERE id = $1";
const REVOKE: &str = "DELETE FROM tokens WHERE id = $1 AND (role <> $2 OR EXISTS \
     (SELECT 1 FROM tokens AS others WHERE others.role = $2 AND others.id <> $1 \
     AND (others.expires_day IS NULL OR others.expires_day > $3)))";
const ADD_SESSION: &str = "INSERT INTO sessions (session, token, expires) VALUES ($1, $2, $3)";
const SESSION: &str = "SELECT token, expires FROM sessions WHERE session = $1";
const END_SESSION: &str = "DELETE FROM sessions WHERE session = $1";
const END_SESSIONS_OF: &str = "DELETE FROM sessions WHERE token = $1";
const DELETE_ENDED: &str = "DELETE FROM sessions WHERE expires <= $1";
const RECORD: &str = "INSERT INTO audit_log (hour, token, act, survey) VALUES ($1, $2, $3, $4)";
const LOG: &str = "SELECT entry, hour, token, act, survey FROM audit_log WHERE entry < $1 \
     ORDER BY entry DESC LIMIT $2";

/// A row of `tokens`, in the order of [`TOKENS`].
type TokenRow = (
    String,
    String,
    String,
    bool,
    String,
    Vec<u8>,
    i64,
    Option<i64>,
);

/// Tokens with the surveys that they are for.
fn with_grants(
    rows: Vec<TokenRow>,
    grants: &[(String, String)],
) -> Result<Vec<StoredToken>, StorageError> {
    let token = |row: TokenRow| {
        let (id, name, role, every_survey, secret_hash, secret_check, created_day, expires_day) =
            row;
        let granted = grants.iter().filter(|(token, _)| *token == id);
        let surveys = granted.map(|(_, survey)| survey.clone()).collect();
        Ok(StoredToken {
            id,
            name,
            role,
            surveys: (!every_survey).then_some(surveys),
            secret_hash,
            secret_check: secret_check.try_into().map_err(|_| StorageError::Damaged)?,
            created_day,
            expires_day,
        })
    };
    rows.into_iter().map(token).collect()
}

/// Adds a token within a transaction.
macro_rules! insert_token {
    ($transaction:expr, $token:expr) => {{
        let StoredToken {
            id,
            name,
            role,
            surveys,
            secret_hash,
            secret_check,
            created_day,
            expires_day,
        } = $token;
        let every_survey = surveys.is_none();
        let add = sqlx::query(ADD);
        bind!(
            add,
            id,
            name,
            role,
            every_survey,
            secret_hash,
            &secret_check[..],
            created_day,
            expires_day
        )
        .execute(&mut *$transaction)
        .await?;
        for survey in surveys.iter().flatten() {
            bind!(sqlx::query(GRANT), id, survey)
                .execute(&mut *$transaction)
                .await?;
        }
    }};
}

for_both!(AccessStorage {
    async fn tokens(&self) -> Result<Vec<StoredToken>, StorageError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query_as(TOKENS).fetch_all(&mut *connection).await?;
        let grants: Vec<_> = sqlx::query_as(GRANTS).fetch_all(&mut *connection).await?;
        with_grants(rows, &grants)
    }

    async fn token(&self, id: &str) -> Result<Option<StoredToken>, StorageError> {
        let mut connection = self.read().await?;
        let rows = bind!(sqlx::query_as(TOKEN), id).fetch_all(&mut *connection).await?;
        let grants = bind!(sqlx::query_as(GRANTS_OF), id);
        let grants: Vec<_> = grants.fetch_all(&mut *connection).await?;
        Ok(with_grants(rows, &grants)?.pop())
    }

    async fn add_token(&self, token: &StoredToken) -> Result<(), StorageError> {
        begin!(self => transaction);
        insert_token!(transaction, token);
        Ok(transaction.commit().await?)
    }

    async fn has_token_of(&self, role: &str, day: i64) -> Result<bool, StorageError> {
        let count = bind!(sqlx::query_scalar(HAS_TOKEN_OF), role, day);
        Ok(count.fetch_one(&mut *self.read().await?).await.map(|count: i64| count > 0)?)
    }

    async fn add_first_token(&self, token: &StoredToken) -> Result<bool, StorageError> {
        begin!(self => transaction, TAKE_TURNS);
        let others = bind!(sqlx::query_scalar(HAS_TOKEN_OF), &token.role, token.created_day);
        let others: i64 = others.fetch_one(&mut *transaction).await?;
        if others == 0 {
            insert_token!(transaction, token);
        }
        transaction.commit().await?;
        Ok(others == 0)
    }

    async fn rotate_token(
        &self,
        id: &str,
        secret_hash: &str,
        secret_check: &[u8; 8],
    ) -> Result<bool, StorageError> {
        begin!(self => transaction);
        let rotate = bind!(sqlx::query(ROTATE), id, secret_hash, &secret_check[..]);
        let changed = rotate.execute(&mut *transaction).await?.rows_affected();
        bind!(sqlx::query(END_SESSIONS_OF), id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(changed == 1)
    }

    async fn revoke_token(
        &self,
        id: &str,
        keep_one: &str,
        day: i64,
    ) -> Result<bool, StorageError> {
        begin!(self => transaction, TAKE_TURNS);
        let revoke = bind!(sqlx::query(REVOKE), id, keep_one, day);
        let deleted = revoke.execute(&mut *transaction).await?.rows_affected();
        if deleted == 1 {
            for statement in [END_SESSIONS_OF, FORGET_TOKEN] {
                bind!(sqlx::query(statement), id).execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await?;
        Ok(deleted == 1)
    }

    async fn grant_survey(&self, token: &str, survey: &str) -> Result<(), StorageError> {
        let grant = bind!(sqlx::query(GRANT), token, survey);
        Ok(grant.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn forget_grants(&self, survey: &str) -> Result<(), StorageError> {
        let forget = bind!(sqlx::query(FORGET), survey);
        Ok(forget.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn add_session(
        &self,
        session: &[u8; 32],
        stored: &StoredSession,
    ) -> Result<(), StorageError> {
        let add = bind!(sqlx::query(ADD_SESSION), &session[..], &stored.token, stored.expires);
        Ok(add.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn session(&self, session: &[u8; 32]) -> Result<Option<StoredSession>, StorageError> {
        let found = bind!(sqlx::query_as(SESSION), &session[..]);
        let found = found.fetch_optional(&mut *self.read().await?).await?;
        Ok(found.map(|(token, expires)| StoredSession { token, expires }))
    }

    async fn end_session(&self, session: &[u8; 32]) -> Result<(), StorageError> {
        let end = bind!(sqlx::query(END_SESSION), &session[..]);
        Ok(end.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn delete_ended_sessions(&self, now: i64) -> Result<(), StorageError> {
        let delete = bind!(sqlx::query(DELETE_ENDED), now);
        Ok(delete.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn record(&self, entry: &AuditEntry) -> Result<(), StorageError> {
        let AuditEntry { hour, token, act, survey, .. } = entry;
        let record = bind!(sqlx::query(RECORD), hour, token, act, survey);
        Ok(record.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn audit_log(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StorageError> {
        let log = bind!(sqlx::query_as(LOG), before.unwrap_or(i64::MAX), i64::from(limit));
        let rows: Vec<_> = log.fetch_all(&mut *self.read().await?).await?;
        let entry = |(entry, hour, token, act, survey)| AuditEntry { entry, hour, token, act, survey };
        Ok(rows.into_iter().map(entry).collect())
    }
});

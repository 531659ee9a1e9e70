//! Finding out who acts: a token against what is stored of it, a session against its token.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use sotto_api::Role;
use thiserror::Error;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{
    Actor, Attempts, SecretHash, SessionSecret, SetupToken, SurveyScope, Token, TokenId, Verified,
};
use crate::{
    clock::Clock,
    limits::Caller,
    secret::Secret,
    storage::{Storage, StorageError, StoredSession, StoredToken},
};

/// How long a browser stays signed in.
const SESSION: i64 = 12 * 60 * 60;
/// Secrets hashed at once, each with 19 MiB.
const HASHING: usize = 2;

/// Knows who acts.
pub(crate) struct Authenticator {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    verified: Verified,
    attempts: Attempts<Caller, TokenId>,
    /// For new secrets, and for right ones that were not seen since the start. A wrong one is known without it.
    hashing: Semaphore,
    setup: Mutex<Option<SetupToken>>,
}

/// Why nobody may act.
#[derive(Debug, Error)]
pub(crate) enum AccessError {
    /// No token, session or setup token, or a wrong one; which of it is not told.
    #[error(
        "this needs a token that is in force: send it as \"authorization: Bearer sotto_…\", or sign in"
    )]
    Unknown,
    /// Too many wrong secrets from there.
    #[error("too many wrong tokens came from your address; try again in {} seconds", .0.as_secs() + 1)]
    Wait(Duration),
    /// There is an operator.
    #[error(
        "there is an operator already: ask one for a token of your own; if no operator's token is in force any more, start the collector again"
    )]
    SetUp,
    /// A secret cannot be drawn or hashed.
    #[error("no secret can be made or checked just now; try again")]
    Secrets,
    /// The storage.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What a new token is for.
pub(crate) struct Grant {
    /// What its operator calls it.
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) surveys: SurveyScope,
    /// Days until it is worth nothing.
    pub(crate) days: Option<u32>,
}

/// A browser that has just signed in.
pub(crate) struct SignedIn {
    pub(crate) secret: SessionSecret,
    pub(crate) actor: Actor,
    /// Seconds until it ends.
    pub(crate) seconds: i64,
}

impl Authenticator {
    /// Draws a setup token if no operator's token is in force; it is to be told once.
    pub(crate) async fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
    ) -> Result<(Self, Option<SetupToken>), AccessError> {
        let today = clock.moment().day();
        let setup = if storage.has_token_of(Role::Operator.name(), today).await? {
            None
        } else {
            Some(SetupToken::draw().map_err(|_| AccessError::Secrets)?)
        };
        let authenticator = Self {
            storage,
            clock,
            verified: Verified::default(),
            attempts: Attempts::default(),
            hashing: Semaphore::new(HASHING),
            setup: Mutex::new(setup.clone()),
        };
        Ok((authenticator, setup))
    }

    /// Who holds a token. A right one is let in whatever else came from its address; only wrong ones
    /// have to wait. That helps no guesser: a secret has 256 random bits. Nor do wrong ones, however many, from however
    /// many addresses, take a turn from a right one, or tell by their time whether there is a token of that id.
    pub(crate) async fn by_token(&self, caller: Caller, text: &str) -> Result<Actor, AccessError> {
        let token = Token::parse(text).ok_or(AccessError::Unknown)?;
        let stored = self.storage.token(token.id.as_str()).await?;
        let hash = stored
            .as_ref()
            .map(|stored| SecretHash::stored(stored.secret_hash.clone()));
        if let Some(hash) = &hash
            && self.verified.knows(&token, hash)
        {
            return self.actor(stored);
        }
        let check = token.check();
        let is_perhaps_right = stored.as_ref().is_some_and(|one| one.secret_check == check);
        let Some(hash) = hash.filter(|_| is_perhaps_right) else {
            return Err(self.wrong(caller, &token.id));
        };
        let (of, secret) = (hash.clone(), token.secret.clone());
        if !self.hashed(move || of.is_of(&secret)).await? {
            return Err(self.wrong(caller, &token.id));
        }
        self.attempts.right(caller, &token.id);
        self.verified.remember(&token, &hash);
        self.actor(stored)
    }

    /// Counts a wrong secret; what its sender is told.
    fn wrong(&self, caller: Caller, token: &TokenId) -> AccessError {
        match self.attempts.wrong(caller, token, self.clock.instant()) {
            Ok(()) => AccessError::Unknown,
            Err(wait) => AccessError::Wait(wait),
        }
    }

    /// Who signed in with this browser.
    pub(crate) async fn by_session(&self, secret: &SessionSecret) -> Result<Actor, AccessError> {
        let session = self.storage.session(secret.key().bytes()).await?;
        let session = session
            .filter(|session| self.clock.moment().seconds() < session.expires)
            .ok_or(AccessError::Unknown)?;
        self.actor(self.storage.token(&session.token).await?)
    }

    /// Signs a browser in.
    pub(crate) async fn sign_in(
        &self,
        caller: Caller,
        text: &str,
    ) -> Result<SignedIn, AccessError> {
        let actor = self.by_token(caller, text).await?;
        let secret = SessionSecret::draw().map_err(|_| AccessError::Secrets)?;
        let now = self.clock.moment().seconds();
        self.storage.delete_ended_sessions(now).await?;
        let stored = StoredSession {
            token: actor.token.to_string(),
            expires: now + SESSION,
        };
        self.storage
            .add_session(secret.key().bytes(), &stored)
            .await?;
        Ok(SignedIn {
            secret,
            actor,
            seconds: SESSION,
        })
    }

    /// Signs a browser out.
    pub(crate) async fn sign_out(&self, secret: &SessionSecret) -> Result<(), AccessError> {
        Ok(self.storage.end_session(secret.key().bytes()).await?)
    }

    /// Makes the first operator's token for whoever has the setup token.
    pub(crate) async fn set_up(&self, text: &str, name: String) -> Result<Token, AccessError> {
        let setup = {
            let setup = self.setup.lock();
            setup.clone()
        };
        let setup = setup.ok_or(AccessError::SetUp)?;
        if !setup.is(text) {
            return Err(AccessError::Unknown);
        }
        let grant = Grant {
            name,
            role: Role::Operator,
            surveys: SurveyScope::All,
            days: None,
        };
        let (token, stored) = self.new_token(grant).await?;
        // Another collector on the same database may have been asked first.
        let first = self.storage.add_first_token(&stored).await?;
        *self.setup.lock() = None;
        if first {
            Ok(token)
        } else {
            Err(AccessError::SetUp)
        }
    }

    /// Makes a token.
    pub(crate) async fn create(&self, grant: Grant) -> Result<(Token, StoredToken), AccessError> {
        let (token, stored) = self.new_token(grant).await?;
        self.storage.add_token(&stored).await?;
        Ok((token, stored))
    }

    /// Deletes a token; false if there is none, or if no operator would be left.
    pub(crate) async fn revoke(&self, id: &TokenId) -> Result<bool, AccessError> {
        let (keep_one, today) = (Role::Operator.name(), self.clock.moment().day());
        let revoked = self.storage.revoke_token(id.as_str(), keep_one, today);
        Ok(revoked.await?)
    }

    /// Gives a token another secret; `None` if there is no such token.
    pub(crate) async fn rotate(&self, id: &TokenId) -> Result<Option<Token>, AccessError> {
        let token = Token {
            id: id.clone(),
            secret: Secret::draw().map_err(|_| AccessError::Secrets)?,
        };
        let hash = self.hash(&token).await?;
        let changed = self
            .storage
            .rotate_token(id.as_str(), hash.as_str(), &token.check())
            .await?;
        Ok(changed.then_some(token))
    }

    async fn new_token(&self, grant: Grant) -> Result<(Token, StoredToken), AccessError> {
        let token = Token::draw().map_err(|_| AccessError::Secrets)?;
        let hash = self.hash(&token).await?;
        let today = self.clock.moment().day();
        let stored = StoredToken {
            id: token.id.to_string(),
            name: grant.name,
            role: grant.role.name().to_owned(),
            surveys: match grant.surveys {
                SurveyScope::All => None,
                SurveyScope::These(ids) => Some(ids.into_iter().collect()),
            },
            secret_hash: hash.as_str().to_owned(),
            secret_check: token.check(),
            created_day: today,
            expires_day: grant.days.map(|days| today + i64::from(days)),
        };
        Ok((token, stored))
    }

    async fn hash(&self, token: &Token) -> Result<SecretHash, AccessError> {
        let secret = token.secret.clone();
        self.hashed(move || SecretHash::of(&secret))
            .await?
            .map_err(|_| AccessError::Secrets)
    }

    /// Runs what is slow where it holds up no request, and not too often at once.
    async fn hashed<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccessError> {
        let turn = self.hashing.acquire().await;
        let _turn = turn.map_err(|_| AccessError::Secrets)?;
        spawn_blocking(work).await.map_err(|_| AccessError::Secrets)
    }

    /// Who a stored token makes of its holder, if it is in force.
    fn actor(&self, stored: Option<StoredToken>) -> Result<Actor, AccessError> {
        let stored = stored
            .filter(|stored| {
                stored
                    .expires_day
                    .is_none_or(|expires| self.clock.moment().day() < expires)
            })
            .ok_or(AccessError::Unknown)?;
        Ok(Actor {
            // What this collector cannot read is nobody's token. Operators find it in their list, to delete it.
            token: stored.id.parse().map_err(|()| AccessError::Unknown)?,
            role: Role::named(&stored.role).ok_or(AccessError::Unknown)?,
            surveys: match stored.surveys {
                None => SurveyScope::All,
                Some(ids) => SurveyScope::These(ids.into_iter().collect()),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock::StoppedClock, database_url::DatabaseUrl, storage};

    /// Without a clock: where no secret can be hashed, whatever would be hashed fails otherwise than what
    /// would not.
    #[tokio::test]
    async fn a_wrong_secret_takes_no_turn_whether_its_token_exists_or_not() {
        let folder = crate::temporary::folder();
        let url = DatabaseUrl::sqlite_file(folder.path().join("sotto.sqlite"));
        let storage = storage::open(&url).await.unwrap();
        let clock = Arc::new(StoppedClock::now());
        let (authenticator, _) = Authenticator::new(storage, clock).await.unwrap();
        let grant = Grant {
            name: "Ada".to_owned(),
            role: Role::Viewer,
            surveys: SurveyScope::All,
            days: None,
        };
        let (known, _) = authenticator.create(grant).await.unwrap();
        let wrong_secret = Token {
            secret: Secret::draw().unwrap(),
            ..known.clone()
        };
        let wrong_id = Token::draw().unwrap();
        authenticator.hashing.close();
        let found = async |caller, token: &Token| {
            let caller = Caller::of_number(caller);
            authenticator.by_token(caller, &token.reveal()).await
        };
        for caller in 0..100 {
            for token in [&wrong_secret, &wrong_id] {
                let refused = found(caller, token).await;
                assert!(matches!(refused, Err(AccessError::Unknown)));
            }
        }
        let unhashed = found(1, &known).await;
        assert!(matches!(unhashed, Err(AccessError::Secrets)));
    }

    #[tokio::test]
    async fn a_secret_of_the_right_check_is_held_against_the_slow_hash() {
        let folder = crate::temporary::folder();
        let url = DatabaseUrl::sqlite_file(folder.path().join("sotto.sqlite"));
        let storage = storage::open(&url).await.unwrap();
        let clock = Arc::new(StoppedClock::now());
        let (authenticator, _) = Authenticator::new(Arc::clone(&storage), clock)
            .await
            .unwrap();
        let token = Token::draw().unwrap();
        let stored = StoredToken {
            id: token.id.to_string(),
            name: "Ada".to_owned(),
            role: Role::Viewer.name().to_owned(),
            surveys: None,
            secret_hash: SecretHash::of(&Secret::draw().unwrap())
                .unwrap()
                .as_str()
                .to_owned(),
            secret_check: token.check(),
            created_day: 0,
            expires_day: None,
        };
        storage.add_token(&stored).await.unwrap();
        let refused = authenticator
            .by_token(Caller::of_number(1), &token.reveal())
            .await;
        assert!(matches!(refused, Err(AccessError::Unknown)));
    }
}

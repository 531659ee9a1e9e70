//! Noting what was done with tokens: the token, the act, the survey and the hour. Nothing that a
//! respondent did is ever noted.

use std::sync::Arc;

use crate::{
    clock::Clock,
    storage::{AuditEntry, Storage, StorageError},
};

/// What stands for the token where none acts.
pub(crate) const NOBODY: &str = "retention";

/// Where acts are noted. Cloning shares it.
#[derive(Clone)]
pub(crate) struct AuditLog {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
}

impl AuditLog {
    pub(crate) const fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        Self { storage, clock }
    }

    /// Notes what a token did. It is noted after it was done: if that fails, the act stands and the
    /// caller is told that the storage fails.
    pub(crate) async fn record(
        &self,
        token: &str,
        act: &str,
        survey: Option<&str>,
    ) -> Result<(), StorageError> {
        let entry = AuditEntry {
            entry: 0,
            hour: self.clock.moment().hour().seconds(),
            token: token.to_owned(),
            act: act.to_owned(),
            survey: survey.map(str::to_owned),
        };
        self.storage.record(&entry).await
    }
}

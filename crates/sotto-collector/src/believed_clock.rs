//! Whether the clock can be believed before anything is erased by it. A machine whose battery is empty or
//! whose time server lies wakes up in another year, and everything would be past its time.
//!
//! So the day on which it was last looked is stored, and where it lies more than a day back, nothing is
//! erased until an operator says that the clock is right: also after a collector was off for so long, as
//! it cannot tell the two apart.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{
    audit_log::{AuditLog, NOBODY},
    clock::Clock,
    log,
    storage::{Storage, StorageError},
};

/// The clock, and what tells whether it can be believed.
pub(crate) struct BelievedClock {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    audit_log: AuditLog,
    /// Whether it was told that it is not.
    is_told: AtomicBool,
}

impl BelievedClock {
    pub(crate) const fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        audit_log: AuditLog,
    ) -> Self {
        Self {
            storage,
            clock,
            audit_log,
            is_told: AtomicBool::new(false),
        }
    }

    /// Whether the clock shows the day of the last look, or the next. If so, today becomes that day; and
    /// if the clock went back, which erases nothing.
    pub(crate) async fn is_believed(&self) -> Result<bool, StorageError> {
        let today = self.clock.moment().day();
        match self.storage.day_of_upkeep().await? {
            Some(last) if today > last + 1 => return Ok(false),
            Some(last) if today == last => {}
            _ => self.storage.set_day_of_upkeep(today).await?,
        }
        self.is_told.store(false, Ordering::Relaxed);
        Ok(true)
    }

    /// Tells, once, that something is due and is not erased.
    pub(crate) async fn tell_doubt(&self) -> Result<(), StorageError> {
        if self.is_told.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        log::say(format_args!(
            "Nothing is erased: the clock shows {}, more than a day after it was last looked. If that is right, an operator says so with POST /api/v1/clock/confirm, and what is due is erased within the hour.",
            self.clock.moment().date()
        ));
        self.audit_log.record(NOBODY, "erasing.held", None).await
    }

    /// An operator says that the clock is right.
    pub(crate) async fn believe(&self) -> Result<(), StorageError> {
        let today = self.clock.moment().day();
        self.storage.set_day_of_upkeep(today).await
    }
}

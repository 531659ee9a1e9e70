//! Whether the clock can be believed before anything is erased by it. A machine whose battery is empty or
//! whose time server lies wakes up in another year, and everything would be past its time.
//!
//! So the day on which it was last looked is stored, and where it lies more than a day back, nothing is
//! erased until an operator says that the clock is right: also after a collector was off for so long, as
//! it cannot tell the two apart.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{api::Context, log, storage::StorageError};

/// What stands in the audit log where no token acts.
pub(crate) const NOBODY: &str = "retention";

/// Whether it was told that the clock is not believed.
#[derive(Debug, Default)]
pub(crate) struct ClockDoubt(AtomicBool);

/// Whether the clock shows the day of the last look, or the next. If so, today becomes that day; and if
/// the clock went back, which erases nothing.
pub(crate) async fn is_believed(context: &Context) -> Result<bool, StorageError> {
    let today = context.clock.moment().day();
    match context.storage.day_of_upkeep().await? {
        Some(last) if today > last + 1 => return Ok(false),
        Some(last) if today == last => {}
        _ => context.storage.set_day_of_upkeep(today).await?,
    }
    context.clock_doubt.0.store(false, Ordering::Relaxed);
    Ok(true)
}

/// Tells, once, that something is due and is not erased.
pub(crate) async fn tell_doubt(context: &Context) -> Result<(), StorageError> {
    if context.clock_doubt.0.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    log::say(format_args!(
        "Nothing is erased: the clock shows {}, more than a day after it was last looked. If that is right, an operator says so with POST /api/v1/clock/confirm, and what is due is erased within the hour.",
        context.clock.moment().date()
    ));
    context.record(NOBODY, "erasing.held", None).await
}

/// An operator says that the clock is right.
pub(crate) async fn believe(context: &Context) -> Result<(), StorageError> {
    let today = context.clock.moment().day();
    context.storage.set_day_of_upkeep(today).await
}

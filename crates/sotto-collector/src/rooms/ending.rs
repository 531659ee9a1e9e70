//! Ending rooms: a room's row, its survey and all that was counted go together.

use std::{sync::Arc, time::Duration};

use super::{RoomError, code::survey_of, snapshot::read};
use crate::{
    api::Context,
    believed_clock::{is_believed, tell_doubt},
    clock::pause,
    log,
    storage::StorageError,
};

const BETWEEN: Duration = Duration::from_mins(1);

/// Ends a room, as its presenter asks.
///
/// # Errors
/// When it is not the presenter who asks.
pub(crate) async fn end(
    context: &Context,
    code: &str,
    presenter: Option<&str>,
) -> Result<(), RoomError> {
    let found = read(context, code).await?;
    if !found.room.is_led_by(presenter) {
        return Err(RoomError::NotPresenter);
    }
    Ok(delete(context, code).await?)
}

/// Ends rooms whose time has come, until the collector stops.
pub(crate) async fn keep(context: Arc<Context>) {
    let mut stopping = context.stopping.clone();
    loop {
        if let Err(error) = end_due(&context).await {
            log::say(format_args!(
                "Rooms whose time has come could not be deleted, and are tried again: {error}"
            ));
        }
        if !pause(BETWEEN, &mut stopping).await {
            return;
        }
    }
}

async fn end_due(context: &Context) -> Result<(), StorageError> {
    let now = context.clock.moment().seconds();
    let ended = context.storage.ended_rooms(now).await?;
    if ended.is_empty() {
        return Ok(());
    }
    if !is_believed(context).await? {
        return tell_doubt(context).await;
    }
    for code in ended {
        delete(context, &code).await?;
    }
    Ok(())
}

/// The survey goes first: if that is interrupted, the room is still there to be deleted again.
async fn delete(context: &Context, code: &str) -> Result<(), StorageError> {
    context.storage.delete_survey(&survey_of(code)).await?;
    context.storage.delete_room(code).await?;
    context.catalog.look(&*context.storage).await?;
    context.rooms.changed(code);
    Ok(())
}

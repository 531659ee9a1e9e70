//! Erasing what surveys' settings say is to be kept no longer: once when the collector starts, and
//! then every hour. Any collector on the database may do it; doing it twice does no harm.

use std::{sync::Arc, time::Duration};

use sotto_api::{Moment, Settings};

use crate::{
    api::Context,
    believed_clock::{NOBODY, is_believed, tell_doubt},
    catalog::Listed,
    clock::pause,
    log,
    storage::StorageError,
};

const BETWEEN: Duration = Duration::from_hours(1);

/// What is to be erased of a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Due {
    rows: bool,
    ids: bool,
    survey: bool,
}

/// What is due at that moment: nothing while the survey is open.
fn due(settings: &Settings, now: Moment) -> Due {
    let ended = settings.closes.filter(|closes| *closes <= now);
    let Some(closed) = settings.closed_on.into_iter().chain(ended).min() else {
        return Due::default();
    };
    let days = now.day() - closed.day();
    let after = |limit: Option<u32>| limit.is_some_and(|limit| i64::from(limit) <= days);
    Due {
        rows: after(settings.retention.rows),
        ids: after(settings.retention.ids),
        survey: after(settings.retention.survey),
    }
}

/// Erases what is due, until the collector stops.
pub(crate) async fn keep(context: Arc<Context>) {
    let mut stopping = context.stopping.clone();
    loop {
        if let Err(error) = context.storage.end_erasures().await {
            log::say(format_args!(
                "Erasures that were begun could not be ended, and are tried again: {error}"
            ));
        }
        let is_believed = is_believed(&context).await;
        if let Err(error) = &is_believed {
            log::say(format_args!(
                "Whether the clock can be believed could not be found, and nothing is erased: {error}"
            ));
        }
        for (id, listed) in &*context.catalog.all() {
            if is_nothing_due(listed, context.clock.moment()) {
                continue;
            }
            let erased = match is_believed {
                Ok(true) => erase(&context, id).await,
                Ok(false) => tell_doubt(&context).await,
                // Told above; the storage may be back in an hour.
                Err(_) => continue,
            };
            if let Err(error) = erased {
                log::say(format_args!(
                    "What survey {id:?} is to keep no longer could not be erased, and is tried again: {error}"
                ));
            }
        }
        if !pause(BETWEEN, &mut stopping).await {
            return;
        }
    }
}

fn is_nothing_due(listed: &Listed, now: Moment) -> bool {
    due(listed.settings(), now) == Due::default()
}

async fn erase(context: &Context, id: &str) -> Result<(), StorageError> {
    let _turn = context.changing.lock().await;
    let storage = &*context.storage;
    // It may have been reopened, kept for longer or deleted since it was found to be due.
    context.catalog.look(storage).await?;
    let Some(listed) = context.catalog.get(id) else {
        return Ok(());
    };
    let due = due(listed.settings(), context.clock.moment());
    if due.survey {
        storage.forget_grants(id).await?;
        storage.delete_survey(id).await?;
        context.catalog.look(storage).await?;
        return context.record(NOBODY, "survey.delete", Some(id)).await;
    }
    for published in listed.versions() {
        let key = published.stored().key;
        if due.rows && storage.noisy_row_count(key).await? > 0 {
            storage.erase_rows(key).await?;
            context.record(NOBODY, "rows.delete", Some(id)).await?;
        }
        if due.ids && !published.stored().closed {
            storage.close_survey(key).await?;
            context
                .record(NOBODY, "survey.close-for-good", Some(id))
                .await?;
        }
    }
    context.catalog.look(storage).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sotto_api::Retention;

    #[test]
    fn days_are_counted_from_the_close() {
        let at = |text: &str| text.parse::<Moment>().unwrap();
        let settings = Settings {
            closes: Some(at("2026-11-01T12:00:00Z")),
            retention: Retention {
                rows: Some(0),
                ids: Some(2),
                survey: None,
            },
            ..Settings::default()
        };
        let due_at = |now: &str| due(&settings, at(now));
        assert_eq!(due_at("2026-11-01T11:59:59Z"), Due::default());
        let rows = Due {
            rows: true,
            ..Due::default()
        };
        assert_eq!(due_at("2026-11-01T12:00:00Z"), rows);
        assert_eq!(due_at("2026-11-02T23:59:59Z"), rows);
        assert_eq!(due_at("2026-11-03T00:00:00Z"), Due { ids: true, ..rows });
        let open = Settings {
            closes: None,
            ..settings
        };
        assert_eq!(due(&open, at("2036-01-01T00:00:00Z")), Due::default());
    }
}

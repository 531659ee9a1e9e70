//! Erasing what surveys' settings say is to be kept no longer: once when the collector starts, and
//! then every hour. Any collector on the database may do it; doing it twice does no harm.

use std::{sync::Arc, time::Duration};

use sotto_api::{Moment, Settings};
use tokio::sync::watch;

use crate::{
    audit_log::{AuditLog, NOBODY},
    believed_clock::BelievedClock,
    catalog::{Catalog, Listed},
    clock::{Clock, pause},
    log,
    storage::{GivenRows, Storage, StorageError},
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

fn is_nothing_due(listed: &Listed, now: Moment) -> bool {
    due(listed.settings(), now) == Due::default()
}

/// Erases what surveys are to keep no longer.
pub(crate) struct Retention {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) believed_clock: Arc<BelievedClock>,
    pub(crate) audit_log: AuditLog,
}

impl Retention {
    /// Erases what is due, until the collector stops.
    pub(crate) async fn keep(self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = self.storage.end_erasures().await {
                log::say(format_args!(
                    "Erasures that were begun could not be ended, and are tried again: {error}"
                ));
            }
            let is_believed = self.believed_clock.is_believed().await;
            if let Err(error) = &is_believed {
                log::say(format_args!(
                    "Whether the clock can be believed could not be found, and nothing is erased: {error}"
                ));
            }
            for (id, listed) in &*self.catalog.all() {
                if is_nothing_due(listed, self.clock.moment()) {
                    continue;
                }
                let erased = match is_believed {
                    Ok(true) => self.erase(id).await,
                    Ok(false) => self.believed_clock.tell_doubt().await,
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

    async fn erase(&self, id: &str) -> Result<(), StorageError> {
        let _turn = self.catalog.turn().await;
        let storage = &*self.storage;
        // It may have been reopened, kept for longer or deleted since it was found to be due.
        self.catalog.look(storage).await?;
        let Some(listed) = self.catalog.get(id) else {
            return Ok(());
        };
        let due = due(listed.settings(), self.clock.moment());
        if due.survey {
            storage.forget_grants(id).await?;
            storage.delete_survey(id).await?;
            self.catalog.look(storage).await?;
            return self
                .audit_log
                .record(NOBODY, "survey.delete", Some(id))
                .await;
        }
        for published in listed.versions() {
            let key = published.stored().key;
            if due.rows && storage.noisy_row_count(key, GivenRows::ALL).await? > 0 {
                storage.erase_rows(key).await?;
                self.audit_log
                    .record(NOBODY, "rows.delete", Some(id))
                    .await?;
            }
            if due.ids && !published.stored().closed {
                storage.close_survey(key).await?;
                self.audit_log
                    .record(NOBODY, "survey.close-for-good", Some(id))
                    .await?;
            }
        }
        self.catalog.look(storage).await?;
        Ok(())
    }
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

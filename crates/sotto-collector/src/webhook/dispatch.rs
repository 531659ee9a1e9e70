//! Calling webhooks: when something was counted, after a pause in which more may be, and again and
//! again, ever more slowly, until the call succeeds or the survey is gone.
//!
//! What is sent is the results as they are at that moment. So a call that failed is not repeated
//! but replaced by a later state, and a receiver may ignore all but the last. When a collector
//! starts it tells the state once; where several collect for one database each tells it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use reqwest::{Client, header, redirect::Policy};
use sotto_ldp::Confidence;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::{Targets, signature};
use crate::{
    access::Secret,
    catalog::{Catalog, Listed},
    log,
    settings::{Moment, WebhookSettings},
    storage::{Storage, StorageError},
};

/// How often it is looked for what has changed.
const LOOK: Duration = Duration::from_millis(500);
/// A call takes no longer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The first pause after a failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// Calls the webhooks of all surveys.
pub(crate) struct Dispatcher {
    storage: Arc<dyn Storage>,
    targets: Targets,
    http: Client,
    known: HashMap<String, Known>,
}

/// What is known of a survey's webhook.
struct Known {
    webhook: WebhookSettings,
    /// The submissions that were told of last; `None`: nothing was.
    told: Option<u64>,
    failures: u32,
    /// No call before.
    not_before: Instant,
}

/// What became of a call.
enum Call {
    Done,
    Failed(String),
}

impl Dispatcher {
    /// # Errors
    /// When no HTTP client can be made.
    pub(crate) fn new(storage: Arc<dyn Storage>, targets: Targets) -> Result<Self, reqwest::Error> {
        // It was set before: then that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .timeout(TIMEOUT)
            // Either would lead elsewhere than what was checked.
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(targets.resolver())
            .user_agent("sotto")
            .build()?;
        Ok(Self {
            storage,
            targets,
            http,
            known: HashMap::new(),
        })
    }

    /// Calls until the collector stops.
    pub(crate) async fn run(mut self, catalog: &Catalog, mut stopping: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                // An error means that the collector was dropped, which stops it as well.
                _ = stopping.wait_for(|stopping| *stopping) => return,
                () = sleep_until(Instant::now() + LOOK) => {}
            }
            let surveys = catalog.all();
            self.known.retain(|id, _| surveys.contains_key(id));
            for (id, listed) in &*surveys {
                let Some(webhook) = &listed.settings().webhook else {
                    self.known.remove(id);
                    continue;
                };
                tokio::select! {
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                    () = self.attend(id, listed, webhook) => {}
                }
            }
        }
    }

    /// Calls a survey's webhook, if it is time and there is something to tell.
    async fn attend(&mut self, id: &str, listed: &Listed, webhook: &WebhookSettings) {
        let now = Instant::now();
        let fresh = || Known {
            webhook: webhook.clone(),
            told: None,
            failures: 0,
            not_before: now,
        };
        let known = self.known.entry(id.to_owned()).or_insert_with(fresh);
        if known.webhook != *webhook {
            *known = fresh();
        }
        if now < known.not_before {
            return;
        }
        let (told, failures) = (known.told, known.failures);
        let current = listed.current();
        let submissions = match self.storage.submissions(current.stored().key).await {
            Ok(submissions) if told == Some(submissions) => return,
            Ok(submissions) => submissions,
            // Whoever reads or counts is told of it.
            Err(_) => return,
        };
        let call = match self.call(id, listed, webhook).await {
            Ok(call) => call,
            Err(error) => Call::Failed(error.to_string()),
        };
        let Some(known) = self.known.get_mut(id) else {
            return;
        };
        let pause = match call {
            Call::Done => {
                known.told = Some(submissions);
                known.failures = 0;
                Duration::from_secs(webhook.seconds.into())
            }
            Call::Failed(reason) => {
                if failures == 0 {
                    log::say(format_args!(
                        "The webhook of survey {id:?} failed, and is tried again: {reason}"
                    ));
                }
                known.failures = failures.saturating_add(1);
                FIRST_PAUSE
                    .saturating_mul(1 << failures.min(12))
                    .min(LONGEST_PAUSE)
            }
        };
        known.not_before = Instant::now() + pause;
    }

    async fn call(
        &self,
        id: &str,
        listed: &Listed,
        webhook: &WebhookSettings,
    ) -> Result<Call, StorageError> {
        let failed = |reason: &str| Ok(Call::Failed(reason.to_owned()));
        let Some(url) = webhook.address() else {
            return failed("its address is none");
        };
        if let Err(error) = self.targets.check(&url) {
            return failed(&error.to_string());
        }
        let Some(secret) = webhook.secret.as_deref().and_then(Secret::parse) else {
            return failed("it has no secret");
        };
        let published = listed.current();
        let snapshot = published.snapshot(&*self.storage).await?;
        let minimum = listed.minimum_reports(published);
        let oracles = published.oracles();
        let results = snapshot
            .tally
            .results_from(oracles, Confidence::default(), minimum);
        let body = serde_json::to_vec(&results).map_err(|_| StorageError::Damaged)?;
        let signature = signature::sign(&secret, Moment::now(), &body);
        let answer = self
            .http
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(signature::HEADER, signature)
            .header("sotto-survey", id)
            .body(body)
            .send()
            .await;
        Ok(match answer {
            Ok(answer) if answer.status().is_success() => Call::Done,
            Ok(answer) => Call::Failed(format!("it answered {}", answer.status())),
            // Not the error itself: the address stands in it.
            Err(error) if error.is_timeout() => {
                Call::Failed("it did not answer in time".to_owned())
            }
            Err(_) => Call::Failed("it cannot be reached".to_owned()),
        })
    }
}

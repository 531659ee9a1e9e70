//! Calling webhooks: at a pace of their own, whenever something was counted since the last call,
//! and after a failure again and again, ever more slowly, until the call succeeds or the survey is
//! gone.
//!
//! Whether there is something to tell is looked up at moments that have nothing to do with when it
//! came, or a call would tell that. What is sent is the results as they are at that moment, and
//! nothing while no question has the survey's minimum of reports. A call that failed is not repeated
//! but replaced by a later state, so a receiver may ignore all but the last. What was told is not
//! stored: a collector that starts tells the state once, and where several collect for one database
//! each of them tells it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::{StreamExt, stream};
use reqwest::{Client, header, redirect::Policy};
use sotto_api::WebhookSettings;
use sotto_ldp::Confidence;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{Targets, signature};
use crate::{
    catalog::{Catalog, Listed},
    clock::Clock,
    estimates::{EstimatesError, ResultsOptions, Turns, estimate},
    log,
    secret::Secret,
    storage::{Storage, StorageError, SurveyKey},
};

/// How often it is looked which webhooks are due.
const LOOK: Duration = Duration::from_millis(500);
/// A call takes no longer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Calls that are made at once: a receiver that does not answer holds up few others.
const AT_ONCE: usize = 32;
/// The first pause after a failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

const NO_AUTHORITIES: &str = "This system has no certificates of authorities, so that no webhook at an https address can be \
    called. On Debian they are in the package ca-certificates: install it, and start this again.";

/// Calls the webhooks of all surveys.
pub(crate) struct Dispatcher {
    client: WebhookClient,
    known: HashMap<String, KnownWebhook>,
}

/// What makes the calls.
struct WebhookClient {
    storage: Arc<dyn Storage>,
    targets: Targets,
    turns: Turns,
    http: Client,
    clock: Arc<dyn Clock>,
}

/// What is known of a survey's webhook.
struct KnownWebhook {
    webhook: WebhookSettings,
    /// What was told last; `None`: nothing was.
    told: Option<SurveyState>,
    failures: u32,
    /// When it is looked next.
    next: Instant,
}

/// By what states of a survey are told apart: its version, and the submissions that it has.
type SurveyState = (SurveyKey, u64);

/// What became of a look.
enum LookOutcome {
    /// There was nothing to tell.
    Nothing,
    Told(SurveyState),
    Failed(String),
}

impl KnownWebhook {
    fn new(webhook: &WebhookSettings) -> Self {
        Self {
            webhook: webhook.clone(),
            told: None,
            failures: 0,
            next: Instant::now(),
        }
    }

    fn note(&mut self, id: &str, look: LookOutcome) {
        let mut pause = Duration::from_secs(self.webhook.seconds.into());
        match look {
            LookOutcome::Nothing => {}
            LookOutcome::Told(state) => {
                self.told = Some(state);
                self.failures = 0;
            }
            LookOutcome::Failed(reason) => {
                if self.failures == 0 {
                    log::say(format_args!(
                        "The webhook of survey {id:?} failed, and is tried again: {reason}"
                    ));
                }
                pause = FIRST_PAUSE
                    .saturating_mul(1 << self.failures.min(12))
                    .min(LONGEST_PAUSE);
                self.failures = self.failures.saturating_add(1);
            }
        }
        self.next = Instant::now() + pause;
    }
}

impl Dispatcher {
    /// # Errors
    /// When no HTTP client can be made.
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        targets: Targets,
        turns: Turns,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, reqwest::Error> {
        // It was set before: then that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            Client::builder()
                .timeout(TIMEOUT)
                // Either would lead elsewhere than what was checked.
                .redirect(Policy::none())
                .no_proxy()
                .dns_resolver(targets.resolver())
                .user_agent("sotto")
        };
        let http = builder().build().or_else(|_| {
            // Most collectors call nobody, and need no authorities for it.
            log::say(NO_AUTHORITIES);
            builder().tls_certs_only([]).build()
        })?;
        Ok(Self {
            client: WebhookClient {
                storage,
                targets,
                turns,
                http,
                clock,
            },
            known: HashMap::new(),
        })
    }

    /// Calls until the collector stops.
    pub(crate) async fn run(mut self, catalog: Arc<Catalog>, mut stopping: watch::Receiver<bool>) {
        loop {
            let look = async {
                sleep(LOOK).await;
                self.look(&catalog).await;
            };
            tokio::select! {
                // An error means that the collector was dropped, which stops it as well.
                _ = stopping.wait_for(|stopping| *stopping) => return,
                () = look => {}
            }
        }
    }

    /// Makes the calls that are due.
    async fn look(&mut self, catalog: &Catalog) {
        let surveys = catalog.all();
        let webhook = |id: &str| surveys.get(id)?.settings().webhook.as_ref();
        self.known
            .retain(|id, known| webhook(id) == Some(&known.webhook));
        let mut due = Vec::new();
        for (id, listed) in &*surveys {
            let Some(webhook) = webhook(id) else {
                continue;
            };
            let known = self
                .known
                .entry(id.clone())
                .or_insert_with(|| KnownWebhook::new(webhook));
            if known.next <= Instant::now() {
                due.push((id.clone(), Arc::clone(listed), webhook.clone(), known.told));
            }
        }
        let client = &self.client;
        let looks = due
            .into_iter()
            .map(|(id, listed, webhook, told)| async move {
                let look = client.attend(&id, &listed, &webhook, told).await;
                (id, look)
            });
        let looks: Vec<_> = stream::iter(looks)
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        for (id, look) in looks {
            if let Some(known) = self.known.get_mut(&id) {
                known.note(&id, look);
            }
        }
    }
}

impl WebhookClient {
    /// Calls a survey's webhook, if there is something to tell.
    async fn attend(
        &self,
        id: &str,
        listed: &Listed,
        webhook: &WebhookSettings,
        told: Option<SurveyState>,
    ) -> LookOutcome {
        match self.call(id, listed, webhook, told).await {
            Ok(look) => look,
            // The next look is soon enough.
            Err(EstimatesError::Busy | EstimatesError::Crowded) => LookOutcome::Nothing,
            Err(EstimatesError::Storage(error)) => LookOutcome::Failed(error.to_string()),
        }
    }

    async fn call(
        &self,
        id: &str,
        listed: &Listed,
        webhook: &WebhookSettings,
        told: Option<SurveyState>,
    ) -> Result<LookOutcome, EstimatesError> {
        let published = listed.current();
        let minimum = listed.minimum_reports(published);
        let versions = listed.counted_with(published);
        let now = self.clock.moment();
        // Those who read or count hear of it if it fails.
        let Ok(counted) = versions.told(&*self.storage, minimum, now).await else {
            return Ok(LookOutcome::Nothing);
        };
        let state = (published.stored().key, counted.submissions());
        if told == Some(state) {
            return Ok(LookOutcome::Nothing);
        }
        let failed = |reason: &str| Ok(LookOutcome::Failed(reason.to_owned()));
        let Some(url) = webhook.address() else {
            return failed("its address cannot be read");
        };
        if let Err(error) = self.targets.check(&url) {
            return failed(&error.to_string());
        }
        let Some(secret) = webhook.secret.as_deref().and_then(Secret::parse) else {
            return failed("it has no secret");
        };
        let wanted = ResultsOptions {
            confidence: Confidence::default(),
            minimum,
            together: versions.are_several(),
            pin: listed.pin(published),
        };
        let turn = self.turns.take().await?;
        let body = turn.work(move |in_turn| {
            let results = estimate(in_turn, &counted, wanted)?;
            let mut told = results.questions.iter().map(|question| question.reports);
            let written = told
                .any(|reports| reports >= minimum.max(1))
                .then(|| serde_json::to_vec(&results));
            let written = written.transpose();
            written.map_err(|_| EstimatesError::from(StorageError::Damaged))
        });
        let Some(body) = body.await?.1? else {
            return Ok(LookOutcome::Nothing);
        };
        let signature = signature::sign(&secret, self.clock.moment(), &body);
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
            Ok(answer) if answer.status().is_success() => LookOutcome::Told(state),
            Ok(answer) => LookOutcome::Failed(format!("it answered {}", answer.status())),
            // Not the error itself: the address stands in it.
            Err(error) if error.is_timeout() => {
                LookOutcome::Failed("it did not answer in time".to_owned())
            }
            Err(_) => LookOutcome::Failed("it cannot be reached".to_owned()),
        })
    }
}

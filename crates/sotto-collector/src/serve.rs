//! Starting and stopping a collector.

#[cfg(test)]
mod in_turns;

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use axum::{Router, middleware};
use futures_util::FutureExt as _;
use ipnet::IpNet;
use rand::{
    RngExt, SeedableRng,
    rngs::{ChaCha20Rng, SysRng},
};
use sotto_survey::Survey;
use thiserror::Error;
use tokio::{
    net::TcpListener,
    sync::watch,
    task::JoinHandle,
    time::{Instant, timeout_at},
};

use crate::{
    access::{AccessError, Authenticator, SetupToken},
    api::{self, Context, Front, Readiness, Unread},
    arrivals::Arrivals,
    audit_log::AuditLog,
    believed_clock::BelievedClock,
    catalog::{Catalog, Listed},
    clock::{Clock, SystemClock, pause},
    collecting,
    database_url::DatabaseUrl,
    eligibility::Eligibility,
    estimates::{Answers, Turns},
    gateway::Gateway,
    lessons,
    limits::{Admission, Limits, Paces, Streams, TrustedProxies},
    log,
    metrics::Metrics,
    retention::Retention,
    rooms::Rooms,
    site::{self, FirstPages, Framers, OpenSurvey, Places, SiteFiles},
    storage::{self, Storage, StorageError, SurveyVersion},
    transport::{Certificates, Entrance, Gate, Listening, TlsError, TlsFiles},
    webhook::{Dispatcher, Targets},
    writer::{Counter, Writer},
};

/// Unless otherwise said.
const FORGET_ORDER: Duration = Duration::from_hours(24);
/// When it could not be, it is tried again.
const FORGET_ORDER_AGAIN: Duration = Duration::from_mins(10);

const SAMPLES: [&str; 2] = [
    include_str!("../../../www/surveys/census.json"),
    include_str!("../../../www/surveys/five-questions.json"),
];

/// What a collector is started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// Address and port; port 0 takes any that is free.
    pub listen: String,
    /// Where surveys and counts are kept.
    pub database: DatabaseUrl,
    /// The built site.
    pub site: Option<SiteFiles>,
    /// What draws the first pages of surveys into the site's pages, if anything does.
    pub first_pages: Option<FirstPages>,
    /// Whether a fresh database gets the sample surveys `census` and `five-questions`.
    pub samples: bool,
    /// Whether the surveys of the lessons are there where the site is.
    pub lessons: bool,
    /// The certificate with which the collector speaks TLS itself, if it does.
    pub tls: Option<TlsFiles>,
    /// Proxies whose word on the client's address is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Where /metrics is.
    pub metrics: MetricsPlace,
    /// How often rows are rewritten in the order of their keys, so that their positions do not show who came when.
    pub forget_order: Option<Duration>,
    /// Whether webhooks may lead into the collector's own networks.
    pub allow_private_webhooks: bool,
    /// What connections and requests may take.
    pub limits: Limits,
}

/// Where /metrics is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricsPlace {
    /// Beside the API.
    Main,
    /// On an address and port of its own.
    Own(String),
    /// Nowhere.
    Nowhere,
}

/// Why a collector does not start, or not end well.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The storage.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The address cannot be listened on.
    #[error("cannot listen on {listen}: {error}; choose another address with --listen")]
    Listen {
        /// What was asked for.
        listen: String,
        /// Why.
        error: std::io::Error,
    },
    /// The site's folder is not there.
    #[error("the site's folder {} has no index.html; build it with scripts/build-site, or leave --site out", .0.display())]
    Site(PathBuf),
    /// The list of the site's places cannot be read.
    #[error(
        "the site has a places.json that cannot be read ({0}); build the site again with scripts/build-site"
    )]
    Places(std::io::Error),
    /// A sample survey, which is part of the program, cannot be read.
    #[error("a sample survey cannot be read: {0}")]
    Sample(serde_json::Error),
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Webhooks cannot be called.
    #[error("webhooks cannot be called: {0}")]
    Webhooks(String),
    /// A relay cannot ask the collector.
    #[error(
        "nothing can be passed on: {0}; the system needs certificates of authorities, on Debian those of ca-certificates"
    )]
    Upstream(String),
    /// The first operator's setup token cannot be made.
    #[error("the first operator cannot be prepared: {0}")]
    Access(String),
    /// The system gives no randomness.
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] rand::rngs::SysError),
    /// The server ended by itself.
    #[error("the server ended: {0}")]
    Server(String),
    /// Requests were cut off.
    #[error("some requests were still under way after {} seconds and were cut off", .0.as_secs())]
    CutOff(Duration),
    /// The database did not take what had queued up.
    #[error(
        "after {} seconds more the database had not taken all waiting submissions; nobody was told that the rest were counted",
        .0.as_secs()
    )]
    Unwritten(Duration),
}

impl From<AccessError> for ServeError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Storage(error) => Self::Storage(error),
            error => Self::Access(error.to_string()),
        }
    }
}

impl ServeOptions {
    /// A collector at that address on that database, and otherwise as if nothing was said.
    #[must_use]
    pub fn new(listen: impl Into<String>, database: DatabaseUrl) -> Self {
        Self {
            listen: listen.into(),
            database,
            site: None,
            first_pages: None,
            samples: true,
            lessons: true,
            tls: None,
            trusted_proxies: Vec::new(),
            metrics: MetricsPlace::Main,
            forget_order: Some(FORGET_ORDER),
            allow_private_webhooks: false,
            limits: Limits::default(),
        }
    }

    /// Checks what can be known without starting.
    ///
    /// # Errors
    /// When the site's folder holds no site, or the certificate cannot be used.
    pub fn check(&self) -> Result<(), ServeError> {
        if let Some(files) = &self.tls {
            Certificates::load(files)?;
        }
        match &self.site {
            Some(SiteFiles::Folder(folder)) if !folder.join("index.html").is_file() => {
                Err(ServeError::Site(folder.clone()))
            }
            Some(files) => {
                Places::read(files).map_err(ServeError::Places)?;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// An error with its causes: the HTTP client's own sentence leaves out what matters.
pub(crate) fn with_causes(error: &reqwest::Error) -> String {
    let first: &dyn std::error::Error = error;
    let causes = std::iter::successors(Some(first), |error| (*error).source());
    let sentences: Vec<_> = causes.map(ToString::to_string).collect();
    sentences.join(": ")
}

/// A collector that is listening.
pub struct Collector {
    setup: Option<SetupToken>,
    listening: Listening,
    writer: Writer,
    /// What writes to the storage unasked, until the collector stops.
    unasked: Vec<JoinHandle<()>>,
    context: Arc<Context>,
    metrics: Option<SocketAddr>,
}

impl Collector {
    /// Opens the storage and begins to listen. On return it takes requests.
    ///
    /// # Errors
    /// When the storage cannot be opened, or the address not be listened on.
    pub async fn start(options: &ServeOptions) -> Result<Self, ServeError> {
        Self::start_at(options, Arc::new(SystemClock)).await
    }

    /// The same with another clock than the system's.
    ///
    /// # Errors
    /// As [`Collector::start`].
    pub async fn start_at(
        options: &ServeOptions,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ServeError> {
        options.check()?;
        let storage = storage::open(&options.database).await?;
        publish_ours(&*storage, options).await?;
        let catalog = Arc::new(Catalog::default());
        collecting::reconcile(&catalog, &*storage).await?;
        let (listener, address) = listen(&options.listen).await?;
        let certificates = options
            .tls
            .as_ref()
            .map(Certificates::load)
            .transpose()?
            .map(Arc::new);
        let admission = Admission::new(
            &options.limits,
            options.trusted_proxies.clone(),
            Arc::clone(&clock),
        )?;
        let admission = Arc::new(admission);
        let gate = Gate::new(&options.limits, admission.proxies().clone());
        let (authenticator, setup) =
            Authenticator::new(Arc::clone(&storage), Arc::clone(&clock)).await?;
        let targets = Targets {
            allow_private: options.allow_private_webhooks,
        };
        let estimating = Turns::at_results();
        let webhooks = Dispatcher::new(
            Arc::clone(&storage),
            targets,
            estimating.clone(),
            Arc::clone(&clock),
        )
        .map_err(|error| ServeError::Webhooks(with_causes(&error)))?;
        let (counter, writer) = Counter::start(Arc::clone(&storage));
        let (stop, stopping) = watch::channel(false);
        let unread = Unread::new(Arc::clone(&clock));
        let audit_log = AuditLog::new(Arc::clone(&storage), Arc::clone(&clock));
        let believed_clock =
            BelievedClock::new(Arc::clone(&storage), Arc::clone(&clock), audit_log.clone());
        let rooms = Rooms::new(
            Arc::clone(&storage),
            Arc::clone(&catalog),
            Arc::clone(&clock),
            stopping.clone(),
        );
        let gateway = Gateway::new(&storage, catalog.log(), &clock);
        let context = Arc::new(Context {
            clock,
            believed_clock: Arc::new(believed_clock),
            gateway,
            eligibility: Eligibility::new(&storage, &admission, catalog.log()),
            catalog,
            audit_log,
            counter,
            storage,
            admission,
            streams: Streams::new(&options.limits),
            paces: Paces::default(),
            arrivals: Arrivals::default(),
            unread,
            metrics: Metrics::default(),
            readiness: Readiness::default(),
            gate: gate.clone(),
            shows_metrics: options.metrics == MetricsPlace::Main,
            authenticator,
            estimating,
            crossing: Turns::at_cross_tabs(),
            designing: Turns::at_designs(),
            answers: Answers::default(),
            rooms: Arc::new(rooms),
            webhook_targets: targets,
            speaks_tls: options.tls.is_some(),
            stopping,
        });
        let unasked = keep_going(&context, webhooks, options.forget_order);
        let front = Front::new(Arc::clone(&context), router(&context, options));
        let entrance = Entrance {
            listener,
            gate,
            certificates,
            limits: options.limits.clone(),
        };
        let metrics = match &options.metrics {
            MetricsPlace::Own(listen) => serve_metrics(&context, listen, options).await?,
            MetricsPlace::Main | MetricsPlace::Nowhere => None,
        };
        Ok(Self {
            setup,
            listening: Listening::begin(entrance, address, front, stop),
            writer,
            unasked,
            context,
            metrics,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.listening.address()
    }

    /// The address of /metrics, if it has its own.
    #[must_use]
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// What makes the first operator, if no operator's token was in force at the start:
    /// `POST /api/v1/setup` takes it once. For the operator's eyes; it is kept in memory alone.
    #[must_use]
    pub fn setup_token(&self) -> Option<String> {
        self.setup.as_ref().map(SetupToken::reveal)
    }

    /// An address at which a browser on this machine finds it.
    #[must_use]
    pub fn url(&self) -> String {
        let ip = match self.address().ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let scheme = if self.listening.speaks_tls() {
            "https"
        } else {
            "http"
        };
        format!("{scheme}://{}/", SocketAddr::new(ip, self.address().port()))
    }

    /// The ids of the surveys that collect, those of lessons left out.
    #[must_use]
    pub fn surveys(&self) -> Vec<String> {
        let all = self.context.catalog.all();
        let ours = |listed: &Listed| !lessons::is_of_a_lesson(listed.current().survey());
        let ids = all.iter().filter(|(_, listed)| ours(listed));
        ids.map(|(id, _)| id.clone()).collect()
    }

    /// Waits until the server ends by itself, which is always an error.
    pub async fn failed(&mut self) -> ServeError {
        ServeError::Server(self.listening.failed().await)
    }

    /// Reads the certificate again, if there is one. If it cannot be used, the old one stays.
    ///
    /// # Errors
    /// What is wrong with the new one.
    pub fn reload_certificate(&self) -> Result<(), TlsError> {
        self.listening.reload_certificate()
    }

    /// Takes no more requests, ends those under way, writes what has queued up and closes the
    /// storage: each within the time that there is for it.
    ///
    /// # Errors
    /// When requests had to be cut off, or the database did not take what had queued up.
    pub async fn stop(mut self) -> Result<(), ServeError> {
        let drained = self.listening.end().await;
        let drain = self.listening.drain();
        let end = Instant::now() + drain;
        let written = self.writer.finish(drain).await;
        // Whatever still wrote would open the storage anew.
        for writing in self.unasked {
            let _ = timeout_at(end, writing).await;
        }
        // Connections that wait for a database that says nothing end with the program.
        let _ = timeout_at(end, self.context.storage.close()).await;
        if !written {
            Err(ServeError::Unwritten(drain))
        } else if !drained {
            Err(ServeError::CutOff(drain))
        } else {
            Ok(())
        }
    }
}

/// Serves /metrics on an address of its own; which that is.
async fn serve_metrics(
    context: &Arc<Context>,
    address: &str,
    options: &ServeOptions,
) -> Result<Option<SocketAddr>, ServeError> {
    let (listener, address) = listen(address).await?;
    let entrance = Entrance {
        listener,
        gate: Gate::new(&options.limits, TrustedProxies::default()),
        certificates: None,
        limits: options.limits.clone(),
    };
    let router = api::metrics_router(Arc::clone(context));
    tokio::spawn(entrance.serve(router, context.stopping.clone()));
    Ok(Some(address))
}

/// Takes an address and port; which those are, where any would do.
pub(crate) async fn listen(address: &str) -> Result<(TcpListener, SocketAddr), ServeError> {
    let unusable = |error| ServeError::Listen {
        listen: address.to_owned(),
        error,
    };
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let taken = listener.local_addr().map_err(unusable)?;
    Ok((listener, taken))
}

/// Rewrites the rows in the order of their keys at this interval. The first wait is drawn at random,
/// so that collectors that start together do not do it together.
async fn keep_forgetting(
    storage: Arc<dyn Storage>,
    time: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    let mut wait = match ChaCha20Rng::try_from_rng(&mut SysRng) {
        Ok(mut generator) => time.mul_f64(generator.random_range(0.1..1.0)),
        Err(_) => time,
    };
    while pause(wait, &mut stopping).await {
        wait = time;
        if let Err(error) = storage.forget_order().await {
            log::say(format_args!(
                "The order of rows could not be forgotten, and is tried again soon: {error}"
            ));
            wait = time.min(FORGET_ORDER_AGAIN);
        }
    }
}

/// All that is served.
fn router(context: &Arc<Context>, options: &ServeOptions) -> Router {
    let surveys = Arc::clone(context);
    let ancestors: site::Ancestors = Arc::new(move |survey| match surveys.catalog.get(survey) {
        Some(listed) => Framers::of(listed.settings()),
        None => Framers::Own,
    });
    let surveys = Arc::clone(context);
    let relays: site::Relays = Arc::new(move |survey| {
        let listed = surveys.catalog.get(survey)?;
        listed.settings().relay.as_ref()?.origin()
    });
    let surveys = Arc::clone(context);
    let open: site::OpenSurveys = Arc::new(move |survey: String| {
        let context = Arc::clone(&surveys);
        let found = async move {
            let listed = context.catalog.get(&survey)?;
            OpenSurvey::listed(&listed, &*context.storage, context.clock.moment()).await
        };
        found.boxed()
    });
    let surveys = site::SiteSurveys {
        ancestors,
        relays,
        open,
    };
    let first_pages = options.first_pages.as_ref();
    api::router(Arc::clone(context))
        .merge(site::router(options.site.as_ref(), surveys, first_pages))
        .layer(middleware::from_fn_with_state(
            options.tls.is_some(),
            site::common_headers,
        ))
}

/// What a collector does beside answering, until it stops. What is returned writes to the storage.
fn keep_going(
    context: &Context,
    webhooks: Dispatcher,
    forget_order: Option<Duration>,
) -> Vec<JoinHandle<()>> {
    let stopping = || context.stopping.clone();
    let (catalog, storage) = (Arc::clone(&context.catalog), Arc::clone(&context.storage));
    tokio::spawn(catalog.follow(storage, stopping()));
    let retention = Retention {
        storage: Arc::clone(&context.storage),
        catalog: Arc::clone(&context.catalog),
        clock: Arc::clone(&context.clock),
        believed_clock: Arc::clone(&context.believed_clock),
        audit_log: context.audit_log.clone(),
    };
    let mut unasked = vec![tokio::spawn(retention.keep(stopping()))];
    let rooms = Arc::clone(&context.rooms);
    tokio::spawn(rooms.keep(Arc::clone(&context.believed_clock)));
    tokio::spawn(webhooks.run(Arc::clone(&context.catalog), stopping()));
    if let Some(time) = forget_order {
        let forgetting = keep_forgetting(Arc::clone(&context.storage), time, stopping());
        unasked.push(tokio::spawn(forgetting));
    }
    unasked
}

/// Gives a database the surveys that come with the program.
async fn publish_ours(storage: &dyn Storage, options: &ServeOptions) -> Result<(), ServeError> {
    if options.samples {
        publish_samples(storage).await?;
    }
    if options.lessons && options.site.is_some() {
        lessons::publish(storage).await?;
    }
    Ok(())
}

/// Gives a fresh database the sample surveys. One that has or had a survey is left as it is: what was
/// deleted stays deleted.
async fn publish_samples(storage: &dyn Storage) -> Result<(), ServeError> {
    let versions = storage.versions().await?;
    let is_fresh = storage.revision().await? == 0;
    for sample in SAMPLES {
        let sample: Survey = serde_json::from_str(sample).map_err(ServeError::Sample)?;
        if is_fresh {
            storage.publish(&sample).await?;
        }
        let is_it = |version: &&SurveyVersion| {
            version.id == sample.id().as_str() && version.version == i64::from(sample.version())
        };
        let Some(version) = versions.iter().find(is_it) else {
            continue;
        };
        let definitions = storage.definitions(version.key, version.key).await?;
        // What cannot be read is told when the surveys are looked at.
        let stored = definitions.first().map(|(_, text)| version.read(text));
        if stored.is_some_and(|stored| stored.is_ok_and(|stored| *stored.survey() != sample)) {
            log::say(format_args!(
                "Note: the database holds another text of the sample survey {:?}, version {}, than this program; the database's collects.",
                version.id, version.version
            ));
        }
    }
    Ok(())
}

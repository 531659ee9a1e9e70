//! A relay of Oblivious HTTP (RFC 9458): passes submissions on to a collector, which learns nothing of from where
//! they came. Of what it passes on it can read nothing.
//!
//! Nothing of a request goes on but its bytes: no header, no address, and no line in a log. Addresses are held as
//! the collector's [`limits`](crate::Limits) hold them, in memory and as numbers of a day.

use std::{fmt, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use http_body_util::{BodyExt as _, Limited};
use reqwest::{Client, Url, redirect::Policy};
use tokio::sync::{Semaphore, watch};
use tower_http::cors::{Any, CorsLayer};

use crate::{
    api::{
        ApiError,
        gateway::{MAX_ENCAPSULATED, REQUEST, RESPONSE, read_encapsulated},
    },
    clock::{Clock, SystemClock},
    limits::{Admission, Limits},
    serve::{ServeError, listen, with_causes},
    transport::{Certificates, Entrance, Gate, Listening, Peer, TlsError, TlsFiles},
};

const PROBLEM: &str = "application/problem+json";

/// How long the collector may take. A device waits as long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Requests that are passed on at once.
const AT_ONCE: usize = 512;

/// What a relay is started with.
#[derive(Clone, Debug)]
pub struct RelayOptions {
    /// Address and port; port 0 takes any that is free.
    pub listen: String,
    /// The address of the collector that everything is passed on to.
    pub to: Url,
    /// The certificate with which the relay speaks TLS itself, if it does.
    pub tls: Option<TlsFiles>,
    /// What connections and requests may take.
    pub limits: Limits,
}

impl RelayOptions {
    /// A relay at that address to that collector, and otherwise as if nothing was said. `None` if the collector's
    /// address is none.
    #[must_use]
    pub fn new(listen: impl Into<String>, to: &str) -> Option<Self> {
        let mut to: Url = to.parse().ok()?;
        let is_address = matches!(to.scheme(), "http" | "https")
            && to.has_host()
            && to.query().is_none()
            && to.fragment().is_none();
        if !is_address {
            return None;
        }
        let path = to.path().trim_end_matches('/').to_owned();
        to.set_path(&format!("{path}/api/v1/ohttp"));
        Some(Self {
            listen: listen.into(),
            to,
            tls: None,
            limits: Limits::default(),
        })
    }
}

/// A relay that is listening.
pub struct Relay {
    listening: Listening,
}

impl fmt::Debug for Relay {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Relay");
        out.field("address", &self.address())
            .finish_non_exhaustive()
    }
}

/// What passes requests on.
struct Passing {
    to: Url,
    http: Client,
    admission: Admission,
    places: Semaphore,
}

impl Relay {
    /// Begins to listen. On return it takes requests.
    ///
    /// # Errors
    /// When the address cannot be listened on, or the certificate not be used.
    pub async fn start(options: &RelayOptions) -> Result<Self, ServeError> {
        let certificates = options
            .tls
            .as_ref()
            .map(Certificates::load)
            .transpose()?
            .map(Arc::new);
        let (listener, address) = listen(&options.listen).await?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let admission = Admission::new(&options.limits, Vec::new(), clock)?;
        let gate = Gate::new(&options.limits, admission.proxies().clone());
        // It was set before: then that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .timeout(PATIENCE)
            .redirect(Policy::none())
            .no_proxy()
            .build()
            .map_err(|error| ServeError::Upstream(with_causes(&error)))?;
        let passing = Arc::new(Passing {
            to: options.to.clone(),
            http,
            admission,
            places: Semaphore::new(AT_ONCE),
        });
        let (stop, _) = watch::channel(false);
        let entrance = Entrance {
            listener,
            gate,
            certificates,
            limits: options.limits.clone(),
        };
        Ok(Self {
            listening: Listening::begin(entrance, address, router(passing), stop),
        })
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.listening.address()
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

    /// Takes no more requests, and ends those under way.
    ///
    /// # Errors
    /// When requests had to be cut off.
    pub async fn stop(mut self) -> Result<(), ServeError> {
        if self.listening.end().await {
            Ok(())
        } else {
            Err(ServeError::CutOff(self.listening.drain()))
        }
    }
}

fn router(passing: Arc<Passing>) -> Router {
    let open = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .max_age(Duration::from_hours(24));
    Router::new()
        .route("/", post(pass_on))
        .fallback(async || ApiError::UnknownAddress)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(open)
        .with_state(passing)
}

async fn pass_on(
    State(passing): State<Arc<Passing>>,
    request: Request,
) -> Result<Response, ApiError> {
    passing.pass_on(request).await
}

impl Passing {
    async fn pass_on(&self, request: Request) -> Result<Response, ApiError> {
        let (head, sent) = request.into_parts();
        if let Some(Peer(address)) = head.extensions.get() {
            let admitted = self.admission.admit(*address, &head.headers);
            admitted.map_err(ApiError::TooManyRequests)?;
        }
        // Before it has a place: whoever sends slowly keeps nobody out.
        let bytes = read_encapsulated(&head.headers, sent).await?;
        let Ok(_place) = self.places.try_acquire() else {
            return Err(ApiError::NotPassedOn(
                "the relay is passing on as much as it can; send the same again in a moment",
            ));
        };
        self.ask(bytes).await.ok_or(ApiError::NotPassedOn(
            "the collector cannot be reached through this relay just now; send the same again later",
        ))
    }

    /// The collector's answer to these bytes; `None` if there is none, or none that may go back.
    async fn ask(&self, bytes: Bytes) -> Option<Response> {
        let asked = self.http.post(self.to.clone());
        let asked = asked.header(header::CONTENT_TYPE, REQUEST).body(bytes);
        let answer = asked.send().await.ok()?;
        let status = answer.status();
        let named = answer.headers().get(header::CONTENT_TYPE)?;
        let kind = goes_back(status, named.to_str().ok()?)?;
        let body = Limited::new(reqwest::Body::from(answer), MAX_ENCAPSULATED)
            .collect()
            .await
            .ok()?
            .to_bytes();
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-store"),
        ];
        Some((status, headers, body).into_response())
    }
}

/// Of which kind an answer is that may go back to a device; `None` if it may not.
pub(crate) fn goes_back(status: StatusCode, kind: &str) -> Option<&'static str> {
    match kind {
        RESPONSE if status == StatusCode::OK => Some(RESPONSE),
        PROBLEM if status.is_client_error() || status.is_server_error() => Some(PROBLEM),
        _ => None,
    }
}

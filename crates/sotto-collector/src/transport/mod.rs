//! From a connection to a request: accepting, TLS, HTTP/1.1, and the limits that hold before a
//! request is understood. What a request means is the API's business.
//!
//! Ours, on hyper, rather than `axum-server`: that has no limit on the connections of one address, no
//! time within which a response must be taken, and closes without letting a refusal arrive. tower-http's
//! deadline for bodies is used.

mod conversation;
mod gate;
mod host;
mod lingering;
mod listening;
mod tls;
mod watched;

use std::{convert::Infallible, io, net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, HttpBody as _},
    extract::Request,
    http::{HeaderValue, header},
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tower::Service as _;
use tower_http::timeout::DeadlineBody;

use conversation::{AnswerBody, Conversation, Flushed};
pub(crate) use gate::{ConnectionPlace, Gate};
use lingering::Lingering;
pub(crate) use listening::Listening;
pub(crate) use tls::Certificates;
pub use tls::{TlsError, TlsFiles};
use watched::WatchedBody;

use crate::limits::Limits;

/// The request line and all headers of a request, in bytes; beyond it the answer is 431.
const MAX_HEAD: usize = 16 * 1024;

/// How long to wait after an error of accepting that comes from the machine, such as no more file
/// descriptors: others may be closed meanwhile.
const BREATH: Duration = Duration::from_millis(50);

/// How long the other end has to hear what was said last before the connection is gone.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The other end of the connection of a request, which only the limits look at.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What answers requests.
pub(crate) trait Responder: Clone + Send + Sync + 'static {
    fn respond(&self, request: Request) -> impl Future<Output = Response> + Send;
}

impl Responder for Router {
    async fn respond(&self, request: Request) -> Response {
        match self.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

/// Where connections come from and what they are held to.
pub(crate) struct Entrance {
    pub(crate) listener: TcpListener,
    pub(crate) gate: Gate,
    pub(crate) certificates: Option<Arc<Certificates>>,
    pub(crate) limits: Limits,
}

impl Entrance {
    /// Serves until told to stop; then takes no more connections, closes those that idle, and waits
    /// until the others have ended.
    pub(crate) async fn serve(
        self,
        responder: impl Responder,
        mut stopping: watch::Receiver<bool>,
    ) {
        let connections = GracefulShutdown::new();
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.header)
            .max_buf_size(MAX_HEAD);
        loop {
            let accepted = tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => break,
                accepted = self.accept() => accepted,
            };
            let Some((stream, place)) = accepted else {
                continue;
            };
            let certificates = self.certificates.clone();
            let (responder, builder) = (responder.clone(), builder.clone());
            let (limits, watcher) = (self.limits.clone(), connections.watcher());
            tokio::spawn(async move {
                let conversation = Conversation::new(place);
                let serving = async {
                    let held_to = (&conversation, &limits);
                    // Whatever ends a connection early is the other end's affair.
                    match certificates {
                        None => {
                            let connection = connection(&builder, stream, responder, held_to);
                            let _ = watcher.watch(connection).await;
                        }
                        Some(certificates) => {
                            let shaking = certificates.accept(stream);
                            if let Ok(Ok(stream)) = timeout(limits.header, shaking).await {
                                let connection = connection(&builder, stream, responder, held_to);
                                let _ = watcher.watch(connection).await;
                            }
                        }
                    }
                };
                tokio::select! {
                    biased;
                    () = conversation.place().displaced() => {}
                    () = serving => {}
                }
            });
        }
        drop(self.listener);
        connections.shutdown().await;
    }

    /// The next connection that has a place.
    async fn accept(&self) -> Option<(TcpStream, ConnectionPlace)> {
        match self.listener.accept().await {
            Ok((stream, address)) => {
                // While one waits here, the others wait in the system's queue, and cost nothing.
                let place = self.gate.place(address.ip()).await?;
                // Only speed is lost where it cannot be set.
                let _ = stream.set_nodelay(true);
                Some((stream, place))
            }
            Err(error) => {
                if !is_of_the_connection(&error) {
                    sleep(BREATH).await;
                }
                None
            }
        }
    }
}

/// HTTP/1.1 on a connection, each request with its peer and a time within which its body must come.
fn connection<S: AsyncRead + AsyncWrite + Send + 'static, R: Responder>(
    builder: &http1::Builder,
    stream: S,
    responder: R,
    (conversation, limits): (&Arc<Conversation>, &Limits),
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + use<S, R> {
    let patience = limits.body;
    let peer = Peer(conversation.place().address());
    let talking = Arc::clone(conversation);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        talking.begins();
        let is_named = host::is_named(request.version(), request.headers());
        let mut unread = None;
        let mut request: Request = request.map(|body| {
            if body.is_end_stream() {
                Body::empty()
            } else {
                let (body, rest) = WatchedBody::new(DeadlineBody::new(patience, body));
                unread = Some(rest);
                Body::new(body)
            }
        });
        request.extensions_mut().insert(peer);
        let (responder, talking) = (responder.clone(), Arc::clone(&talking));
        async move {
            let mut response = if is_named {
                responder.respond(request).await
            } else {
                host::refusal()
            };
            if unread.is_some_and(|rest| rest.is_any()) {
                // What was not read stands in the way of another request. Said here, nobody sends one.
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<hyper::Response<AnswerBody>, Infallible>(response.map(|body| talking.answer(body)))
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write));
    let stream = Lingering::new(Box::pin(stream), LAST_WORDS);
    let stream = Flushed::new(stream, Arc::clone(conversation));
    builder.serve_connection(TokioIo::new(stream), service)
}

/// Whether accepting failed because of this one connection, so that the next may succeed at once.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

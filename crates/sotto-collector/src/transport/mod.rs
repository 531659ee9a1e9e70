//! From a connection to a request: accepting, TLS, HTTP/1.1, and the limits that hold before a
//! request is understood. What a request means is the API's business.
//!
//! Ours, on hyper, rather than `axum-server`: that has no limit on the connections of one address, no
//! time within which a response must be taken, and closes without letting a refusal arrive. tower-http's
//! deadline for bodies is used.

mod gate;
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

pub(crate) use gate::{Gate, Place};
use lingering::Lingering;
pub(crate) use listening::Listening;
pub(crate) use tls::Certificates;
pub use tls::{TlsError, TlsFiles};
use watched::Watched;

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
                let peer = Peer(place.address());
                // Whatever ends a connection early is the other end's affair.
                match certificates {
                    None => {
                        let connection = connection(&builder, stream, responder, peer, &limits);
                        let _ = watcher.watch(connection).await;
                    }
                    Some(certificates) => {
                        let shaking = certificates.accept(stream);
                        if let Ok(Ok(stream)) = timeout(limits.header, shaking).await {
                            let connection = connection(&builder, stream, responder, peer, &limits);
                            let _ = watcher.watch(connection).await;
                        }
                    }
                }
                drop(place);
            });
        }
        drop(self.listener);
        connections.shutdown().await;
    }

    /// The next connection that has a place.
    async fn accept(&self) -> Option<(TcpStream, Place)> {
        // Who waits here waits in the system's queue, and costs nothing.
        let free = self.gate.free().await;
        match self.listener.accept().await {
            Ok((stream, address)) => {
                // Only speed is lost where it cannot be set.
                let _ = stream.set_nodelay(true);
                Some((stream, free.take(address.ip())?))
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
    peer: Peer,
    limits: &Limits,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + use<S, R> {
    let patience = limits.body;
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut unread = None;
        let mut request: Request = request.map(|body| {
            if body.is_end_stream() {
                Body::empty()
            } else {
                let (body, rest) = Watched::new(DeadlineBody::new(patience, body));
                unread = Some(rest);
                Body::new(body)
            }
        });
        request.extensions_mut().insert(peer);
        let responder = responder.clone();
        async move {
            let mut response = responder.respond(request).await;
            if unread.is_some_and(|rest| rest.is_any()) {
                // What was not read stands in the way of another request. Said here, nobody sends one.
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write));
    let stream = Lingering::new(Box::pin(stream), LAST_WORDS);
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

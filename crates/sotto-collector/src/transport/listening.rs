//! A server that listens, until it is told to stop.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinHandle, time::timeout};

use super::{Certificates, Entrance, Responder, TlsError};
use crate::{clock::pause, log};

/// How often the files of the certificate are looked at.
const CERTIFICATE_CHECK: Duration = Duration::from_mins(1);

/// A server that was started.
pub(crate) struct Listening {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    server: JoinHandle<()>,
    certificates: Option<Arc<Certificates>>,
    drain: Duration,
}

impl Listening {
    /// Begins to serve at an address, until `stop` is told, and reads the certificate again whenever its files
    /// have changed.
    pub(crate) fn begin(
        entrance: Entrance,
        address: SocketAddr,
        responder: impl Responder,
        stop: watch::Sender<bool>,
    ) -> Self {
        let certificates = entrance.certificates.clone();
        if let Some(certificates) = &certificates {
            tokio::spawn(follow(Arc::clone(certificates), stop.subscribe()));
        }
        Self {
            address,
            drain: entrance.limits.drain,
            server: tokio::spawn(entrance.serve(responder, stop.subscribe())),
            stop,
            certificates,
        }
    }

    /// The address it listens on.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether it speaks TLS itself.
    pub(crate) const fn speaks_tls(&self) -> bool {
        self.certificates.is_some()
    }

    /// How long requests under way may take to end after it was told to stop.
    pub(crate) const fn drain(&self) -> Duration {
        self.drain
    }

    /// Waits until it ends by itself, which is always an error; why.
    pub(crate) async fn failed(&mut self) -> String {
        match (&mut self.server).await {
            Ok(()) => "it stopped listening".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// Reads the certificate again, if there is one. If it cannot be used, the old one stays.
    ///
    /// # Errors
    /// What is wrong with the new one.
    pub(crate) fn reload_certificate(&self) -> Result<(), TlsError> {
        match &self.certificates {
            Some(certificates) => certificates.reload(),
            None => Ok(()),
        }
    }

    /// Takes no more requests, and ends those under way. Whether they ended in time; the others were cut off.
    pub(crate) async fn end(&mut self) -> bool {
        self.stop.send_replace(true);
        let is_drained = timeout(self.drain, &mut self.server).await.is_ok();
        if !is_drained {
            self.server.abort();
        }
        is_drained
    }
}

async fn follow(certificates: Arc<Certificates>, mut stopping: watch::Receiver<bool>) {
    while pause(CERTIFICATE_CHECK, &mut stopping).await {
        if certificates.are_stale() {
            match certificates.reload() {
                Ok(()) => log::say("The certificate was read again."),
                Err(error) => log::say(format_args!("The old certificate stays in use: {error}")),
            }
        }
    }
}

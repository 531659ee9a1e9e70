//! A real `sotto relay` between a browser and a collector, with a recorder on each side of it.

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
};

use tokio::process::{Child, Command};

use crate::{Collector, Recorder, ports::named_port, setting};

/// The relay's process; it ends with this value.
pub struct Relay {
    process: Child,
    port: Arc<AtomicU16>,
    /// What browsers send to it. Its address stays when the relay is started again.
    pub before: Recorder,
    /// What it sends to the collector.
    pub behind: Recorder,
}

impl Relay {
    /// Starts a relay to a collector.
    pub async fn start(collector: &Collector) -> Self {
        let behind = Recorder::start(collector.followed_port()).await;
        let (process, port) = spawn(behind.port()).await;
        let port = Arc::new(AtomicU16::new(port));
        let before = Recorder::start(Arc::clone(&port)).await;
        Self {
            process,
            port,
            before,
            behind,
        }
    }

    /// Its host, as a browser sees it.
    #[must_use]
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.before.port())
    }

    /// Ends it at once.
    pub async fn kill(&mut self) {
        self.process.kill().await.expect("the relay can be killed");
        self.port.store(0, Ordering::Relaxed);
    }

    /// Starts it again.
    pub async fn restart(&mut self) {
        let (process, port) = spawn(self.behind.port()).await;
        self.process = process;
        self.port.store(port, Ordering::Relaxed);
    }
}

async fn spawn(to: u16) -> (Child, u16) {
    let mut process = Command::new(setting("SOTTO_BINARY"))
        .arg("relay")
        .args(["--listen", "127.0.0.1:0"])
        .args(["--to", &format!("http://127.0.0.1:{to}")])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("SOTTO_BINARY can be started");
    let says = process.stderr.take().expect("its standard error");
    let port = named_port(says, "Relay: http://127.0.0.1:").await;
    (process, port.expect("the relay says where it listens"))
}

//! Chromium: how it is started, and what can be asked only of it.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{process::Command, time::Instant};

use super::{
    Browser, Engine,
    looking::{PATIENCE, PAUSE},
};
use crate::setting;

impl Browser {
    /// Starts a browser of desktop width.
    pub async fn start() -> Self {
        Self::with_arguments(&[]).await
    }

    /// Starts a browser with more command-line arguments.
    pub async fn with_arguments(more: &[&str]) -> Self {
        let profile = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::with_profile(profile, more).await
    }

    /// Closes the browser, as a person would, and starts it again with all that it remembers.
    pub async fn reopened(mut self) -> Self {
        let closed = self.client.clone().close().await;
        closed.expect("the browser can be closed");
        self.process = None;
        Self::with_profile(Arc::clone(&self.profile), &[]).await
    }

    async fn with_profile(profile: Arc<TempDir>, more: &[&str]) -> Self {
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=1280,1000",
            "--lang=en",
        ]
        .map(str::to_owned)
        .into();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.extend(more.iter().map(|&argument| argument.to_owned()));
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": setting("CHROME"), "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let mut driver = Command::new(setting("CHROMEDRIVER"));
        let says = "successfully on port ";
        Self::connected(Engine::Chromium, &mut driver, says, profile, capabilities).await
    }

    /// What the console has said at the level of errors since the last call, policy violations
    /// included.
    pub async fn errors(&self) -> Vec<String> {
        let log = self.command("se/log", json!({ "type": "browser" })).await;
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries
            .into_iter()
            .filter(|entry| entry["level"] == "SEVERE");
        severe
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// What the page's documents hold, once collecting what nothing refers to makes it no less.
    pub async fn counters(&self) -> Counters {
        let mut before = self.collected().await;
        loop {
            let now = self.collected().await;
            if !now.is_less_than(&before) {
                return now;
            }
            before = now;
        }
    }

    /// What they hold once all of it has fallen below limits, or when it has not for as long as the page
    /// may take over anything. What is told to go goes when the browser is at leisure.
    pub async fn counters_below(&self, limits: Counters) -> Counters {
        let end = Instant::now() + PATIENCE;
        loop {
            let now = self.collected().await;
            if now.is_below(&limits) || Instant::now() > end {
                return now;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn collected(&self) -> Counters {
        self.chromium("HeapProfiler.collectGarbage", json!({}))
            .await;
        let counted = self.chromium("Memory.getDOMCounters", json!({})).await;
        let heap = self.chromium("Runtime.getHeapUsage", json!({})).await;
        let of = |value: &Value| value.as_u64().expect("a number");
        Counters {
            nodes: of(&counted["nodes"]),
            listeners: of(&counted["jsEventListeners"]),
            heap_bytes: of(&heap["usedSize"]),
        }
    }

    pub(super) async fn emulate_media(&self, features: &[(&str, &str)]) {
        let feature = |&(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Value = features.iter().map(feature).collect();
        let parameters = json!({ "features": features });
        self.chromium("Emulation.setEmulatedMedia", parameters)
            .await;
    }

    pub(super) async fn emulate_network(&self, offline: bool) {
        self.chromium("Network.enable", json!({})).await;
        let parameters = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.chromium("Network.emulateNetworkConditions", parameters)
            .await;
    }

    /// Lets what an origin stores take no more than so many bytes; with none, as many as ever.
    pub async fn limit_storage(&self, origin: &str, bytes: Option<u32>) {
        let limit = bytes.map_or_else(
            || json!({ "origin": origin }),
            |bytes| json!({ "origin": origin, "quotaSize": bytes }),
        );
        self.chromium("Storage.overrideQuotaForOrigin", limit).await;
    }

    /// A command of Chromium's own protocol.
    async fn chromium(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.command("goog/cdp/execute", body).await
    }
}

/// What the documents of a page hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Nodes, also those outside the documents.
    pub nodes: u64,
    /// Event listeners.
    pub listeners: u64,
    /// JavaScript's objects.
    pub heap_bytes: u64,
}

impl Counters {
    const fn is_below(&self, limits: &Self) -> bool {
        self.nodes < limits.nodes
            && self.listeners < limits.listeners
            && self.heap_bytes < limits.heap_bytes
    }

    /// By more than the noise of a heap.
    const fn is_less_than(&self, before: &Self) -> bool {
        self.nodes < before.nodes
            || self.listeners < before.listeners
            || self.heap_bytes + 10_000 < before.heap_bytes
    }
}

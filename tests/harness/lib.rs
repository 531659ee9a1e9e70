//! What the system tests stand on: a real collector, a recorder of every byte between it and the
//! browser, and a real browser driven by WebDriver.
//!
//! `./test system` builds what is needed and says where it is; see [`setting`].
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot be set up must stop and say why"
)]

mod browser;
mod collector;
mod crowd;
mod g_test;
mod ports;
mod recorder;
mod relay;
mod setting;
mod static_files;
// As the collector's own tests do.
#[path = "../../crates/sotto-collector/tests/evidence/temporary.rs"]
mod temporary;

pub use browser::{Browser, Counters};
pub use collector::Collector;
pub use crowd::{ChannelCase, channel_cases, crowds, simulate};
pub use fantoccini::key::Key;
pub use g_test::{exceeds, g_statistic};
pub use recorder::{Recorder, Request};
pub use relay::Relay;
pub use setting::setting;
pub use static_files::{ENDLESS_FILE, Fault, SILENT_FILE, StaticFiles};

/// A collector with an empty database, the recorder in front of it, and a browser.
pub struct System {
    /// The collector's process.
    pub collector: Collector,
    /// What the browser talks to.
    pub recorder: Recorder,
    /// The browser.
    pub browser: Browser,
}

impl System {
    /// Starts all three, Chromium as the browser.
    pub async fn start() -> Self {
        Self::with_browser(Browser::start().await).await
    }

    /// Starts the others around a browser.
    pub async fn with_browser(browser: Browser) -> Self {
        let collector = Collector::start().await;
        let recorder = Recorder::start(collector.followed_port()).await;
        Self {
            collector,
            recorder,
            browser,
        }
    }

    /// An address on the recorder.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.recorder.port())
    }

    /// The results as the collector gives them.
    pub async fn results(&self) -> sotto_survey::Results {
        self.collector.results("census").await
    }
}

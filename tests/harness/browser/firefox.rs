//! Firefox: how it is started, and how it is told what Chromium has commands for.

use std::sync::Arc;

use serde_json::json;
use tokio::process::Command;

use super::{Browser, Engine};
use crate::setting;

impl Browser {
    /// Starts Firefox, of desktop width.
    pub async fn firefox() -> Self {
        let profile = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let capabilities = json!({
            "browserName": "firefox",
            "moz:firefoxOptions": {
                "binary": setting("FIREFOX"),
                "args": ["-headless", "--width=1280", "--height=1000"],
                "prefs": {
                    "intl.accept_languages": "en",
                    // Silent on the network.
                    "app.update.enabled": false,
                    "browser.region.network.url": "",
                    "extensions.getAddons.cache.enabled": false,
                    "network.captive-portal-service.enabled": false,
                    "network.connectivity-service.enabled": false,
                    "services.settings.server": "http://127.0.0.1:9/",
                    "toolkit.telemetry.enabled": false,
                },
            },
        });
        let mut driver = Command::new(setting("GECKODRIVER"));
        driver
            // The protocol's second port is of no use here, and would be taken by the test beside.
            .arg("--websocket-port=0")
            // For what a person sets in the browser itself.
            .arg("--allow-system-access")
            .arg("--profile-root")
            .arg(profile.path())
            .env("HOME", profile.path());
        let says = "Listening on 127.0.0.1:";
        Self::connected(Engine::Firefox, &mut driver, says, profile, capabilities).await
    }

    pub(super) async fn set_preferences(&self, features: &[(&str, &str)]) {
        let asked = |(name, value, ..): &(&str, &str, &str, u8)| features.contains(&(name, value));
        let cleared = PREFERENCES.map(|(.., name, _)| format!("prefs.clearUserPref('{name}')"));
        let set = PREFERENCES.into_iter().filter(asked);
        let set = set.map(|(.., name, number)| format!("prefs.setIntPref('{name}', {number})"));
        let commands: Vec<_> = cleared.into_iter().chain(set).collect();
        let script = format!("const {{ prefs }} = Services; {}", commands.join(";"));
        self.run_privileged(&script).await;
    }

    pub(super) async fn work_offline(&self, offline: bool) {
        self.run_privileged(&format!("Services.io.offline = {offline}"))
            .await;
    }

    pub(super) async fn zoom(&self, factor: u32) {
        self.run_privileged(&format!("gBrowser.selectedBrowser.fullZoom = {factor}"))
            .await;
    }

    /// Runs JavaScript as the browser's own, not the page's.
    async fn run_privileged(&self, script: &str) {
        self.enter_context("chrome").await;
        self.run(script).await;
        self.enter_context("content").await;
    }

    /// Whose the scripts are that follow.
    async fn enter_context(&self, context: &str) {
        self.command("moz/context", json!({ "context": context }))
            .await;
    }
}

/// Values of media features, and what in Firefox's preferences brings them about.
const PREFERENCES: [(&str, &str, &str, u8); 4] = [
    ("prefers-color-scheme", "dark", COLOUR_SCHEME, 0),
    ("prefers-color-scheme", "light", COLOUR_SCHEME, 1),
    (
        "prefers-reduced-motion",
        "reduce",
        "ui.prefersReducedMotion",
        1,
    ),
    (
        "forced-colors",
        "active",
        "browser.display.document_color_use",
        2,
    ),
];
const COLOUR_SCHEME: &str = "layout.css.prefers-color-scheme.content-override";

/// In pixels, of a window.
pub(super) const LEAST_WIDTH: u32 = 450;

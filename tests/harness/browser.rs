//! A headless Chromium or Firefox, driven by WebDriver, with an empty profile.

use std::{process::Stdio, sync::Arc, time::Duration};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, KeyAction, KeyActions},
    elements::Element,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::{ports::named_port, setting};

/// A browser window; it ends with this value.
pub struct Browser {
    client: Client,
    process: Option<u64>,
    _driver: Child,
    profile: Arc<TempDir>,
}

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
        let mut driver = Command::new(setting("CHROMEDRIVER"))
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("CHROMEDRIVER can be started");
        let says = driver.stdout.take().expect("its standard output");
        let port = named_port(says, "successfully on port ", "chromedriver").await;
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
        Self::connected(driver, port, profile, &capabilities, "goog:processID").await
    }

    /// Starts Firefox, of desktop width.
    pub async fn firefox() -> Self {
        let profile = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let mut driver = Command::new(setting("GECKODRIVER"))
            .arg("--port=0")
            // The protocol's second port is of no use here, and would be taken by the test beside.
            .arg("--websocket-port=0")
            .arg("--profile-root")
            .arg(profile.path())
            .env("HOME", profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("GECKODRIVER can be started");
        let says = driver.stdout.take().expect("its standard output");
        let port = named_port(says, "Listening on 127.0.0.1:", "geckodriver").await;
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
        Self::connected(driver, port, profile, &capabilities, "moz:processID").await
    }

    async fn connected(
        driver: Child,
        port: u16,
        profile: Arc<TempDir>,
        capabilities: &Value,
        process: &str,
    ) -> Self {
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let client = ClientBuilder::new(connector)
            .capabilities(capabilities.as_object().cloned().expect("an object"))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser session");
        let process = client
            .capabilities()
            .and_then(|found| found.get(process)?.as_u64());
        Self {
            client,
            process,
            _driver: driver,
            profile,
        }
    }

    /// The WebDriver session.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Opens an address.
    pub async fn open(&self, address: &str) {
        self.client.goto(address).await.expect("the page opens");
    }

    /// Runs JavaScript in the page; what it returns.
    pub async fn run(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Runs JavaScript that ends by calling its last argument, `arguments[0]`, with a result.
    pub async fn run_async(&self, script: &str) -> Value {
        let result = self.client.execute_async(script, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until JavaScript gives something true, and returns it.
    pub async fn until(&self, condition: &str) -> Value {
        let patience = tokio::time::Instant::now() + Duration::from_secs(30);
        loop {
            let value = self.run(&format!("return ({condition})")).await;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if tokio::time::Instant::now() > patience {
                let page = self.run("return document.body.innerText + ' | ' + (document.querySelector('sotto-survey')?.shadowRoot?.textContent ?? '')").await;
                panic!("never came true: {condition}\n{page}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// An element of the page.
    pub async fn find(&self, selector: &str) -> Element {
        self.client
            .wait()
            .for_element(Locator::Css(selector))
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// An element inside the survey's shadow root, once it is there.
    pub async fn find_in_survey(&self, selector: &str) -> Element {
        let quoted = Value::from(selector);
        let root = "document.querySelector('sotto-survey')?.shadowRoot";
        self.until(&format!("{root}?.querySelector({quoted}) != null"))
            .await;
        let survey = self.find("sotto-survey").await;
        let root = survey.shadow_root().await.expect("an open shadow root");
        root.find(Locator::Css(selector))
            .await
            .unwrap_or_else(|e| panic!("{selector}: {e}"))
    }

    /// Presses and releases one key, wherever the focus is.
    pub async fn press(&self, key: char) {
        let press = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key });
        self.client
            .perform_actions(press)
            .await
            .expect("a key can be pressed");
    }

    /// What the console has said at the level of errors since the last call, policy violations
    /// included.
    pub async fn errors(&self) -> Vec<String> {
        let log = self.client.issue_cmd(Log).await.expect("the console's log");
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries
            .into_iter()
            .filter(|entry| entry["level"] == "SEVERE");
        severe
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// What the page's documents hold, after everything that nothing refers to is gone.
    pub async fn counters(&self) -> Counters {
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

    /// What a person has asked their system for, by names and values of media features
    /// (`prefers-color-scheme`, `forced-colors`, …); whatever is not named is as it comes.
    pub async fn prefer(&self, features: &[(&str, &str)]) {
        let feature = |&(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Value = features.iter().map(feature).collect();
        let parameters = json!({ "features": features });
        self.chromium("Emulation.setEmulatedMedia", parameters)
            .await;
    }

    /// Takes the network away from the page, or gives it back.
    pub async fn be_offline(&self, offline: bool) {
        self.chromium("Network.enable", json!({})).await;
        let parameters = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.chromium("Network.emulateNetworkConditions", parameters)
            .await;
    }

    /// A command of Chromium's own protocol.
    async fn chromium(&self, command: &'static str, parameters: Value) -> Value {
        let command = Protocol(command, parameters);
        self.client
            .issue_cmd(command)
            .await
            .expect("Chromium's protocol")
    }

    /// Runs axe-core with every rule that it has, those apart that only WCAG AAA asks for: also its best
    /// practices, and what it does not run by itself. The violations.
    pub async fn accessibility_violations(&self) -> Vec<String> {
        if self.run("return window.axe === undefined").await == true {
            let axe = tokio::fs::read_to_string(setting("SOTTO_AXE"))
                .await
                .expect("SOTTO_AXE");
            self.run(&axe).await;
        }
        let script = "const done = arguments[arguments.length - 1];
            const asked = axe.getRules().filter(({ tags }) => !tags.includes('wcag2aaa'));
            const rules = Object.fromEntries(asked.map(({ ruleId }) => [ruleId, { enabled: true }]));
            axe.run(document, { rules }).then((result) => done(result.violations.map((v) =>
                `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)));";
        let violations = self.run_async(script).await;
        let violations = violations.as_array().cloned().unwrap_or_default();
        violations
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Sets the size of the window, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        self.client
            .set_window_size(width, height)
            .await
            .expect("the window can be resized");
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

/// A driver that is killed leaves its browser behind.
impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(process) = self.process {
            // It may have ended by itself.
            let _ = std::process::Command::new("kill")
                .args(["-9", &process.to_string()])
                .status();
        }
    }
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Protocol(&'static str, Value);

impl fantoccini::wd::WebDriverCompatibleCommand for Protocol {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        let body = json!({ "cmd": self.0, "params": self.1 });
        (http::Method::POST, Some(body.to_string()))
    }
}

/// Chromium's own command for its console.
#[derive(Debug)]
struct Log;

impl fantoccini::wd::WebDriverCompatibleCommand for Log {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (
            http::Method::POST,
            Some(json!({ "type": "browser" }).to_string()),
        )
    }
}

//! A headless Chromium or Firefox, driven by WebDriver, with an empty profile.

mod acting;
mod chromium;
mod command;
mod firefox;
mod looking;

use std::{process::Stdio, sync::Arc};

use fantoccini::{
    Client, ClientBuilder,
    actions::{InputSource, KeyAction, KeyActions},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::{ports::named_port, setting};
pub use chromium::Counters;

/// In milliseconds: how long a page may load, and a script run that waits for something. The longest
/// of them answer a survey a hundred times.
const TIMEOUT: u32 = 5 * 60 * 1000;

/// How often a driver may end before it listens.
const STARTS: u32 = 3;

/// A driver, and the port that it names after the words `says`. Chromium's takes a free port for one kind of
/// address and ends if another program has the same for the other kind: then it is started again.
async fn started(driver: &mut Command, says: &str, name: &str) -> (Child, u16) {
    driver
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    for _ in 0..STARTS {
        let driver = driver.spawn();
        let mut driver = driver.expect("the browser's driver can be started");
        let output = driver.stdout.take().expect("its standard output");
        if let Some(port) = named_port(output, says).await {
            return (driver, port);
        }
    }
    panic!("{name} never says where it listens");
}

/// A browser window; it ends with this value.
pub struct Browser {
    engine: Engine,
    client: Client,
    process: Option<u64>,
    _driver: Child,
    profile: Arc<TempDir>,
}

#[derive(Clone, Copy)]
enum Engine {
    Chromium,
    Firefox,
}

impl Browser {
    /// Starts a driver, which says on which port it listens after these words, and the browser by it.
    async fn connected(
        engine: Engine,
        driver: &mut Command,
        says: &str,
        profile: Arc<TempDir>,
        mut capabilities: Value,
    ) -> Self {
        capabilities["timeouts"] = json!({ "script": TIMEOUT, "pageLoad": TIMEOUT });
        let (name, process) = match engine {
            Engine::Chromium => ("chromedriver", "goog:processID"),
            Engine::Firefox => ("geckodriver", "moz:processID"),
        };
        let (driver, port) = started(driver, says, name).await;
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
            engine,
            client,
            process,
            _driver: driver,
            profile,
        }
    }

    /// Whether it is Firefox, and not Chromium.
    #[must_use]
    pub const fn is_firefox(&self) -> bool {
        matches!(self.engine, Engine::Firefox)
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

    /// What a person has asked their system for, by names and values of media features
    /// (`prefers-color-scheme`, `forced-colors`, …); whatever is not named is as it comes.
    pub async fn prefer(&self, features: &[(&str, &str)]) {
        match self.engine {
            Engine::Chromium => self.emulate_media(features).await,
            Engine::Firefox => self.set_preferences(features).await,
        }
    }

    /// Takes the network away from the page, or gives it back.
    pub async fn be_offline(&self, offline: bool) {
        match self.engine {
            Engine::Chromium => self.emulate_network(offline).await,
            Engine::Firefox => self.work_offline(offline).await,
        }
    }

    /// Runs axe-core with every rule that it has, those apart that only WCAG AAA asks for: also its best
    /// practices, and what it does not run by itself. The violations. A page without a background is
    /// given the colour that it stands on, which axe-core takes for white. Documents in frames are not
    /// looked at: they are entered and asked by themselves.
    pub async fn accessibility_violations(&self) -> Vec<String> {
        if self.run("return window.axe === undefined").await == true {
            let axe = tokio::fs::read_to_string(setting("SOTTO_AXE"))
                .await
                .expect("SOTTO_AXE");
            self.run(&axe).await;
        }
        let script = "const done = arguments[arguments.length - 1];
            const canvas = new CSSStyleSheet();
            canvas.replaceSync('html { background: Canvas }');
            if (getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)')
                document.adoptedStyleSheets.push(canvas);
            const asked = axe.getRules().filter(({ tags }) => !tags.includes('wcag2aaa'));
            const rules = Object.fromEntries(asked.map(({ ruleId }) => [ruleId, { enabled: true }]));
            axe.run(document, { rules, iframes: false }).then((result) => done(result.violations.map((v) =>
                `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)));";
        let violations = self.run_async(script).await;
        let violations = violations.as_array().cloned().unwrap_or_default();
        violations
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Sets the size of the window, in CSS pixels. Firefox has no windows as narrow as a telephone:
    /// there it is one four times as large, at 400 %.
    pub async fn resize(&self, width: u32, height: u32) {
        let is_too_narrow = self.is_firefox() && width < firefox::LEAST_WIDTH;
        let zoom = if is_too_narrow { 4 } else { 1 };
        self.client
            .set_window_size(width * zoom, height * zoom)
            .await
            .expect("the window can be resized");
        if self.is_firefox() {
            self.zoom(zoom).await;
            self.until(&format!("innerWidth === {width}")).await;
        }
    }

    /// Makes what is seen of the page that large: the window is larger by the browser's own bars, as the page that is open
    /// measures them.
    pub async fn resize_view(&self, width: u32, height: u32) {
        let bars = "return [outerWidth - innerWidth, outerHeight - innerHeight]";
        let bars = self.run(bars).await;
        let [beside, above]: [u32; 2] =
            serde_json::from_value(bars).expect("a window is no smaller than its page");
        self.resize(width + beside, height + above).await;
        let view = format!("innerWidth === {width} && innerHeight === {height}");
        self.until(&view).await;
    }
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

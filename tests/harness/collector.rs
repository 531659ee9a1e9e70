//! A real `sotto serve`, with a database of its own.

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
};

use serde_json::{Value, json};
use sotto_survey::Results;
use sqlx::Connection as _;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

use crate::{ports::named_port, setting, temporary};

/// The collector's process; it ends with this value.
pub struct Collector {
    process: Child,
    port: Arc<AtomicU16>,
    folder: TempDir,
}

impl Collector {
    /// Starts a collector with an empty database.
    pub async fn start() -> Self {
        let folder = temporary::folder();
        let (process, port) = spawn(&folder).await;
        Self {
            process,
            port: Arc::new(AtomicU16::new(port)),
            folder,
        }
    }

    /// Where it listens on 127.0.0.1: another port each time that it is started.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }

    /// The same, for whoever must follow it from start to start; 0 while it is dead.
    pub(crate) fn followed_port(&self) -> Arc<AtomicU16> {
        Arc::clone(&self.port)
    }

    /// Ends it at once, as a power cut would.
    pub async fn kill(&mut self) {
        self.process
            .kill()
            .await
            .expect("the collector can be killed");
        self.port.store(0, Ordering::Relaxed);
    }

    /// Puts another key in the place of the gateway's, as months would; while it is dead.
    pub async fn replace_gateway_key(&self) {
        let database = self.folder.path().join("sotto.sqlite");
        let address = format!("sqlite:{}", database.display());
        let connection = sqlx::SqliteConnection::connect(&address).await;
        let mut connection = connection.expect("the database");
        sqlx::query("UPDATE gateway_keys SET number = number + 1, seed = randomblob(32)")
            .execute(&mut connection)
            .await
            .expect("another key");
        connection.close().await.expect("the database");
    }

    /// Starts it again on the same database.
    pub async fn restart(&mut self) {
        let (process, port) = spawn(&self.folder).await;
        self.process = process;
        self.port.store(port, Ordering::Relaxed);
    }

    /// What makes the first operator, as it was told; to be asked for once, of an empty database.
    pub async fn setup_token(&mut self) -> String {
        let output = self.process.stdout.take().expect("its standard output");
        let mut lines = BufReader::new(output).lines();
        loop {
            let line = lines.next_line().await.expect("readable");
            let line = line.expect("a setup token");
            if let Some((_, token)) = line.split_once("once: ") {
                return token.to_owned();
            }
        }
    }

    /// Becomes its first operator; the token.
    pub async fn operator(&mut self) -> String {
        let setup = self.setup_token().await;
        let body = json!({ "setup_token": setup, "name": "Test" });
        let made = self.manage("POST", "setup", "", &body).await;
        made["token"].as_str().expect("a token").to_owned()
    }

    /// A request of an operator; the answer.
    pub async fn manage(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let body = body.to_string();
        let head = format!(
            "authorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        let head = match token {
            "" => head.split_once("\r\n").map_or("", |(_, rest)| rest),
            _ => &head,
        };
        let path = format!("/api/v1/{path}");
        let (status, answer) = self.exchange(method, &path, head, &body).await;
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        serde_json::from_str(&answer).unwrap_or_default()
    }

    /// The results of a survey as an operator reads them.
    pub async fn results_as(&self, survey: &str, token: &str) -> Value {
        let path = format!("/api/v1/surveys/{survey}/results");
        let head = format!("authorization: Bearer {token}\r\n");
        let (status, body) = self.exchange("GET", &path, &head, "").await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("results are JSON")
    }

    /// The results of a survey.
    pub async fn results(&self, survey: &str) -> Results {
        let (status, body) = self.get(&format!("/api/v1/surveys/{survey}/results")).await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("results are JSON")
    }

    /// Posts a body to a survey; the status.
    pub async fn post(&self, survey: &str, body: &str) -> u16 {
        let path = format!("/api/v1/surveys/{survey}/submissions");
        let head = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        self.exchange("POST", &path, &head, body).await.0
    }

    /// What stands at a path, for everybody: the status and the body.
    pub async fn get(&self, path: &str) -> (u16, String) {
        self.exchange("GET", path, "", "").await
    }

    /// One HTTP/1.0 exchange: the answer ends with the connection, and has no chunks.
    async fn exchange(&self, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port()))
            .await
            .expect("a connection");
        let request = format!("{method} {path} HTTP/1.0\r\nhost: localhost\r\n{head}\r\n{body}");
        stream
            .write_all(request.as_bytes())
            .await
            .expect("the request is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }
}

async fn spawn(folder: &TempDir) -> (Child, u16) {
    let database = folder.path().join("sotto.sqlite");
    let mut process = Command::new(setting("SOTTO_BINARY"))
        .arg("serve")
        .args(["--listen", "127.0.0.1:0"])
        .args(["--database", &format!("sqlite:{}", database.display())])
        .args(["--site", &setting("SOTTO_DIST")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("SOTTO_BINARY can be started");
    let says = process.stderr.take().expect("its standard error");
    let port = named_port(says, "Open http://127.0.0.1:").await;
    let port = port.expect("the collector says where it listens");
    (process, port)
}

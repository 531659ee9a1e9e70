//! A real `sotto serve`, with a database of its own.

use std::process::Stdio;

use serde_json::{Value, json};
use sotto_survey::Results;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

use crate::{
    ports::{free_port, until_listening},
    setting,
};

/// The collector's process; it ends with this value.
pub struct Collector {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Collector {
    /// Starts a collector with an empty database.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        let process = spawn(&folder, port);
        until_listening(port, "the collector").await;
        Self {
            process,
            port,
            folder,
        }
    }

    /// Where it listens on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Ends it at once, as a power cut would.
    pub async fn kill(&mut self) {
        self.process
            .kill()
            .await
            .expect("the collector can be killed");
    }

    /// Starts it again on the same database and port.
    pub async fn restart(&mut self) {
        self.process = spawn(&self.folder, self.port);
        until_listening(self.port, "the collector").await;
    }

    /// Becomes its first operator; the token.
    pub async fn operator(&mut self) -> String {
        let output = self.process.stdout.take().expect("its standard output");
        let mut lines = BufReader::new(output).lines();
        let setup = loop {
            let line = lines.next_line().await.expect("readable");
            let line = line.expect("a setup token");
            if let Some((_, token)) = line.split_once("once: ") {
                break token.to_owned();
            }
        };
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

    async fn get(&self, path: &str) -> (u16, String) {
        self.exchange("GET", path, "", "").await
    }

    /// One HTTP/1.0 exchange: the answer ends with the connection, and has no chunks.
    async fn exchange(&self, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))
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

fn spawn(folder: &TempDir, port: u16) -> Child {
    let database = folder.path().join("sotto.sqlite");
    Command::new(setting("SOTTO_BINARY"))
        .arg("serve")
        .args(["--listen", &format!("127.0.0.1:{port}")])
        .args(["--database", &format!("sqlite:{}", database.display())])
        .args(["--site", &setting("SOTTO_DIST")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("SOTTO_BINARY can be started")
}

//! The built site as plain static files, with no collector behind it.

use std::path::{Path, PathBuf};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::setting;

/// A server of `SOTTO_DIST` under a sub-path, as a static host would serve it.
pub struct StaticFiles {
    port: u16,
}

/// The sub-path.
const PREFIX: &str = "/some/place/";

impl StaticFiles {
    /// Starts it.
    pub async fn start() -> Self {
        Self::with_head("").await
    }

    /// Starts it with a content security policy on every answer.
    pub async fn with_policy(policy: &str) -> Self {
        Self::with_head(&format!("content-security-policy: {policy}\r\n")).await
    }

    async fn with_head(head: &str) -> Self {
        let head = head.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let root = PathBuf::from(setting("SOTTO_DIST"));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, root.clone(), head.clone()));
            }
        });
        Self { port }
    }

    /// An address on it.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{PREFIX}{path}", self.port)
    }
}

async fn answer(stream: TcpStream, root: PathBuf, more: String) {
    let mut stream = BufReader::new(stream);
    let mut first = String::new();
    if stream.read_line(&mut first).await.is_err() {
        return;
    }
    let mut line = String::new();
    while matches!(stream.read_line(&mut line).await, Ok(3..)) {
        line.clear();
    }
    let target = first.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let file = match path.strip_prefix(PREFIX) {
        Some("") => Some(root.join("index.html")),
        Some(path) if !path.contains("..") => Some(root.join(path)),
        _ => None,
    };
    let found = match &file {
        Some(file) => tokio::fs::read(file)
            .await
            .ok()
            .map(|bytes| (bytes, media_type(file))),
        None => None,
    };
    let (status, bytes, media_type) = match found {
        Some((bytes, media_type)) => ("200 OK", bytes, media_type),
        None => ("404 Not Found", b"nothing here".to_vec(), "text/plain"),
    };
    let head = format!(
        "HTTP/1.0 {status}\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\n{more}\r\n",
        bytes.len()
    );
    // The browser may have gone.
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&bytes).await;
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

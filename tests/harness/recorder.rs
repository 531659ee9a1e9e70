//! Stands between browser and collector, passes every byte on, and keeps what the browser sent.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU16, Ordering},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

type Requests = Arc<Mutex<Vec<Request>>>;

/// A recording proxy.
pub struct Recorder {
    port: u16,
    requests: Requests,
}

/// A request that the browser sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The path and query.
    pub target: String,
    /// The head, line by line, as it was sent.
    pub head: Vec<String>,
    /// The body, to the byte.
    pub body: String,
}

impl Recorder {
    /// Starts a recorder in front of a port, which may become another.
    pub async fn start(upstream: Arc<AtomicU16>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let requests = Requests::default();
        let recorded = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                let upstream = upstream.load(Ordering::Relaxed);
                tokio::spawn(pass_on(browser, upstream, Arc::clone(&recorded)));
            }
        });
        Self { port, requests }
    }

    /// Where it listens on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Every request so far, in the order in which they were complete, over whichever connection.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("the recorder works").clone()
    }

    /// The bodies posted so far.
    #[must_use]
    pub fn posted(&self) -> Vec<String> {
        let posts = self
            .requests()
            .into_iter()
            .filter(|request| request.method == "POST");
        posts.map(|request| request.body).collect()
    }
}

async fn pass_on(browser: TcpStream, upstream: u16, requests: Requests) {
    // While the collector is down the browser's connection ends at once, as it would without us.
    let Ok(collector) = TcpStream::connect(("127.0.0.1", upstream)).await else {
        return;
    };
    let (from_browser, to_browser) = browser.into_split();
    let (from_collector, to_collector) = collector.into_split();
    let mut unfinished = Vec::new();
    let record = move |bytes: &[u8]| {
        unfinished.extend_from_slice(bytes);
        let found = take_requests(&mut unfinished);
        requests.lock().expect("the recorder works").extend(found);
    };
    let there = copy(from_browser, to_collector, record);
    let back = copy(from_collector, to_browser, |_| ());
    tokio::join!(there, back);
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut record: impl FnMut(&[u8]),
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        record(&buffer[..length]);
        if to.write_all(&buffer[..length]).await.is_err() {
            break;
        }
    }
    // The other side may be gone already.
    let _ = to.shutdown().await;
}

/// Takes the complete requests out of what one connection sent; browsers send bodies with their length.
fn take_requests(bytes: &mut Vec<u8>) -> Vec<Request> {
    let mut found = Vec::new();
    while let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let head: Vec<String> = head.split("\r\n").map(str::to_owned).collect();
        let length = head
            .iter()
            .find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")?
                    .trim()
                    .parse()
                    .ok()
            })
            .unwrap_or(0);
        let rest = &bytes[end + 4..];
        if rest.len() < length {
            break;
        }
        let mut first = head[0].split(' ').map(str::to_owned);
        found.push(Request {
            method: first.next().unwrap_or_default(),
            target: first.next().unwrap_or_default(),
            body: String::from_utf8_lossy(&rest[..length]).into_owned(),
            head,
        });
        bytes.drain(..end + 4 + length);
    }
    found
}

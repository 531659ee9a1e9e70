//! Stands between browser and collector, passes on every byte but those of what it withholds, and keeps what the
//! browser sent.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicU16, Ordering},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A recording proxy.
pub struct Recorder {
    port: u16,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    requests: Mutex<Vec<Request>>,
    /// What the target of a request contains that nobody answers.
    withheld: Mutex<Option<String>>,
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
        let seen = Arc::<Seen>::default();
        let all = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                let upstream = upstream.load(Ordering::Relaxed);
                tokio::spawn(pass_on(browser, upstream, Arc::clone(&all)));
            }
        });
        Self { port, seen }
    }

    /// Where it listens on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Every request so far, in the order in which they were complete, over whichever connection.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.seen.requests).clone()
    }

    /// From now on whoever asks for a target that contains this finds the connection closed.
    pub fn withhold(&self, part: &str) {
        *lock(&self.seen.withheld) = Some(part.to_owned());
    }

    /// Everything is answered again.
    pub fn mend(&self) {
        *lock(&self.seen.withheld) = None;
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

impl Seen {
    /// Keeps requests; false if one of them is withheld.
    fn keep(&self, requests: Vec<Request>) -> bool {
        let withheld = lock(&self.withheld);
        let is_withheld = |request: &Request| {
            let part = withheld.as_deref();
            part.is_some_and(|part| request.target.contains(part))
        };
        let pass = !requests.iter().any(is_withheld);
        lock(&self.requests).extend(requests);
        pass
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("the recorder works")
}

async fn pass_on(browser: TcpStream, upstream: u16, seen: Arc<Seen>) {
    // While the collector is down the browser's connection ends at once, as it would without us.
    let Ok(collector) = TcpStream::connect(("127.0.0.1", upstream)).await else {
        return;
    };
    let (from_browser, to_browser) = browser.into_split();
    let (from_collector, to_collector) = collector.into_split();
    let mut unfinished = Vec::new();
    let pass = move |bytes: &[u8]| {
        unfinished.extend_from_slice(bytes);
        seen.keep(take_requests(&mut unfinished))
    };
    let there = copy(from_browser, to_collector, pass);
    let back = copy(from_collector, to_browser, |_| true);
    tokio::join!(there, back);
}

/// Passes bytes on until one side ends, or `pass` says of some that they go no further.
async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut pass: impl FnMut(&[u8]) -> bool,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if !pass(&buffer[..length]) {
            break;
        }
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

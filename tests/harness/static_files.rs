//! The built site as plain static files, with no collector behind it, or something in its place that
//! takes whatever is posted.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::timeout,
};

use crate::setting;

/// A server of `SOTTO_DIST` under a sub-path, as a static host would serve it.
pub struct StaticFiles {
    port: u16,
    answers: Arc<Answers>,
}

/// A file that never begins to arrive.
pub const SILENT_FILE: &str = "silent.json";

/// A file that never ends.
pub const ENDLESS_FILE: &str = "endless.json";

/// How long a test waits for the browser to ask.
const PATIENCE: Duration = Duration::from_mins(1);

/// The sub-path.
const PREFIX: &str = "/some/place/";

/// What happens to a file on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not there.
    Missing,
    /// Its last byte is another.
    Altered,
    /// It does not begin to arrive before [`StaticFiles::mend`].
    Late,
}

#[derive(Default)]
struct Answers {
    /// Lines of every head.
    head: String,
    /// Files in place of those in the folder, or beside them.
    more: Mutex<BTreeMap<String, String>>,
    /// The status and the body that every post is answered with; not found if there is none.
    to_posts: Mutex<Option<(u16, String)>>,
    posted: Mutex<Vec<String>>,
    /// The paths that were asked for.
    asked: watch::Sender<Vec<String>>,
    /// The files whose path begins so, and what happens to them.
    fault: watch::Sender<Option<(String, Fault)>>,
}

impl Answers {
    /// A file that a test has made.
    fn made(&self, path: &str) -> Option<String> {
        let more = self.more.lock().expect("no test has failed here");
        more.get(path).cloned()
    }
}

impl StaticFiles {
    /// Starts it.
    pub async fn start() -> Self {
        Self::with(Answers::default()).await
    }

    /// Starts it with a content security policy on every answer.
    pub async fn with_policy(policy: &str) -> Self {
        let head = format!("content-security-policy: {policy}\r\n");
        Self::with(Answers {
            head,
            ..Answers::default()
        })
        .await
    }

    /// Starts it with one more file, and counts whatever is posted.
    pub async fn with_file(path: &str, content: &str) -> Self {
        Self::with_files(&[(path, content)]).await
    }

    /// The same with several.
    pub async fn with_files(more: &[(&str, &str)]) -> Self {
        let owned = |&(path, content): &(&str, &str)| (path.to_owned(), content.to_owned());
        let files = Self::with(Answers {
            more: Mutex::new(more.iter().map(owned).collect()),
            ..Answers::default()
        })
        .await;
        files.answer_posts(201, "{}");
        files
    }

    /// From now on every post is answered so.
    pub fn answer_posts(&self, status: u16, body: &str) {
        *self
            .answers
            .to_posts
            .lock()
            .expect("no test has failed here") = Some((status, body.to_owned()));
    }

    /// The bodies posted so far.
    #[must_use]
    pub fn posted(&self) -> Vec<String> {
        let posted = self.answers.posted.lock();
        posted.expect("no test has failed here").clone()
    }

    /// From now on a file is that.
    pub fn put(&self, path: &str, content: &str) {
        let mut more = self.answers.more.lock().expect("no test has failed here");
        more.insert(path.to_owned(), content.to_owned());
    }

    /// From now on files whose path begins so do not arrive as they are.
    pub fn fail(&self, beginning: &str, fault: Fault) {
        self.answers
            .fault
            .send_replace(Some((beginning.to_owned(), fault)));
    }

    /// All files arrive again, also those that were late.
    pub fn mend(&self) {
        self.answers.fault.send_replace(None);
    }

    /// The paths of all files that were asked for, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.answers.asked.borrow().clone()
    }

    /// Waits until somebody asks for a file whose path begins so, or has done so already.
    pub async fn until_asked(&self, beginning: &str) {
        let mut asked = self.answers.asked.subscribe();
        let is_asked = asked.wait_for(|asked| asked.iter().any(|path| path.starts_with(beginning)));
        let Ok(is_asked) = timeout(PATIENCE, is_asked).await else {
            panic!("nobody has asked for {beginning}");
        };
        is_asked.expect("the answers are kept as long as this value");
    }

    async fn with(answers: Answers) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let root = PathBuf::from(setting("SOTTO_DIST"));
        let answers = Arc::new(answers);
        let given = Arc::clone(&answers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, root.clone(), Arc::clone(&given)));
            }
        });
        Self { port, answers }
    }

    /// Its origin.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// An address on it.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{PREFIX}{path}", self.port)
    }
}

async fn answer(stream: TcpStream, root: PathBuf, answers: Arc<Answers>) {
    let mut stream = BufReader::new(stream);
    let mut first = String::new();
    if stream.read_line(&mut first).await.is_err() {
        return;
    }
    let (mut line, mut length) = (String::new(), 0);
    while matches!(stream.read_line(&mut line).await, Ok(3..)) {
        let lower = line.to_ascii_lowercase();
        if let Some(digits) = lower.strip_prefix("content-length:") {
            length = digits.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next(), words.next().unwrap_or_default());
    let path = target.split('?').next().unwrap_or_default();
    let path = path.strip_prefix(PREFIX);
    if path == Some(SILENT_FILE) {
        // Until the browser gives up.
        let _ = stream.read_u8().await;
        return;
    }
    if path == Some(ENDLESS_FILE) {
        let head = "HTTP/1.0 200 So\r\ncontent-type: application/json\r\n\r\n[";
        let mut left = stream.write_all(head.as_bytes()).await;
        while left.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
            left = stream.write_all(b"0,").await;
        }
        return;
    }
    let mut altered = false;
    if let Some(path) = path.filter(|_| method == Some("GET")) {
        answers
            .asked
            .send_modify(|asked| asked.push(path.to_owned()));
        let meets = |fault: &Option<(String, Fault)>| {
            let fault = fault.as_ref();
            fault.and_then(|(beginning, fault)| path.starts_with(beginning).then_some(*fault))
        };
        let mut faults = answers.fault.subscribe();
        let arrives = faults.wait_for(|fault| meets(fault) != Some(Fault::Late));
        let fault = arrives.await.map_or(None, |fault| meets(&fault));
        if fault == Some(Fault::Missing) {
            let head = "HTTP/1.0 404 So\r\ncontent-length: 0\r\n\r\n";
            let _ = stream.write_all(head.as_bytes()).await;
            return;
        }
        altered = fault == Some(Fault::Altered);
    }
    let found = match (method, path) {
        (Some("POST"), _) => {
            let mut body = vec![0; length];
            if stream.read_exact(&mut body).await.is_err() {
                return;
            }
            let reply = answers
                .to_posts
                .lock()
                .expect("no test has failed here")
                .clone();
            reply.map(|(status, reply)| {
                let body = String::from_utf8_lossy(&body).into_owned();
                answers
                    .posted
                    .lock()
                    .expect("no test has failed here")
                    .push(body);
                (status, reply.into_bytes(), "application/json")
            })
        }
        (_, Some(path)) if answers.made(path).is_some() => {
            let made = answers.made(path);
            made.map(|made| (200, made.into_bytes(), media_type(Path::new(path))))
        }
        (_, Some(path)) if !path.contains("..") => {
            let mut file = root.join(path);
            if path.is_empty() || path.ends_with('/') {
                file.push("index.html");
            }
            let bytes = tokio::fs::read(&file).await.ok();
            bytes.map(|bytes| (200, bytes, media_type(&file)))
        }
        _ => None,
    };
    let (status, mut bytes, media_type) =
        found.unwrap_or_else(|| (404, b"nothing here".to_vec(), "text/plain"));
    if let Some(last) = bytes.last_mut().filter(|_| altered) {
        *last ^= 1;
    }
    let head = format!(
        "HTTP/1.0 {status} So\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\n{}\r\n",
        bytes.len(),
        answers.head
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

//! The files of the site: those of a folder, or those inside the program.

use std::{
    collections::{HashMap, HashSet},
    fmt, fs,
    future::{Ready, ready},
    io::{self, Cursor, Read as _, Write as _},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
    time::SystemTime,
};

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

/// Where the built site is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteFiles {
    /// In a folder, with compressed copies beside its files.
    Folder(PathBuf),
    /// In the program.
    Inside(Inside),
}

/// A file that was put into the program when it was built.
#[derive(Clone, Copy, Debug)]
pub struct SiteFile {
    /// Its path below the site, with `/` between folders.
    pub path: &'static str,
    /// Whether `bytes` are compressed by brotli (RFC 7932).
    pub is_compressed: bool,
    /// What is in it.
    pub bytes: &'static [u8],
}

impl From<PathBuf> for SiteFiles {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl SiteFiles {
    /// Reads a file, by its path below the site.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub(super) fn read(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => fs::read(folder.join(path)),
            Self::Inside(inside) => {
                let found = inside.kept.files.get(path.as_ref());
                found.map(|kept| kept.plain.to_vec()).ok_or_else(missing)
            }
        }
    }
}

/// The site inside the program. Its files are unpacked once; the compressed ones are sent as they were put in.
#[derive(Clone)]
pub struct Inside {
    kept: Arc<KeptBytes>,
}

struct KeptBytes {
    files: HashMap<PathBuf, KeptFile>,
    folders: HashSet<PathBuf>,
    /// As old as this process: what a browser has kept from another one is compared anew.
    since: SystemTime,
}

struct KeptFile {
    plain: Bytes,
    brotli: Option<Bytes>,
    /// Compressed when the first client asks that takes gzip alone, as browsers do without TLS.
    gzip: OnceLock<Bytes>,
}

impl Inside {
    /// Unpacks the files of a site.
    ///
    /// # Errors
    /// When a file is not compressed as it says.
    pub fn new(files: &[SiteFile]) -> io::Result<Self> {
        let unpacked = files.iter().map(|file| {
            let kept = KeptFile::of(file)?;
            Ok((PathBuf::from(file.path), kept))
        });
        let files: HashMap<_, _> = unpacked.collect::<io::Result<_>>()?;
        let folders = files
            .keys()
            .flat_map(|path| path.ancestors().skip(1))
            .map(Path::to_owned)
            .collect();
        let kept = KeptBytes {
            folders,
            files,
            since: SystemTime::now(),
        };
        Ok(Self {
            kept: Arc::new(kept),
        })
    }
}

impl KeptFile {
    fn of(file: &SiteFile) -> io::Result<Self> {
        let bytes = Bytes::from_static(file.bytes);
        let (plain, brotli) = if file.is_compressed {
            let mut plain = Vec::new();
            brotli_decompressor::Decompressor::new(file.bytes, 4096).read_to_end(&mut plain)?;
            (Bytes::from(plain), Some(bytes))
        } else {
            (bytes, None)
        };
        Ok(Self {
            plain,
            brotli,
            gzip: OnceLock::new(),
        })
    }

    /// By gzip, if it is one of the files that are worth compressing.
    fn gzip(&self) -> Option<Bytes> {
        self.brotli.as_ref()?;
        let compressed = self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(&self.plain);
            // Nothing fails that writes into memory; if it did, the file would be empty, and be sent plain.
            let finished = written.and_then(|()| encoder.finish());
            finished.unwrap_or_default().into()
        });
        (!compressed.is_empty()).then(|| compressed.clone())
    }
}

impl Inside {
    /// The bytes at a path, or of the compressed copy that it names; nothing for a folder.
    fn bytes(&self, path: &Path) -> io::Result<Option<Bytes>> {
        let path = path.strip_prefix(".").unwrap_or(path);
        if self.kept.folders.contains(path) {
            return Ok(None);
        }
        if let Some(kept) = self.kept.files.get(path) {
            return Ok(Some(kept.plain.clone()));
        }
        let of = self.kept.files.get(&path.with_extension(""));
        let copy = match path.extension().and_then(|extension| extension.to_str()) {
            Some("br") => of.and_then(|kept| kept.brotli.clone()),
            Some("gz") => of.and_then(KeptFile::gzip),
            _ => None,
        };
        copy.map(Some).ok_or_else(missing)
    }

    fn metadata_of(&self, bytes: Option<&Bytes>) -> KeptMetadata {
        KeptMetadata {
            length: bytes.map(|bytes| bytes.len() as u64),
            since: self.kept.since,
        }
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl fmt::Debug for Inside {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Inside")
    }
}

/// Only the same site is equal: its files are not compared.
impl PartialEq for Inside {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.kept, &other.kept)
    }
}

impl Eq for Inside {}

/// What the server of files asks of a file or folder.
pub struct KeptMetadata {
    /// None of a folder.
    length: Option<u64>,
    since: SystemTime,
}

impl Metadata for KeptMetadata {
    fn is_dir(&self) -> bool {
        self.length.is_none()
    }

    fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.since)
    }

    fn len(&self) -> u64 {
        self.length.unwrap_or(0)
    }
}

/// A file that is being sent.
pub struct OpenFile {
    bytes: Cursor<Bytes>,
    since: SystemTime,
}

impl AsyncRead for OpenFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenFile {
    fn start_seek(mut self: Pin<&mut Self>, position: io::SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.bytes).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.bytes).poll_complete(context)
    }
}

impl File for OpenFile {
    type Metadata = KeptMetadata;
    type MetadataFuture<'a> = Ready<io::Result<KeptMetadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(KeptMetadata {
            length: Some(self.bytes.get_ref().len() as u64),
            since: self.since,
        }))
    }
}

impl Backend for Inside {
    type File = OpenFile;
    type Metadata = KeptMetadata;
    type OpenFuture = Ready<io::Result<OpenFile>>;
    type MetadataFuture = Ready<io::Result<KeptMetadata>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let found = self
            .bytes(&path)
            .and_then(|bytes| bytes.ok_or_else(missing));
        ready(found.map(|bytes| OpenFile {
            bytes: Cursor::new(bytes),
            since: self.kept.since,
        }))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let found = self.bytes(&path);
        ready(found.map(|bytes| self.metadata_of(bytes.as_ref())))
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        body::Body,
        http::{Request, Response, header},
    };
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;
    use tower_http::services::ServeDir;

    use super::*;
    use crate::site::served;

    const TEXT: &str =
        "A text that is long enough to be worth compressing, long enough, long enough.";

    fn brotli() -> Vec<u8> {
        // An uncompressed meta-block and an empty last one (RFC 7932, section 9.2).
        let length = TEXT.len() - 1;
        let head = (length << 4) | (1 << 20);
        let bytes = head.to_le_bytes();
        [&[bytes[0], bytes[1], bytes[2]], TEXT.as_bytes(), &[3]].concat()
    }

    /// The same site twice: in a folder, and inside the program.
    fn both(folder: &Path) -> [Router; 2] {
        let compressed: &'static [u8] = brotli().leak();
        let files = [
            ("index.html", true),
            ("learn/index.html", true),
            ("a.json", true),
            ("icons/icon.png", false),
        ];
        let inside = files.map(|(path, is_compressed)| {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, TEXT).unwrap();
            if is_compressed {
                fs::write(folder.join(format!("{path}.br")), compressed).unwrap();
                let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(TEXT.as_bytes()).unwrap();
                fs::write(folder.join(format!("{path}.gz")), encoder.finish().unwrap()).unwrap();
            }
            let bytes = if is_compressed {
                compressed
            } else {
                TEXT.as_bytes()
            };
            SiteFile {
                path,
                is_compressed,
                bytes,
            }
        });
        let inside = Inside::new(&inside).unwrap();
        [
            Router::new().fallback_service(served(ServeDir::new(folder))),
            Router::new().fallback_service(served(ServeDir::with_backend("", inside))),
        ]
    }

    async fn ask(router: &Router, method: &str, path: &str, encoding: &str) -> Response<Body> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::ACCEPT_ENCODING, encoding);
        let answered = router.clone().oneshot(request.body(Body::empty()).unwrap());
        answered.await.unwrap()
    }

    #[tokio::test]
    async fn a_site_inside_the_program_is_answered_with_as_one_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let [of_folder, of_inside] = both(folder.path());
        let paths = "/ /index.html /learn/ /learn /learn/index.html /a.json /a%2ejson /icons/icon.png /icons/ \
            /missing /learn/missing.js /a.json.br /../index.html //a.json";
        let mut found = 0;
        for path in paths.split_whitespace() {
            for encoding in ["br", "gzip", "gzip, br", "identity", "br;q=0"] {
                for method in ["GET", "HEAD", "POST"] {
                    let what = format!("{method} {path} {encoding}");
                    let expected = ask(&of_folder, method, path, encoding).await;
                    let answer = ask(&of_inside, method, path, encoding).await;
                    assert_eq!(answer.status(), expected.status(), "{what}");
                    for name in [
                        header::CONTENT_TYPE,
                        header::CONTENT_ENCODING,
                        header::CONTENT_LENGTH,
                        header::VARY,
                        header::ALLOW,
                    ] {
                        let [answer, expected] =
                            [&answer, &expected].map(|answer| answer.headers().get(&name).cloned());
                        assert_eq!(answer, expected, "{what}: {name}");
                    }
                    found += usize::from(answer.status().is_success());
                    let [answer, expected] = [answer, expected].map(Response::into_body);
                    let answer = answer.collect().await.unwrap().to_bytes();
                    assert_eq!(
                        answer,
                        expected.collect().await.unwrap().to_bytes(),
                        "{what}"
                    );
                }
            }
        }
        assert!(found > 60, "{found}");
    }

    #[tokio::test]
    async fn what_a_browser_has_from_this_process_is_not_sent_again() {
        let folder = tempfile::tempdir().unwrap();
        let [_, inside] = both(folder.path());
        let first = ask(&inside, "GET", "/a.json", "br").await;
        let tag = first.headers().get(header::ETAG).unwrap();
        let again = Request::get("/a.json")
            .header(header::ACCEPT_ENCODING, "br")
            .header(header::IF_NONE_MATCH, tag);
        let again = inside.oneshot(again.body(Body::empty()).unwrap());
        assert_eq!(again.await.unwrap().status().as_u16(), 304);
    }

    #[test]
    fn a_file_that_is_not_compressed_as_it_says_is_refused() {
        let file = SiteFile {
            path: "index.html",
            is_compressed: true,
            bytes: b"<!doctype html>",
        };
        assert!(Inside::new(&[file]).is_err());
    }
}

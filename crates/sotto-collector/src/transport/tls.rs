//! TLS by the collector itself, with a certificate that can be replaced while it runs.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use parking_lot::RwLock;
use rustls::{
    ServerConfig,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::{TlsAcceptor, server::TlsStream};

/// Where the certificate and its key are, both in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, followed by those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why TLS cannot be spoken.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no certificate in the file.
    #[error("{} holds no certificate in PEM", .0.display())]
    NoCertificate(PathBuf),
    /// There is no key in the file.
    #[error("{} holds no private key in PEM", .0.display())]
    NoKey(PathBuf),
    /// The key cannot be used, or is another certificate's.
    #[error("certificate and key cannot be used together: {0}")]
    Mismatch(rustls::Error),
    /// The library refuses the set-up.
    #[error("TLS cannot be set up: {0}")]
    Setup(rustls::Error),
}

/// The certificate in use, and the files that it came from.
pub(crate) struct Certificates {
    acceptor: TlsAcceptor,
    current: Arc<Current>,
    files: TlsFiles,
}

#[derive(Debug)]
struct Current(RwLock<LoadedCertificate>);

#[derive(Debug)]
struct LoadedCertificate {
    key: Arc<CertifiedKey>,
    /// When the files were changed last, as far as the system tells.
    changed: [Option<SystemTime>; 2],
}

impl Certificates {
    /// Reads the files.
    pub(crate) fn load(files: &TlsFiles) -> Result<Self, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let current = Arc::new(Current(RwLock::new(read(files, &provider)?)));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Setup)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&current) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            current,
            files: files.clone(),
        })
    }

    /// Reads the files again. If they cannot be used, the certificate stays as it is.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        let loaded = read(&self.files, &ring::default_provider())?;
        *self.current.0.write() = loaded;
        Ok(())
    }

    /// Whether a file was changed since it was read.
    pub(crate) fn are_stale(&self) -> bool {
        let loaded = self.current.0.read();
        loaded.changed != changed(&self.files)
    }

    pub(super) fn accept(
        &self,
        stream: TcpStream,
    ) -> impl Future<Output = io::Result<TlsStream<TcpStream>>> + use<> {
        self.acceptor.accept(stream)
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let loaded = self.0.read();
        Some(Arc::clone(&loaded.key))
    }
}

fn read(files: &TlsFiles, provider: &CryptoProvider) -> Result<LoadedCertificate, TlsError> {
    // Before the content: a change in between is seen next time.
    let changed = changed(files);
    let pem = |file: &Path| {
        fs::read(file).map_err(|error| TlsError::Unreadable {
            file: file.to_owned(),
            error,
        })
    };
    let chain: Result<Vec<_>, _> =
        CertificateDer::pem_slice_iter(&pem(&files.certificate)?).collect();
    let chain = chain
        .ok()
        .filter(|chain| !chain.is_empty())
        .ok_or_else(|| TlsError::NoCertificate(files.certificate.clone()))?;
    let key = PrivateKeyDer::from_pem_slice(&pem(&files.key)?)
        .map_err(|_| TlsError::NoKey(files.key.clone()))?;
    let key = CertifiedKey::from_der(chain, key, provider).map_err(TlsError::Mismatch)?;
    Ok(LoadedCertificate {
        key: Arc::new(key),
        changed,
    })
}

fn changed(files: &TlsFiles) -> [Option<SystemTime>; 2] {
    let time = |file: &Path| fs::metadata(file).and_then(|found| found.modified()).ok();
    [time(&files.certificate), time(&files.key)]
}

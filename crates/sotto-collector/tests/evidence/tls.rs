//! TLS by the collector itself.

use std::{fs, path::Path};

use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use reqwest::Certificate;
use sotto_collector::{ServeError, TlsError, TlsFiles};
use tokio::net::TcpStream;

use crate::harness::{Running, http, options};

fn generate() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap()
}

fn write(folder: &Path, made: &CertifiedKey<KeyPair>) -> TlsFiles {
    let files = TlsFiles {
        certificate: folder.join("certificate.pem"),
        key: folder.join("key.pem"),
    };
    fs::write(&files.certificate, made.cert.pem()).unwrap();
    fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    files
}

/// A client that trusts this certificate and no other.
fn trusting(made: &CertifiedKey<KeyPair>) -> reqwest::Client {
    http();
    let certificate = Certificate::from_der(made.cert.der()).unwrap();
    let builder = reqwest::Client::builder().no_proxy();
    builder.tls_certs_only([certificate]).build().unwrap()
}

#[tokio::test]
async fn it_is_spoken_and_the_certificate_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (generate(), generate());
    let files = write(folder.path(), &old);
    let running = Running::start_with(|options| options.tls = Some(files)).await;
    assert!(running.collector.url().starts_with("https://127.0.0.1:"));
    let address = running.address("/healthz");
    let get = |made| trusting(made).get(&address).send();
    assert_eq!(get(&old).await.unwrap().status(), 200);
    assert!(get(&new).await.is_err());

    write(folder.path(), &new);
    running.collector.reload_certificate().unwrap();
    assert_eq!(get(&new).await.unwrap().status(), 200);
    assert!(get(&old).await.is_err());

    // What cannot be used does not replace what can.
    fs::write(
        folder.path().join("key.pem"),
        old.signing_key.serialize_pem(),
    )
    .unwrap();
    let error = running.collector.reload_certificate().unwrap_err();
    assert!(matches!(error, TlsError::Mismatch(_)), "{error}");
    assert_eq!(get(&new).await.unwrap().status(), 200);
}

#[tokio::test]
async fn who_speaks_no_tls_hinders_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let made = generate();
    let files = write(folder.path(), &made);
    let running = Running::start_with(|options| options.tls = Some(files)).await;
    let silent = TcpStream::connect(running.collector.address())
        .await
        .unwrap();
    let answer = running
        .raw(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        .await;
    assert!(!answer.contains("HTTP/1.1"), "{answer}");
    let response = trusting(&made)
        .get(running.address("/healthz"))
        .send()
        .await;
    assert_eq!(response.unwrap().status(), 200);
    drop(silent);
}

#[tokio::test]
async fn files_that_are_no_certificate_and_key_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let made = generate();
    let files = write(folder.path(), &made);
    let refused = |files: TlsFiles| {
        let mut options = options(folder.path());
        options.tls = Some(files);
        match options.check() {
            Err(ServeError::Tls(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let swapped = TlsFiles {
        certificate: files.key.clone(),
        key: files.certificate.clone(),
    };
    assert!(refused(swapped).contains("key.pem holds no certificate"));
    let missing = TlsFiles {
        key: folder.path().join("nowhere.pem"),
        ..files.clone()
    };
    assert!(refused(missing).contains("nowhere.pem cannot be read"));
    let no_key = TlsFiles {
        key: files.certificate.clone(),
        ..files.clone()
    };
    assert!(refused(no_key).contains("certificate.pem holds no private key"));
    let other = TlsFiles {
        key: folder.path().join("other.pem"),
        ..files
    };
    fs::write(&other.key, generate().signing_key.serialize_pem()).unwrap();
    assert!(refused(other).contains("cannot be used together"));
}

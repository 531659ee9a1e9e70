//! The signed head of a log, by which two readings are compared.

use base64ct::{Base64, Encoding};
use rand::rngs::ChaCha20Rng;
use signed_note::{
    Note, NoteError, SignerError, StandardSigner, StandardVerifier, VerifierError, VerifierList,
    generate_key,
};
use thiserror::Error;
use tlog_tiles::{checkpoint::Checkpoint, tlog::Hash};

use crate::unlinkable::Generator;

/// What every log's name begins with; eight random bytes in hexadecimal digits follow.
const NAME: &str = "sotto-log/";

/// Logs are not longer: 2⁴⁰ lines.
const LARGEST: u64 = 1 << 40;

/// Why something is not a head of the log, or not its key.
#[derive(Debug, Error)]
pub enum HeadError {
    /// The key by which heads are checked is malformed.
    #[error(
        "a log's key is its name, 8 hexadecimal digits and base64, joined by \"+\", as a collector shows it at /api/v1/log/key: {0}"
    )]
    Verifier(VerifierError),
    /// The key that signs is malformed.
    #[error("the key that signs the log's head cannot be used: {0}")]
    Signer(#[from] SignerError),
    /// It is not signed by that key, or was altered.
    #[error("this head of the log is not signed by the key {key}: {error}")]
    Unsigned {
        /// The key.
        key: String,
        /// What is wrong.
        error: NoteError,
    },
    /// It was signed, and is no head.
    #[error("what was signed is no head of a log")]
    Malformed,
}

/// How many entries a log has, and the root of its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogHead {
    /// The number of entries.
    pub size: u64,
    /// The root of the tree.
    pub root: [u8; 32],
}

/// The key that signs a log's heads.
#[derive(Debug)]
pub struct LogKey {
    name: String,
    signing: String,
    verifying: String,
}

impl LogKey {
    /// A new key, and with it a name for the log.
    #[must_use]
    pub fn new(generator: &mut ChaCha20Rng) -> Self {
        let mut random = [0; 8];
        rand::Rng::fill_bytes(generator, &mut random);
        let name = format!("{NAME}{:016x}", u64::from_be_bytes(random));
        let (signing, verifying) = generate_key(&mut Generator(generator), &name);
        Self {
            name,
            signing,
            verifying,
        }
    }

    /// A key that was stored as its two texts.
    ///
    /// # Errors
    /// When they are malformed.
    pub fn stored(signing: String, verifying: String) -> Result<Self, HeadError> {
        StandardSigner::new(&signing)?;
        let name = LogVerifier::new(&verifying)?.name;
        Ok(Self {
            name,
            signing,
            verifying,
        })
    }

    /// What signs, as a text. It is a secret.
    #[must_use]
    pub fn signing(&self) -> &str {
        &self.signing
    }

    /// What checks what was signed, as a text for everybody.
    #[must_use]
    pub fn verifying(&self) -> &str {
        &self.verifying
    }

    /// A head, signed: the same text for the same head.
    ///
    /// # Errors
    /// When the key cannot be used.
    pub fn sign(&self, head: &LogHead) -> Result<String, HeadError> {
        let checkpoint = Checkpoint::new(&self.name, head.size, Hash(head.root), "")
            .map_err(|_| HeadError::Malformed)?;
        let signer = StandardSigner::new(&self.signing)?;
        let unsigned = |error| HeadError::Unsigned {
            key: self.verifying.clone(),
            error,
        };
        let mut note = Note::new(&checkpoint.to_bytes(), &[]).map_err(unsigned)?;
        note.add_sigs(&[&signer]).map_err(unsigned)?;
        String::from_utf8(note.to_bytes()).map_err(|_| HeadError::Malformed)
    }
}

/// What checks the heads of one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogVerifier {
    name: String,
    key: String,
}

impl LogVerifier {
    /// From the text of a key, as a collector shows it.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn new(key: &str) -> Result<Self, HeadError> {
        StandardVerifier::new(key).map_err(HeadError::Verifier)?;
        let name = key.split('+').next().unwrap_or_default().to_owned();
        let key = key.to_owned();
        Ok(Self { name, key })
    }

    /// The log's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The head in a signed text.
    ///
    /// # Errors
    /// When it is not signed by this key, or is no head of this log.
    pub fn read(&self, signed: &str) -> Result<LogHead, HeadError> {
        let unsigned = |error| HeadError::Unsigned {
            key: self.key.clone(),
            error,
        };
        let verifier = StandardVerifier::new(&self.key).map_err(HeadError::Verifier)?;
        let note = Note::from_bytes(signed.as_bytes()).map_err(unsigned)?;
        note.verify(&VerifierList::new(vec![Box::new(verifier)]))
            .map_err(unsigned)?;
        let checkpoint = Checkpoint::from_bytes(note.text()).map_err(|_| HeadError::Malformed)?;
        if checkpoint.origin() != self.name || checkpoint.size() > LARGEST {
            return Err(HeadError::Malformed);
        }
        Ok(LogHead {
            size: checkpoint.size(),
            root: checkpoint.hash().0,
        })
    }
}

impl LogHead {
    /// The root in base64, as signed heads write it.
    #[must_use]
    pub fn root_text(&self) -> String {
        Base64::encode_string(&self.root)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn key(seed: u64) -> LogKey {
        LogKey::new(&mut ChaCha20Rng::seed_from_u64(seed))
    }

    #[test]
    fn a_signed_head_is_read_and_an_altered_one_is_not() {
        let key = key(1);
        let head = LogHead {
            size: 7,
            root: [9; 32],
        };
        let signed = key.sign(&head).unwrap();
        let verifier = LogVerifier::new(key.verifying()).unwrap();
        assert_eq!(verifier.read(&signed).unwrap(), head);
        let lines: Vec<&str> = signed.lines().collect();
        assert_eq!(lines[0], verifier.name());
        assert_eq!(lines[1..3], ["7", &head.root_text()]);

        for altered in [
            signed.replacen('7', "8", 1),
            signed.replacen("\n7\n", "\n70\n", 1),
            signed.replacen(
                &head.root_text(),
                &LogHead {
                    root: [8; 32],
                    ..head.clone()
                }
                .root_text(),
                1,
            ),
            String::new(),
            "\n\n".to_owned(),
            signed.trim_end().to_owned(),
        ] {
            verifier.read(&altered).unwrap_err();
        }
    }

    #[test]
    fn another_logs_head_is_refused() {
        let (one, other) = (key(1), key(2));
        let head = LogHead {
            size: 1,
            root: [0; 32],
        };
        let signed = one.sign(&head).unwrap();
        let verifier = LogVerifier::new(other.verifying()).unwrap();
        assert!(matches!(
            verifier.read(&signed),
            Err(HeadError::Unsigned { .. })
        ));
    }

    #[test]
    fn a_stored_key_signs_as_before() {
        let key = key(3);
        let stored = LogKey::stored(key.signing().to_owned(), key.verifying().to_owned()).unwrap();
        let head = LogHead {
            size: 3,
            root: [1; 32],
        };
        assert_eq!(stored.sign(&head).unwrap(), key.sign(&head).unwrap());
        for (signing, verifying) in [("", key.verifying()), (key.signing(), "")] {
            LogKey::stored(signing.to_owned(), verifying.to_owned()).unwrap_err();
        }
    }

    #[test]
    fn a_head_beyond_every_log_is_refused() {
        let key = key(4);
        let head = LogHead {
            size: u64::MAX,
            root: [1; 32],
        };
        let signed = key.sign(&head).unwrap();
        let read = LogVerifier::new(key.verifying()).unwrap().read(&signed);
        assert!(matches!(read, Err(HeadError::Malformed)));
    }
}

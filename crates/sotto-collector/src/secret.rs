//! 256 random bits.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use hmac::{Hmac, KeyInit};
use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};
use sha2::{Digest as _, Sha256};

/// 256 bits that only one party has. Written in base64url, 43 characters.
#[derive(Clone)]
pub(crate) struct Secret([u8; 32]);

impl Secret {
    /// The length of its text.
    #[cfg(test)]
    pub(crate) const TEXT: usize = 43;

    /// Draws one from the operating system.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// Reads a secret; `None` if the text is not one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        let written = Base64UrlUnpadded::decode(text, &mut bytes).ok()?;
        (written.len() == 32).then_some(Self(bytes))
    }

    /// The text, to be handed to its holder.
    pub(crate) fn reveal(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.0)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// HMAC-SHA-256 with it as the key.
    pub(crate) fn mac(&self) -> Hmac<Sha256> {
        // A key shorter than a block is filled up with zeros (RFC 2104).
        let mut block = [0; 64];
        for (slot, byte) in block.iter_mut().zip(self.0) {
            *slot = byte;
        }
        Hmac::new(&block.into())
    }

    /// SHA-256 of it, for a purpose: as there are 256 bits to guess, no slower hash is needed.
    pub(crate) fn digest(&self, purpose: &str) -> [u8; 32] {
        Sha256::new()
            .chain_update(purpose)
            .chain_update(self.0)
            .finalize()
            .into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Secret").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hmac::Mac;

    #[test]
    fn the_key_is_the_secret() {
        let secret = Secret::draw().unwrap();
        let mut expected = Hmac::<Sha256>::new_from_slice(secret.bytes()).unwrap();
        expected.update(b"x");
        let mut found = secret.mac();
        found.update(b"x");
        assert_eq!(
            found.finalize().into_bytes(),
            expected.finalize().into_bytes()
        );
    }

    #[test]
    fn a_secret_is_read_back_and_never_printed() {
        let secret = Secret::draw().unwrap();
        let text = secret.reveal();
        assert_eq!(text.len(), Secret::TEXT);
        assert_eq!(Secret::parse(&text).unwrap().bytes(), secret.bytes());
        assert_eq!(format!("{secret:?}"), "Secret { .. }");
        assert_ne!(Secret::draw().unwrap().bytes(), secret.bytes());
        assert_ne!(secret.digest("a"), secret.digest("b"));
    }

    #[test]
    fn other_texts_are_no_secrets() {
        let text = Secret::draw().unwrap().reveal();
        for wrong in [
            "",
            &text[1..],
            &format!("{text}A"),
            &format!("{}=", &text[1..]),
        ] {
            assert!(Secret::parse(wrong).is_none(), "{wrong:?}");
        }
        assert!(Secret::parse(&text.replace(|_| true, "é")).is_none());
    }
}

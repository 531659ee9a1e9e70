//! A browser's session: a secret in a cookie, and a second one, made from it, that only the page's
//! own script knows and that every change must carry.
//!
//! Ours rather than `tower-sessions`: a session here is one row that names a token, stored as its hash,
//! and ends with it; there, it is a value of any kind behind an id that is stored as it is.

use base64ct::{Base64UrlUnpadded, Encoding};
use hmac::{Hmac, Mac};
use rand::rngs::SysError;
use sha2::Sha256;

use crate::secret::Secret;

/// What the cookie holds.
#[derive(Clone, Debug)]
pub(crate) struct SessionSecret(Secret);

/// Under what the session is stored: a hash of its secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SessionKey([u8; 32]);

/// What a page must send beside the cookie. Another page cannot know it.
pub(crate) struct CsrfToken(Hmac<Sha256>);

impl SessionSecret {
    /// Draws one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        Secret::draw().map(Self)
    }

    /// Reads the value of a cookie.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Secret::parse(text).map(Self)
    }

    /// The value of the cookie.
    pub(crate) fn reveal(&self) -> String {
        self.0.reveal()
    }

    pub(crate) fn key(&self) -> SessionKey {
        SessionKey(self.0.digest("session"))
    }

    pub(crate) fn csrf(&self) -> CsrfToken {
        let mut code = self.0.mac();
        code.update(b"csrf");
        CsrfToken(code)
    }
}

impl SessionKey {
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl CsrfToken {
    /// The text for the page.
    pub(crate) fn reveal(self) -> String {
        Base64UrlUnpadded::encode_string(&self.0.finalize().into_bytes())
    }

    /// Whether the text is this token's, in a time that does not depend on it.
    pub(crate) fn is(self, text: &str) -> bool {
        Base64UrlUnpadded::decode_vec(text).is_ok_and(|given| self.0.verify_slice(&given).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_session_has_its_own_token_which_does_not_tell_the_secret() {
        let (one, other) = (
            SessionSecret::draw().unwrap(),
            SessionSecret::draw().unwrap(),
        );
        let token = one.csrf().reveal();
        assert!(one.csrf().is(&token));
        assert!(!other.csrf().is(&token));
        assert!(!one.csrf().is("") && !one.csrf().is(&token[1..]) && !one.csrf().is("ü"));
        assert_ne!(token, one.reveal());
        assert_eq!(
            SessionSecret::parse(&one.reveal()).unwrap().key(),
            one.key()
        );
        assert_ne!(one.key(), other.key());
    }
}

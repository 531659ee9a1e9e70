//! Bearer tokens: `sotto_`, an id by which the token is found and named, and a secret. Only a hash
//! of the secret is stored.

use std::{collections::HashMap, fmt, str::FromStr};

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use parking_lot::Mutex;
use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};
use sha2::{Digest as _, Sha256};

use crate::secret::Secret;

const PREFIX: &str = "sotto_";
const SETUP_PREFIX: &str = "sotto-setup_";

/// The public part of a token: 16 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TokenId(String);

impl TokenId {
    /// Draws one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        Ok(Self(format!("{:016x}", SysRng.try_next_u64()?)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TokenId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        (text.len() == 16
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)))
        .then(|| Self(text.to_owned()))
        .ok_or(())
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A whole token, as its holder sends it.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) id: TokenId,
    pub(crate) secret: Secret,
}

impl Token {
    /// Draws a new one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        Ok(Self {
            id: TokenId::draw()?,
            secret: Secret::draw()?,
        })
    }

    /// Reads a token; `None` if the text is not one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        Some(Self {
            id: id.parse().ok()?,
            secret: Secret::parse(secret)?,
        })
    }

    /// By what a wrong secret is known at once, without the slow hash: 64 bits of a fast one. Whoever reads them in
    /// the database still has 192 to guess, each guess by the slow one; the time that comparing them takes tells
    /// something of a hash, and nothing of a secret.
    pub(crate) fn check(&self) -> [u8; 8] {
        let [
            first,
            second,
            third,
            fourth,
            fifth,
            sixth,
            seventh,
            eighth,
            ..,
        ] = self.secret.digest("token");
        [first, second, third, fourth, fifth, sixth, seventh, eighth]
    }

    /// The text for its holder, shown once.
    pub(crate) fn reveal(&self) -> String {
        format!("{PREFIX}{}_{}", self.id, self.secret.reveal())
    }
}

/// The token that makes the first operator: printed when a collector starts while no operator's token
/// is in force, held in memory only.
#[derive(Clone, Debug)]
pub(crate) struct SetupToken(Secret);

impl SetupToken {
    /// Draws one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        Secret::draw().map(Self)
    }

    /// The text that is printed.
    pub(crate) fn reveal(&self) -> String {
        format!("{SETUP_PREFIX}{}", self.0.reveal())
    }

    /// Whether the text is this token's. Hashes are compared, so that the time it takes tells
    /// nothing about the secret.
    pub(crate) fn is(&self, text: &str) -> bool {
        let given = text.strip_prefix(SETUP_PREFIX).and_then(Secret::parse);
        given.is_some_and(|given| given.digest("setup") == self.0.digest("setup"))
    }
}

/// An argon2id hash of a token's secret, in the PHC string format.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SecretHash(String);

/// Why a secret cannot be hashed.
#[derive(Debug, thiserror::Error)]
#[error("the token's secret cannot be hashed")]
pub(crate) struct HashError;

impl SecretHash {
    /// Hashes a secret with a fresh salt. It takes some 20 ms and 19 MiB: not for the thread of a
    /// request.
    ///
    /// # Errors
    /// When the system gives no randomness, or no memory is left.
    pub(crate) fn of(secret: &Secret) -> Result<Self, HashError> {
        let mut salt = [0; 16];
        SysRng.try_fill_bytes(&mut salt).map_err(|_| HashError)?;
        let hash = Argon2::default()
            .hash_password_with_salt(secret.bytes(), &salt)
            .map_err(|_| HashError)?;
        Ok(Self(hash.to_string()))
    }

    /// As it was stored.
    pub(crate) const fn stored(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the hash of that secret. As slow as [`Self::of`].
    pub(crate) fn is_of(&self, secret: &Secret) -> bool {
        Argon2::default()
            .verify_password(secret.bytes(), self.0.as_str())
            .is_ok()
    }

    /// A fast fingerprint of the hash and a secret together: once the two were found to belong
    /// together, they are known again by it.
    fn fingerprint(&self, secret: &Secret) -> [u8; 32] {
        Sha256::new()
            .chain_update(secret.bytes())
            .chain_update(&self.0)
            .finalize()
            .into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SecretHash").finish_non_exhaustive()
    }
}

/// The secrets that were found right since the collector started, so that argon2 runs once for a
/// token and not for every request. A rotated secret has another hash, and so is not known again.
#[derive(Debug, Default)]
pub(crate) struct Verified(Mutex<HashMap<TokenId, [u8; 32]>>);

/// When there are more, the collector forgets them all and starts again.
const REMEMBERED: usize = 10_000;

impl Verified {
    /// Whether this very secret was found right under this very hash.
    pub(crate) fn knows(&self, token: &Token, hash: &SecretHash) -> bool {
        let known = self.0.lock();
        known.get(&token.id) == Some(&hash.fingerprint(&token.secret))
    }

    /// Remembers that it was.
    pub(crate) fn remember(&self, token: &Token, hash: &SecretHash) {
        let mut known = self.0.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(token.id.clone(), hash.fingerprint(&token.secret));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_its_secret_never_printed() {
        let token = Token::draw().unwrap();
        let text = token.reveal();
        let read = Token::parse(&text).unwrap();
        assert_eq!(read.id, token.id);
        assert_eq!(read.secret.bytes(), token.secret.bytes());
        assert!(!format!("{token:?}").contains(&token.secret.reveal()));
        for wrong in [
            "",
            "sotto_",
            &text[1..],
            &text.to_uppercase(),
            &format!("{text}A"),
            &format!(" {text}"),
            &text.replacen('_', "-", 1),
        ] {
            assert!(Token::parse(wrong).is_none(), "{wrong:?}");
        }
    }

    #[test]
    fn a_hash_is_of_one_secret_and_says_how_it_was_made() {
        let (one, other) = (Secret::draw().unwrap(), Secret::draw().unwrap());
        let hash = SecretHash::of(&one).unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(hash.is_of(&one));
        assert!(!hash.is_of(&other));
        assert_ne!(SecretHash::of(&one).unwrap(), hash, "no fresh salt");
        assert!(!SecretHash::stored("$argon2id$".to_owned()).is_of(&one));
    }

    #[test]
    fn what_was_verified_is_known_until_it_is_rotated() {
        let token = Token::draw().unwrap();
        let hash = SecretHash::stored("one".to_owned());
        let verified = Verified::default();
        assert!(!verified.knows(&token, &hash));
        verified.remember(&token, &hash);
        assert!(verified.knows(&token, &hash));
        assert!(!verified.knows(&token, &SecretHash::stored("two".to_owned())));
        let guess = Token {
            secret: Secret::draw().unwrap(),
            ..token
        };
        assert!(!verified.knows(&guess, &hash));
    }

    #[test]
    fn a_setup_token_knows_itself_alone() {
        let setup = SetupToken::draw().unwrap();
        assert!(setup.is(&setup.reveal()));
        assert!(!setup.is(&SetupToken::draw().unwrap().reveal()));
        assert!(!setup.is(""));
        assert!(!setup.is(&setup.reveal()["sotto-setup_".len()..]));
    }
}

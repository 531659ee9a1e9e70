//! What a survey's pin is the hash of: all that a person is told before they answer.

use sha2::{Digest, Sha256};
use sotto_survey::Pin;

use crate::{Access, RelaySettings};

/// The SHA-256 of a version of a survey in its compiled form: its words in every language, options in
/// order, mechanisms, integers and ε. What the collector decides is hashed behind it.
#[derive(Clone, Debug)]
pub struct PublishedHash(Sha256);

impl PublishedHash {
    /// Of a survey in its compiled form.
    #[must_use]
    pub fn new(compiled: &[u8]) -> Self {
        Self(Sha256::new_with_prefix(compiled))
    }

    /// The pin, with who may answer and whether the noisy reports of each submission are kept together:
    /// the text `access open rows false`, of the words that status has, stands behind the compiled form.
    #[must_use]
    pub fn pin(&self, access: Access, keep_rows: bool) -> Pin {
        self.pin_through(access, keep_rows, None)
    }

    /// The same of a survey whose submissions may come through a relay: then ` relay URL SECONDS`, as status
    /// has them, stands behind the rest.
    #[must_use]
    pub fn pin_through(
        &self,
        access: Access,
        keep_rows: bool,
        relay: Option<&RelaySettings>,
    ) -> Pin {
        let relay = relay.map_or_else(String::new, |RelaySettings { url, seconds }| {
            format!(" relay {url} {seconds}")
        });
        let told = format!("access {} rows {keep_rows}{relay}", access.name());
        Pin::of_sha256(&self.0.clone().chain_update(told).finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `printf 'access open rows false' | openssl dgst -sha256 -binary | base64`, and so on.
    #[test]
    fn the_hash_is_that_of_the_form_and_what_stands_behind_it() {
        let nothing = PublishedHash::new(b"");
        for (access, keep_rows, pin) in [
            (
                Access::Open,
                false,
                "sha256-1xKGPZ735+LNJZHDybYlSTs2jNWkF3GN7C99tf16t78=",
            ),
            (
                Access::ClassCode,
                true,
                "sha256-N8Q0PG2qqCZvfxdMYQtQm8RhsxgbANKHtRziilQ60yA=",
            ),
        ] {
            assert_eq!(nothing.pin(access, keep_rows).as_str(), pin);
        }
        let relay = RelaySettings {
            url: "https://relay.example/".to_owned(),
            seconds: 60,
        };
        // By `printf 'access open rows false relay https://relay.example/ 60' | …`.
        assert_eq!(
            nothing
                .pin_through(Access::Open, false, Some(&relay))
                .as_str(),
            "sha256-R9P6jn+cp9b9FnDCaCoaPUb5dJuW0au9D6jMBDJKyTk="
        );
        let abc = PublishedHash::new(b"abc").pin(Access::Unlinkable, false);
        assert_eq!(
            abc.as_str(),
            "sha256-3jPA5WhbhQiJRqZEK+AQY8j31qye5or2TqfIQABDYHE="
        );
    }
}

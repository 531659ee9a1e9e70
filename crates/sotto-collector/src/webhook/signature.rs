//! By what a receiver knows that a call is the collector's, and of now.

use std::fmt::Write;

use hmac::Mac;
use sotto_api::Moment;

use crate::secret::Secret;

/// The header that holds the signature: `t=SECONDS,v1=HEXADECIMAL`.
pub(super) const HEADER: &str = "sotto-signature";

/// The value of the header: HMAC-SHA-256, under the webhook's secret, of the seconds since 1970, a
/// full stop and the body. A receiver computes the same, compares in constant time, and refuses
/// what is older than some minutes.
pub(super) fn sign(secret: &Secret, now: Moment, body: &[u8]) -> String {
    let seconds = now.seconds();
    let mut code = secret.mac();
    code.update(seconds.to_string().as_bytes());
    code.update(b".");
    code.update(body);
    let mut text = format!("t={seconds},v1=");
    for byte in code.finalize().into_bytes() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected value was computed with Python: `hmac.new(b"\0" * 32, b"1700000000.{}",
    /// "sha256").hexdigest()`.
    #[test]
    fn the_signature_is_what_another_program_computes() {
        let secret = Secret::parse(&"A".repeat(Secret::TEXT)).unwrap();
        let now = Moment::of_seconds(1_700_000_000);
        assert_eq!(
            sign(&secret, now, b"{}"),
            "t=1700000000,v1=a9dc44c8eda3de70e9cbf3e488895f1abc26acb1461d3124a3cb886af35251cf"
        );
        assert_ne!(sign(&secret, now, b"{} "), sign(&secret, now, b"{}"));
    }
}

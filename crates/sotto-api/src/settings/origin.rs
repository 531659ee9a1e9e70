//! The origin of a web page.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
};

use serde::{Deserialize, Serialize};

/// An origin exactly as browsers write it: `https://example.org`, `http://localhost:8000`. So it can be compared as
/// text and used in a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Origin(String);

impl Origin {
    /// As browsers write it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is not an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an origin such as https://example.org, lower case, without a path or a slash at its end")]
pub struct NotAnOrigin;

const MAX_LENGTH: usize = 300;

impl TryFrom<String> for Origin {
    type Error = NotAnOrigin;

    fn try_from(text: String) -> Result<Self, NotAnOrigin> {
        let is_origin = text.len() <= MAX_LENGTH && is_origin(&text);
        is_origin.then_some(Self(text)).ok_or(NotAnOrigin)
    }
}

/// Whether a browser would write it so. Checked by hand, because whoever edits settings in a browser need
/// not download all that is known of addresses.
fn is_origin(text: &str) -> bool {
    let (authority, own_port) = if let Some(rest) = text.strip_prefix("https://") {
        (rest, 443)
    } else if let Some(rest) = text.strip_prefix("http://") {
        (rest, 80)
    } else {
        return false;
    };
    // The colons of an IPv6 address stand in its brackets.
    let end = authority.find(']').map_or(0, |bracket| bracket + 1);
    let (host, port) = match authority.get(end..).and_then(|rest| rest.find(':')) {
        Some(colon) => {
            let (host, port) = authority.split_at(end + colon);
            (host, port.strip_prefix(':'))
        }
        None => (authority, None),
    };
    is_host(host) && port.is_none_or(|port| is_port(port, own_port))
}

/// Written without a zero too many, and only where it is not the scheme's own.
fn is_port(text: &str, own: u16) -> bool {
    let port = text.parse::<u16>();
    port.is_ok_and(|port| port != own && port.to_string() == text)
}

/// A name of lower-case letters, digits and a few signs, or an address of the Internet Protocol in its
/// shortest form.
fn is_host(text: &str) -> bool {
    if let Some(bracketed) = text.strip_prefix('[') {
        return bracketed.strip_suffix(']').is_some_and(is_ipv6);
    }
    let last = text.strip_suffix('.').unwrap_or(text);
    let last = last.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit())
        || last
            .strip_prefix("0x")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // What ends in a number is an address of four, or none.
    let address = text.parse::<Ipv4Addr>();
    text.bytes().all(|byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.')
    }) && !text.starts_with('.')
        && !last.is_empty()
        && (!is_number || address.is_ok_and(|address| address.to_string() == text))
}

fn is_ipv6(text: &str) -> bool {
    let Ok(address) = text.parse::<Ipv6Addr>() else {
        return false;
    };
    let [.., high, low] = address.segments();
    // Browsers never write its end as an address of four numbers.
    let written = match address.to_ipv4_mapped() {
        Some(_) => format!("::ffff:{high:x}:{low:x}"),
        None => address.to_string(),
    };
    written == text
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_send_is_an_origin() {
        for text in [
            "https://example.org",
            "http://localhost:8000",
            "http://127.0.0.1:1",
            "https://[::1]:8443",
            "https://xn--bcher-kva.example",
            "http://my_host.example.",
            "https://192.168.0.1:8443",
            "http://[2001:db8::1]",
            "http://[::ffff:102:304]:81",
        ] {
            assert_eq!(Origin::try_from(text.to_owned()).unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "null",
            "*",
            "example.org",
            "https://example.org/",
            "https://example.org:443",
            "http://example.org:80",
            "https://example.org:",
            "https://example.org:0443",
            "https://example.org:65536",
            "https://example.org:+1",
            "https://",
            "https://.",
            "https://1.2.3",
            "https://1.2.3.04",
            "https://a.0x1",
            "https://[::1",
            "https://[::1]x",
            "https://[0:0:0:0:0:0:0:1]",
            "https://[::ffff:1.2.3.4]",
            "https://::1",
            "https://Example.org",
            "https://user@example.org",
            "https://example.org/path",
            "https://*.example.org",
            "https://bücher.example",
            "https://a;b",
            "https://a'b",
            "https://a,b",
            "https://example.org\r\nx: y",
            "ftp://example.org",
            "file:///etc",
            "javascript:alert(1)",
            &format!("https://{}", "a".repeat(400)),
        ] {
            assert!(Origin::try_from(wrong.to_owned()).is_err(), "{wrong:?}");
        }
    }
}

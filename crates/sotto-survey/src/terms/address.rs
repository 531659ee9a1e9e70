//! Addresses that a survey leads people to.

use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// The longest address.
const MOST_BYTES: usize = 2_000;

/// Why a text is not an address that people can be led to; it holds the beginning of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidAddress {
    /// A link or a redirect that is not `https:`.
    #[error(
        "\"{0}\" does not begin with \"https://\": links and redirects lead to pages on the web whose connection nobody can read; no other scheme is taken, such as http:, javascript: or data:"
    )]
    NotWeb(String),
    /// A help line that is none of those that there are.
    #[error(
        "\"{0}\" begins with none of \"tel:\", \"mailto:\" and \"https://\": a help line is a telephone number, an address for mail or a page; no other scheme is taken, such as http:, javascript: or data:"
    )]
    NotHelp(String),
    /// It is too long, or holds what cannot stand in an address, such as the braces of a placeholder.
    #[error(
        "\"{0}\" is no address: at most 2000 letters, digits and signs of ASCII can stand in one, without spaces, quotes, backslashes and braces. Nothing is put into it, because it is the same for everybody; write other characters percent-encoded"
    )]
    Characters(String),
    /// It names no host, or more than a host.
    #[error(
        "\"{0}\" names no host alone: write one such as \"https://example.org/help\", without a user's name, and a name with other letters as computers know it (\"xn--…\")"
    )]
    Host(String),
    /// It is no telephone number.
    #[error(
        "\"{0}\" is no telephone number: write digits, such as \"tel:+493012345\"; \"+\" may come first, and \"-\" and \".\" in between"
    )]
    Telephone(String),
    /// It is no address for mail.
    #[error(
        "\"{0}\" is no address for mail: write one alone, such as \"mailto:help@example.org\", without a subject"
    )]
    Mail(String),
}

/// A page on the web: `https:`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^https://", max_length = 2000))]
pub struct WebAddress(String);

/// Where somebody can turn to for help: a telephone number (`tel:`), an address for mail (`mailto:`) or a page
/// (`https:`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^(tel:|mailto:|https://)", max_length = 2000))]
pub struct HelpAddress(String);

impl WebAddress {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The host's name, as far as people can know it by.
    #[must_use]
    pub fn host(&self) -> &str {
        host(&self.0).unwrap_or_default()
    }
}

impl HelpAddress {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The host's name, of a page.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        host(&self.0)
    }
}

impl FromStr for WebAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        held(text.starts_with(WEB), text, InvalidAddress::NotWeb)?;
        check_page(text)?;
        Ok(Self(text.to_owned()))
    }
}

impl FromStr for HelpAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        match (text.strip_prefix("tel:"), text.strip_prefix("mailto:")) {
            (Some(number), _) => held(is_telephone(number), text, InvalidAddress::Telephone),
            (_, Some(address)) => held(is_mail(address), text, InvalidAddress::Mail),
            _ if text.starts_with(WEB) => check_page(text),
            _ => Err(InvalidAddress::NotHelp(beginning(text))),
        }?;
        Ok(Self(text.to_owned()))
    }
}

impl From<WebAddress> for String {
    fn from(address: WebAddress) -> Self {
        address.0
    }
}

impl From<HelpAddress> for String {
    fn from(address: HelpAddress) -> Self {
        address.0
    }
}

/// What a page's address begins with.
const WEB: &str = "https://";

fn beginning(text: &str) -> String {
    text.chars().take(80).collect()
}

/// What is wrong with a text of which something does not hold.
fn held(
    holds: bool,
    text: &str,
    fault: fn(String) -> InvalidAddress,
) -> Result<(), InvalidAddress> {
    holds.then_some(()).ok_or_else(|| fault(beginning(text)))
}

/// What stands between `https://` and the path.
fn authority(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(WEB)?;
    rest.split(['/', '?', '#']).next()
}

/// The same without the port.
fn host(text: &str) -> Option<&str> {
    authority(text)?.split(':').next()
}

fn check_page(text: &str) -> Result<(), InvalidAddress> {
    check_characters(text)?;
    let mut parts = authority(text).unwrap_or_default().splitn(2, ':');
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|number| number > 0);
    let is_one = parts.next().is_some_and(is_host) && parts.next().is_none_or(is_port);
    held(is_one, text, InvalidAddress::Host)
}

/// A browser reads backslashes as slashes, and drops tabs and line breaks: what stands here is what it reads.
fn check_characters(text: &str) -> Result<(), InvalidAddress> {
    let may_stand = |byte: u8| {
        byte.is_ascii_graphic()
            && !matches!(
                byte,
                b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}'
            )
    };
    let may_all = text.len() <= MOST_BYTES && text.bytes().all(may_stand);
    held(may_all, text, InvalidAddress::Characters)
}

/// Names with dots between; an address in digits has that form, too.
fn is_host(host: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(plain);
    host.len() <= 253 && host.split('.').all(is_name)
}

fn is_telephone(number: &str) -> bool {
    let rest = number.strip_prefix('+').unwrap_or(number);
    let may_stand = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    let begins = rest.starts_with(|first: char| first.is_ascii_digit());
    begins && rest.len() <= 40 && rest.bytes().all(may_stand)
}

fn is_mail(address: &str) -> bool {
    let may_stand =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'+' | b'-');
    let is_name = |name: &str| (1..=64).contains(&name.len()) && name.bytes().all(may_stand);
    let parts = address.split_once('@');
    parts.is_some_and(|(name, host)| is_name(name) && is_host(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web(text: &str) -> Result<String, InvalidAddress> {
        text.parse::<WebAddress>().map(String::from)
    }

    fn help(text: &str) -> Result<String, InvalidAddress> {
        text.parse::<HelpAddress>().map(String::from)
    }

    #[test]
    fn pages_are_https_alone() {
        for good in [
            "https://example.org",
            "https://example.org/",
            "https://panel.example.org:8443/done?cc=C1A2#top",
            "https://xn--bcher-kva.example/a%20b",
            "https://192.0.2.1/x",
        ] {
            assert_eq!(web(good).as_deref(), Ok(good));
            assert_eq!(help(good).as_deref(), Ok(good));
        }
        for scheme in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "http://example.org",
            "HTTPS://example.org",
            "//example.org",
            "/thanks",
            "https:example.org",
            "blob:https://example.org/1",
            "",
        ] {
            assert!(
                matches!(web(scheme), Err(InvalidAddress::NotWeb(_))),
                "{scheme}"
            );
            assert!(
                matches!(help(scheme), Err(InvalidAddress::NotHelp(_))),
                "{scheme}"
            );
        }
        // Those of a help line lead nobody on.
        assert!(matches!(web("tel:116123"), Err(InvalidAddress::NotWeb(_))));
        assert!(matches!(
            web("mailto:a@example.org"),
            Err(InvalidAddress::NotWeb(_))
        ));
    }

    #[test]
    fn what_a_browser_would_read_otherwise_is_refused() {
        for bad in [
            "https://example.org/a b",
            "https://example.org/\nx",
            "https://example.org\\@evil.example",
            "https://example.org/{id}",
            "https://example.org/?pid=${pid}",
            "https://example.org/\"onclick",
            "https://bücher.example",
        ] {
            assert!(
                matches!(web(bad), Err(InvalidAddress::Characters(_))),
                "{bad}"
            );
        }
        for bad in [
            "https://",
            "https:///x",
            "https://user@example.org",
            "https://user:1@example.org",
            "https://example..org",
            "https://.org",
            "https://example.org:0",
            "https://example.org:99999/",
            "https://[::1]/",
            "https://exa%6dple.org",
        ] {
            assert!(matches!(web(bad), Err(InvalidAddress::Host(_))), "{bad}");
        }
        let long = format!("https://example.org/{}", "x".repeat(MOST_BYTES));
        assert!(matches!(web(&long), Err(InvalidAddress::Characters(_))));
    }

    #[test]
    fn help_lines_are_numbers_and_addresses_too() {
        for good in [
            "tel:116123",
            "tel:+49-30-123.45",
            "mailto:help@example.org",
            "mailto:a.b+c@mail.example.org",
        ] {
            assert_eq!(help(good).as_deref(), Ok(good));
        }
        for bad in ["tel:", "tel:+", "tel:help", "tel:12;ext=3", "tel:*100#"] {
            assert!(
                matches!(help(bad), Err(InvalidAddress::Telephone(_))),
                "{bad}"
            );
        }
        for bad in [
            "mailto:",
            "mailto:help",
            "mailto:@example.org",
            "mailto:a@b@example.org",
            "mailto:help@example.org?subject=1",
            "mailto:a@example.org,b@example.org",
        ] {
            assert!(matches!(help(bad), Err(InvalidAddress::Mail(_))), "{bad}");
        }
    }

    #[test]
    fn a_page_is_known_by_its_host() {
        let page: WebAddress = "https://panel.example.org:8443/done?x=1".parse().unwrap();
        assert_eq!(page.host(), "panel.example.org");
        let number: HelpAddress = "tel:116123".parse().unwrap();
        assert_eq!(number.host(), None);
    }
}

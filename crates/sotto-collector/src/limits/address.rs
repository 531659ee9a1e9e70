//! Whose request it is when a proxy passes it on.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

/// The proxies whose word on the client's address is believed: those that the operator named, and
/// nobody else.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The client's address: the last one in "x-forwarded-for" that is not itself a trusted proxy's,
    /// if the connection is a trusted proxy's; otherwise the connection's own. Whatever a client
    /// writes into the header stands before what the first trusted proxy adds, and is not believed.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return peer;
        }
        let forwarded = HeaderName::from_static("x-forwarded-for");
        let mut client = peer;
        for line in headers.get_all(forwarded).iter().rev() {
            for hop in line.to_str().unwrap_or_default().rsplit(',') {
                let Some(address) = address_of(hop.trim()) else {
                    return client;
                };
                client = address;
                if !self.trusts(address) {
                    return client;
                }
            }
        }
        client
    }
}

/// Some proxies add the port.
fn address_of(text: &str) -> Option<IpAddr> {
    let plain = text.parse().ok();
    plain
        .or_else(|| {
            text.parse()
                .ok()
                .map(|socket: std::net::SocketAddr| socket.ip())
        })
        .or_else(|| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok())
        .map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, headers: &[&str]) -> String {
        let networks = trusted.iter().map(|one| one.parse().unwrap()).collect();
        let mut map = HeaderMap::new();
        for header in headers {
            map.append("x-forwarded-for", header.parse().unwrap());
        }
        TrustedProxies::new(networks)
            .client(peer.parse().unwrap(), &map)
            .to_string()
    }

    #[test]
    fn nobody_is_believed_unless_named() {
        assert_eq!(client(&[], "192.0.2.9", &["198.51.100.1"]), "192.0.2.9");
        let trusted = ["10.0.0.0/8"];
        assert_eq!(
            client(&trusted, "192.0.2.9", &["198.51.100.1"]),
            "192.0.2.9"
        );
    }

    #[test]
    fn the_last_one_that_is_no_proxy_is_the_client() {
        let trusted = ["10.0.0.0/8", "::1/128"];
        for (peer, headers, expected) in [
            ("10.0.0.1", vec!["198.51.100.1"], "198.51.100.1"),
            // What the client forged stands before.
            (
                "10.0.0.1",
                vec!["203.0.113.7, 198.51.100.1"],
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                vec!["203.0.113.7", "198.51.100.1, 10.0.0.2"],
                "198.51.100.1",
            ),
            ("::1", vec!["198.51.100.1:4711"], "198.51.100.1"),
            ("::1", vec!["[2001:db8::1]"], "2001:db8::1"),
            (
                "::ffff:10.0.0.1",
                vec!["::ffff:198.51.100.1"],
                "198.51.100.1",
            ),
            // Nothing said, or nothing sensible: the proxy itself.
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec!["unknown"], "10.0.0.1"),
            ("10.0.0.1", vec!["198.51.100.1, unknown"], "10.0.0.1"),
            ("10.0.0.1", vec!["10.0.0.3"], "10.0.0.3"),
        ] {
            assert_eq!(client(&trusted, peer, &headers), expected, "{headers:?}");
        }
    }
}

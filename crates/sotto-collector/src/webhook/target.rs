//! Where a webhook may lead. Whoever may set one makes the collector send a request, and the
//! collector may stand where its network holds much that outsiders cannot reach. So only public
//! addresses are called, unless the operator allows others; names are resolved by the collector's
//! own resolver, and the connection goes to the very addresses that were checked, so that a name
//! cannot mean one thing when it is checked and another when it is called.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};
use thiserror::Error;

/// Why a webhook's address is not called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum TargetError {
    /// Neither https, nor http on this machine.
    #[error("the address must begin with https://; http:// is for this machine alone")]
    Scheme,
    /// The address is in a network of the collector's own.
    #[error(
        "the address leads into a private network; the operator can allow that with --allow-private-webhooks true"
    )]
    Private,
    /// It is not an address.
    #[error("this is not an address that can be called")]
    Malformed,
}

/// Whether an address of the collector's own networks may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Targets {
    pub(crate) allow_private: bool,
}

impl Targets {
    /// Checks what can be seen without resolving a name.
    ///
    /// # Errors
    /// When it is never called.
    pub(crate) fn check(self, url: &Url) -> Result<(), TargetError> {
        let host = url.host_str().ok_or(TargetError::Malformed)?;
        let literal = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        let local = literal.map_or(host == "localhost", |ip| ip.to_canonical().is_loopback());
        match url.scheme() {
            "https" => {}
            "http" if local => {}
            _ => return Err(TargetError::Scheme),
        }
        let private = literal.map_or(host == "localhost", |ip| !is_public(ip));
        if private && !self.allow_private {
            return Err(TargetError::Private);
        }
        Ok(())
    }

    /// Resolves names, and keeps of their addresses those that may be called.
    pub(super) fn resolver(self) -> Arc<dyn Resolve> {
        Arc::new(self)
    }
}

impl Resolve for Targets {
    fn resolve(&self, name: Name) -> Resolving {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found
                .filter(|address| allow_private || is_public(address.ip()))
                .collect();
            if allowed.is_empty() {
                return Err(Box::new(TargetError::Private).into());
            }
            let addresses: Addrs = Box::new(allowed.into_iter());
            Ok(addresses)
        })
    }
}

/// Whether an address is one of the public internet, by IANA's registries of special addresses.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast()
        || ip.is_broadcast()
        // This network.
        || a == 0
        // Shared by providers, RFC 6598.
        || (a == 100 && (64..128).contains(&b))
        // Protocol assignments, and the old relay of 6to4.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        // Benchmarks, RFC 2544.
        || (a == 198 && (b == 18 || b == 19))
        // Reserved.
        || a >= 240)
}

/// Only what is handed out to the internet, 2000::/3, and of that nothing that stands for another
/// address or for documentation.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    (0x2000..0x4000).contains(&a)
        // Protocol assignments, Teredo and benchmarks among them.
        && !(a == 0x2001 && b < 0x0200)
        && !(a == 0x2001 && b == 0x0db8)
        // 6to4: an address of IPv4 inside.
        && a != 0x2002
        && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Targets = Targets {
        allow_private: false,
    };
    const LAX: Targets = Targets {
        allow_private: true,
    };

    fn check(targets: Targets, url: &str) -> Result<(), TargetError> {
        targets.check(&url.parse().unwrap())
    }

    #[test]
    fn addresses_of_private_networks_are_known_in_every_spelling() {
        for url in [
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://localhost/",
            "https://LOCALHOST/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:a00:1]/",
            "https://[::]/",
            "https://0.0.0.0/",
            "https://10.0.0.1/",
            "https://172.31.255.255/",
            "https://192.168.1.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/",
            "https://198.18.0.1/",
            "https://224.0.0.1/",
            "https://255.255.255.255/",
            "https://[fe80::1]/",
            "https://[fc00::1]/",
            "https://[fd00:ec2::254]/",
            "https://[64:ff9b::a00:1]/",
            "https://[2002:a00:1::]/",
            "https://[2001::1]/",
            "https://[2001:db8::1]/",
            "https://[ff02::1]/",
        ] {
            assert_eq!(check(STRICT, url), Err(TargetError::Private), "{url}");
            assert_eq!(check(LAX, url), Ok(()), "{url}");
        }
    }

    #[test]
    fn public_addresses_are_called_by_https_alone() {
        for host in ["example.org", "1.1.1.1", "[2606:4700::1111]", "172.32.0.1"] {
            assert_eq!(check(STRICT, &format!("https://{host}/")), Ok(()), "{host}");
            for targets in [STRICT, LAX] {
                let url = format!("http://{host}/");
                assert_eq!(check(targets, &url), Err(TargetError::Scheme));
            }
        }
        assert_eq!(check(LAX, "http://127.0.0.1:1/"), Ok(()));
        assert_eq!(check(LAX, "http://[::1]:1/"), Ok(()));
        assert_eq!(check(LAX, "http://10.0.0.1/"), Err(TargetError::Scheme));
        assert_eq!(
            check(LAX, "http://localhost.example.org/"),
            Err(TargetError::Scheme)
        );
        assert_eq!(check(LAX, "ftp://127.0.0.1/"), Err(TargetError::Scheme));
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_followed() {
        let name = || "localhost".parse::<Name>().unwrap();
        assert!(STRICT.resolver().resolve(name()).await.is_err());
        assert!(
            LAX.resolver()
                .resolve(name())
                .await
                .unwrap()
                .next()
                .is_some()
        );
    }
}

//! Texts become values. A refusal says what would be right, and repeats nothing.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use ipnet::IpNet;

use crate::serve::MetricsPlace;

pub(super) fn address(text: &str) -> Result<String, String> {
    let (host, port) = text
        .rsplit_once(':')
        .ok_or("give an address and a port, such as 127.0.0.1:8080")?;
    port.parse::<u16>()
        .map_err(|_| "the port must be from 0 to 65535")?;
    if host.is_empty() {
        return Err("give an address before the port, such as 127.0.0.1:8080".to_owned());
    }
    Ok(text.to_owned())
}

pub(super) fn truth(text: &str) -> Result<bool, String> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("write true or false".to_owned()),
    }
}

pub(super) fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| "write a whole number from 0 to 4294967295".to_owned())
}

pub(super) fn positive(text: &str) -> Result<NonZeroU32, String> {
    NonZeroU32::new(number(text)?).ok_or_else(|| "write a whole number, 1 or more".to_owned())
}

pub(super) fn count(text: &str) -> Result<usize, String> {
    usize::try_from(positive(text)?.get()).map_err(|_| "write a smaller number".to_owned())
}

pub(super) fn metrics(text: &str) -> Result<MetricsPlace, String> {
    match text {
        "off" => Ok(MetricsPlace::Nowhere),
        _ => address(text).map(MetricsPlace::Own),
    }
}

/// Whole seconds, from one to a day.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 1..=86_400) => Ok(Duration::from_secs(seconds)),
        _ => Err("write whole seconds, from 1 to 86400".to_owned()),
    }
}

pub(super) fn networks(text: &str) -> Result<Vec<IpNet>, String> {
    let members = text.split(',').map(str::trim);
    members
        .filter(|member| !member.is_empty())
        .map(network)
        .collect()
}

fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse::<IpNet>().ok();
    network
        .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
        .ok_or_else(|| "write addresses or networks, such as 10.0.0.0/8, ::1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read() {
        let read = |text| networks(text).map(|list| list.iter().map(ToString::to_string).collect());
        let expected: Vec<String> = vec!["10.0.0.0/8".to_owned(), "::1/128".to_owned()];
        assert_eq!(read("10.0.0.0/8, ::1"), Ok(expected));
        assert_eq!(read(""), Ok(vec![]));
        for wrong in ["10.0.0.0/33", "example.org", "10.0.0"] {
            assert!(networks(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_bounds() {
        assert_eq!(seconds("30"), Ok(Duration::from_secs(30)));
        for wrong in ["0", "-1", "1.5", "86401", "1s", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

//! Who calls, as a number that means nothing to anybody else and nothing tomorrow.

use std::{
    net::{IpAddr, Ipv6Addr},
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest as _, Sha256};

/// How long a key is used.
const DAY: Duration = Duration::from_hours(24);

/// An address under the day's key. It has no form that could be printed or stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Caller(u64);

impl Caller {
    /// Everyone for whom there is no room.
    pub(super) const CROWD: Self = Self(u64::MAX);

    /// The same caller at one survey: what they use up there, they have still elsewhere.
    pub(crate) fn at(self, survey: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0.to_le_bytes());
        hash.update(survey);
        Self::of_hash(hash)
    }

    fn of_hash(hash: Sha256) -> Self {
        let hash: [u8; 32] = hash.finalize().into();
        let (first, _) = hash.as_chunks();
        Self(first.first().map_or(0, |first| u64::from_le_bytes(*first)))
    }

    #[cfg(test)]
    pub(crate) const fn of_number(number: u64) -> Self {
        Self(number)
    }
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Caller").finish_non_exhaustive()
    }
}

/// What counts as one address: of IPv6 a household's network (/64), whose addresses are its own to choose.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            Ipv6Addr::from_bits(network).into()
        }
    }
}

/// Turns addresses into numbers. The key is drawn when the collector starts and again every day,
/// and nowhere but here.
pub(crate) struct Callers(Mutex<Today>);

struct Today {
    key: [u8; 32],
    until: Instant,
}

impl Callers {
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn new(now: Instant) -> Result<Self, rand::rngs::SysError> {
        Ok(Self(Mutex::new(Today {
            key: fresh_key()?,
            until: now + DAY,
        })))
    }

    /// The number of an address today, the same for all of a [`network`].
    pub(crate) fn caller(&self, address: IpAddr) -> Caller {
        let today = self.0.lock();
        let mut hash = Sha256::new();
        hash.update(today.key);
        match network(address) {
            IpAddr::V4(address) => hash.update(address.octets()),
            IpAddr::V6(address) => hash.update(address.octets()),
        }
        Caller::of_hash(hash)
    }

    /// Draws a new key if the day is over; whether it was. Without randomness the old one stays.
    pub(crate) fn new_day(&self, now: Instant) -> bool {
        let mut today = self.0.lock();
        if now < today.until {
            return false;
        }
        match fresh_key() {
            Ok(key) => {
                *today = Today {
                    key,
                    until: now + DAY,
                };
                true
            }
            Err(_) => false,
        }
    }
}

fn fresh_key() -> Result<[u8; 32], rand::rngs::SysError> {
    let mut key = [0; 32];
    SysRng.try_fill_bytes(&mut key)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(callers: &Callers, address: &str) -> Caller {
        callers.caller(address.parse().unwrap())
    }

    #[test]
    fn an_address_has_one_number_for_a_day() {
        let start = Instant::now();
        let callers = Callers::new(start).unwrap();
        let first = caller(&callers, "192.0.2.1");
        assert_eq!(caller(&callers, "192.0.2.1"), first);
        assert_eq!(caller(&callers, "::ffff:192.0.2.1"), first);
        assert_ne!(caller(&callers, "192.0.2.2"), first);
        assert!(!callers.new_day(start + DAY / 2));
        assert_eq!(caller(&callers, "192.0.2.1"), first);
        assert!(callers.new_day(start + DAY));
        assert_ne!(caller(&callers, "192.0.2.1"), first);
        assert!(!callers.new_day(start + DAY));
    }

    #[test]
    fn two_collectors_share_no_numbers_and_none_is_printed() {
        let now = Instant::now();
        let [a, b] = [(); 2].map(|()| caller(&Callers::new(now).unwrap(), "192.0.2.1"));
        assert_ne!(a, b);
        assert_eq!(format!("{a:?}"), "Caller { .. }");
    }

    #[test]
    fn a_household_is_one_caller() {
        let callers = Callers::new(Instant::now()).unwrap();
        let one = caller(&callers, "2001:db8:1:2::1");
        assert_eq!(caller(&callers, "2001:db8:1:2:ffff::9"), one);
        assert_ne!(caller(&callers, "2001:db8:1:3::1"), one);
    }
}

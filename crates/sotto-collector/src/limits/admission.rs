//! Whether a caller may ask for one more thing.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::http::HeaderMap;
use ipnet::IpNet;

use crate::clock::Clock;

use super::{Caller, Callers, Limits, RateLimiter, TrustedProxies};

/// The limits that hold for each caller.
pub(crate) struct Admission {
    clock: Arc<dyn Clock>,
    callers: Callers,
    proxies: TrustedProxies,
    requests: RateLimiter,
    wrong_codes: RateLimiter,
    rooms: RateLimiter,
}

impl Admission {
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn new(
        limits: &Limits,
        trusted_proxies: Vec<IpNet>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, rand::rngs::SysError> {
        Ok(Self {
            callers: Callers::new(clock.instant())?,
            proxies: TrustedProxies::new(trusted_proxies),
            requests: RateLimiter::new(limits.requests),
            wrong_codes: RateLimiter::new(limits.wrong_codes),
            rooms: RateLimiter::new(limits.rooms),
            clock,
        })
    }

    pub(crate) const fn proxies(&self) -> &TrustedProxies {
        &self.proxies
    }

    /// Lets a request in and says whose it is. Programs on this machine itself have no limit of
    /// requests.
    ///
    /// # Errors
    /// How long to wait.
    pub(crate) fn admit(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Caller, Duration> {
        let now = self.clock.instant();
        if self.callers.new_day(now) {
            self.requests.forget();
            self.wrong_codes.forget();
            self.rooms.forget();
        }
        let client = self.proxies.client(peer, headers);
        let caller = self.callers.caller(client);
        if !client.is_loopback() {
            self.requests.take(caller, now)?;
        }
        Ok(caller)
    }

    /// Lets a caller open one more room.
    ///
    /// # Errors
    /// How long to wait.
    pub(crate) fn may_open_a_room(&self, caller: Caller) -> Result<(), Duration> {
        self.rooms.take(caller, self.clock.instant())
    }

    /// Notes that a code, invite or token was wrong. Right ones are never asked to wait: a school is one
    /// address, and one pupil who guesses must not keep out the others.
    ///
    /// # Errors
    /// How long to wait; at the limit nothing more is taken.
    pub(crate) fn tried_a_wrong_code(&self, caller: Caller) -> Result<(), Duration> {
        self.wrong_codes.take(caller, self.clock.instant())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock::StoppedClock, limits::Rate};

    fn admission() -> Admission {
        let limits = Limits {
            requests: Rate::per_minute(1, 2),
            wrong_codes: Rate::per_minute(1, 3),
            ..Limits::default()
        };
        Admission::new(
            &limits,
            vec!["10.0.0.0/8".parse().unwrap()],
            Arc::new(StoppedClock::now()),
        )
        .unwrap()
    }

    fn admit(admission: &Admission, peer: &str, forwarded: &str) -> Result<Caller, Duration> {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        admission.admit(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn each_client_behind_a_proxy_has_its_own_limit() {
        let admission = admission();
        for client in ["192.0.2.1", "192.0.2.2"] {
            assert!(admit(&admission, "10.0.0.1", client).is_ok());
            assert!(admit(&admission, "10.0.0.1", client).is_ok());
            assert!(admit(&admission, "10.0.0.1", client).is_err());
        }
        // A client that is not a trusted proxy gains nothing by naming another.
        assert!(admit(&admission, "192.0.2.3", "192.0.2.4").is_ok());
        assert!(admit(&admission, "192.0.2.3", "192.0.2.5").is_ok());
        assert!(admit(&admission, "192.0.2.3", "192.0.2.6").is_err());
    }

    #[test]
    fn this_machine_may_ask_but_not_guess() {
        let admission = admission();
        let mut caller = None;
        for _ in 0..10 {
            caller = Some(admit(&admission, "127.0.0.1", "").unwrap());
        }
        let caller = caller.unwrap();
        for _ in 0..3 {
            assert_eq!(admission.tried_a_wrong_code(caller), Ok(()));
        }
        assert!(admission.tried_a_wrong_code(caller).is_err());
        // In another survey they may.
        assert_eq!(admission.tried_a_wrong_code(caller.at("other")), Ok(()));
    }
}

//! How many connections are open, altogether and from one address.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::{Limits, TrustedProxies, network};

/// Lets connections in as long as there are places.
#[derive(Clone)]
pub(crate) struct Gate(Arc<Inner>);

struct Inner {
    free: Arc<Semaphore>,
    of_one_address: usize,
    proxies: TrustedProxies,
    /// In memory, and only while a connection is open.
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A free place, not yet anybody's.
pub(crate) struct Free {
    gate: Gate,
    permit: OwnedSemaphorePermit,
}

/// The place of an open connection; free again when dropped.
pub(crate) struct Place {
    gate: Gate,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Gate {
    pub(crate) fn new(limits: &Limits, proxies: TrustedProxies) -> Self {
        let all = limits.connections.clamp(1, Semaphore::MAX_PERMITS);
        Self(Arc::new(Inner {
            free: Arc::new(Semaphore::new(all)),
            of_one_address: limits.connections_per_address,
            proxies,
            open: Mutex::default(),
        }))
    }

    /// How many connections are open.
    pub(crate) fn open(&self) -> usize {
        let open = self.0.open.lock();
        open.values().sum()
    }

    /// Waits for a free place.
    pub(super) async fn free(&self) -> Free {
        loop {
            // The semaphore is never closed.
            if let Ok(permit) = Arc::clone(&self.0.free).acquire_owned().await {
                let gate = self.clone();
                return Free { gate, permit };
            }
        }
    }
}

impl Free {
    /// Makes it the place of a connection from that address, unless it has as many as one may.
    pub(super) fn take(self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let inner = &self.gate.0;
        let mut open = inner.open.lock();
        let of_this = open.entry(network(address)).or_insert(0);
        if *of_this >= inner.of_one_address && !inner.proxies.trusts(address) {
            return None;
        }
        *of_this += 1;
        drop(open);
        Some(Place {
            gate: self.gate,
            address,
            _permit: self.permit,
        })
    }
}

impl Place {
    pub(super) const fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let inner = &self.gate.0;
        let mut open = inner.open.lock();
        if let Some(of_this) = open.get_mut(&network(self.address)) {
            *of_this -= 1;
            if *of_this == 0 {
                open.remove(&network(self.address));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn one_address_has_so_many_places_and_no_more() {
        let proxies = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
        let limits = Limits {
            connections: 8,
            connections_per_address: 2,
            ..Limits::default()
        };
        let gate = Gate::new(&limits, proxies);
        let mut places = Vec::new();
        for _ in 0..2 {
            places.push(gate.free().await.take(ip("192.0.2.1")).unwrap());
        }
        assert!(gate.free().await.take(ip("192.0.2.1")).is_none());
        assert!(gate.free().await.take(ip("::ffff:192.0.2.1")).is_none());
        places.push(gate.free().await.take(ip("192.0.2.2")).unwrap());
        let free = || gate.0.free.available_permits();
        assert_eq!((free(), gate.open()), (5, 3));
        // A household's IPv6 network is one address.
        for end in 1..=3 {
            let place = gate.free().await.take(ip(&format!("2001:db8::{end}")));
            assert_eq!(place.is_some(), end < 3);
            places.extend(place);
        }
        places.truncate(3);
        // A proxy carries many.
        for _ in 0..5 {
            places.push(gate.free().await.take(ip("10.0.0.1")).unwrap());
        }
        assert_eq!(free(), 0);
        places.clear();
        assert_eq!(free(), 8);
        assert!(gate.0.open.lock().is_empty(), "no address is kept");
        assert!(gate.free().await.take(ip("192.0.2.1")).is_some());
    }
}

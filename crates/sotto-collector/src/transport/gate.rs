//! How many connections are open, altogether and from one address, and which of them wait for a request.
//!
//! When all places are taken, whoever comes is given the place of a connection that has said nothing, or not all of a
//! request's head, for the longest time. That is one of an address with more than a small share of the places, if
//! there is one, and whoever comes from such an address takes the place of another of the same: a few addresses
//! displace themselves and nobody else. No connection is displaced on which a request is under way.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use parking_lot::Mutex;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::limits::{Limits, TrustedProxies, network};

/// One place in so many is an address's share while places are waited for. A school may have more as long as they are
/// not.
const SHARE: usize = 64;

/// Among so many that wait the longest, one of an address with more than its share is looked for.
const LOOKED_AT: usize = 512;

/// Lets connections in as long as there are places.
#[derive(Clone)]
pub(crate) struct Gate(Arc<GateState>);

struct GateState {
    free: Arc<Semaphore>,
    of_one_address: usize,
    share: usize,
    proxies: TrustedProxies,
    /// In memory, and only while a connection is open.
    open: Mutex<OpenConnections>,
    /// Told when another connection begins to wait for a request.
    waits: Notify,
}

#[derive(Default)]
struct OpenConnections {
    /// How many connections each address has.
    of: HashMap<IpAddr, usize>,
    /// Those that wait for a request, the longest first.
    waiting: BTreeMap<u64, WaitingConnection>,
    /// How many began to wait so far.
    begun: u64,
}

struct WaitingConnection {
    address: IpAddr,
    displaced: Arc<Notify>,
}

/// An address that may have another connection, which has no place yet.
struct ComingConnection {
    gate: Gate,
    address: IpAddr,
}

/// The place of an open connection; free again when dropped.
pub(crate) struct ConnectionPlace {
    coming: ComingConnection,
    displaced: Arc<Notify>,
    /// Since when it waits for a request, as the gate counts; 0 if it does not.
    since: AtomicU64,
    _permit: OwnedSemaphorePermit,
}

impl Gate {
    pub(crate) fn new(limits: &Limits, proxies: TrustedProxies) -> Self {
        let all = limits.connections.clamp(1, Semaphore::MAX_PERMITS);
        Self(Arc::new(GateState {
            free: Arc::new(Semaphore::new(all)),
            of_one_address: limits.connections_per_address,
            share: all / SHARE,
            proxies,
            open: Mutex::default(),
            waits: Notify::new(),
        }))
    }

    /// How many connections are open, or wait for a place.
    pub(crate) fn open(&self) -> usize {
        let open = self.0.open.lock();
        open.of.values().sum()
    }

    /// Waits for a place for a connection from that address, unless it has as many as one may.
    pub(super) async fn place(&self, address: IpAddr) -> Option<ConnectionPlace> {
        let coming = self.coming(address.to_canonical())?;
        let permit = self.permit(coming.address).await?;
        let place = ConnectionPlace {
            coming,
            displaced: Arc::default(),
            since: AtomicU64::new(0),
            _permit: permit,
        };
        place.waits();
        Some(place)
    }

    fn coming(&self, address: IpAddr) -> Option<ComingConnection> {
        let inner = &self.0;
        let mut open = inner.open.lock();
        let of_this = open.of.entry(network(address)).or_insert(0);
        if *of_this >= inner.of_one_address && !inner.proxies.trusts(address) {
            return None;
        }
        *of_this += 1;
        drop(open);
        let gate = self.clone();
        Some(ComingConnection { gate, address })
    }

    /// Waits until a connection ends, and has one end if that can be.
    async fn permit(&self, address: IpAddr) -> Option<OwnedSemaphorePermit> {
        let inner = &self.0;
        if let Ok(permit) = Arc::clone(&inner.free).try_acquire_owned() {
            return Some(permit);
        }
        let free = Arc::clone(&inner.free).acquire_owned();
        let displacing = async {
            while !self.displace(address) {
                inner.waits.notified().await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            biased;
            // The semaphore is never closed.
            permit = free => permit.ok(),
            () = displacing => None,
        }
    }

    /// Has a connection end that waits for a request; whether there was one.
    fn displace(&self, by: IpAddr) -> bool {
        let inner = &self.0;
        let mut open = inner.open.lock();
        let has_much = |address: IpAddr| {
            let has = open.of.get(&network(address));
            has.is_some_and(|&has| has > inner.share) && !inner.proxies.trusts(address)
        };
        let found = if has_much(by) {
            let mut waiting = open.waiting.iter();
            waiting.find(|(_, one)| network(one.address) == network(by))
        } else {
            let mut waiting = open.waiting.iter().take(LOOKED_AT);
            waiting.find(|(_, one)| has_much(one.address))
        };
        let found = found
            .or_else(|| open.waiting.first_key_value())
            .map(|(since, _)| *since);
        match found.and_then(|since| open.waiting.remove(&since)) {
            Some(found) => {
                found.displaced.notify_one();
                true
            }
            None => false,
        }
    }
}

impl ConnectionPlace {
    pub(super) const fn address(&self) -> IpAddr {
        self.coming.address
    }

    /// The connection waits for a request from now on.
    pub(super) fn waits(&self) {
        let inner = &self.coming.gate.0;
        let mut open = inner.open.lock();
        open.begun += 1;
        let now = open.begun;
        let waiting = WaitingConnection {
            address: self.coming.address,
            displaced: Arc::clone(&self.displaced),
        };
        open.waiting.insert(now, waiting);
        let before = self.since.swap(now, Ordering::Relaxed);
        open.waiting.remove(&before);
        drop(open);
        inner.waits.notify_one();
    }

    /// A request has come.
    pub(super) fn is_busy(&self) {
        let since = self.since.swap(0, Ordering::Relaxed);
        if since > 0 {
            let mut open = self.coming.gate.0.open.lock();
            open.waiting.remove(&since);
        }
    }

    /// Waits until the place was given to somebody else.
    pub(super) async fn displaced(&self) {
        self.displaced.notified().await;
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.is_busy();
    }
}

impl Drop for ComingConnection {
    fn drop(&mut self) {
        let mut open = self.gate.0.open.lock();
        let network = network(self.address);
        if let Some(of_this) = open.of.get_mut(&network) {
            *of_this -= 1;
            if *of_this == 0 {
                open.of.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn gate(connections: usize, connections_per_address: usize, proxies: TrustedProxies) -> Gate {
        let limits = Limits {
            connections,
            connections_per_address,
            ..Limits::default()
        };
        Gate::new(&limits, proxies)
    }

    /// A place, if there is one now.
    fn now(gate: &Gate, address: &str) -> Option<ConnectionPlace> {
        gate.place(ip(address)).now_or_never().flatten()
    }

    #[tokio::test]
    async fn one_address_has_so_many_places_and_no_more() {
        let proxies = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
        let gate = gate(8, 2, proxies);
        let mut places = Vec::new();
        for _ in 0..2 {
            places.push(gate.place(ip("192.0.2.1")).await.unwrap());
        }
        assert!(gate.place(ip("192.0.2.1")).await.is_none());
        assert!(gate.place(ip("::ffff:192.0.2.1")).await.is_none());
        places.push(gate.place(ip("192.0.2.2")).await.unwrap());
        let free = || gate.0.free.available_permits();
        assert_eq!((free(), gate.open()), (5, 3));
        // A household's IPv6 network is one address.
        for end in 1..=3 {
            let place = gate.place(ip(&format!("2001:db8::{end}"))).await;
            assert_eq!(place.is_some(), end < 3);
            places.extend(place);
        }
        places.truncate(3);
        // A proxy carries many.
        for _ in 0..5 {
            places.push(gate.place(ip("10.0.0.1")).await.unwrap());
        }
        assert_eq!(free(), 0);
        places.clear();
        assert_eq!(free(), 8);
        let open = gate.0.open.lock();
        assert!(
            open.of.is_empty() && open.waiting.is_empty(),
            "no address is kept"
        );
    }

    #[tokio::test]
    async fn when_all_places_are_taken_the_one_that_waits_longest_is_given_away() {
        let gate = gate(3, 3, TrustedProxies::default());
        let places = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(|one| now(&gate, one).unwrap());
        // The first is under way; the second waits again, and no longer the longest.
        places[0].is_busy();
        places[1].is_busy();
        places[1].waits();
        let displaced = || {
            places
                .each_ref()
                .map(|one| one.displaced().now_or_never().is_some())
        };
        let mut coming = Box::pin(gate.place(ip("192.0.2.4")));
        assert!((&mut coming).now_or_never().is_none());
        assert_eq!(displaced(), [false, false, true]);
        // Nobody else has to go for the same one.
        assert!((&mut coming).now_or_never().is_none());
        assert_eq!(displaced(), [false; 3]);
        drop(places);
        assert!(coming.await.is_some());
    }

    #[tokio::test]
    async fn where_all_are_busy_the_first_that_is_not_is_given_away() {
        let gate = gate(1, 2, TrustedProxies::default());
        let busy = now(&gate, "192.0.2.1").unwrap();
        busy.is_busy();
        let mut coming = Box::pin(gate.place(ip("192.0.2.2")));
        assert!((&mut coming).now_or_never().is_none());
        assert!(busy.displaced().now_or_never().is_none());
        busy.waits();
        assert!((&mut coming).now_or_never().is_none());
        assert!(busy.displaced().now_or_never().is_some());
        drop(busy);
        assert!(coming.now_or_never().flatten().is_some());
    }

    /// Four addresses hold every place. Whatever else they open, they take it from one another, and who comes from
    /// elsewhere is served and keeps its place.
    // Without tokio, whose budget lets nothing come true after so many futures in one go.
    #[test]
    fn few_addresses_displace_nobody_but_themselves() {
        let gate = gate(256, 64, TrustedProxies::default());
        let mine = now(&gate, "198.51.100.7").unwrap();
        let attackers = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"];
        let mut held = Vec::new();
        for number in 0..255 {
            held.push(now(&gate, attackers[number % 4]).unwrap());
        }
        for number in 0..1_000 {
            let attacker = attackers[(number + 3) % 4];
            // Where an address has as many as it may, it is turned away before it displaces anything.
            let mut coming = Box::pin(gate.place(ip(attacker)));
            match (&mut coming).now_or_never() {
                Some(None) => continue,
                Some(Some(_)) => unreachable!("all places are taken"),
                None => {}
            }
            assert!(mine.displaced().now_or_never().is_none());
            let gone = held
                .iter()
                .position(|one| one.displaced().now_or_never().is_some());
            let gone = held.remove(gone.unwrap());
            assert_eq!(gone.address(), ip(attacker));
            drop(gone);
            held.push(coming.now_or_never().flatten().unwrap());
        }
        // The first has waited the longest by far, and is no more displaced by others who have few.
        let mut coming = Box::pin(gate.place(ip("198.51.100.8")));
        assert!((&mut coming).now_or_never().is_none());
        assert!(mine.displaced().now_or_never().is_none());
    }
}

//! How many streams are open: connections that stay for as long as somebody listens, and on which no timeout
//! of a request falls. They have fewer places than there are connections, so that those who send an answer
//! always find one.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;

use super::{Caller, Limits};

/// Of the connections, altogether and of one address, so many in four may be streams.
const IN_FOUR: usize = 3;

/// Lets streams in as long as there are places.
#[derive(Clone, Debug)]
pub(crate) struct Streams(Arc<OpenStreams>);

#[derive(Debug)]
struct OpenStreams {
    altogether: usize,
    of_one_address: usize,
    open: Mutex<HashMap<Caller, usize>>,
}

/// The place of an open stream; free again when dropped.
#[derive(Debug)]
pub(crate) struct StreamPlace {
    streams: Streams,
    caller: Caller,
}

impl Streams {
    pub(crate) fn new(limits: &Limits) -> Self {
        let part = |connections: usize| (connections / 4 * IN_FOUR).max(1);
        Self(Arc::new(OpenStreams {
            altogether: part(limits.connections),
            of_one_address: part(limits.connections_per_address),
            open: Mutex::default(),
        }))
    }

    /// A place, if there is one.
    pub(crate) fn take(&self, caller: Caller) -> Option<StreamPlace> {
        let mut open = self.0.open.lock();
        if open.values().sum::<usize>() >= self.0.altogether {
            return None;
        }
        let of_this = open.entry(caller).or_insert(0);
        if *of_this >= self.0.of_one_address {
            return None;
        }
        *of_this += 1;
        drop(open);
        let streams = self.clone();
        Some(StreamPlace { streams, caller })
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.streams.0.open.lock();
        if let Some(of_this) = open.get_mut(&self.caller) {
            *of_this -= 1;
            if *of_this == 0 {
                open.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_places_in_four_are_for_streams() {
        let limits = Limits {
            connections: 12,
            connections_per_address: 8,
            ..Limits::default()
        };
        let streams = Streams::new(&limits);
        let [one, other] = [1, 2].map(Caller::of_number);
        let mut places: Vec<_> = (0..6).map(|_| streams.take(one).unwrap()).collect();
        assert!(streams.take(one).is_none());
        places.extend((0..3).map(|_| streams.take(other).unwrap()));
        assert!(streams.take(other).is_none(), "nine of twelve");
        places.truncate(1);
        assert!(streams.take(other).is_some());
        places.clear();
        assert!(streams.0.open.lock().is_empty(), "nobody is remembered");
    }
}

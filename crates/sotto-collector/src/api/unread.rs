//! Responses still being read. Slow readers hold memory, and each confidence and each moment has results of its
//! own: so their total is capped, what many read at the same time counted once, and each body has a deadline.

use std::{
    collections::HashMap,
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::body::{Body, Bytes};
use futures_util::stream;
use parking_lot::Mutex;

use super::ApiError;
use crate::clock::Clock;

/// All together, in bytes.
const MOST: usize = 128 * 1024 * 1024;
/// What is given to a connection at once, in bytes.
const PIECE: usize = 64 * 1024;
/// A body may take half a minute, and longer by a second for so many bytes.
const A_SECOND: usize = 16 * 1024;
const AT_LEAST: Duration = Duration::from_secs(30);

/// The bodies under way. Cloning shares them.
#[derive(Clone, Debug)]
pub(crate) struct Unread(Arc<PendingBytes>);

#[derive(Debug)]
struct PendingBytes {
    most: usize,
    clock: Arc<dyn Clock>,
    /// By its address: its length, and how many read it.
    bodies: Mutex<HashMap<usize, (usize, usize)>>,
}

/// Bytes that somebody reads, until it is dropped.
#[derive(Debug)]
pub(crate) struct PendingBody {
    unread: Unread,
    bytes: Bytes,
    /// Where the next piece begins.
    position: usize,
    end: Instant,
}

impl Unread {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self::of(MOST, clock)
    }

    fn of(most: usize, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(PendingBytes {
            most,
            clock,
            bodies: Mutex::default(),
        }))
    }

    /// Begins to give out bytes.
    ///
    /// # Errors
    /// When too much was not read yet.
    pub(super) fn begin(&self, bytes: Bytes) -> Result<PendingBody, ApiError> {
        let mut bodies = self.0.bodies.lock();
        let address = bytes.as_ptr().addr();
        let sum: usize = bodies.values().map(|(length, _)| length).sum();
        if !bodies.contains_key(&address) && sum > 0 && sum + bytes.len() > self.0.most {
            return Err(ApiError::Unread);
        }
        bodies.entry(address).or_insert((bytes.len(), 0)).1 += 1;
        drop(bodies);
        let seconds = u64::try_from(bytes.len() / A_SECOND).unwrap_or(u64::MAX);
        let time = AT_LEAST + Duration::from_secs(seconds);
        Ok(PendingBody {
            unread: self.clone(),
            position: 0,
            end: self.0.clock.instant() + time,
            bytes,
        })
    }

    /// The same as the body of a response.
    ///
    /// # Errors
    /// When too much was not read yet.
    pub(super) fn body(&self, bytes: impl Into<Bytes>) -> Result<Body, ApiError> {
        let reading = self.begin(bytes.into())?;
        let pieces = stream::try_unfold(reading, |mut reading| async move {
            let piece = reading.piece()?;
            Ok::<_, io::Error>(piece.map(|piece| (piece, reading)))
        });
        Ok(Body::from_stream(pieces))
    }
}

impl PendingBody {
    /// Whether every piece was given out.
    pub(super) const fn is_over(&self) -> bool {
        self.position == self.bytes.len()
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// When the time is over.
    pub(super) fn piece(&mut self) -> Result<Option<Bytes>, io::Error> {
        if self.is_over() {
            return Ok(None);
        }
        if self.unread.0.clock.instant() >= self.end {
            return Err(io::Error::other("the response was read too slowly"));
        }
        let end = self.bytes.len().min(self.position + PIECE);
        let piece = self.bytes.slice(self.position..end);
        self.position = end;
        Ok(Some(piece))
    }
}

impl Drop for PendingBody {
    fn drop(&mut self) {
        let mut bodies = self.unread.0.bodies.lock();
        let address = self.bytes.as_ptr().addr();
        if let Some((_, readers)) = bodies.get_mut(&address) {
            *readers -= 1;
            if *readers == 0 {
                bodies.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::StoppedClock;

    #[test]
    fn what_many_read_counts_once_and_more_than_there_may_be_is_refused() {
        let clock = Arc::new(StoppedClock::now());
        let unread = Unread::of(250, clock);
        let [one, other, third] = [1, 2, 3].map(|byte| Bytes::from(vec![byte; 100]));
        let mut readers: Vec<_> = (0..1_000)
            .map(|_| unread.begin(one.clone()).unwrap())
            .collect();
        readers.push(unread.begin(other).unwrap());
        assert!(matches!(unread.begin(third.clone()), Err(ApiError::Unread)));
        assert!(unread.begin(one).is_ok());
        readers.pop();
        assert!(unread.begin(third).is_ok());
        readers.clear();
        assert!(unread.0.bodies.lock().is_empty());
        // What is greater than all that there may be is given out alone.
        let great = unread.begin(Bytes::from(vec![4; 1_000])).unwrap();
        assert!(unread.begin(Bytes::from_static(b"a")).is_err());
        drop(great);
    }

    #[test]
    fn a_body_comes_whole_and_in_time_or_not_at_all() {
        let clock = Arc::new(StoppedClock::now());
        let unread = Unread::of(MOST, clock.clone());
        let bytes: Bytes = (0..=u8::MAX).cycle().take(200_000).collect();
        let mut reading = unread.begin(bytes.clone()).unwrap();
        let mut read = Vec::new();
        while let Some(piece) = reading.piece().unwrap() {
            assert!(piece.len() <= PIECE);
            read.extend_from_slice(&piece);
        }
        assert_eq!(read, bytes);
        let mut slow = unread.begin(bytes).unwrap();
        // Half a minute, and twelve seconds for 200,000 bytes.
        clock.advance(Duration::from_secs(41));
        assert!(slow.piece().unwrap().is_some());
        clock.advance(Duration::from_secs(1));
        assert!(slow.piece().is_err());
    }
}

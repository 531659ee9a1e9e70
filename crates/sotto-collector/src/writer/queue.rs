//! Where submissions wait until they are counted together.

use std::{
    mem,
    time::{Duration, Instant},
};

use parking_lot::{Condvar, Mutex, MutexGuard};

/// What waits. Many put, one takes.
pub(super) struct Queue<T> {
    state: Mutex<QueueState<T>>,
    enough: Condvar,
    /// How many may wait.
    room: usize,
}

struct QueueState<T> {
    waiting: Vec<T>,
    closed: bool,
    /// For how many the taker sleeps, if it does. Waking it for each that comes would cost more
    /// than all else that is done here.
    sleeps_until: Option<usize>,
}

/// Why something cannot wait here.
pub(super) enum Refused {
    /// There is no room.
    Full,
    /// Nothing is taken any more.
    Closed,
}

impl<T> Queue<T> {
    pub(super) const fn new(room: usize) -> Self {
        Self {
            state: Mutex::new(QueueState {
                waiting: Vec::new(),
                closed: false,
                sleeps_until: None,
            }),
            enough: Condvar::new(),
            room,
        }
    }

    pub(super) fn put(&self, one: T) -> Result<(), Refused> {
        let mut state = self.lock();
        if state.closed {
            return Err(Refused::Closed);
        }
        if state.waiting.len() >= self.room {
            return Err(Refused::Full);
        }
        state.waiting.push(one);
        let number = state.waiting.len();
        let wakes = state.sleeps_until.take_if(|until| number >= *until);
        drop(state);
        if wakes.is_some() {
            self.enough.notify_one();
        }
        Ok(())
    }

    /// Takes `most` at most, those first who came first. Waits for `wanted` of them, but not longer
    /// than `patience`, and then for one. Empty: nothing comes any more.
    pub(super) fn take(&self, wanted: usize, patience: Duration, most: usize) -> Vec<T> {
        let mut state = self.lock();
        let end = Instant::now() + patience;
        while state.waiting.len() < wanted && !state.closed {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state.sleeps_until = Some(wanted);
            self.enough.wait_for(&mut state, left);
        }
        while state.waiting.is_empty() && !state.closed {
            state.sleeps_until = Some(1);
            self.enough.wait(&mut state);
        }
        state.sleeps_until = None;
        let rest = state.waiting.len().min(most);
        let rest = state.waiting.split_off(rest);
        mem::replace(&mut state.waiting, rest)
    }

    /// How many are waiting.
    pub(super) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Nothing more comes; what is here can still be taken.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.enough.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock()
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    #[test]
    fn as_many_are_taken_as_may_be_in_the_order_of_their_coming() {
        let queue = Queue::new(3);
        for number in 0..3 {
            assert!(queue.put(number).is_ok());
        }
        assert!(matches!(queue.put(3), Err(Refused::Full)));
        assert_eq!(queue.take(1, Duration::ZERO, 2), [0, 1]);
        assert!(queue.put(4).is_ok());
        assert_eq!(queue.len(), 2);
        // Fewer than wanted, once patience is at its end.
        assert_eq!(queue.take(9, Duration::ZERO, 9), [2, 4]);
        queue.close();
        assert!(matches!(queue.put(5), Err(Refused::Closed)));
        assert!(queue.take(9, LONG, 9).is_empty());
    }

    #[test]
    fn who_takes_is_woken_when_there_are_enough_and_when_nothing_more_comes() {
        let queue = Arc::new(Queue::new(100));
        let taker = {
            let queue = Arc::clone(&queue);
            thread::spawn(move || {
                let mut taken = Vec::new();
                for (wanted, patience) in [(10, LONG), (1, Duration::ZERO), (10, LONG)] {
                    taken.push(queue.take(wanted, patience, 10).len());
                }
                taken
            })
        };
        for number in 0..13 {
            assert!(queue.put(number).is_ok());
        }
        queue.close();
        let numbers = taker.join().unwrap();
        assert_eq!(numbers[0], 10);
        assert_eq!(numbers.iter().sum::<usize>(), 13);
    }
}

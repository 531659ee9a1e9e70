//! A body that must have arrived within a time, however steadily it trickles.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use thiserror::Error;
use tokio::time::{Instant, Sleep, sleep_until};

/// The time is over.
#[derive(Debug, Error)]
#[error("the body took too long to arrive")]
pub(crate) struct TooSlow;

/// The body, failing with [`TooSlow`] if its end has not come after that time.
pub(super) fn within(time: Duration, body: Incoming) -> Body {
    if body.is_end_stream() {
        return Body::empty();
    }
    Body::new(Timed {
        body,
        end: Instant::now() + time,
        alarm: None,
    })
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Timed {
    body: Incoming,
    end: Instant,
    /// Set when there is something to wait for: mostly the body has come with the headers.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let end = self.end;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(end)));
        ready!(alarm.as_mut().poll(context));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

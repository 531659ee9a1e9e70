//! Whether the whole of a body was read.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};

/// A body that notes when its end was reached.
pub(super) struct WatchedBody<B> {
    body: Pin<Box<B>>,
    ended: Arc<AtomicBool>,
}

/// Knows what is left of a body, after the body itself has gone.
pub(super) struct Rest(Arc<AtomicBool>);

impl Rest {
    /// Whether something was not read.
    pub(super) fn is_any(&self) -> bool {
        !self.0.load(Ordering::Acquire)
    }
}

impl<B> WatchedBody<B> {
    pub(super) fn new(body: B) -> (Self, Rest) {
        let ended = Arc::new(AtomicBool::new(false));
        let rest = Rest(Arc::clone(&ended));
        let body = Box::pin(body);
        (Self { body, ended }, rest)
    }
}

impl<B: Body<Data = Bytes>> Body for WatchedBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = ready!(self.body.as_mut().poll_frame(context));
        // Whoever knows the length stops at the last byte, and does not ask for the end.
        if frame.is_none() || (matches!(frame, Some(Ok(_))) && self.body.is_end_stream()) {
            self.ended.store(true, Ordering::Release);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::{BodyExt, Full};

    #[tokio::test]
    async fn the_end_is_noted_when_it_is_reached() {
        let (body, rest) = WatchedBody::new(Full::new(Bytes::from_static(b"abc")));
        assert!(rest.is_any());
        assert_eq!(body.collect().await.unwrap().to_bytes(), "abc");
        assert!(!rest.is_any());
        let (body, rest) = WatchedBody::new(Full::new(Bytes::from_static(b"abc")));
        drop(body);
        assert!(rest.is_any());
    }
}

//! Whether a connection waits for a request, or one is under way: from the moment at which a request's head is whole
//! until all of the answer has left.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::ConnectionPlace;

/// A request is waited for.
const WAITING: u8 = 0;
/// A request is under way.
const BUSY: u8 = 1;
/// All of the answer was said, and perhaps not all has left.
const SAID: u8 = 2;

/// A connection's place, and what is going on there.
pub(super) struct Conversation {
    place: ConnectionPlace,
    state: AtomicU8,
}

impl Conversation {
    pub(super) fn new(place: ConnectionPlace) -> Arc<Self> {
        Arc::new(Self {
            place,
            state: AtomicU8::new(WAITING),
        })
    }

    pub(super) const fn place(&self) -> &ConnectionPlace {
        &self.place
    }

    /// A request has come.
    pub(super) fn begins(&self) {
        self.state.store(BUSY, Ordering::Relaxed);
        self.place.is_busy();
    }

    /// The body of the answer to it.
    pub(super) fn answer(self: &Arc<Self>, body: Body) -> AnswerBody {
        let conversation = Arc::clone(self);
        AnswerBody { body, conversation }
    }

    fn turn(&self, from: u8, to: u8) -> bool {
        let turned = self
            .state
            .compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
        turned.is_ok()
    }
}

/// A body after which the answer is said.
pub(super) struct AnswerBody {
    body: Body,
    conversation: Arc<Conversation>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.conversation.turn(BUSY, SAID);
    }
}

/// A stream that knows when what was said has left.
pub(super) struct Flushed<S> {
    stream: S,
    conversation: Arc<Conversation>,
}

impl<S> Flushed<S> {
    pub(super) const fn new(stream: S, conversation: Arc<Conversation>) -> Self {
        Self {
            stream,
            conversation,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Flushed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Flushed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        if self.conversation.turn(SAID, WAITING) {
            self.conversation.place.waits();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

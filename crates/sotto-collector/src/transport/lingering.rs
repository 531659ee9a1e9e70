//! Closing a connection so that what was said last arrives.
//!
//! A body that is too long is refused before it is read. If the connection were then simply closed,
//! the system would tell the other end, still writing, that it is reset, and its system would throw
//! the refusal away unread. So first the end is told, and then what still comes is read for a short
//! while, and forgotten.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// How much is read meanwhile, in bytes; whoever sends more than that is cut off.
const MOST: usize = 1024 * 1024;

/// A connection that lingers when it is shut down.
pub(super) struct Lingering<S> {
    stream: S,
    /// How long the other end has to hear the end.
    patience: Duration,
    /// From the moment at which the end was told.
    end: Option<Pin<Box<Sleep>>>,
    /// How much may still be read after the end.
    left: usize,
}

impl<S> Lingering<S> {
    pub(super) const fn new(stream: S, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            end: None,
            left: MOST,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lingering<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Lingering<S> {
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
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.end.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
        }
        let patience = this.patience;
        let end = this.end.get_or_insert_with(|| Box::pin(sleep(patience)));
        let mut room = [0; 4096];
        while this.left > 0 && end.as_mut().poll(context).is_pending() {
            let mut forgotten = ReadBuf::new(&mut room);
            let read = ready!(Pin::new(&mut this.stream).poll_read(context, &mut forgotten));
            let length = forgotten.filled().len();
            // The other end has gone too, in one way or another.
            if read.is_err() || length == 0 {
                break;
            }
            this.left = this.left.saturating_sub(length);
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn the_end_is_told_before_the_rest_is_read() {
        let (mut client, server) = duplex(64);
        let mut server = Lingering::new(server, Duration::from_mins(1));
        let closing = tokio::spawn(async move {
            server.write_all(b"no").await.unwrap();
            server.shutdown().await.unwrap();
        });
        let mut heard = String::new();
        client.read_to_string(&mut heard).await.unwrap();
        assert_eq!(heard, "no");
        // More than fits: without a reader it would not be taken.
        client.write_all(&[7; 1000]).await.unwrap();
        drop(client);
        closing.await.unwrap();
    }

    #[tokio::test]
    async fn whoever_sends_without_end_is_cut_off() {
        let (mut client, server) = duplex(1024);
        let mut server = Lingering::new(server, Duration::from_mins(1));
        let closing = tokio::spawn(async move { server.shutdown().await });
        let chunk = [7; 1024];
        let mut sent = 0;
        while client.write_all(&chunk).await.is_ok() {
            sent += chunk.len();
            assert!(sent <= MOST + 4 * chunk.len(), "{sent}");
        }
        closing.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn whoever_says_nothing_is_not_waited_for() {
        let (_client, server) = duplex(64);
        let mut server = Lingering::new(server, Duration::ZERO);
        server.shutdown().await.unwrap();
    }
}

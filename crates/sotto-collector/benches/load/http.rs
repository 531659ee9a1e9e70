//! As little HTTP as a load needs, so that most of the machine is left to the server.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A connection that is kept.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(4096),
        })
    }

    /// Sends a request and reads its response; returns the status and the body's length.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> std::io::Result<(u16, usize)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(head) = find(&self.buffer, b"\r\n\r\n") {
                let text = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
                let status = text[9..12].parse().unwrap();
                let length = text
                    .split("content-length: ")
                    .nth(1)
                    .and_then(|rest| rest.split("\r\n").next())
                    .map_or(0, |length| length.parse().unwrap());
                // Results are sent in pieces.
                let is_in_pieces = text.contains("transfer-encoding: chunked");
                let is_whole = |buffer: &[u8]| {
                    buffer.len() >= head + 4 + length
                        && (!is_in_pieces || buffer[head..].ends_with(LAST_PIECE))
                };
                while !is_whole(&self.buffer) {
                    if self.stream.read_buf(&mut self.buffer).await? == 0 {
                        return Err(std::io::ErrorKind::UnexpectedEof.into());
                    }
                }
                return Ok((status, self.buffer.len() - head - 4));
            }
        }
    }

    /// The body of the last response.
    pub(crate) fn body(&self) -> &[u8] {
        find(&self.buffer, b"\r\n\r\n").map_or(&[], |head| &self.buffer[head + 4..])
    }

    pub(crate) async fn send(&mut self, request: &[u8]) -> std::io::Result<()> {
        self.stream.write_all(request).await
    }

    /// Whatever comes next; empty when the connection has ended.
    pub(crate) async fn next(&mut self) -> std::io::Result<&[u8]> {
        self.buffer.clear();
        self.stream.read_buf(&mut self.buffer).await?;
        Ok(&self.buffer)
    }
}

/// How a body in pieces ends.
const LAST_PIECE: &[u8] = b"\r\n0\r\n\r\n";

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

pub(crate) fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes()
}

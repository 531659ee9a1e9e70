//! Free ports, and waiting until somebody listens there.

use std::{net::TcpListener, time::Duration};

use tokio::net::TcpStream;

/// A port that is free now.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Waits until the port accepts connections.
pub(crate) async fn until_listening(port: u16, who: &str) {
    let patience = tokio::time::Instant::now() + Duration::from_mins(1);
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        assert!(
            tokio::time::Instant::now() < patience,
            "{who} does not listen on port {port}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

//! The ports that servers have been given by the system. None is chosen here: between choosing a free
//! port and listening there, anybody may take it.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// The port that a server names behind `mark` in what it says when it has started; `None` if it ends, or
/// says nothing of the kind for a minute.
pub(crate) async fn named_port(
    says: impl AsyncRead + Unpin + Send + 'static,
    mark: &str,
) -> Option<u16> {
    let mut lines = BufReader::new(says).lines();
    let found = async {
        while let Ok(Some(line)) = lines.next_line().await {
            let behind = line.split_once(mark).map(|(_, behind)| behind);
            let digits = behind.map(|behind| behind.split(|c: char| !c.is_ascii_digit()).next());
            if let Some(port) = digits.flatten().and_then(|digits| digits.parse().ok()) {
                return Some(port);
            }
        }
        None
    };
    let found = tokio::time::timeout(Duration::from_mins(1), found).await;
    let port = found.ok().flatten();
    // Whatever else it says must not fill the pipe.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    port
}

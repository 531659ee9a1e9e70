//! Results, timed.

use std::{net::SocketAddr, time::Instant};

use crate::http::{Connection, get};

/// Reads the results some times.
#[derive(clap::Args)]
pub(crate) struct Read {
    address: SocketAddr,
    #[arg(long, default_value = "hundred")]
    survey: String,
    #[arg(long, default_value_t = 10)]
    times: u32,
}

impl Read {
    pub(crate) async fn run(self) {
        let mut connection = Connection::open(self.address).await.unwrap();
        let request = get(&format!("/api/v1/surveys/{}/results", self.survey));
        for _ in 0..self.times {
            let begin = Instant::now();
            let (status, bytes) = connection.ask(&request).await.unwrap();
            println!(
                "{status}, {bytes} bytes in {:.1} ms",
                begin.elapsed().as_secs_f64() * 1000.0
            );
        }
    }
}

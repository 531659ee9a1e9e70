//! Results, timed.

use std::{net::SocketAddr, time::Instant};

use crate::{
    http::{Connection, get},
    post::Post,
    surveys::Measured,
};

/// Reads the results some times.
#[derive(clap::Args)]
pub(crate) struct Read {
    address: SocketAddr,
    #[arg(long, default_value = "hundred")]
    survey: Measured,
    #[arg(long, default_value_t = 10)]
    times: u32,
    /// Posts a submission before each, so that there is something new to be computed.
    #[arg(long)]
    changing: bool,
}

impl Read {
    pub(crate) const fn new(address: SocketAddr, times: u32, changing: bool) -> Self {
        Self {
            address,
            survey: Measured::Hundred,
            times,
            changing,
        }
    }

    /// Returns the milliseconds that each took, the shortest first.
    pub(crate) async fn run(self) -> Vec<f64> {
        let mut connection = Connection::open(self.address).await.unwrap();
        let request = get(&format!("/api/v1/surveys/{}/results", self.survey.id()));
        let mut took = Vec::new();
        for _ in 0..self.times {
            if self.changing {
                let post = Post::new(vec![self.address], 1).of(self.survey).so_many(1);
                assert_eq!(post.run().await.counted, 1);
            }
            let begin = Instant::now();
            let (status, _) = connection.ask(&request).await.unwrap();
            assert_eq!(status, 200);
            took.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        took.sort_unstable_by(f64::total_cmp);
        took
    }
}

//! Live listeners.

use std::{
    cell::Cell,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::{task::LocalSet, time::timeout_at};

use crate::{
    http::{Connection, get},
    surveys::Measured,
};

/// Listens from many connections and counts the events.
#[derive(clap::Args)]
pub(crate) struct Listen {
    address: SocketAddr,
    #[arg(long, default_value = "five")]
    survey: Measured,
    #[arg(long, default_value_t = 1_000)]
    listeners: u32,
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

impl Listen {
    pub(crate) async fn run(self) -> String {
        let end = Instant::now() + Duration::from_secs(self.seconds);
        let (events, lost) = (Rc::new(Cell::new(0_u64)), Rc::new(Cell::new(0_u64)));
        let slowest = Rc::new(Cell::new(u64::MAX));
        let set = LocalSet::new();
        let request = get(&format!(
            "/api/v1/surveys/{}/results/live",
            self.survey.id()
        ));
        for _ in 0..self.listeners {
            let (events, lost, slowest) = (events.clone(), lost.clone(), slowest.clone());
            let (request, address) = (request.clone(), self.address);
            set.spawn_local(async move {
                let mut connection = Connection::open(address).await.unwrap();
                connection.send(&request).await.unwrap();
                let mut own = 0;
                while let Ok(read) = timeout_at(end.into(), connection.next()).await {
                    let Ok(bytes) = read else {
                        lost.set(lost.get() + 1);
                        break;
                    };
                    if bytes.is_empty() {
                        lost.set(lost.get() + 1);
                        break;
                    }
                    // Every event begins so, and nothing else does.
                    own += bytes
                        .windows(6)
                        .filter(|window| window == b"data: ")
                        .count() as u64;
                }
                events.set(events.get() + own);
                slowest.set(slowest.get().min(own));
            });
        }
        set.await;
        format!(
            "{} listeners heard {} events in {} s, each {} at least; {} were cut off",
            self.listeners,
            events.get(),
            self.seconds,
            slowest.get(),
            lost.get()
        )
    }
}

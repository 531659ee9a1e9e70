//! Submissions over HTTP.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use rand::{Rng, rngs::ChaCha20Rng};
use tokio::task::LocalSet;

use crate::{http::Connection, surveys};

/// Posts from many connections, each one request after another.
#[derive(clap::Args)]
pub(crate) struct Post {
    address: SocketAddr,
    #[arg(long, default_value = "five")]
    survey: String,
    #[arg(long, default_value_t = 64)]
    connections: u32,
    /// Ends after this time …
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// … or after so many submissions.
    #[arg(long, default_value_t = u64::MAX)]
    count: u64,
}

/// Different bodies; their report ids are written over for each request.
const BODIES: usize = 512;

struct Load {
    requests: Vec<Vec<u8>>,
    /// Where the report id stands in each.
    places: Vec<usize>,
    run: u64,
    next: Cell<u64>,
    latencies: RefCell<Vec<u32>>,
    statuses: RefCell<BTreeMap<u16, u64>>,
}

impl Post {
    pub(crate) async fn run(self) {
        let load = Rc::new(self.load());
        let begin = Instant::now();
        let end = begin + Duration::from_secs(self.seconds);
        let set = LocalSet::new();
        for _ in 0..self.connections {
            let load = Rc::clone(&load);
            set.spawn_local(connection(self.address, load, end, self.count));
        }
        set.await;
        let seconds = begin.elapsed().as_secs_f64();
        let mut latencies = load.latencies.take();
        latencies.sort_unstable();
        let at = |share: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a place in a list"
            )]
            let place = ((latencies.len() - 1) as f64 * share) as usize;
            f64::from(latencies[place]) / 1000.0
        };
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let rate = latencies.len() as f64 / seconds;
        println!(
            "{rate:.0}/s  n {}  p50 {:.2} ms  p99 {:.2} ms  max {:.2} ms  statuses {:?}",
            latencies.len(),
            at(0.5),
            at(0.99),
            at(1.0),
            load.statuses.borrow(),
        );
    }

    fn load(&self) -> Load {
        let survey = surveys::named(&self.survey);
        let mut generator: ChaCha20Rng = rand::make_rng();
        let mut requests = Vec::new();
        let mut places = Vec::new();
        for _ in 0..BODIES {
            let body = surveys::submission(&survey, &mut generator).body(&survey);
            let request = format!(
                "POST /api/v1/surveys/{}/submissions HTTP/1.1\r\nhost: load\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                self.survey,
                body.len()
            );
            places.push(request.find("report_id").unwrap() + "report_id\":\"".len());
            requests.push(request.into_bytes());
        }
        Load {
            requests,
            places,
            run: generator.next_u64(),
            next: Cell::new(0),
            latencies: RefCell::default(),
            statuses: RefCell::default(),
        }
    }
}

async fn connection(address: SocketAddr, load: Rc<Load>, end: Instant, count: u64) {
    let mut connection = Connection::open(address).await.unwrap();
    let mut request = Vec::new();
    loop {
        let number = load.next.get();
        let begin = Instant::now();
        if number >= count || begin >= end {
            return;
        }
        load.next.set(number + 1);
        let which = usize::try_from(number).unwrap() % BODIES;
        request.clone_from(&load.requests[which]);
        let place = load.places[which];
        // Spread as ids of devices are, and never the same.
        let spread = (number ^ load.run).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let id = format!("{spread:016x}{:016x}", load.run);
        request[place..place + 32].copy_from_slice(id.as_bytes());
        let Ok((status, _)) = connection.ask(&request).await else {
            *load.statuses.borrow_mut().entry(0).or_default() += 1;
            return;
        };
        let micros = u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX);
        load.latencies.borrow_mut().push(micros);
        *load.statuses.borrow_mut().entry(status).or_default() += 1;
    }
}

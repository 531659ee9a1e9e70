//! Submissions over HTTP.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use rand::{Rng, rngs::ChaCha20Rng};
use tokio::task::LocalSet;

use crate::{
    http::Connection,
    surveys::{self, Measured},
};

/// Posts from many connections, each one request after another.
#[derive(clap::Args)]
pub(crate) struct Post {
    /// One, or several that share the connections.
    #[arg(required = true)]
    addresses: Vec<SocketAddr>,
    #[arg(long, default_value = "five")]
    survey: Measured,
    #[arg(long, default_value_t = 64)]
    connections: u32,
    /// Ends after this time …
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// … or after so many submissions.
    #[arg(long, default_value_t = u64::MAX)]
    count: u64,
}

/// Different bodies at most; their report ids are written over for each request.
const BODIES: u64 = 512;

struct Load {
    requests: Vec<Vec<u8>>,
    /// Where the report id stands in each.
    offsets: Vec<usize>,
    run: u64,
    next: Cell<u64>,
    latencies: RefCell<Vec<u32>>,
    statuses: RefCell<BTreeMap<u16, u64>>,
}

/// What came of it; latencies in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    /// Answers that say "counted".
    pub(crate) counted: u64,
    /// These per second.
    pub(crate) rate: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    longest: f64,
    statuses: BTreeMap<u16, u64>,
}

impl fmt::Display for Posted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:.0}/s  p50 {:.2} ms  p99 {:.2} ms  max {:.2} ms  statuses {:?}",
            self.rate, self.p50, self.p99, self.longest, self.statuses,
        )
    }
}

impl Post {
    pub(crate) const fn new(addresses: Vec<SocketAddr>, connections: u32) -> Self {
        Self {
            addresses,
            survey: Measured::Five,
            connections,
            seconds: u64::MAX,
            count: u64::MAX,
        }
    }

    pub(crate) const fn of(mut self, survey: Measured) -> Self {
        self.survey = survey;
        self
    }

    pub(crate) const fn for_seconds(mut self, seconds: u64) -> Self {
        self.seconds = seconds;
        self
    }

    pub(crate) const fn so_many(mut self, count: u64) -> Self {
        self.count = count;
        self
    }

    pub(crate) async fn run(self) -> Posted {
        let load = Rc::new(self.load());
        let begin = Instant::now();
        let end = begin.checked_add(Duration::from_secs(self.seconds));
        let set = LocalSet::new();
        for (_, &address) in (0..self.connections).zip(self.addresses.iter().cycle()) {
            let load = Rc::clone(&load);
            set.spawn_local(connection(address, load, end, self.count));
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
                reason = "an index in a list"
            )]
            let index = (latencies.len().saturating_sub(1) as f64 * share) as usize;
            f64::from(latencies.get(index).copied().unwrap_or(0)) / 1000.0
        };
        let statuses = load.statuses.take();
        let counted = statuses.get(&201).copied().unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let rate = counted as f64 / seconds;
        Posted {
            counted,
            rate,
            p50: at(0.5),
            p99: at(0.99),
            longest: at(1.0),
            statuses,
        }
    }

    fn load(&self) -> Load {
        let survey = self.survey.survey();
        let mut generator: ChaCha20Rng = rand::make_rng();
        let mut requests = Vec::new();
        let mut offsets = Vec::new();
        for _ in 0..self.count.min(BODIES) {
            let body = surveys::submission(&survey, &mut generator).body(&survey);
            let request = format!(
                "POST /api/v1/surveys/{}/submissions HTTP/1.1\r\nhost: load\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                survey.id(),
                body.len()
            );
            offsets.push(request.find("report_id").unwrap() + "report_id\":\"".len());
            requests.push(request.into_bytes());
        }
        Load {
            requests,
            offsets,
            run: generator.next_u64(),
            next: Cell::new(0),
            latencies: RefCell::default(),
            statuses: RefCell::default(),
        }
    }
}

async fn connection(address: SocketAddr, load: Rc<Load>, end: Option<Instant>, count: u64) {
    let mut connection = Connection::open(address).await.unwrap();
    let mut request = Vec::new();
    loop {
        let number = load.next.get();
        let begin = Instant::now();
        if number >= count || end.is_some_and(|end| begin >= end) {
            return;
        }
        load.next.set(number + 1);
        let which = usize::try_from(number).unwrap() % load.requests.len();
        request.clone_from(&load.requests[which]);
        let offset = load.offsets[which];
        // Spread as ids of devices are, and never the same.
        let spread = (number ^ load.run).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let id = format!("{spread:016x}{:016x}", load.run);
        request[offset..offset + 32].copy_from_slice(id.as_bytes());
        let Ok((status, _)) = connection.ask(&request).await else {
            *load.statuses.borrow_mut().entry(0).or_default() += 1;
            return;
        };
        let micros = u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX);
        load.latencies.borrow_mut().push(micros);
        *load.statuses.borrow_mut().entry(status).or_default() += 1;
    }
}

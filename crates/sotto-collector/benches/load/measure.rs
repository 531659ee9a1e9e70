//! Everything side by side, as tables in Markdown.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use sotto_collector::DatabaseUrl;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::{
    disk,
    fill::{Fill, publish},
    post::{Post, Posted},
    read::Read,
    server::Server,
    surveys::Measured,
};

/// Runs all measurements and prints their tables.
#[derive(clap::Args)]
pub(crate) struct Measure {
    /// The collector's program.
    #[arg(long)]
    sotto: PathBuf,
    /// A new folder for databases, on the disk that is measured.
    #[arg(long)]
    folder: PathBuf,
    /// A folder in memory, where no disk is waited for.
    #[arg(long)]
    memory: Option<PathBuf>,
    /// A Postgres server on which databases may be made.
    #[arg(long, env = "SOTTO_TEST_POSTGRES")]
    postgres: Option<String>,
    /// Turns that everyone has.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How long a turn is.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Submissions after which the collector's memory is looked at.
    #[arg(long, default_value_t = 100_000)]
    reports: u64,
    /// Submissions in the database with which a collector starts.
    #[arg(long, default_value_t = 1_000_000)]
    filled: u64,
    /// Live listeners.
    #[arg(long, default_value_t = 1_000)]
    listeners: u32,
}

/// Who has turns with the others.
struct Contestant {
    name: String,
    servers: Vec<Server>,
    connections: u32,
    turns: Vec<Turn>,
}

struct Turn {
    posted: Posted,
    /// Microseconds of processor time of all its servers.
    processor: Option<f64>,
}

impl Measure {
    pub(crate) async fn run(self) {
        std::fs::create_dir_all(&self.folder).unwrap();
        println!("The machine: {}.\n", machine(&self.folder));
        self.ingest().await;
        self.memory_after().await;
        self.live().await;
        self.results().await;
        self.start().await;
        println!("\nAt the end: {}.", busy());
    }

    async fn ingest(&self) {
        let mut contestants = vec![
            Contestant::new("bare handler", vec![Server::bare()], 64),
            self.on_sqlite("SQLite", &self.folder, 64).await,
        ];
        if let Some(memory) = &self.memory {
            std::fs::create_dir_all(memory).unwrap();
            contestants.push(self.on_sqlite("SQLite in memory", memory, 64).await);
        }
        if let Some(server) = &self.postgres {
            for collectors in [1, 2] {
                contestants.push(self.on_postgres(server, collectors).await);
            }
        }
        contestants.push(Contestant::new("bare handler", vec![Server::bare()], 512));
        contestants.push(self.on_sqlite("SQLite", &self.folder, 512).await);
        for _ in 0..self.rounds {
            for contestant in &mut contestants {
                contestant.take_turn(self.seconds).await;
            }
        }
        println!(
            "Medians of {} turns of {} s, all in turn. The share is that of the bare handler with as \
             many connections; the processor time is the servers' own.\n",
            self.rounds, self.seconds
        );
        println!(
            "| 5 questions to | connections | counted per second | share of bare | p50, ms | p99, ms | processor, µs each |"
        );
        println!("|---|---|---|---|---|---|---|");
        for contestant in &contestants {
            let rate = contestant.median(|turn| turn.posted.rate);
            let bare = contestants
                .iter()
                .find(|one| one.connections == contestant.connections)
                .map_or(rate, |bare| bare.median(|turn| turn.posted.rate));
            println!(
                "| {} | {} | {rate:.0} | {:.0} % | {:.2} | {:.2} | {:.1} |",
                contestant.name,
                contestant.connections,
                100.0 * rate / bare,
                contestant.median(|turn| turn.posted.p50),
                contestant.median(|turn| turn.posted.p99),
                contestant.median(|turn| turn.processor.unwrap_or(f64::NAN)),
            );
        }
    }

    async fn on_sqlite(&self, name: &str, folder: &Path, connections: u32) -> Contestant {
        let url = sqlite(&folder.join(format!("ingest-{connections}.sqlite")));
        publish(&url, &[Measured::Five]).await;
        let server = Server::collector(&self.sotto, &url.to_string());
        Contestant::new(name, vec![server], connections)
    }

    async fn on_postgres(&self, server: &str, collectors: u32) -> Contestant {
        let database = format!("load_{collectors}");
        let mut connection = PgConnection::connect(server).await.unwrap();
        let create = AssertSqlSafe(format!("CREATE DATABASE {database}"));
        sqlx::query(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let (host, _) = server.rsplit_once('/').unwrap();
        let address = format!("{host}/{database}");
        publish(&address.parse().unwrap(), &[Measured::Five]).await;
        let collector = |_| Server::collector(&self.sotto, &address);
        let name = match collectors {
            1 => "Postgres, one collector",
            _ => "Postgres, two collectors",
        };
        Contestant::new(name, (0..collectors).map(collector).collect(), 64)
    }

    async fn memory_after(&self) {
        let url = sqlite(&self.folder.join("memory.sqlite"));
        publish(&url, &[Measured::Five]).await;
        let server = Server::collector(&self.sotto, &url.to_string());
        let before = server.resident().unwrap_or(f64::NAN);
        let post = Post::new(vec![server.address], 64).so_many(self.reports);
        let posted = post.run().await;
        println!(
            "\n- Resident memory: {before:.0} MiB at the start, {:.0} MiB after {} submissions \
             ({:.0} per second on the way).",
            server.resident().unwrap_or(f64::NAN),
            posted.counted,
            posted.rate
        );
    }

    async fn live(&self) {
        let url = sqlite(&self.folder.join("live.sqlite"));
        publish(&url, &[Measured::Five]).await;
        let server = Server::collector(&self.sotto, &url.to_string());
        let seconds = self.seconds * 2;
        let alone = Post::new(vec![server.address], 64).for_seconds(self.seconds);
        let alone = alone.run().await;
        let listening = Command::new(std::env::current_exe().unwrap())
            .args(["listen", &server.address.to_string()])
            .args(["--listeners", &self.listeners.to_string()])
            .args(["--seconds", &(seconds + 2).to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let post = Post::new(vec![server.address], 64).for_seconds(seconds);
        let posted = post.run().await;
        let heard = listening.wait_with_output().unwrap();
        println!(
            "- Live results while submissions come: {}; meanwhile {:.0} per second were counted, \
             p99 {:.1} ms; without listeners {:.0} per second.",
            String::from_utf8_lossy(&heard.stdout).trim(),
            posted.rate,
            posted.p99,
            alone.rate
        );
    }

    async fn results(&self) {
        const TIMES: u32 = 21;
        let url = sqlite(&self.folder.join("results.sqlite"));
        publish(&url, &[Measured::Hundred]).await;
        Fill::new(url.clone(), Measured::Hundred, 2_000).run().await;
        let server = Server::collector(&self.sotto, &url.to_string());
        for (what, changing) in [("after a new submission", true), ("unchanged", false)] {
            let took = Read::new(server.address, TIMES, changing).run().await;
            println!(
                "- Results of 100 questions × 1,000 options, {what}: {:.1} ms, the longest of \
                 {TIMES} {:.1} ms.",
                took[took.len() / 2],
                took[took.len() - 1]
            );
        }
    }

    async fn start(&self) {
        let url = sqlite(&self.folder.join("start.sqlite"));
        publish(&url, &[Measured::Five]).await;
        let fill = Fill::new(url.clone(), Measured::Five, self.filled);
        let seconds = fill.run().await;
        let mut took: Vec<_> = (0..3)
            .map(|_| {
                let server = Server::collector(&self.sotto, &url.to_string());
                server.started_in.as_secs_f64() * 1000.0
            })
            .collect();
        took.sort_unstable_by(f64::total_cmp);
        println!(
            "- From the start of the program until it listens, with {} submissions in its SQLite \
             file (filled in {seconds:.0} s): {:.0} ms.",
            self.filled, took[1]
        );
    }
}

impl Contestant {
    fn new(name: &str, servers: Vec<Server>, connections: u32) -> Self {
        Self {
            name: name.to_owned(),
            servers,
            connections,
            turns: Vec::new(),
        }
    }

    async fn take_turn(&mut self, seconds: u64) {
        let before = self.processor_seconds();
        let addresses = self.servers.iter().map(|server| server.address).collect();
        let post = Post::new(addresses, self.connections).for_seconds(seconds);
        let posted = post.run().await;
        let spent = self.processor_seconds().zip(before);
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let each = spent.map(|(after, before)| 1e6 * (after - before) / posted.counted as f64);
        eprintln!("{}, {}: {posted}", self.name, self.connections);
        self.turns.push(Turn {
            posted,
            processor: each,
        });
    }

    fn processor_seconds(&self) -> Option<f64> {
        self.servers.iter().map(Server::processor_seconds).sum()
    }

    fn median(&self, of: impl Fn(&Turn) -> f64) -> f64 {
        let mut found: Vec<f64> = self.turns.iter().map(of).collect();
        found.sort_unstable_by(f64::total_cmp);
        found[found.len() / 2]
    }
}

fn sqlite(file: &Path) -> DatabaseUrl {
    DatabaseUrl::sqlite_file(file)
}

/// What figures must be read with.
fn machine(folder: &Path) -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let (appended, rewritten) = disk::waits(folder);
    format!(
        "{cores} cores, {}; 64 KiB are on its disk after {rewritten:.2} ms in a file that is there, \
         {appended:.2} ms at the end of one that grows",
        busy()
    )
}

fn busy() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<_> = text.split(' ').take(1).collect();
    format!("load average {}", load.join(" "))
}

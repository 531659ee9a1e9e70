//! A collector of one's own: a free port, a new database, the sample survey.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use reqwest::{Response, header};
use serde_json::Value;
use sotto_collector::{Clock, Collector, DatabaseUrl, ServeOptions, SystemClock};
use sotto_survey::{Question, Submission, Survey, SurveyOracles, Tally};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{patience::until, temporary};

pub(crate) const CENSUS: &str = include_str!("../../../../www/surveys/census.json");

/// A survey with a question of every type.
pub(crate) const EVERY_TYPE: &str = include_str!("../../../../www/surveys/every-type.json");

/// The sample survey, of which every submission is told as it comes.
pub(crate) fn census() -> Survey {
    serde_json::from_str(CENSUS).unwrap()
}

/// The sample survey, which is told so many submissions at a time.
pub(crate) fn census_in_steps(size: u64) -> Survey {
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["minimum-reports"] = size.into();
    serde_json::from_value(survey).unwrap()
}

/// Has this survey stand in the database before a collector starts, which so leaves its sample out.
pub(crate) async fn publish(database: &DatabaseUrl, survey: &Survey) {
    let storage = sotto_collector::storage::open(database).await.unwrap();
    storage.publish(survey).await.unwrap();
    storage.close().await;
}

/// Needs the provider of cryptography that the crate's own client sets up.
pub(crate) fn http() -> reqwest::Client {
    static CLIENT: LazyLock<()> = LazyLock::new(|| {
        sotto_api::client::Client::new("http://127.0.0.1/").unwrap();
    });
    LazyLock::force(&CLIENT);
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// A collector that listens.
pub(crate) struct Running {
    pub(crate) collector: Collector,
    pub(crate) options: ServeOptions,
    pub(crate) http: reqwest::Client,
    pub(crate) survey: Survey,
    clock: Arc<dyn Clock>,
    folder: TempDir,
}

pub(crate) fn options(folder: &Path) -> ServeOptions {
    let database = DatabaseUrl::sqlite_file(folder.join("sotto.sqlite"));
    ServeOptions::new("127.0.0.1:0", database)
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| ()).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut ServeOptions)) -> Self {
        Self::start_at(Arc::new(SystemClock), change).await
    }

    /// With another clock than the system's.
    pub(crate) async fn start_at(
        clock: Arc<dyn Clock>,
        change: impl FnOnce(&mut ServeOptions),
    ) -> Self {
        let folder = temporary::folder();
        let mut options = options(folder.path());
        change(&mut options);
        Self {
            collector: Collector::start_at(&options, Arc::clone(&clock))
                .await
                .unwrap(),
            options,
            http: http(),
            survey: census(),
            clock,
            folder,
        }
    }

    /// With this survey in place of the sample, by another clock than the system's.
    pub(crate) async fn start_with_survey(survey: Survey, clock: Arc<dyn Clock>) -> Self {
        let folder = temporary::folder();
        let options = options(folder.path());
        publish(&options.database, &survey).await;
        Self {
            collector: Collector::start_at(&options, Arc::clone(&clock))
                .await
                .unwrap(),
            options,
            http: http(),
            survey,
            clock,
            folder,
        }
    }

    /// Stops the collector and starts another on the same database, by the same clock.
    pub(crate) async fn restart(self) -> Self {
        self.collector.stop().await.unwrap();
        Self {
            collector: Collector::start_at(&self.options, Arc::clone(&self.clock))
                .await
                .unwrap(),
            ..self
        }
    }

    /// Another collector on the same database, by the same clock.
    pub(crate) async fn second(&self) -> Self {
        Self {
            collector: Collector::start_at(&self.options, Arc::clone(&self.clock))
                .await
                .unwrap(),
            options: self.options.clone(),
            http: self.http.clone(),
            survey: self.survey.clone(),
            clock: Arc::clone(&self.clock),
            folder: temporary::folder(),
        }
    }

    pub(crate) fn database_file(&self) -> PathBuf {
        self.folder.path().join("sotto.sqlite")
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{}", self.collector.url(), path.trim_start_matches('/'))
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.http.get(self.address(path)).send().await.unwrap()
    }

    /// Waits until a path is answered so.
    pub(crate) async fn until_status(&self, path: &str, status: u16) {
        let answered = async || self.get(path).await.status() == status;
        until(&format!("{status} for {path}"), answered).await;
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        let response = self.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        json(response).await
    }

    pub(crate) async fn results(&self) -> Value {
        self.json("/api/v1/surveys/census/results").await
    }

    /// Posts JSON to the sample survey.
    pub(crate) async fn post(&self, body: impl Into<String>) -> Response {
        post(&self.http, &self.address(SUBMISSIONS), body).await
    }

    /// Sends these very bytes, and returns all that comes back until the connection is closed.
    pub(crate) async fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.collector.address()).await.unwrap();
        // The collector may answer, and close, before it has read everything.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }
}

pub(crate) const SUBMISSIONS: &str = "/api/v1/surveys/census/submissions";

pub(crate) async fn post(
    http: &reqwest::Client,
    address: &str,
    body: impl Into<String>,
) -> Response {
    http.post(address)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .send()
        .await
        .unwrap()
}

pub(crate) async fn json(response: Response) -> Value {
    serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
}

/// Submissions as devices make them, the same ones for the same seed.
pub(crate) struct Devices {
    survey: Survey,
    generator: ChaCha20Rng,
}

impl Devices {
    pub(crate) fn new(seed: u64) -> Self {
        Self::of(census(), seed)
    }

    /// Those who answer another survey than the sample.
    pub(crate) fn of(survey: Survey, seed: u64) -> Self {
        Self {
            survey,
            generator: ChaCha20Rng::seed_from_u64(seed),
        }
    }

    pub(crate) fn submission(&mut self) -> Submission {
        // The first answer that there is, to questions of every type.
        let answer = |question: &Question| {
            let choice = question.answer_of_simulated(0);
            let choice = choice.or_else(|_| question.answer_set(&[0]));
            let number = choice.or_else(|_| question.answer_number(0.into()));
            number.or_else(|_| question.answer_consent()).ok()
        };
        let answers: Vec<_> = self.survey.questions().iter().map(answer).collect();
        self.survey
            .randomize(&answers, &mut self.generator)
            .unwrap()
    }

    pub(crate) fn body(&mut self) -> String {
        let submission = self.submission();
        submission.body(&self.survey)
    }
}

/// n of each question of results.
pub(crate) fn reports(results: &Value) -> Vec<u64> {
    let questions = results["questions"].as_array().unwrap();
    let reports = questions.iter().map(|question| &question["reports"]);
    reports.map(|n| n.as_u64().unwrap()).collect()
}

/// The counts of each question of results, n first; zeros where too few have answered.
pub(crate) fn counts(results: &Value) -> Vec<Vec<u64>> {
    let questions = results["questions"].as_array().unwrap().iter();
    let counts = questions.map(|question| {
        let categories = question["categories"].as_array().unwrap().iter();
        let supports = categories.map(|category| category["count"].as_u64().unwrap_or(0));
        std::iter::once(question["reports"].as_u64().unwrap())
            .chain(supports)
            .collect()
    });
    counts.collect()
}

/// The counts that these submissions ought to give, in the same form.
pub(crate) fn expected_counts<'a>(
    submissions: impl IntoIterator<Item = &'a Submission>,
) -> Vec<Vec<u64>> {
    let oracles = SurveyOracles::new(census()).unwrap();
    let mut tally = Tally::empty(&oracles);
    for submission in submissions {
        tally.add(&oracles, submission).unwrap();
    }
    let of_question = |counts: &sotto_ldp::Counts| {
        let supports = counts.supports().iter().copied();
        std::iter::once(counts.reports()).chain(supports).collect()
    };
    tally.counts().iter().map(of_question).collect()
}

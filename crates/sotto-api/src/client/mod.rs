//! A client of the API for programs: `sotto simulate`, tests, and whoever else posts submissions
//! that were perturbed where the answers are.
//!
//! A program reads the survey, randomizes with it, and posts:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use rand::{SeedableRng, rngs::{ChaCha20Rng, SysRng}};
//! use sotto_api::{Outcome, client::Client};
//!
//! let client = Client::new("https://collector.example")?;
//! let id = "tea-or-coffee".parse()?;
//! let survey = client.survey(&id).await?;
//! let answers = vec![Some(survey.questions()[0].answer(0)?)];
//! let mut generator = ChaCha20Rng::try_from_rng(&mut SysRng)?;
//! let submission = survey.randomize(&answers, &mut generator)?;
//! // To be kept until it is counted: after a failure the same bytes are sent again.
//! let body = submission.body(&survey);
//! assert_eq!(client.submit(&id, body).await?, Outcome::Counted);
//! # Ok(())
//! # }
//! ```
//!
//! Where a survey asks for an invite, [`with_invite`] adds it to the body; where it asks for an
//! unlinkable token, [`Client::buy_token`] gets one for an invite. The client sends no cookie, no
//! referrer and no name of the program, and follows no redirect.
//!
//! Results that are not public are for those with a token ([`Client::with_token`]), which goes along
//! when results are read or a survey is published, and never with a submission.

mod designer;

use std::{error::Error, fmt, time::Duration};

use base64ct::{Base64UrlUnpadded, Encoding};
use rand::rngs::ChaCha20Rng;
use reqwest::{RequestBuilder, Response, StatusCode, Url, header, header::HeaderValue};
use serde::de::DeserializeOwned;
use sotto_ldp::Confidence;
use sotto_survey::{Identifier, Problem, Results, Survey};

use crate::{
    EvaluationView, Outcome, PurchaseRequest, PurchaseView, RoomView, Status, Sums, SumsRequest,
    SurveyArrivals, WantedVersions,
    unlinkable::{Evaluation, Goods, Purchase, PurchaseError},
};

pub use self::designer::Publication;

const TIMEOUT: Duration = Duration::from_secs(30);
/// For noisy rows, of which there may be very many.
const ROWS_TIMEOUT: Duration = Duration::from_hours(1);
/// In bytes: the results of the largest survey are shorter.
const LONGEST_ANSWER: usize = 512 << 20;
/// Of a million respondents to a long survey.
const LONGEST_ROWS: usize = 3 << 30;
const LONGEST_REFUSAL: usize = 1 << 20;
/// What a collector whose database responds says of itself.
const HEALTHY: &[u8] = b"ok\n";
/// Of a bundle: its lines are far shorter.
const LONGEST_PART_OF_LOG: usize = 1 << 20;

/// What an invite or a ticket has bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoughtToken {
    /// Good for one submission to the version that it was bought for.
    pub token: String,
    /// Buys as much again once a later version collects.
    pub ticket: String,
}

/// A collector, spoken to over connections that are kept open. Cloning shares them.
#[derive(Clone, Debug)]
pub struct Client {
    base: Url,
    http: reqwest::Client,
    /// As the header has it, marked as secret.
    token: Option<HeaderValue>,
}

/// The body of a submission with what its survey asks for: a class code, an invite or a token.
#[must_use]
pub fn with_invite(body: &str, invite: &str) -> String {
    let object = body.trim_end();
    match object.strip_suffix('}') {
        Some(members) => format!("{members},\"invite\":{}}}", serde_json::Value::from(invite)),
        // This is not a submission, and the collector will say so.
        None => body.to_owned(),
    }
}

fn decoded<const N: usize>(base64url: &str) -> Option<[u8; N]> {
    let bytes = Base64UrlUnpadded::decode_vec(base64url).ok()?;
    bytes.try_into().ok()
}

/// Why a request came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// What was given as the collector's address is not one.
    #[error("{0:?} is not the address of a collector; use http://HOST:PORT or https://HOST")]
    Address(String),
    /// What was given as a token is not one. It is not repeated.
    #[error(
        "this is not a token: a token begins with \"sotto_\", and was shown once, when it was made"
    )]
    Token,
    /// The client itself cannot be made, for want of certificates for example.
    #[error("the client cannot be set up: {}", with_causes(.0))]
    Setup(reqwest::Error),
    /// No answer came.
    #[error("the collector cannot be reached: {}", with_causes(.0))]
    Unreachable(reqwest::Error),
    /// The collector refused, and said why.
    #[error("{} ({}): {}", OneLine(&.0.title), .0.status, OneLine(&.0.detail))]
    Problem(Problem),
    /// The survey's access is not by unlinkable tokens.
    #[error("the survey sells no unlinkable tokens")]
    NoToken,
    /// The purchase of a token failed on this side.
    #[error(transparent)]
    Purchase(#[from] PurchaseError),
    /// What is to be sent cannot be written as JSON.
    #[error("the request cannot be written: {0}")]
    Body(serde_json::Error),
    /// Something other than a collector answered.
    #[error("the answer (status {status}) did not come from a Sotto collector; check the address")]
    Foreign {
        /// Its status.
        status: u16,
    },
}

impl ClientError {
    /// Whether the same request may succeed in a moment.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unreachable(_) => true,
            // A proxy in between says so in its own words.
            Self::Problem(Problem { status, .. }) | Self::Foreign { status } => {
                matches!(status, 408 | 429 | 502..=504)
            }
            Self::Address(_)
            | Self::Token
            | Self::Setup(_)
            | Self::NoToken
            | Self::Purchase(_)
            | Self::Body(_) => false,
        }
    }
}

/// An error with its causes: the HTTP client's own sentence leaves out what matters.
fn with_causes(error: &reqwest::Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn Error), |error| (*error).source());
    let sentences: Vec<_> = causes.map(ToString::to_string).collect();
    sentences.join(": ")
}

impl Client {
    /// A client of the collector at `base`, such as `http://127.0.0.1:8080` or
    /// `https://example.org/sotto`.
    ///
    /// # Errors
    /// When `base` is no http or https address.
    pub fn new(base: &str) -> Result<Self, ClientError> {
        let wrong = || ClientError::Address(base.chars().take(200).collect());
        let mut url: Url = base.parse().map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || url.query().is_some() {
            return Err(wrong());
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        // It was set before: then that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .tcp_nodelay(true)
            .redirect(reqwest::redirect::Policy::none());
        if is_loopback(&url) {
            http = http.no_proxy();
        }
        if url.scheme() == "http" {
            // No certificate is looked at, and a system that has none of authorities is not asked for them.
            http = http.tls_certs_only([]);
        }
        let http = http.build().map_err(ClientError::Setup)?;
        Ok(Self {
            base: url,
            http,
            token: None,
        })
    }

    /// The same client with a token of a viewer, or of whoever may do more, by which it reads results
    /// that are not public.
    ///
    /// # Errors
    /// When the text is not a token.
    pub fn with_token(self, token: &str) -> Result<Self, ClientError> {
        if !is_token(token) {
            return Err(ClientError::Token);
        }
        let bearer = format!("Bearer {token}");
        let mut bearer = HeaderValue::try_from(bearer).map_err(|_| ClientError::Token)?;
        bearer.set_sensitive(true);
        Ok(Self {
            token: Some(bearer),
            ..self
        })
    }

    /// Asks the collector whether its database responds.
    ///
    /// # Errors
    /// When it does not, or no collector answers within `patience`.
    pub async fn health(&self, patience: Duration) -> Result<(), ClientError> {
        let request = self.http.get(self.site_address("healthz")?);
        let answer = request.timeout(patience).send().await;
        let answer = answer.map_err(ClientError::Unreachable)?;
        let status = answer.status();
        if status != StatusCode::OK {
            return Err(refusal(answer).await);
        }
        // Any other server may have a page for every address.
        match whole(answer, LONGEST_REFUSAL).await? {
            body if body == HEALTHY => Ok(()),
            _ => Err(ClientError::Foreign {
                status: status.as_u16(),
            }),
        }
    }

    /// The survey as it is published.
    ///
    /// # Errors
    /// When there is no such survey, or no collector there.
    pub async fn survey(&self, id: &Identifier) -> Result<Survey, ClientError> {
        let answer = self.http.get(self.address(&format!("{id}"))?).send().await;
        read(answer).await
    }

    /// A version of the survey.
    ///
    /// # Errors
    /// When there is no such version, or no collector there.
    pub async fn survey_version(
        &self,
        id: &Identifier,
        version: u32,
    ) -> Result<Survey, ClientError> {
        let address = self.address(&format!("{id}?version={version}"))?;
        read(self.http.get(address).send().await).await
    }

    /// The estimates for the whole crowd.
    ///
    /// # Errors
    /// When there is no such survey, no collector, or the results are not for the client's token.
    pub async fn results(
        &self,
        id: &Identifier,
        versions: WantedVersions,
        confidence: Confidence,
    ) -> Result<Results, ClientError> {
        let level = confidence.level();
        let address = self.address(&format!("{id}/results?confidence={level}&{versions}"))?;
        read(self.signed(self.http.get(address)).send().await).await
    }

    /// Some answers to a question together, and how they compare with others.
    ///
    /// # Errors
    /// As [`Self::results`], or when these answers cannot be added up.
    pub async fn sums(
        &self,
        id: &Identifier,
        asked: &SumsRequest,
        versions: WantedVersions,
        confidence: Confidence,
    ) -> Result<Sums, ClientError> {
        let mut address = self.address(&format!("{id}/sums?{versions}"))?;
        let mut query = address.query_pairs_mut();
        query.append_pair("question", asked.question.as_str());
        query.append_pair("answers", &asked.answers.join(","));
        query.append_pair("confidence", &confidence.level().to_string());
        if let Some(row) = &asked.row {
            query.append_pair("row", row.as_str());
        }
        if !asked.against.is_empty() {
            query.append_pair("against", &asked.against.join(","));
        }
        drop(query);
        read(self.signed(self.http.get(address)).send().await).await
    }

    /// The noisy rows of a version, on each line a JSON object with a report for each column.
    ///
    /// # Errors
    /// When there is no such survey, it keeps no rows, there is no collector, the client's token may not read
    /// them, or the answer is broken off.
    pub async fn rows(&self, id: &Identifier, version: u32) -> Result<Vec<u8>, ClientError> {
        let address = self.address(&format!("{id}/exports/ndjson?version={version}"))?;
        let request = self.http.get(address).timeout(ROWS_TIMEOUT);
        let answer = self.signed(request).send().await;
        let answer = answer.map_err(ClientError::Unreachable)?;
        if answer.status() != StatusCode::OK {
            return Err(refusal(answer).await);
        }
        whole(answer, LONGEST_ROWS).await
    }

    /// Posts a submission, the exact `body` that [`sotto_survey::Submission::body`] made. After an
    /// error that [`ClientError::is_temporary`], the same body may be posted again: it counts once.
    ///
    /// # Errors
    /// When it was refused, or no answer came.
    pub async fn submit(&self, id: &Identifier, body: String) -> Result<Outcome, ClientError> {
        let answer = self
            .http
            .post(self.address(&format!("{id}/submissions"))?)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .send()
            .await
            .map_err(ClientError::Unreachable)?;
        let outcome = match answer.status() {
            StatusCode::CREATED => Outcome::Counted,
            StatusCode::OK => Outcome::CountedBefore,
            _ => return Err(refusal(answer).await),
        };
        // The connection can be used again only when its answer has been read.
        whole(answer, LONGEST_REFUSAL).await?;
        Ok(outcome)
    }

    /// What must be known before anybody is asked: whether the survey collects, and what it asks of
    /// those who answer.
    ///
    /// # Errors
    /// When there is no such survey, or no collector.
    pub async fn status(&self, id: &Identifier) -> Result<Status, ClientError> {
        let address = self.address(&format!("{id}/status"))?;
        read(self.http.get(address).send().await).await
    }

    /// How many submissions came to each survey, hour by hour.
    ///
    /// # Errors
    /// When there is no collector, or the client's token is no operator's.
    pub async fn arrivals(&self) -> Result<Vec<SurveyArrivals>, ClientError> {
        let address = self.api("arrivals")?;
        read(self.signed(self.http.get(address)).send().await).await
    }

    /// Every room of a class, by code.
    ///
    /// # Errors
    /// When there is no collector, or the client's token is no operator's.
    pub async fn rooms(&self) -> Result<Vec<RoomView>, ClientError> {
        let address = self.api("rooms")?;
        read(self.signed(self.http.get(address)).send().await).await
    }

    /// Ends a room, with all that was counted in it.
    ///
    /// # Errors
    /// When there is no such room or no collector, or the client's token is no operator's.
    pub async fn end_room(&self, code: &str) -> Result<(), ClientError> {
        let mut address = self.api("rooms")?;
        let segments = address.path_segments_mut();
        // As one part of the path, whatever was typed.
        segments
            .map_err(|()| ClientError::Address(self.base.to_string()))?
            .push(code);
        let answer = self.signed(self.http.delete(address)).send().await;
        let answer = answer.map_err(ClientError::Unreachable)?;
        match answer.status() {
            StatusCode::NO_CONTENT => Ok(()),
            _ => Err(refusal(answer).await),
        }
    }

    /// The signed head of the collector's public log.
    ///
    /// # Errors
    /// When there is no collector.
    pub async fn log_checkpoint(&self) -> Result<String, ClientError> {
        self.log_text("checkpoint").await
    }

    /// The key that checks that head, as the collector says.
    ///
    /// # Errors
    /// When there is no collector.
    pub async fn log_key(&self) -> Result<String, ClientError> {
        self.log_text("key").await
    }

    async fn log_text(&self, path: &str) -> Result<String, ClientError> {
        let bytes = self.log_bytes(path).await?;
        let status = StatusCode::OK.as_u16();
        String::from_utf8(bytes).map_err(|_| ClientError::Foreign { status })
    }

    /// A tile of the log or a bundle of its entries, by what stands behind `tile/`.
    ///
    /// # Errors
    /// When the log has no such one, or there is no collector.
    pub async fn log_tile(&self, path: &str) -> Result<Vec<u8>, ClientError> {
        self.log_bytes(&format!("tile/{path}")).await
    }

    async fn log_bytes(&self, path: &str) -> Result<Vec<u8>, ClientError> {
        let answer = self
            .http
            .get(self.api(&format!("log/{path}"))?)
            .send()
            .await;
        let answer = answer.map_err(ClientError::Unreachable)?;
        if answer.status() != StatusCode::OK {
            return Err(refusal(answer).await);
        }
        whole(answer, LONGEST_PART_OF_LOG).await
    }

    /// Buys an unlinkable token for a version with an invite or a ticket, and with it the ticket for the
    /// versions after it. What is sent says nothing about either. Buy well before the token is spent: the two
    /// moments are all that could join them.
    ///
    /// # Errors
    /// When the survey sells none, the invite has bought another, or the collector did not use the
    /// survey's published key.
    pub async fn buy_token(
        &self,
        id: &Identifier,
        version: u32,
        invite: &str,
        generator: &mut ChaCha20Rng,
    ) -> Result<BoughtToken, ClientError> {
        let key = self.status(id).await?.issuing_key;
        let key = key
            .as_deref()
            .and_then(decoded)
            .ok_or(ClientError::NoToken)?;
        let from = version.saturating_add(1);
        let [token, ticket] = [Goods::Token { version }, Goods::Ticket { from }]
            .map(|goods| Purchase::begin(goods, id.as_str(), &key, generator));
        let (token, ticket) = (token?, ticket?);
        let request = PurchaseRequest {
            invite: invite.to_owned(),
            version,
            blinded_token: Base64UrlUnpadded::encode_string(token.blinded()),
            blinded_ticket: Base64UrlUnpadded::encode_string(ticket.blinded()),
        };
        let body = serde_json::to_vec(&request).map_err(|_| ClientError::NoToken)?;
        let answer = self
            .http
            .post(self.address(&format!("{id}/unlinkable-tokens"))?)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .send()
            .await;
        let answer: PurchaseView = read(answer).await?;
        let finish = |purchase: &Purchase, view: &EvaluationView| {
            let evaluation = Evaluation::read(&view.evaluated, &view.proof);
            purchase.finish(&evaluation.ok_or(PurchaseError::Proof)?)
        };
        Ok(BoughtToken {
            token: finish(&token, &answer.token)?,
            ticket: finish(&ticket, &answer.ticket)?,
        })
    }

    /// The address of something of a survey.
    fn address(&self, rest: &str) -> Result<Url, ClientError> {
        self.api(&format!("surveys/{rest}"))
    }

    fn api(&self, path: &str) -> Result<Url, ClientError> {
        self.site_address(&format!("api/v1/{path}"))
    }

    /// The address of a page that the collector serves beside its API, such as `results/census`.
    ///
    /// # Errors
    /// When the path leads nowhere below the collector's address.
    pub fn site_address(&self, path: &str) -> Result<Url, ClientError> {
        self.base
            .join(path)
            .map_err(|_| ClientError::Address(self.base.to_string()))
    }

    /// The request with the client's token, if it has one.
    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.token {
            Some(token) => request.header(header::AUTHORIZATION, token),
            None => request,
        }
    }
}

/// Whether the text has the form of a token, so that nothing else is sent as one by mistake.
fn is_token(text: &str) -> bool {
    let parts = text
        .strip_prefix("sotto_")
        .and_then(|rest| rest.split_once('_'));
    parts.is_some_and(|(id, secret)| {
        id.len() == 16
            && id.bytes().all(|byte| byte.is_ascii_hexdigit())
            && decoded::<32>(secret).is_some()
    })
}

/// What others wrote in one line, so that it stays within its sentence.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.0.lines().map(str::trim);
        for (index, line) in lines.filter(|line| !line.is_empty()).enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(out, "{space}{}", line.replace('\t', " "))?;
        }
        Ok(())
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    host == "localhost"
        || host
            .trim_matches(['[', ']'])
            .parse::<std::net::IpAddr>()
            .is_ok_and(|ip| ip.is_loopback())
}

async fn read<T: DeserializeOwned>(
    answer: Result<Response, reqwest::Error>,
) -> Result<T, ClientError> {
    read_with(StatusCode::OK, answer).await
}

/// Reads an answer that must have that status.
async fn read_with<T: DeserializeOwned>(
    expected: StatusCode,
    answer: Result<Response, reqwest::Error>,
) -> Result<T, ClientError> {
    let answer = answer.map_err(ClientError::Unreachable)?;
    let status = answer.status();
    if status != expected {
        return Err(refusal(answer).await);
    }
    let body = whole(answer, LONGEST_ANSWER).await?;
    told(status.as_u16(), &body)
}

async fn refusal(answer: Response) -> ClientError {
    let status = answer.status().as_u16();
    match whole(answer, LONGEST_REFUSAL).await {
        Ok(body) => refused(status, &body),
        Err(error) => error,
    }
}

/// A body of no more bytes than that: who answers may be no collector.
async fn whole(mut answer: Response, most: usize) -> Result<Vec<u8>, ClientError> {
    let status = answer.status().as_u16();
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(ClientError::Unreachable)? {
        if body.len() + part.len() > most {
            return Err(ClientError::Foreign { status });
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

/// Reads what an answer holds.
///
/// # Errors
/// When it is not what a collector answers.
pub fn told<T: DeserializeOwned>(status: u16, body: &[u8]) -> Result<T, ClientError> {
    serde_json::from_slice(body).map_err(|_| ClientError::Foreign { status })
}

/// Reads why a request was refused.
#[must_use]
pub fn refused(status: u16, body: &[u8]) -> ClientError {
    match serde_json::from_slice(body) {
        Ok(problem) => ClientError::Problem(problem),
        Err(_) => ClientError::Foreign { status },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_their_path() {
        for (base, address) in [
            (
                "http://127.0.0.1:8080",
                "http://127.0.0.1:8080/api/v1/surveys/census",
            ),
            (
                "http://127.0.0.1:8080/",
                "http://127.0.0.1:8080/api/v1/surveys/census",
            ),
            (
                "https://x.org/sotto",
                "https://x.org/sotto/api/v1/surveys/census",
            ),
        ] {
            let client = Client::new(base).unwrap();
            assert_eq!(client.address("census").unwrap().as_str(), address);
        }
        for wrong in [
            "",
            "127.0.0.1:8080",
            "ftp://x.org",
            "http://",
            "http://x.org/?a=b",
        ] {
            assert!(Client::new(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_may_pass_is_temporary_whoever_says_so() {
        for status in [408, 429, 502, 503, 504] {
            assert!(ClientError::Foreign { status }.is_temporary(), "{status}");
        }
        let slow = Problem::new(sotto_survey::ProblemKind::BodyTooSlow, "");
        assert!(ClientError::Problem(slow).is_temporary());
        for status in [200, 302, 400, 401, 404, 409, 410, 413, 422, 500, 501, 505] {
            assert!(!ClientError::Foreign { status }.is_temporary(), "{status}");
        }
    }

    #[test]
    fn a_token_is_read_and_never_printed() {
        let client = || Client::new("http://127.0.0.1:1").unwrap();
        let token = format!("sotto_0123456789abcdef_{}", "A".repeat(43));
        let printed = format!("{:?}", client().with_token(&token).unwrap());
        let secret = token.splitn(3, '_').nth(2).unwrap();
        assert!(!printed.contains(secret), "{printed}");
        for wrong in ["", "Bearer", "sotto_", &token[1..], &format!("{token}\n")] {
            let error = client().with_token(wrong).unwrap_err();
            assert!(matches!(error, ClientError::Token), "{wrong:?}");
        }
    }

    #[test]
    fn this_machine_is_recognised() {
        let local = |text: &str| is_loopback(&text.parse().unwrap());
        assert!(
            local("http://127.0.0.1:1/") && local("http://[::1]/") && local("http://localhost")
        );
        assert!(!local("http://example.org/") && !local("http://10.0.0.1/"));
    }

    #[test]
    fn what_others_wrote_stays_in_its_line() {
        assert_eq!(OneLine("a\r\n\n b\tc \u{85}").to_string(), "a b c");
    }

    #[test]
    fn only_a_token_is_sent_as_one() {
        let token = format!("sotto_0123456789abcdef_{}", "A".repeat(43));
        assert!(is_token(&token));
        for wrong in [
            "",
            "sotto_",
            &token[1..],
            &format!("{token}A"),
            &token.replacen('_', "-", 1),
        ] {
            assert!(!is_token(wrong), "{wrong:?}");
        }
    }
}

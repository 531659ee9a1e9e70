//! What of the collector reads bytes from outside, in one place for the fuzzer
//! (`fuzz/targets/`): built with the feature `fuzzing` alone, and no part of the program.
//!
//! Each function takes any bytes. It panics where what was read does not read back as itself, or a
//! refusal repeats what was sent.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "the fuzzer looks for panics"
)]

use std::{
    array,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use clap::{Args as _, Command, FromArgMatches as _};
use futures_util::FutureExt as _;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sotto_api::{
    ClassCode, InviteCheck, InviteRequest, Moment, Origin, PurchaseRequest, RelaySettings, Role,
    SetUp, Settings, SignIn, TokenRequest,
    unlinkable::{Evaluation, Goods, Purchase},
};
use sotto_export::{Columns, Format, ReportRow, row_writer};
use sotto_ldp::{Confidence, Counts};
use sotto_survey::{Submission, SubmissionFile, Survey, SurveyOracles, Tally};

use crate::{
    access::{SessionSecret, SetupToken, Token, TokenId},
    api::{ApiError, body, credentials, gateway, submissions, surveys},
    config::{Configuration, Flags},
    eligibility::{Code, IssuingKey, UnlinkableToken},
    limits::TrustedProxies,
    relay::{RelayOptions, goes_back},
    secret::Secret,
    settings::patched,
    site::{Framers, Policy},
};

/// No text of the program holds it: where it comes back, it was sent.
const MARK: &str = "zqx";

/// The bodies of every request to the API that has one.
pub fn bodies(bytes: &[u8], census: &Survey) {
    fn read<T: DeserializeOwned>(bytes: &[u8], members: &str) -> Option<T> {
        match serde_json::from_slice(bytes) {
            Ok(read) => Some(read),
            Err(error) => {
                let refusal = body::malformed(&error, members).to_string();
                assert!(!refusal.contains(MARK), "{refusal}");
                None
            }
        }
    }
    if let Some(file) = read::<SubmissionFile>(bytes, submissions::MEMBERS)
        && let Err(error) = Submission::check(file, census)
    {
        let refusal = ApiError::from(error).detail();
        assert!(!refusal.contains(MARK), "{refusal}");
    }
    let _ = read::<TokenRequest>(bytes, "");
    let _ = read::<InviteRequest>(bytes, "");
    let _ = read::<PurchaseRequest>(bytes, "");
    let _ = read::<InviteCheck>(bytes, "");
    let _ = read::<SignIn>(bytes, "");
    let _ = read::<SetUp>(bytes, "");
    if let Some(patch) = read::<Value>(bytes, "") {
        settings(patch);
    }
}

/// A change of settings: what comes of it is stored and read back.
fn settings(patch: Value) {
    match patched(&Settings::default(), patch, || Secret::draw().ok()) {
        Ok((settings, _)) => {
            let stored = serde_json::to_string(&settings).expect("settings are JSON");
            let read: Settings = serde_json::from_str(&stored).expect("what was stored");
            assert!(read == settings);
            policies(&settings);
        }
        Err(error) => assert!(!error.to_string().contains(MARK), "{error}"),
    }
}

/// The policies of the pages of a survey with these settings: each has the directives of every other, and a header
/// can hold it.
fn policies(settings: &Settings) {
    let framers = Framers::of(settings);
    let relay = settings.relay.as_ref().and_then(RelaySettings::origin);
    let relay = relay.as_ref();
    for (is_framed_survey, directives) in [(false, 11), (true, 8)] {
        let policy = Policy {
            is_framed_survey,
            framers: &framers,
            relay,
        };
        let policy = policy.to_string();
        assert!(HeaderValue::from_str(&policy).is_ok());
        assert!(policy.split([';', ',']).count() == directives, "{policy}");
    }
}

/// A survey that a designer wants to be checked.
pub fn survey(bytes: &[u8]) {
    assert!(serde_json::to_vec(&surveys::validate::report(bytes)).is_ok());
}

/// What stands in headers, queries and single members.
pub fn texts(text: &str) {
    if let Ok(code) = Code::read(text) {
        assert!(Code::read(&code.to_string()).is_ok_and(|read| read == code));
    }
    if let Some(token) = Token::parse(text) {
        assert_eq!(token.reveal(), text);
    }
    if let Some(session) = SessionSecret::parse(text) {
        assert_eq!(session.reveal(), text);
        assert!(!session.csrf().is(text));
    }
    if let Ok(id) = text.parse::<TokenId>() {
        assert_eq!(id.as_str(), text);
    }
    if let Ok(setup) = SetupToken::draw() {
        assert!(!setup.is(text));
    }
    let _ = UnlinkableToken::read(text).map(|token| token.key(text));
    let _ = serde_json::from_value::<ClassCode>(text.into());
    if let Ok(origin) = Origin::try_from(text.to_owned()) {
        assert!(HeaderValue::from_str(origin.as_str()).is_ok());
    }
    if let Ok(moment) = text.parse::<Moment>() {
        assert_eq!(moment.to_string().parse(), Ok(moment));
    }
    let _ = crate::site::survey(text);
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(text) {
        for name in ["x-forwarded-for", "cookie", "origin", "host"] {
            headers.append(name, value.clone());
        }
        headers.append(header::AUTHORIZATION, value);
    }
    let proxies = TrustedProxies::new("127.0.0.0/8".parse().into_iter().collect());
    let _ = proxies.client(IpAddr::V4(Ipv4Addr::LOCALHOST), &headers);
    let _ = credentials::session(&headers, text.len().is_multiple_of(2));
    let _ = credentials::is_same_origin(&headers);
}

/// Both sides of the purchase of an unlinkable token, each fed by a hostile other.
pub fn purchase(bytes: &[u8]) {
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let key = IssuingKey::of_seed(&[7; 32], "census").expect("a key");
    let blinded = bytes.get(..32).unwrap_or(bytes);
    let goods = Goods::Ticket { from: 2 };
    let _ = key.evaluate(goods, blinded, &mut generator);
    let Ok(purchase) = Purchase::begin(goods, "census", key.public(), &mut generator) else {
        return;
    };
    if let (Some(element), Some(proof)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let forged = Evaluation {
            element: *element,
            proof: *proof,
        };
        assert!(purchase.finish(&forged).is_err(), "a proof was forged");
    }
    if let Some(public) = bytes.first_chunk() {
        let _ = Purchase::begin(goods, "census", public, &mut generator);
    }
}

/// A row as a damaged or hostile database may hold it, in every format.
pub fn row(text: &str, survey: &Survey) {
    let columns = Arc::new(Columns::of(survey, survey.first_language()));
    let Ok(row) = ReportRow::of_list(text, &columns) else {
        return;
    };
    for format in Format::ALL.into_iter().filter(|one| one.needs_rows()) {
        let mut writer = row_writer(format, survey, &columns, 1).expect("columns");
        if writer.write(std::slice::from_ref(&row)).is_ok() {
            let _ = writer.finish();
        }
    }
}

/// What came through a relay, once it was opened.
pub fn encapsulated(bytes: &[u8]) {
    if let Err(error) = gateway::InnerRequest::read(bytes) {
        let refusal = error.detail();
        assert!(!refusal.contains(MARK), "{refusal}");
    }
}

/// What a relay reads: the address it passes on to, and of each side the kind of what it sends, on a line each;
/// below them the bytes that are passed on.
pub fn relayed(bytes: &[u8]) {
    let mut lines = bytes.splitn(4, |byte| *byte == b'\n');
    let [Some(address), Some(sent), Some(answered), Some(body)] = array::from_fn(|_| lines.next())
    else {
        return;
    };
    if let Ok(address) = str::from_utf8(address)
        && let Some(options) = RelayOptions::new("127.0.0.1:0", address)
    {
        let to = &options.to;
        assert!(
            matches!(to.scheme(), "http" | "https") && to.has_host(),
            "{to}"
        );
        assert!(to.path().ends_with("/api/v1/ohttp"), "{to}");
        assert!(to.query().is_none() && to.fragment().is_none(), "{to}");
    }
    if let Ok(kind) = HeaderValue::from_bytes(sent) {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]);
        let read = gateway::read_encapsulated(&headers, body.to_vec().into());
        // What is at hand takes no waiting.
        let passed = read.now_or_never().expect("a body in memory");
        match passed {
            Ok(passed) => assert!(sent == gateway::REQUEST.as_bytes() && passed == body),
            Err(error) => assert!(!error.detail().contains(MARK)),
        }
    }
    if let Ok(kind) = str::from_utf8(answered) {
        for status in [StatusCode::OK, StatusCode::FOUND, StatusCode::BAD_GATEWAY] {
            let told = goes_back(status, kind);
            assert!(told.is_none_or(|told| told == kind && status != StatusCode::FOUND));
        }
    }
}

/// A configuration file, or the value of any one setting.
pub fn configuration(text: &str) {
    let drive = |setting: &str| {
        let command = Flags::augment_args(Command::new("serve").no_binary_name(true));
        let words = (!setting.is_empty()).then(|| format!("--{setting}={text}"));
        let matches = command.try_get_matches_from(words).expect("any text");
        let flags = Flags::from_arg_matches(&matches).expect("flags");
        let file = if setting.is_empty() { text } else { "" };
        let configuration = match Configuration::of_text(&flags, file) {
            Ok(configuration) => configuration,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        let told = match configuration.options() {
            Ok(options) => configuration.explain(&options),
            Err(error) => error.to_string(),
        };
        let is_address = setting == "database" && text.starts_with(ADDRESS);
        assert!(!is_address || !told.contains(PASSWORD), "{told}");
    };
    drive("");
    for name in Configuration::names() {
        drive(&name);
    }
}

/// The password in this address of a database must not be shown; an input to begin with has it.
const ADDRESS: &str = "postgres://a:zqxpassword@";
const PASSWORD: &str = "zqxpassword";

/// What a damaged or hostile database may hold: settings, roles, and counts of a survey.
pub fn stored(bytes: &[u8], oracles: &SurveyOracles) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(settings) = serde_json::from_str::<Settings>(text) {
            policies(&settings);
            let moment = Moment::of_day(20_000);
            let _ = settings.phase(moment, 1);
            let settings = settings.at(moment);
            assert!(serde_json::to_string(&settings.shown()).is_ok());
        }
        let _ = Role::named(text);
    }
    let (words, _) = bytes.as_chunks::<8>();
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut parts = Vec::new();
    for part in Tally::empty(oracles).counts() {
        let reports = words.next().unwrap_or_default();
        let sums = part.sums().iter().map(|_| words.next().unwrap_or_default());
        let Ok(counts) = Counts::new(reports, sums.collect()) else {
            return;
        };
        parts.push(counts);
    }
    let results = Tally::of_counts(oracles, parts).results_from(oracles, Confidence::default(), 1);
    assert!(serde_json::to_string(&results).is_ok());
}

//! The collector that the page came from, asked by `fetch` as whoever is signed in. Every answer is read as
//! a type of sotto-api.

use std::{future::Future, pin::Pin, rc::Rc};

use serde::{Serialize, de::DeserializeOwned};
use sotto_api::{
    ChangedSettings, EditReport, InviteRequest, NewInvites, NewToken, SessionView, SetUp, Settings,
    SignIn, Status, SurveyView,
};
use sotto_ui::http::{self, Call};
use web_sys::AbortSignal;

use crate::publishing::Refusal;

/// A collector that says nothing for so long is not there, in milliseconds.
const PATIENCE: u32 = 30_000;

/// The collector, and what proves to it that a change comes from its own page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Collector {
    base: &'static str,
    csrf: Option<Rc<str>>,
}

/// What came of a request.
pub(crate) type Asked<T> = Result<T, Refusal>;

/// What will have come of it. In a box: every act that waits for it would hold a copy of the waiting.
pub(crate) type Coming<T> = Pin<Box<dyn Future<Output = Asked<T>>>>;

impl Collector {
    /// The collector that `base` leads to, for nobody in particular.
    pub(crate) const fn new(base: &'static str) -> Self {
        Self { base, csrf: None }
    }

    /// The same for whoever is signed in.
    pub(crate) fn signed_in(&self, session: &SessionView) -> Self {
        Self {
            base: self.base,
            csrf: Some(session.csrf.as_str().into()),
        }
    }

    /// Whether there is one.
    pub(super) async fn is_there(&self) -> Asked<()> {
        let address = [self.base, "healthz"].concat();
        match send("GET", address, Vec::new(), None).await? {
            (200, text) if text.trim() == "ok" => Ok(()),
            (status, text) => match Refusal::of(status, &text) {
                absent @ (Refusal::NoCollector | Refusal::Unreachable) => Err(absent),
                // One that fails is one all the same.
                Refusal::Refused { .. } | Refusal::Strange { .. } => Ok(()),
            },
        }
    }

    /// Who is signed in.
    pub(super) fn session(&self) -> Coming<SessionView> {
        read(self.get("session"))
    }

    /// Signs in.
    pub(super) fn sign_in(&self, token: &str) -> Coming<SessionView> {
        let token = token.to_owned();
        read(self.post("session", &SignIn { token }))
    }

    /// Becomes the first operator; the token that is told once.
    pub(super) fn set_up(&self, setup: &SetUp) -> Coming<NewToken> {
        read(self.post("setup", setup))
    }

    /// Signs out.
    pub(super) fn sign_out(&self) -> Coming<String> {
        self.ask("DELETE", "session", None, None)
    }

    /// The surveys that whoever is signed in may see.
    pub(crate) fn surveys(&self) -> Coming<Vec<SurveyView>> {
        read(self.get("surveys"))
    }

    /// A survey as it is published, as text.
    pub(crate) fn survey(&self, id: &str) -> Coming<String> {
        self.get(&["surveys/", id].concat())
    }

    /// Deletes a survey in all its versions, with everything counted for it.
    pub(crate) fn delete(&self, id: &str) -> Coming<String> {
        self.ask("DELETE", &["surveys/", id].concat(), None, None)
    }

    /// Publishes a new survey; the survey as it is published.
    pub(super) fn publish(&self, file: String) -> Coming<String> {
        self.ask("POST", "surveys", Some(file), None)
    }

    /// What publishing a file as the next version would do, if the one that it was made from still collects.
    pub(super) fn try_edit(&self, id: &str, file: String, made_from: u32) -> Coming<EditReport> {
        let path = ["surveys/", id, "/versions?dry-run=true"].concat();
        read(self.ask("POST", &path, Some(file), Some(made_from)))
    }

    /// Publishes a file as the next version, if the one that it was made from still collects.
    pub(super) fn publish_edit(&self, id: &str, file: String, made_from: u32) -> Coming<String> {
        let path = ["surveys/", id, "/versions"].concat();
        self.ask("POST", &path, Some(file), Some(made_from))
    }

    /// Hands in a picture of a survey.
    pub(super) fn keep_picture(&self, id: &str, hash: &str, bytes: Vec<u8>) -> Coming<()> {
        let address = [self.base, "api/v1/surveys/", id, "/pictures/", hash].concat();
        let csrf = self.csrf.clone();
        Box::pin(async move {
            let headers: Vec<_> = csrf.iter().map(|csrf| ("x-sotto-csrf", &**csrf)).collect();
            let call = Call {
                method: "PUT",
                headers: &headers,
                body: None,
            };
            let until = AbortSignal::timeout_with_u32(PATIENCE);
            let answer = http::ask_with_bytes(&address, call, &bytes, Some(&until)).await;
            match answer.map_err(|_| Refusal::Unreachable)? {
                (200..300, _) => Ok(()),
                (status, text) => Err(Refusal::of(status, &text)),
            }
        })
    }

    /// What respondents are told of a survey.
    pub(super) fn status(&self, id: &str) -> Coming<Status> {
        read(self.get(&["surveys/", id, "/status"].concat()))
    }

    /// A survey's settings.
    pub(super) fn settings(&self, id: &str) -> Coming<Settings> {
        read(self.get(&["surveys/", id, "/settings"].concat()))
    }

    /// Changes some of them.
    pub(super) fn change_settings(&self, id: &str, patch: String) -> Coming<ChangedSettings> {
        let address = ["surveys/", id, "/settings"].concat();
        read(self.ask("PATCH", &address, Some(patch), None))
    }

    /// Closes a survey for now, or opens it again.
    pub(super) fn set_closed(&self, id: &str, closed: bool) -> Coming<String> {
        let act = if closed { "/close" } else { "/reopen" };
        self.ask("POST", &["surveys/", id, act].concat(), None, None)
    }

    /// Makes so many invites.
    pub(super) fn invite(&self, id: &str, number: u32) -> Coming<NewInvites> {
        let path = ["surveys/", id, "/invites"].concat();
        read(self.post(&path, &InviteRequest { number }))
    }

    fn get(&self, path: &str) -> Coming<String> {
        self.ask("GET", path, None, None)
    }

    fn post(&self, path: &str, body: &impl Serialize) -> Coming<String> {
        // Types of texts and numbers always become JSON.
        let body = serde_json::to_string(body).unwrap_or_default();
        self.ask("POST", path, Some(body), None)
    }

    /// The text of an answer that is a success.
    fn ask(
        &self,
        method: &'static str,
        path: &str,
        body: Option<String>,
        made_from: Option<u32>,
    ) -> Coming<String> {
        let address = [self.base, "api/v1/", path].concat();
        let mut headers = Vec::new();
        if let Some(csrf) = self.csrf.as_ref().filter(|_| method != "GET") {
            headers.push(("x-sotto-csrf", csrf.to_string()));
        }
        if let Some(version) = made_from {
            headers.push(("if-match", ["\"", &*version.to_string(), "\""].concat()));
        }
        Box::pin(async move {
            let (status, text) = send(method, address, headers, body).await?;
            if (200..300).contains(&status) {
                Ok(text)
            } else {
                Err(Refusal::of(status, &text))
            }
        })
    }
}

/// Reads an answer as what it should be. A page that is shown in place of everything that is missing is no
/// answer.
fn read<T: DeserializeOwned + 'static>(text: Coming<String>) -> Coming<T> {
    Box::pin(async move { serde_json::from_str(&text.await?).map_err(|_| Refusal::NoCollector) })
}

async fn send(
    method: &str,
    address: String,
    headers: Vec<(&str, String)>,
    body: Option<String>,
) -> Asked<(u16, String)> {
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| (*name, &**value))
        .collect();
    let call = Call {
        method,
        headers: &headers,
        body: body.as_deref(),
    };
    let until = AbortSignal::timeout_with_u32(PATIENCE);
    let answer = http::ask(&address, call, Some(&until)).await;
    answer.map_err(|_| Refusal::Unreachable)
}

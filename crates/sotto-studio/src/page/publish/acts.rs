//! What a designer does at the collector, each act told to the page when it has begun and when it has ended.
//! The draft is never touched: whatever is refused, it stays as it is.

use std::{collections::BTreeSet, future::Future, pin::Pin, rc::Rc};

use sotto_api::{Access, PublishedHash, Role};
use sotto_survey::{Pin as SurveyPin, ProblemKind, Survey};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use super::{
    super::state::Action,
    collector::Collector,
    pictures::{hand_in, hashes},
    session::{Said, Session, Signed},
    state::{Found, News, Trial},
};
use crate::{
    check::check,
    draft::Draft,
    publishing::{MadeFrom, Refusal, access_patch, as_version},
};

/// An act under way.
type Doing<T> = Pin<Box<dyn Future<Output = Result<T, Refusal>>>>;

/// Whether a survey of this name is there, or was.
fn is_taken(refusal: &Refusal) -> bool {
    refusal.is(ProblemKind::SurveyExists) || refusal.is(ProblemKind::SurveyDeleted)
}

/// Whoever acts, on which survey, and who is told.
#[derive(Clone)]
pub(super) struct Office {
    pub(super) signed: Rc<Signed>,
    pub(super) survey: String,
    /// What came of it.
    pub(super) tell: Callback<News>,
    /// That a session is over.
    pub(super) set_session: Callback<Session>,
    /// What it does to the draft's history.
    pub(super) act: Callback<Action>,
}

impl Office {
    /// Asks what the collector has of the survey.
    pub(super) fn look(&self) {
        spawn_local(self.looked());
    }

    /// In a box, as every act ends by it.
    fn looked(&self) -> Pin<Box<dyn Future<Output = ()>>> {
        let office = self.clone();
        Box::pin(async move {
            match office.found().await {
                Err(refusal) if refusal.signs_out() => office.sign_out(),
                looked => office.tell.emit(News::Looked(looked)),
            }
        })
    }

    async fn found(&self) -> Result<Option<Rc<Found>>, Refusal> {
        let surveys = self.collector().surveys().await?;
        let mine = surveys.iter().map(|view| view.id.clone()).collect();
        self.tell.emit(News::Mine(mine));
        let Some(view) = surveys.into_iter().find(|view| view.id == self.survey) else {
            return Ok(None);
        };
        let published = Draft::of_text(&self.collector().survey(&self.survey).await?);
        let checked = check(&published);
        let published = checked.survey();
        let pin = match published {
            Some(published) => self.pin(published).await?,
            None => None,
        };
        let arms = published.map(Survey::arms_for_links).unwrap_or_default();
        let settings = if self.signed.is(Role::Teacher) {
            Some(self.collector().settings(&self.survey).await?)
        } else {
            None
        };
        Ok(Some(Rc::new(Found {
            view,
            pin,
            arms: arms.into(),
            own_codes: published.is_some_and(Survey::gives_own_code),
            settings,
        })))
    }

    /// The pin of what the collector gives out, where a page can hold a survey against it.
    async fn pin(&self, published: &Survey) -> Result<Option<SurveyPin>, Refusal> {
        // A page that was not fetched safely makes no hashes, and no others could trust it to.
        if !web_sys::window().is_some_and(|window| window.is_secure_context()) {
            return Ok(None);
        }
        let status = self.collector().status(&self.survey).await?;
        let hash = PublishedHash::new(&published.compile());
        let pin = hash.pin_through(status.access, status.keep_rows, status.relay.as_ref());
        Ok(Some(pin))
    }

    /// Asks what publishing the draft would do.
    pub(super) fn try_edit(&self, draft: Rc<Draft>, made_from: u32) {
        let next = made_from.saturating_add(1);
        let Some(file) = as_version(&draft, &self.survey, next) else {
            return;
        };
        let office = self.clone();
        let told = office.collector().try_edit(&office.survey, file, made_from);
        spawn_local(async move {
            match told.await {
                Err(refusal) if refusal.signs_out() => office.sign_out(),
                told => office.tell.emit(News::Tried(Rc::new(Trial {
                    draft,
                    made_from,
                    told,
                }))),
            }
        });
    }

    /// Publishes the draft as a new survey, under the first of these names that nobody has or had, and changes its
    /// settings by that merge patch before anybody is given its address.
    ///
    /// One with completion codes of people's own asks for invites even where that change fails.
    pub(super) fn publish_new(&self, draft: &Draft, names: &[String], patch: Option<String>) {
        let files = names.iter().filter_map(|name| as_version(draft, name, 1));
        let (files, collector): (Vec<_>, _) = (files.collect(), self.collector().clone());
        let published: Doing<String> = Box::pin(async move {
            let mut taken = Refusal::Unreachable;
            for file in files {
                match collector.publish(file).await {
                    Err(refusal) if is_taken(&refusal) => taken = refusal,
                    published => return published,
                }
            }
            Err(taken)
        });
        let without_terms = if draft.gives_own_code() {
            "published-without-terms-own-code"
        } else {
            "published-without-terms"
        };
        let said = ("published-new", without_terms);
        self.begin_publishing(published, said, (patch, hashes(draft)));
    }

    /// Publishes the draft as the next version. Where it needs invites and there was `access` before, the survey asks for
    /// them first: no collector takes it otherwise.
    pub(super) fn publish_edit(&self, draft: &Draft, made_from: u32, access: Option<Access>) {
        let next = made_from.saturating_add(1);
        let Some(file) = as_version(draft, &self.survey, next) else {
            return;
        };
        let (collector, survey) = (self.collector().clone(), self.survey.clone());
        let (office, pictures) = (self.clone(), hashes(draft));
        let said = match access {
            Some(_) => "published-for-invited",
            None => "published",
        };
        let published: Doing<String> = Box::pin(async move {
            // Nobody is to be shown the version without one.
            hand_in(&collector, &survey, pictures).await?;
            let Some(before) = access else {
                return collector.publish_edit(&survey, file, made_from).await;
            };
            let invites = access_patch(Access::Invites);
            collector.change_settings(&survey, invites).await?;
            let published = collector.publish_edit(&survey, file, made_from).await;
            if published.is_err() {
                // Whoever could answer before can again. If that fails as well, the page shows who may.
                let before = access_patch(before);
                let _ = collector.change_settings(&survey, before).await;
                office.looked().await;
            }
            published
        });
        self.begin_publishing(published, (said, ""), (None, BTreeSet::new()));
    }

    /// What came of it is said by a message, which names the version, or the survey if it is a new one; another message says
    /// that its settings were not changed.
    fn begin_publishing(
        &self,
        published: Doing<String>,
        (said, without_terms): (&'static str, &'static str),
        (patch, pictures): (Option<String>, BTreeSet<String>),
    ) {
        let office = self.clone();
        self.begin(async move {
            let published = match published.await {
                Ok(published) => published,
                Err(refusal) => {
                    // Which version collects now is to be told beside it.
                    if refusal.is(ProblemKind::EditedMeanwhile) {
                        office.looked().await;
                    }
                    return Err(refusal);
                }
            };
            let published = MadeFrom::named_by(&Draft::of_text(&published));
            let survey = published.survey.clone();
            let is_new = survey != office.survey;
            let what = match said {
                "published-new" => survey.clone(),
                _ => published.version.to_string(),
            };
            let handed_in = hand_in(office.collector(), &survey, pictures).await;
            let is_set = match patch {
                Some(patch) => office
                    .collector()
                    .change_settings(&survey, patch)
                    .await
                    .is_ok(),
                None => true,
            };
            let said = match (is_set, handed_in) {
                (false, _) => without_terms,
                (true, Err(_)) => "published-without-pictures",
                (true, Ok(())) => said,
            };
            office.act.emit(Action::Published(published));
            if is_new {
                office.tell.emit(News::Another);
            }
            Self { survey, ..office }.looked().await;
            Ok(News::Done(said, what))
        });
    }

    /// Opens the version that collects in place of the draft, which Undo brings back.
    pub(super) fn open_published(&self) {
        let (act, text) = (self.act.clone(), self.collector().survey(&self.survey));
        self.begin(async move {
            let published = Draft::of_text(&text.await?);
            let text = published.written().into_owned();
            act.emit(Action::Open(text, MadeFrom::named_by(&published)));
            Ok(News::Done("opened", String::new()))
        });
    }

    /// Closes the survey for now, or opens it again.
    pub(super) fn set_closed(&self, is_closed: bool) {
        let office = self.clone();
        let done = self.collector().set_closed(&self.survey, is_closed);
        self.begin(async move {
            done.await?;
            office.looked().await;
            let key = if is_closed { "closed" } else { "reopened" };
            Ok(News::Done(key, String::new()))
        });
    }

    /// Changes settings, by a merge patch.
    pub(super) fn change_settings(&self, patch: String) {
        let office = self.clone();
        let changed = self.collector().change_settings(&self.survey, patch);
        self.begin(async move {
            changed.await?;
            // Dates and quota decide whether it collects.
            office.looked().await;
            Ok(News::Done("terms-saved", String::new()))
        });
    }

    /// Makes so many invites.
    pub(super) fn invite(&self, number: u32) {
        let made = self.collector().invite(&self.survey, number);
        self.begin(async move { Ok(News::Invited(made.await?.invites)) });
    }

    fn collector(&self) -> &Collector {
        &self.signed.collector
    }

    fn sign_out(&self) {
        let over = Session::Out(Some(Said::Words("session-over")));
        self.set_session.emit(over);
    }

    /// Begins an act, and tells what came of it.
    fn begin(&self, act: impl Future<Output = Result<News, Refusal>> + 'static) {
        self.tell.emit(News::Begun);
        let (office, act): (_, Doing<News>) = (self.clone(), Box::pin(act));
        spawn_local(office.finish(act));
    }

    async fn finish(self, act: Doing<News>) {
        let news = act.await.unwrap_or_else(|refusal| {
            if refusal.signs_out() {
                self.sign_out();
            }
            News::Refused(refusal)
        });
        self.tell.emit(news);
    }
}

//! What a view of a survey holds, is given and is told. `view.rs` draws it; choosing, searching and sending
//! change it.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use sotto_survey::PermanentReports;
use yew::prelude::*;

use crate::{
    outbox::Outcome,
    survey::{Action, FirstDrawing, HostPage, Setting, State, gestures::Gesture, scrambled_copy},
};

/// A survey, from its first question to its receipt.
#[derive(Debug)]
pub(crate) struct SurveyView {
    pub(super) state: State,
    /// What gets the focus after the next drawing.
    pub(super) focus: Option<String>,
    /// Whether the list of a search is to follow the arrow keys.
    pub(super) scroll: bool,
    /// Whether the check question was answered, and rightly.
    pub(super) check: Option<bool>,
    /// What is kept of an earlier wave, if anything is.
    pub(super) permanent: Option<PermanentReports>,
    /// Whether the first page is drawn to its end. Its first question is drawn alone, so that it is seen
    /// early and the page can do other work before the rest is drawn.
    pub(super) whole: bool,
    /// Whether the page was told that all is there.
    pub(super) told: bool,
    /// Alive while a post is to be tried again by itself.
    pub(super) retry: Option<(Timeout, EventListener)>,
}

/// What a view of a survey is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct Properties {
    /// The survey and what surrounds it.
    pub setting: Setting,
    /// Where it stands.
    pub page: HostPage,
    /// What it begins with, if that was drawn before.
    pub first: FirstDrawing,
}

/// What the view is told. It may name a choice, so it has no debug form.
pub(crate) enum Message {
    /// The first question has been seen: the others are to be drawn.
    Seen,
    /// Somebody did something with the page.
    Gesture(Gesture),
    /// Another form of the survey on this page has sent.
    Look,
    /// It is time to post the kept copy again.
    Retry,
    /// A post of the copy with that body ended.
    Posted {
        /// The bytes that were posted.
        body: String,
        /// What became of them.
        outcome: Outcome,
    },
}

impl SurveyView {
    /// One of which nothing has been answered.
    pub(super) fn new(setting: &Setting) -> Self {
        Self {
            state: State::new(&setting.survey, &setting.layout),
            focus: None,
            check: None,
            permanent: permanent(setting),
            scroll: false,
            whole: false,
            told: false,
            retry: None,
        }
    }

    /// What has been forgotten on the device is forgotten here.
    pub(super) fn forget_here(&mut self, setting: &Setting) {
        self.permanent = None;
        self.retry = None;
        self.state.apply(Action::Forgotten, &setting.survey);
    }
}

/// What the device kept of an earlier wave of a survey in waves.
fn permanent(setting: &Setting) -> Option<PermanentReports> {
    let survey = &setting.survey;
    survey.epsilon_first()?;
    let text = setting
        .destination
        .outbox
        .permanent(&survey.pinned_parameters())?;
    scrambled_copy::permanent(survey, &text)
}

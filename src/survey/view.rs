//! The component that holds a respondent's state, and does what the state machine only names:
//! perturbing, keeping, posting, moving the focus.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::{
    outbox::{self, Kept, Outcome},
    randomness,
    survey::{
        Action, Failure, ScrambledCopy, Screen, Setting, State, failure, form, gestures::Gesture,
        receipt, review,
    },
    ui::tag,
};

/// A survey, from its first question to its receipt.
#[derive(Debug)]
pub struct SurveyView {
    state: State,
    /// What gets the focus after the next drawing.
    focus: Option<String>,
    /// Alive while a post is to be tried again by itself.
    retry: Option<(Timeout, EventListener)>,
}

/// What a view of a survey is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub struct Properties {
    /// The survey and what surrounds it.
    pub setting: Setting,
}

/// What the view is told. It may name a choice, so that it cannot be printed.
#[expect(
    missing_debug_implementations,
    reason = "its debug form would tell what was chosen"
)]
pub enum Message {
    /// Somebody did something with the page.
    Gesture(Gesture),
    /// The kept copy is to be posted again.
    Retry,
    /// A post ended.
    Posted(Outcome),
}

impl Component for SurveyView {
    type Message = Message;
    type Properties = Properties;

    fn create(ctx: &Context<Self>) -> Self {
        let setting = &ctx.props().setting;
        let mut view = Self {
            state: State::new(&setting.survey),
            focus: None,
            retry: None,
        };
        if let Some((kept, stored)) = setting.outbox.kept() {
            view.take(ctx, ScrambledCopy::read(&setting.survey, kept, stored));
        }
        view
    }

    fn update(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        let before = self.state.screen().clone();
        match message {
            Message::Gesture(Gesture::Choose { question, category }) => {
                self.choose(ctx, &question, &category);
            }
            Message::Gesture(Gesture::Press { action, question }) => {
                self.press(ctx, &action, question);
            }
            Message::Retry => self.retry(ctx),
            Message::Posted(outcome) => self.posted(ctx, outcome),
        }
        if before != *self.state.screen() {
            self.focus = Some("#heading".to_owned());
            let screen = self.state.screen().name().into();
            ctx.props()
                .setting
                .tell("sotto-progress", &[("screen", screen)]);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let setting = &ctx.props().setting;
        let screen = self.state.screen();
        let copy = self.state.copy();
        let (content, status) = match screen {
            Screen::Form => (form::form(setting, &self.state), None),
            Screen::Review => (review::review(setting, &self.state), None),
            Screen::Sending => (vec![receipt::sending(setting)], Some("sending")),
            Screen::Receipt => (receipt::receipt(setting, copy), Some("sent-title")),
            Screen::Failure(failure) => (vec![failure::failure(setting, failure, copy)], None),
        };
        let status = status.map(|key| setting.say(key)).unwrap_or_default();
        let status = tag("p")
            .set("class", "unseen")
            .set("role", "status")
            .text(&status);
        tag("section")
            .set("class", "survey")
            .set("part", "survey")
            .set("lang", setting.messages.language())
            .set("dir", &setting.say("direction"))
            .set("data-screen", screen.name())
            .set("aria-labelledby", "heading")
            .all(content)
            .with(status)
            .into()
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let root = &ctx.props().setting.root;
        let selector = self.focus.take();
        let target = selector.and_then(|selector| root.query_selector(&selector).ok()?);
        if let Some(target) = target {
            // An element that cannot be focused leaves the focus where it is.
            let _ = target.unchecked_ref::<HtmlElement>().focus();
        }
    }
}

impl SurveyView {
    fn choose(&mut self, ctx: &Context<Self>, question: &str, category: &str) {
        let survey = &ctx.props().setting.survey;
        let found = survey.questions().iter().enumerate();
        let action = found
            .filter(|(_, candidate)| candidate.id().as_str() == question)
            .find_map(|(place, question)| {
                let answer = question.answer(question.category_index(category)?).ok()?;
                Some(Action::Choose {
                    question: place,
                    answer,
                })
            });
        if let Some(action) = action {
            self.state.apply(action, survey);
        }
    }

    fn press(&mut self, ctx: &Context<Self>, action: &str, question: Option<String>) {
        let survey = &ctx.props().setting.survey;
        match (action, question) {
            ("review", _) => {
                self.state.apply(Action::Review, survey);
                if !self.state.missing().is_empty() {
                    self.focus = Some("#problems".to_owned());
                }
            }
            ("back", _) => self.state.apply(Action::Back, survey),
            ("send", _) => self.send(ctx),
            ("retry", _) => self.retry(ctx),
            ("go-to", Some(question)) => {
                self.focus = Some(["#q-", &question, " input"].concat());
            }
            _ => {}
        }
    }

    fn retry(&mut self, ctx: &Context<Self>) {
        let failed = matches!(self.state.screen(), Screen::Failure(_));
        self.state.apply(Action::Retry, &ctx.props().setting.survey);
        if failed && *self.state.screen() == Screen::Sending {
            self.post(ctx);
        }
    }

    /// Perturbs the answers once and for all, keeps the copy, and only then posts it.
    fn send(&mut self, ctx: &Context<Self>) {
        if *self.state.screen() != Screen::Review {
            return;
        }
        let setting = &ctx.props().setting;
        // Another tab may have answered in the meantime.
        let copy = match setting.outbox.kept() {
            Some((kept, stored)) => Some(ScrambledCopy::read(&setting.survey, kept, stored)),
            None => self.perturb(setting),
        };
        if let Some(copy) = copy {
            self.take(ctx, copy);
        } else {
            self.state.apply(Action::NoRandomness, &setting.survey);
            setting.tell("sotto-error", &[("kind", "randomness".into())]);
        }
    }

    fn perturb(&self, setting: &Setting) -> Option<ScrambledCopy> {
        let mut rng = randomness::generator().ok()?;
        // It refuses only what the form has refused before.
        let submission = setting
            .survey
            .randomize(self.state.answers(), &mut rng)
            .ok()?;
        let kept = Kept {
            body: submission.body(&setting.survey),
            sent: false,
        };
        let stored = setting.outbox.keep(&kept);
        Some(ScrambledCopy::read(&setting.survey, kept, stored))
    }

    fn take(&mut self, ctx: &Context<Self>, copy: ScrambledCopy) {
        let copied = Action::Copied(Box::new(copy));
        self.state.apply(copied, &ctx.props().setting.survey);
        if *self.state.screen() == Screen::Sending {
            self.post(ctx);
        }
    }

    fn post(&mut self, ctx: &Context<Self>) {
        self.retry = None;
        let Some(mut kept) = self.state.copy().map(|copy| copy.kept.clone()) else {
            return;
        };
        let setting = ctx.props().setting.clone();
        ctx.link().send_future(async move {
            let transport = setting.transport.as_ref();
            let outcome = outbox::post(&setting.address, &kept.body, transport).await;
            // Here and not in the view, which may be gone by now.
            if matches!(outcome, Outcome::Counted { .. }) {
                kept.sent = true;
                let _ = setting.outbox.keep(&kept);
            }
            Message::Posted(outcome)
        });
    }

    fn posted(&mut self, ctx: &Context<Self>, outcome: Outcome) {
        let setting = &ctx.props().setting;
        let status = match outcome {
            Outcome::Counted { status } => Some(status),
            _ => None,
        };
        self.state.apply(Action::Posted(outcome), &setting.survey);
        match (self.state.screen(), self.state.copy(), status) {
            (Screen::Receipt, Some(copy), Some(status)) => tell_sent(setting, copy, status),
            (Screen::Failure(failure), ..) => {
                setting.tell("sotto-error", &[("kind", failure.kind().into())]);
                if *failure == Failure::Unreachable {
                    self.retry = self.try_again_later(ctx);
                }
            }
            _ => {}
        }
    }

    /// Tries again after a while, or when the browser says that it is online.
    fn try_again_later(&self, ctx: &Context<Self>) -> Option<(Timeout, EventListener)> {
        let delay = outbox::delay_milliseconds(self.state.failed_attempts());
        let (later, online) = (ctx.link().clone(), ctx.link().clone());
        let timeout = Timeout::new(delay, move || later.send_message(Message::Retry));
        let window = web_sys::window()?;
        let listener = EventListener::once(&window, "online", move |_| {
            online.send_message(Message::Retry);
        });
        Some((timeout, listener))
    }
}

fn tell_sent(setting: &Setting, copy: &ScrambledCopy, status: u16) {
    setting.tell(
        "sotto-sent",
        &[
            ("survey", setting.survey.id().as_str().into()),
            ("version", setting.survey.version().into()),
            ("reportId", copy.report_id.as_str().into()),
            ("status", status.into()),
            ("body", copy.kept.body.as_str().into()),
        ],
    );
}

//! From the review to the receipt: perturbing, keeping, posting, trying again.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use rand::CryptoRng;
use sotto_survey::Submission;
use sotto_ui::randomness;
use yew::prelude::*;

use super::survey_view::{Message, Properties, SurveyView};
use crate::{
    outbox::{self, Kept, Outcome},
    survey::{Action, Failure, ScrambledCopy, Screen, Setting},
};

/// How a copy is drawn.
type Draw = fn(&SurveyView, &Setting, &mut dyn CryptoRng) -> Option<Submission>;

impl SurveyView {
    /// Posts the kept copy again by itself. What stands on the screen stays there meanwhile, with the
    /// focus and whatever is open: it says already that this happens.
    pub(super) fn retry_quietly(&mut self, ctx: &Context<Self>) {
        let waits = matches!(
            self.state.screen(),
            Screen::Failure(Failure::Unreachable { .. })
        );
        if waits && self.still_keeps(ctx) {
            self.post(ctx);
        }
    }

    /// Posts the kept copy again because somebody asked for it.
    pub(super) fn retry(&mut self, ctx: &Context<Self>) {
        let failed = matches!(self.state.screen(), Screen::Failure(_));
        if !failed || !self.still_keeps(ctx) {
            return;
        }
        self.state.apply(Action::Retry, &ctx.props().setting.survey);
        if *self.state.screen() == Screen::Sending {
            self.post(ctx);
        }
    }

    /// Whether the copy that waits here has not been forgotten in another tab. If it has, it is
    /// forgotten here, too.
    fn still_keeps(&mut self, ctx: &Context<Self>) -> bool {
        let setting = &ctx.props().setting;
        let Some(copy) = self.state.copy() else {
            return false;
        };
        let keeps = setting.destination.outbox.keeps(&copy.kept.body);
        if !keeps {
            self.forget_here(setting);
        }
        keeps
    }

    /// Perturbs the answers once and for all, keeps the copy, and only then posts it.
    pub(super) fn send(&mut self, ctx: &Context<Self>) {
        if *self.state.screen() != Screen::Review {
            return;
        }
        self.take_or_make(ctx, |view, setting, rng| {
            let (survey, answers) = (&setting.survey, view.state.answers());
            // It refuses only what the form has refused before.
            if survey.epsilon_first().is_none() {
                return survey.randomize_shown(&setting.layout, answers, rng).ok();
            }
            let permanent = survey.memoise(answers, rng).ok()?;
            let text = permanent.to_text(survey);
            let parameters = survey.pinned_parameters();
            setting
                .destination
                .outbox
                .keep_permanent(&parameters, &text);
            survey.draw_copy(&permanent, rng).ok()
        });
    }

    /// This wave's copy of what was answered in an earlier one.
    pub(super) fn send_again(&mut self, ctx: &Context<Self>) {
        if *self.state.screen() == Screen::Form {
            self.take_or_make(ctx, |view, setting, rng| {
                let permanent = view.permanent.as_ref()?;
                setting.survey.draw_copy(permanent, rng).ok()
            });
        }
    }

    fn take_or_make(&mut self, ctx: &Context<Self>, draw: Draw) {
        let Properties { setting, page, .. } = ctx.props();
        // Another tab may have answered in the meantime.
        let copy = match setting.destination.outbox.kept() {
            Some((kept, stored)) => Some(ScrambledCopy {
                in_place: true,
                ..ScrambledCopy::read(&setting.survey, kept, stored)
            }),
            None => self.make(setting, draw),
        };
        if let Some(copy) = copy {
            self.take(ctx, copy);
        } else {
            self.state.apply(Action::NoRandomness, &setting.survey);
            page.tell("sotto-error", &[("kind", "randomness".into())]);
        }
    }

    fn make(&self, setting: &Setting, draw: Draw) -> Option<ScrambledCopy> {
        let mut rng = randomness::generator().ok()?;
        let submission = draw(self, setting, &mut rng)?;
        #[cfg(feature = "whole")]
        let submission = super::counted_on::without(submission, setting);
        let submission = submission.with_pin(setting.destination.pin);
        let kept = Kept {
            body: submission.body(&setting.survey),
            sent: false,
        };
        let stored = setting.destination.outbox.keep(&kept);
        Some(ScrambledCopy::read(&setting.survey, kept, stored))
    }

    /// Another form of the survey on this page may have sent a copy: this one shows it, too.
    pub(super) fn look(&mut self, ctx: &Context<Self>) {
        let asks = matches!(self.state.screen(), Screen::Form | Screen::Review);
        if asks && ctx.props().setting.destination.outbox.kept().is_some() {
            self.take_or_make(ctx, |_, _, _| None);
        }
    }

    pub(super) fn take(&mut self, ctx: &Context<Self>, copy: ScrambledCopy) {
        let copied = Action::Copied(Box::new(copy));
        self.state.apply(copied, &ctx.props().setting.survey);
        if *self.state.screen() == Screen::Sending {
            self.post(ctx);
        }
    }

    fn post(&mut self, ctx: &Context<Self>) {
        self.retry = None;
        let Some(body) = self.state.copy().map(|copy| copy.kept.body.clone()) else {
            return;
        };
        let Properties { setting, page, .. } = ctx.props();
        let (link, outbox) = (ctx.link().clone(), setting.destination.outbox.clone());
        let address = &setting.destination.address;
        let posted = body.clone();
        outbox::post(&page.poster, address, &posted, move |outcome| {
            // Here and not in the view, which may be gone by now.
            if matches!(outcome, Outcome::Counted { .. }) {
                outbox.keep_sent(&body);
            }
            link.send_message(Message::Posted { body, outcome });
        });
    }

    pub(super) fn posted(&mut self, ctx: &Context<Self>, body: &str, outcome: Outcome) {
        // The copy may have been forgotten meanwhile, and another one be on its way.
        if self.state.copy().is_none_or(|copy| copy.kept.body != body) {
            return;
        }
        let Properties { setting, page, .. } = ctx.props();
        let status = match outcome {
            Outcome::Counted { status } => Some(status),
            _ => None,
        };
        // Where somebody waits for it, and not a page that has been left open.
        #[cfg(feature = "whole")]
        let is_awaited = *self.state.screen() == Screen::Sending;
        self.state.apply(Action::Posted(outcome), &setting.survey);
        match (self.state.screen(), self.state.copy(), status) {
            (Screen::Receipt, Some(copy), Some(status)) => {
                tell_sent(ctx.props(), copy, status);
                #[cfg(feature = "whole")]
                if is_awaited {
                    super::closing::go_on(setting, copy);
                }
            }
            (Screen::Failure(failure), ..) => {
                page.tell("sotto-error", &[("kind", failure.kind().into())]);
                if matches!(failure, Failure::Unreachable { .. }) {
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

fn tell_sent(Properties { setting, page, .. }: &Properties, copy: &ScrambledCopy, status: u16) {
    page.tell(
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

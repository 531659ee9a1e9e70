//! The component that holds a respondent's state, draws it, and moves the focus. What it does on the way
//! out is in `sending.rs`.

use std::mem;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use sotto_survey::{AnswerShape, NumberFields, PermanentReports, Question, QuestionKind};
use sotto_ui::tag;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::{
    outbox::Outcome,
    survey::{
        Action, FirstDrawing, ScrambledCopy, Screen, Setting, State, Typed, failure, form,
        gestures::Gesture, receipt, review, sending,
    },
};

/// A survey, from its first question to its receipt.
#[derive(Debug)]
pub(crate) struct SurveyView {
    pub(super) state: State,
    /// What gets the focus after the next drawing.
    focus: Option<String>,
    /// Whether the list of a search is to follow the arrow keys.
    pub(super) scroll: bool,
    /// Whether the check question was answered, and rightly.
    check: Option<bool>,
    /// What is kept of an earlier wave, if anything is.
    pub(super) permanent: Option<PermanentReports>,
    /// Whether the first page is drawn to its end. Its first question is drawn alone, so that it is seen
    /// early and the page can do other work before the rest is drawn.
    whole: bool,
    /// Whether the page was told that all is there.
    told: bool,
    /// Alive while a post is to be tried again by itself.
    pub(super) retry: Option<(Timeout, EventListener)>,
}

/// What a view of a survey is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct Properties {
    /// The survey and what surrounds it.
    pub setting: Setting,
    /// What it begins with, if that was drawn before.
    pub first: FirstDrawing,
}

/// What the view is told. It may name a choice, so it has no debug form.
pub(crate) enum Message {
    /// The first question has been seen: the others are to be drawn.
    Seen,
    /// Somebody did something with the page.
    Gesture(Gesture),
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

impl Component for SurveyView {
    type Message = Message;
    type Properties = Properties;

    fn create(ctx: &Context<Self>) -> Self {
        let setting = &ctx.props().setting;
        let mut view = begin(setting);
        if let Some((kept, stored)) = setting.destination.outbox.kept() {
            // Another window may have kept it meanwhile.
            ctx.props().first.take();
            view.take(ctx, ScrambledCopy::read(&setting.survey, kept, stored));
        }
        view
    }

    fn update(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        let standing = |state: &State| (state.screen().clone(), state.page());
        let before = standing(&self.state);
        // The focus alone changes nothing that can be seen.
        let comes = matches!(
            message,
            Message::Gesture(Gesture::Focus { inside: true, .. })
        );
        let is_seen = !(comes && self.whole);
        // A change that the respondent did not make must not take the focus from elsewhere on the page.
        let leads = matches!(message, Message::Gesture(_)) || has_focus(ctx);
        // Whoever is quicker than that has seen it, too.
        self.whole = true;
        match message {
            Message::Seen => {}
            Message::Gesture(gesture) => self.gesture(ctx, gesture),
            Message::Retry => self.retry_quietly(ctx),
            Message::Posted { body, outcome } => self.posted(ctx, &body, outcome),
        }
        let after = standing(&self.state);
        if before != after && leads {
            // Unless something on the new page is to have the focus.
            let heading = || "#heading".to_owned();
            self.focus.get_or_insert_with(heading);
        }
        if before.0 != after.0 {
            let screen = after.0.name().into();
            ctx.props()
                .setting
                .page
                .tell("sotto-progress", &[("screen", screen)]);
        }
        is_seen
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Properties { setting, first } = ctx.props();
        first.take().unwrap_or_else(|| draw(self, setting))
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        if self.whole && !mem::replace(&mut self.told, true) {
            tell_ready(&ctx.props().setting);
        }
        let root = &ctx.props().setting.page.root;
        if mem::take(&mut self.scroll)
            && let Ok(Some(active)) = root.query_selector("[data-active]")
        {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            active.scroll_into_view_with_scroll_into_view_options(&options);
        }
        let selector = self.focus.take();
        let target = selector.and_then(|selector| root.query_selector(&selector).ok()?);
        if let Some(target) = target {
            // Of a question what is wrong with it, else what was chosen, else its beginning.
            let controls = ["input[aria-invalid=true]", ":checked", "input"];
            let mut controls = controls.into_iter();
            let control = controls.find_map(|control| target.query_selector(control).ok()?);
            let target = control.unwrap_or(target);
            // An element that cannot be focused leaves the focus where it is.
            let _ = target.unchecked_ref::<HtmlElement>().focus();
        }
    }
}

impl SurveyView {
    fn gesture(&mut self, ctx: &Context<Self>, gesture: Gesture) {
        let setting = &ctx.props().setting;
        match gesture {
            Gesture::Press {
                action,
                question,
                value,
            } => self.press(ctx, &action, &question, &value),
            Gesture::Choose {
                name,
                category,
                chosen,
            } => self.choose(setting, &name, &category, chosen),
            Gesture::Type { name, text } => {
                let (question, field) = parts(&name);
                let Some((index, question)) = find(setting, question) else {
                    return;
                };
                if let QuestionKind::Dropdown(_) = question.kind() {
                    return self.look_for(setting, (index, question), text);
                }
                let action = Action::Type {
                    question: index,
                    field: field_index(question, field),
                    text: Typed(text),
                };
                self.state.apply(action, &setting.survey);
            }
            Gesture::Key { question, key } => self.key(setting, &question, &key),
            Gesture::Focus { question, inside } => {
                if let Some((index, question)) = find(setting, &question) {
                    self.search_focus(setting, (index, question), inside);
                }
            }
            Gesture::Bottom => {
                if let Some(search) = self.state.search_mut() {
                    search.draw_more();
                }
            }
        }
    }

    /// An option was chosen or taken back.
    pub(super) fn choose(&mut self, setting: &Setting, name: &str, category: &str, chosen: bool) {
        let (question, row) = parts(name);
        let Some((index, question)) = find(setting, question) else {
            return;
        };
        let before = self.state.answers().get(index).and_then(Option::as_ref);
        let category = question.category_index(category);
        let answer = match (question.shape(), category) {
            (AnswerShape::None { .. }, _) => question.answer_consent().ok().filter(|_| chosen),
            (AnswerShape::Set(_), Some(option)) => {
                question.with_option(before, option, chosen).ok()
            }
            (AnswerShape::Rows(matrix), Some(category)) => {
                let mut rows = matrix.rows.iter();
                let row = rows.position(|other| other.id.as_str() == row);
                row.and_then(|row| question.with_row(before, row, category).ok())
            }
            (AnswerShape::One(_) | AnswerShape::Numbers(_), Some(category)) => {
                question.answer(category).ok()
            }
            // The box beside a number.
            (_, None) => question.no_answer().filter(|_| chosen),
        };
        let action = Action::Choose {
            question: index,
            answer,
        };
        self.state.apply(action, &setting.survey);
    }

    fn press(&mut self, ctx: &Context<Self>, action: &str, question: &str, value: &str) {
        let setting = &ctx.props().setting;
        let survey = &setting.survey;
        let step = match action {
            "next" => Action::Next,
            "review" => Action::Review,
            "back" => Action::Back,
            "send" => return self.send(ctx),
            "again" => return self.send_again(ctx),
            "retry" => return self.retry(ctx),
            "forget" => return self.forget(setting),
            "check" => return self.check = Some(value == "perhaps"),
            "pick" => return self.pick(setting, question, value),
            "go-to" => {
                let Some((index, _)) = find(setting, question) else {
                    return;
                };
                self.focus = Some(["#q-", question].concat());
                Action::GoTo(index)
            }
            _ => return,
        };
        let checks = matches!(step, Action::Next | Action::Review);
        self.state.apply(step, survey);
        if checks && !self.state.problems().is_empty() {
            self.focus = Some("#problems".to_owned());
        }
    }

    /// Forgets the survey, on the device and here; the questions can be answered anew.
    fn forget(&mut self, setting: &Setting) {
        setting.destination.outbox.forget();
        // The page forgets what it keeps for the survey; if that fails, nothing here changes.
        let _ = setting.page.forgotten.call0(&JsValue::NULL);
        self.forget_here(setting);
    }

    /// What has been forgotten on the device is forgotten here.
    pub(super) fn forget_here(&mut self, setting: &Setting) {
        self.permanent = None;
        self.retry = None;
        self.state.apply(Action::Forgotten, &setting.survey);
    }
}

/// A survey of which nothing has been answered.
pub(super) fn begin(setting: &Setting) -> SurveyView {
    SurveyView {
        state: State::new(&setting.survey),
        focus: None,
        check: None,
        permanent: sending::permanent(setting),
        scroll: false,
        whole: false,
        told: false,
        retry: None,
    }
}

/// Draws a survey as it stands.
pub(super) fn draw(view: &SurveyView, setting: &Setting) -> Html {
    let screen = view.state.screen();
    let copy = view.state.copy();
    let (content, status) = match screen {
        Screen::Form => {
            let again = view.permanent.is_some();
            let form = form::form(setting, &view.state, view.check, again, view.whole);
            (form, None)
        }
        Screen::Review => (review::review(setting, &view.state), None),
        Screen::Sending => (
            vec![receipt::sending(
                &setting.words,
                setting.page.heading_level,
                copy,
            )],
            Some("sending"),
        ),
        Screen::Receipt => (receipt::receipt(setting, copy), Some("sent-title")),
        Screen::Failure(failure) => (vec![failure::failure(setting, failure, copy)], None),
    };
    let found = view.state.search().filter(|search| search.open);
    let found = found.and_then(|search| u32::try_from(search.found.len()).ok());
    let status = match (status, found) {
        (Some(key), _) => setting.words.say(key),
        (None, Some(found)) => setting.words.count("found", found),
        (None, None) => String::new(),
    };
    let status = tag("p")
        .key("status")
        .set("class", "unseen")
        .set("role", "status")
        .text(&status);
    tag("section")
        .set("class", "survey")
        .set("part", "survey")
        .set("lang", setting.words.language())
        .set("dir", &setting.words.say("direction"))
        .set("data-screen", screen.name())
        .set("aria-labelledby", "heading")
        .all(content)
        .with(status)
        .into()
}

/// The question's id in a control's name, and that of the row or field behind the dot.
fn parts(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

pub(super) fn find<'a>(setting: &'a Setting, id: &str) -> Option<(usize, &'a Question)> {
    let mut questions = setting.survey.questions().iter().enumerate();
    questions.find(|(_, question)| question.id().as_str() == id)
}

/// Whether the focus is inside the survey.
fn has_focus(ctx: &Context<SurveyView>) -> bool {
    let root = &ctx.props().setting.page.root;
    root.matches(":focus-within") == Ok(true)
}

fn field_index(question: &Question, field: &str) -> usize {
    let AnswerShape::Numbers(NumberFields::Several(fields)) = question.shape() else {
        return 0;
    };
    let mut fields = fields.iter();
    fields
        .position(|other| other.id.as_str() == field)
        .unwrap_or_default()
}

fn tell_ready(setting: &Setting) {
    let ready = [
        ("survey", setting.survey.id().as_str().into()),
        ("version", setting.survey.version().into()),
    ];
    setting.page.tell("sotto-ready", &ready);
}

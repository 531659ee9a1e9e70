//! The component that draws a survey as it stands, reads what a person does and moves the focus.

use std::mem;

use sotto_survey::{AnswerShape, NumberFields};
use sotto_ui::{Tag, tag};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, HtmlInputElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::{
    choosing::{find, parts},
    gestures::Gesture,
    survey_view::{Message, Properties, SurveyView},
};
use crate::survey::{
    Action, FirstDrawing, ScrambledCopy, Screen, Setting, State, Typed, failure, form, receipt,
    review,
};

impl Component for SurveyView {
    type Message = Message;
    type Properties = Properties;

    fn create(ctx: &Context<Self>) -> Self {
        let setting = &ctx.props().setting;
        let mut view = Self::new(setting);
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
            Message::Look => self.look(ctx),
            Message::Retry => self.retry_quietly(ctx),
            Message::Posted { body, outcome } => self.posted(ctx, &body, outcome),
        }
        let after = standing(&self.state);
        if before != after && leads {
            // Unless something on the new page is to have the focus.
            let heading = || if after.1 > 0 { "#page" } else { "#heading" }.to_owned();
            self.focus.get_or_insert_with(heading);
        }
        if before.0 != after.0 {
            let screen = after.0.name().into();
            ctx.props()
                .page
                .tell("sotto-progress", &[("screen", screen)]);
        }
        is_seen
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Properties { setting, first, .. } = ctx.props();
        first.take().unwrap_or_else(|| draw(self, setting))
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        if self.whole && !mem::replace(&mut self.told, true) {
            tell_ready(ctx.props());
        }
        let root = &ctx.props().page.root;
        if mem::take(&mut self.scroll)
            && let Ok(Some(active)) = root.query_selector("[data-active]")
        {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            active.scroll_into_view_with_scroll_into_view_options(&options);
        }
        let find = |selector: &str| root.query_selector(selector).ok()?;
        let selector = self.focus.take();
        // A page may have no heading of its own.
        let target = selector.and_then(|selector| find(&selector).or_else(|| find("#heading")));
        if let Some(target) = target {
            // Of a question what is wrong with it, else what was chosen, else its beginning.
            let controls = ["input[aria-invalid=true]", ":checked", "input, .option"];
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
                let field = match question.shape() {
                    AnswerShape::Numbers(fields) => field_index(fields, field),
                    // The field to search an option with.
                    AnswerShape::None { .. }
                    | AnswerShape::One(_)
                    | AnswerShape::Set(_)
                    | AnswerShape::Order(_)
                    | AnswerShape::Rows(_) => {
                        return self.look_for(setting, (index, question), text);
                    }
                };
                let action = Action::Type {
                    question: index,
                    field,
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

    fn press(&mut self, ctx: &Context<Self>, action: &str, question: &str, value: &str) {
        let setting = &ctx.props().setting;
        let survey = &setting.survey;
        let step = match action {
            "next" => Action::Next,
            "review" => Action::Review,
            "back" => Action::Back,
            "send" => return self.send(ctx),
            "again" if cfg!(feature = "whole") => return self.send_again(ctx),
            "retry" => return self.retry(ctx),
            "forget" => return self.forget(ctx),
            "check" => return self.check = Some(value == "perhaps"),
            "pick" => return self.pick(setting, question, value),
            "rank" | "rank-down" if cfg!(feature = "whole") => {
                return self.rank(setting, question, value, action);
            }
            "go-to" | "clear" => {
                let Some((index, _)) = find(setting, question) else {
                    return;
                };
                // What takes an answer back is gone with it.
                self.focus = Some(["#q-", question].concat());
                if action == "clear" {
                    // What was begun in a native field and not finished is there alone.
                    if cfg!(feature = "whole")
                        && let Ok(Some(field)) = ctx
                            .props()
                            .page
                            .root
                            .query_selector(&["#q-", question, " .typed"].concat())
                    {
                        field.unchecked_ref::<HtmlInputElement>().set_value("");
                    }
                    Action::Choose {
                        question: index,
                        answer: None,
                    }
                } else {
                    Action::GoTo(index)
                }
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
    fn forget(&mut self, ctx: &Context<Self>) {
        let Properties { setting, page, .. } = ctx.props();
        setting.destination.outbox.forget();
        // The page forgets what it keeps for the survey; if that fails, nothing here changes.
        let _ = page.forgotten.call0(&JsValue::NULL);
        self.forget_here(setting);
    }
}

/// Draws what a survey begins with: its first question, or nothing if that is a kept copy.
pub(crate) fn first_drawing(setting: &Setting) -> FirstDrawing {
    let begins = setting.destination.outbox.kept().is_none();
    FirstDrawing::new(begins.then(|| draw(&SurveyView::new(setting), setting)))
}

/// Draws a survey as it stands.
fn draw(view: &SurveyView, setting: &Setting) -> Html {
    let screen = view.state.screen();
    let copy = view.state.copy();
    let (content, status) = match screen {
        Screen::Form => {
            let again = cfg!(feature = "whole") && view.permanent.is_some();
            let form = form::form(setting, &view.state, view.check, again, view.whole);
            (form, None)
        }
        Screen::Review => (review::review(setting, &view.state), None),
        Screen::Sending => (vec![receipt::sending(setting, copy)], Some("sending")),
        Screen::Receipt => {
            let title = receipt::sent_title(setting);
            (receipt::receipt(setting, copy), Some(title))
        }
        Screen::Failure(failure) => (vec![failure::failure(setting, failure, copy)], None),
    };
    let found = view.state.search().filter(|search| search.open);
    let found = found.and_then(|search| u32::try_from(search.found.len()).ok());
    let status = match (status, found) {
        (Some(key), _) => setting.words.say(key),
        (None, Some(found)) => setting.words.count("found", found),
        (None, None) => String::new(),
    };
    section(setting, screen, content, &status).into()
}

/// A screen, and what is said of it to those who don't see it.
pub(super) fn section(
    Setting { survey, words, .. }: &Setting,
    screen: &Screen,
    content: Vec<Tag>,
    status: &str,
) -> Tag {
    let status = tag("p")
        .key("status")
        .set("class", "unseen")
        .set("role", "status")
        .text(status);
    tag("section")
        .set("class", "survey")
        .set("part", "survey")
        .set("lang", words.language())
        .set("dir", &words.say("direction"))
        .set("data-screen", screen.name())
        // The survey's title on every screen, for whoever goes from region to region of a page with several.
        .set("aria-label", words.text(survey.title()))
        .all(content)
        .with(status)
}

/// Whether the focus is inside the survey.
fn has_focus(ctx: &Context<SurveyView>) -> bool {
    let root = &ctx.props().page.root;
    root.matches(":focus-within") == Ok(true)
}

/// Which of the numbers has that id; a single number has none.
fn field_index(fields: NumberFields<'_>, id: &str) -> usize {
    match fields {
        NumberFields::Single(_) => 0,
        NumberFields::Several(fields) => {
            let mut fields = fields.iter();
            let index = fields.position(|field| field.id.as_str() == id);
            index.unwrap_or_default()
        }
    }
}

fn tell_ready(Properties { setting, page, .. }: &Properties) {
    let ready = [
        ("survey", setting.survey.id().as_str().into()),
        ("version", setting.survey.version().into()),
    ];
    page.tell("sotto-ready", &ready);
}

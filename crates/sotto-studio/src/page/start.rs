//! What to begin with: a template, or the draft that is there.

use yew::prelude::*;

use super::{
    desk::Desk,
    state::{Action, View},
};
use crate::{
    draft::{Draft, Place, Setting},
    edit::{Edit, apply},
    templates::{TEMPLATES, Template},
};

/// A survey of one's own made of a sample. Samples show each answer as it comes, for whoever tries them
/// alone; that is not for others to copy.
fn own(sample: &str) -> String {
    let draft = Draft::of_text(sample);
    let in_steps = Edit::Set {
        place: Place::Survey,
        setting: Setting::MinimumReports,
        value: None,
    };
    apply(&draft, &in_steps).written().into_owned()
}

pub(super) fn start(desk: Desk<'_>) -> Html {
    let template = |template: &Template| {
        let Template { name, text } = *template;
        let onclick = desk
            .act
            .reform(move |_: MouseEvent| Action::Open(own(text)));
        html! {
            <li class="card">
                <h3>{ desk.text(&format!("template-{name}")) }</h3>
                <p>{ desk.text(&format!("template-{name}-about")) }</p>
                <button type="button" id={format!("template-{name}")} {onclick} aria-label={
                    desk.words.fill("begin-with", &[("what", &*desk.text(&format!("template-{name}")))])
                }>
                    { desk.text("begin") }
                </button>
            </li>
        }
    };
    let has_draft = desk.state.history.can_undo() || super::storage::kept().is_some();
    html! {
        <section aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ desk.text("start-heading") }</h2>
            <p>{ desk.text("start-intro") }</p>
            <p class="note">{ desk.text("start-device") }</p>
            if has_draft {
                <button
                    type="button"
                    id="go-on"
                    class="quiet"
                    onclick={desk.act.reform(|_: MouseEvent| Action::See(View::Build))}
                >
                    { desk.text("go-on") }
                </button>
            }
            <ul class="templates">{ for TEMPLATES.iter().map(template) }</ul>
        </section>
    }
}

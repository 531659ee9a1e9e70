//! What is handed out once a survey is published: links, the two lines for a page, invites; and the button
//! that closes it.

use std::rc::Rc;

use sotto_api::{Access, InviteRequest, Role};
use sotto_ui::{Messages, qr};
use yew::prelude::*;

use super::{
    super::{fields::line, files},
    acts::Office,
    copying::Copy,
    shown::{button, code},
    state::Found,
    stricter::Stricter,
    try_policy::TryPolicy,
};
use crate::{
    keeping::PinnedPages,
    publishing::{Address, invites_csv},
};

/// What the section is about.
#[derive(Clone, Copy)]
pub(super) struct HandOut<'a> {
    pub(super) words: &'a Messages,
    pub(super) origin: &'a str,
    pub(super) found: &'a Found,
    pub(super) office: &'a Office,
    pub(super) is_busy: bool,
    /// The pages that were given lines with a pin, and who is told when they change.
    pub(super) pages: &'a PinnedPages,
    pub(super) set_pages: &'a Callback<PinnedPages>,
}

/// Links, lines, and closing.
pub(super) fn hand_out(of: HandOut<'_>) -> Html {
    let HandOut {
        words,
        origin,
        found,
        office,
        is_busy,
        pages,
        set_pages,
    } = of;
    let address = Address {
        collector: origin,
        survey: &office.survey,
        // Of a survey that leaves arms to links the lines are for one of them.
        arm: found.arms.first().map(String::as_str),
    };
    let link = |id: &str, named: String, address: String| {
        html! {
            <li>
                { named }{ words.text("colon") }
                <a id={id.to_owned()} href={address.clone()} target="_blank" rel="noopener noreferrer">{ address }</a>
            </li>
        }
    };
    let copy = |id, what, text| copy(words, id, what, text);
    let of_arms = found.arms.iter().enumerate().map(|(index, arm)| {
        let to_answer = Address {
            arm: Some(arm),
            ..address
        };
        let named = words.fill("respond-link-arm", &[("arm", &**arm)]);
        let id = format!("respond-link-{index}");
        link(&id, named, to_answer.for_respondents())
    });
    html! {
        <section class="card embed" aria-labelledby="hand-out-heading">
            <h3 id="hand-out-heading">{ words.text("hand-out") }</h3>
            <ul>
                if found.arms.is_empty() {
                    { link("respond-link", words.text("respond-link"), address.for_respondents()) }
                    <li>{ copy("copy-respond-link", "respond-link", address.for_respondents()) }</li>
                    <li>
                        <details id="qr">
                            <summary>{ words.text("qr-show") }</summary>
                            { qr(&address.for_respondents(), words.text("qr-of")) }
                        </details>
                    </li>
                } else {
                    { for of_arms }
                }
                { link("results-link", words.text("results-link"), address.of_results()) }
            </ul>
            if !found.arms.is_empty() {
                <p class="note">{ words.text("arms-by-link-note") }</p>
            }
            <p>{ words.text("embed-lines") }</p>
            { code("page-lines", &words.text("embed-lines"), &address.lines(None)) }
            { copy("copy-lines", "embed-lines", address.lines(None)) }
            <p class="note">{ words.text("page-lines-note") }</p>
            { other_ways(words, address) }
            <Stricter
                words={words.clone()}
                lines={found.pin.map(|pin| (pin, AttrValue::from(address.lines(Some(pin)))))}
                pages={pages.clone()}
                set={set_pages.clone()}
            />
            { for found.settings.as_ref().filter(|_| office.signed.is(Role::Teacher)).map(|settings| {
                let is_closed = settings.closed;
                let act = {
                    let office = office.clone();
                    Callback::from(move |()| office.set_closed(!is_closed))
                };
                let (id, consequence) = if is_closed {
                    ("reopen", "reopen-note")
                } else {
                    ("close-survey", "close-note")
                };
                html! {
                    <>
                        <p>{ words.text(consequence) }</p>
                        { button(id, "quiet", words.text(id), is_busy, &act) }
                    </>
                }
            }) }
        </section>
    }
}

/// A button that copies a text, which is called by a message.
fn copy(words: &Messages, id: &'static str, what: &str, text: String) -> Html {
    html! { <Copy words={words.clone()} {id} what={words.text(what)} {text}/> }
}

/// What the page has to allow, and the ways to it other than the two lines.
fn other_ways(words: &Messages, address: Address<'_>) -> Html {
    let copy = |id, what, text| copy(words, id, what, text);
    let mail = words.fill("mail-text", &[("link", &*address.for_respondents())]);
    html! {
        <details id="other-ways">
            <summary>{ words.text("other-ways") }</summary>
            <p>{ words.text("policy-line") }</p>
            { code("page-policy", &words.text("policy-line"), &address.policy()) }
            { copy("copy-policy", "policy-line", address.policy()) }
            <TryPolicy words={words.clone()} page={address.plain_page()}/>
            <p>{ words.text("frame-lines") }</p>
            { code("frame-lines", &words.text("frame-lines"), &address.shown_as("frame", "")) }
            { copy("copy-frame", "frame-lines", address.shown_as("frame", "")) }
            <p>{ words.text("dialog-lines") }</p>
            { code("dialog-lines", &words.text("dialog-lines"), &address.shown_as("dialog", &words.text("dialog-content"))) }
            { copy("copy-dialog", "dialog-lines", address.shown_as("dialog", &words.text("dialog-content"))) }
            <p>{ words.text("npm-lines") }</p>
            { code("npm-lines", &words.text("npm-lines"), &address.bundled()) }
            { copy("copy-npm", "npm-lines", address.bundled()) }
            <p>{ words.text("mail-label") }</p>
            { code("mail-text", &words.text("mail-label"), &mail) }
            { copy("copy-mail", "mail-label", mail.clone()) }
        </details>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct InvitesProps {
    pub(super) words: Messages,
    pub(super) access: Access,
    pub(super) survey: String,
    /// Where the collector is.
    pub(super) origin: String,
    /// What links are to name, where the survey leaves its arms to them.
    pub(super) arms: Rc<[String]>,
    /// Those that were made just now.
    pub(super) made: Rc<[String]>,
    pub(super) is_busy: bool,
    pub(super) make: Callback<u32>,
}

/// How many invites are to be made, and those that were.
#[component]
pub(super) fn Invites(props: &InvitesProps) -> Html {
    let InvitesProps {
        words,
        access,
        survey,
        origin,
        arms,
        made,
        is_busy,
        make,
    } = props;
    let typed = use_state_eq(|| "30".to_owned());
    let wrong = use_state_eq(|| false);
    let change = {
        let setter = typed.setter();
        Callback::from(move |text| setter.set(text))
    };
    let make = {
        let (make, typed, wrong) = (make.clone(), typed.clone(), wrong.setter());
        Callback::from(move |()| {
            let number = typed.trim().parse().ok();
            let number = number.filter(|number| (1..=InviteRequest::MOST).contains(number));
            wrong.set(number.is_none());
            if let Some(number) = number {
                make.emit(number);
            }
        })
    };
    let save = {
        let (made, survey, origin) = (Rc::clone(made), survey.clone(), origin.clone());
        let arms = Rc::clone(arms);
        Callback::from(move |()| {
            let address = Address {
                collector: &origin,
                survey: &survey,
                arm: None,
            };
            // Where the browser saves nothing, the invites still stand there to be copied.
            let _ = files::save(
                &format!("{survey}-invites.csv"),
                &invites_csv(address, &arms, &made),
            );
        })
    };
    let asks = matches!(access, Access::Invites | Access::Unlinkable);
    html! {
        <section class="card" aria-labelledby="invites-heading">
            <h3 id="invites-heading">{ words.text("invites") }</h3>
            <p>{ words.text(if asks { "invites-intro" } else { "invites-not-asked" }) }</p>
            { line("invite-number", &words.text("invite-number"), &typed, "", &change) }
            if *wrong { <p role="alert">{ words.text("invite-number-wrong") }</p> }
            { button("make-invites", "quiet", words.text("make-invites"), *is_busy, &make) }
            if !made.is_empty() {
                <p>{ words.text("invites-once") }</p>
                { button("save-invites", "", words.text("save-invites"), false, &save) }
                { code("invites-made", &words.text("invites"), &made.join("\n")) }
            }
        </section>
    }
}

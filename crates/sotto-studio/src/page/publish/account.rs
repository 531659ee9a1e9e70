//! Signing in and out, and the first operator's token.

use sotto_api::Role;
use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    collector::Collector,
    session::{self, Session},
    shown::{button, refusal, regain_focus, said},
};

#[derive(Properties, PartialEq)]
pub(crate) struct AccountProps {
    pub(crate) words: Messages,
    pub(crate) collector: Collector,
    pub(crate) session: Session,
    pub(crate) set: Callback<Session>,
}

/// Who is signed in, or a form to sign in with.
#[component]
pub(crate) fn Account(props: &AccountProps) -> Html {
    let AccountProps {
        words,
        collector,
        session,
        set,
    } = props;
    let field = use_node_ref();
    let acted = use_mut_ref(|| false);
    use_effect_with(session.clone(), {
        let (field, acted) = (field.clone(), acted.clone());
        move |session: &Session| {
            if *session == Session::Asking || !acted.replace(false) {
                return;
            }
            match field.cast::<HtmlInputElement>() {
                // A field that is on the page can be focused.
                Some(field) => {
                    let _ = field.focus();
                }
                None => regain_focus("account-heading"),
            }
        }
    });
    let heading = html! { <h3 id="account-heading" tabindex="-1">{ words.text("account") }</h3> };
    let shown = match session {
        Session::Unasked | Session::Asking => {
            html! { <p id="account-asking">{ words.text("asking") }</p> }
        }
        Session::Absent(why) => {
            let again = {
                let (collector, set) = (collector.clone(), set.clone());
                let acted = acted.clone();
                Callback::from(move |()| {
                    acted.replace(true);
                    session::ask(collector.clone(), set.clone());
                })
            };
            html! {
                <>
                    <p id="no-collector">{ words.text("on-this-device") }{ " " }{ refusal(words, why) }</p>
                    { button("look-again", "quiet", words.text("look-again"), false, &again) }
                </>
            }
        }
        Session::Out(why) => {
            let onsubmit = {
                let (collector, set, field) = (collector.clone(), set.clone(), field.clone());
                let acted = acted.clone();
                Callback::from(move |event: SubmitEvent| {
                    event.prevent_default();
                    let Some(input) = field.cast::<HtmlInputElement>() else {
                        return;
                    };
                    let token = input.value().trim().to_owned();
                    if token.is_empty() {
                        // A field that is on the page can be focused.
                        let _ = input.focus();
                    } else {
                        acted.replace(true);
                        session::sign_in(collector.clone(), token, set.clone());
                    }
                })
            };
            html! {
                <>
                    <p>{ words.text("sign-in-intro") }</p>
                    <form class="add" {onsubmit}>
                        <label for="sign-in-token">{ words.text("sign-in-token") }</label>
                        <input
                            ref={field}
                            type="password"
                            id="sign-in-token"
                            autocomplete="current-password"
                            aria-describedby="sign-in-said"
                        />
                        <button type="submit" id="sign-in">{ words.text("sign-in") }</button>
                    </form>
                    <p id="sign-in-said" role="alert">{ for why.as_ref().map(|why| said(words, why)) }</p>
                </>
            }
        }
        Session::In(signed) => {
            let out = {
                let (collector, set) = (signed.collector.clone(), set.clone());
                let acted = acted.clone();
                Callback::from(move |()| {
                    acted.replace(true);
                    session::sign_out(collector.clone(), set.clone());
                })
            };
            html! {
                <div class="signed-in">
                    <p id="signed-in">{ words.text(role_key(signed.view.role)) }</p>
                    { button("sign-out", "quiet", words.text("sign-out"), false, &out) }
                </div>
            }
        }
    };
    html! { <section class="card" aria-labelledby="account-heading">{ heading }{ shown }</section> }
}

/// What a role may do, in words.
const fn role_key(role: Role) -> &'static str {
    match role {
        Role::Viewer => "signed-in-viewer",
        Role::Teacher => "signed-in-teacher",
        Role::Designer => "signed-in-designer",
        Role::Operator => "signed-in-operator",
    }
}

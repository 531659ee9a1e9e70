//! What whoever came by a collector's link is told, whatever part of the page is in view: the first operator's
//! token, or why there is none.

use std::rc::Rc;

use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::files,
    session::{Session, Signed},
    shown::{button, code, refusal, said},
};

/// What came of the link. Beside the form to sign in, that form tells why there is no token.
pub(crate) fn arrived(
    words: &Messages,
    session: &Session,
    set: &Callback<Session>,
    is_at_form: bool,
) -> Html {
    match session {
        Session::Asking | Session::Out(_) | Session::Absent(_) if is_at_form => Html::default(),
        Session::Asking => html! { <p class="card">{ words.text("asking") }</p> },
        Session::In(signed) => first_token(words, signed, set),
        Session::Unasked | Session::Out(None) => Html::default(),
        Session::Out(Some(why)) => {
            html! { <p class="card warning" role="alert">{ said(words, why) }</p> }
        }
        Session::Absent(why) => {
            html! { <p class="card warning" role="alert">{ refusal(words, why) }</p> }
        }
    }
}

/// The first operator's token, which nobody is told again.
fn first_token(words: &Messages, signed: &Rc<Signed>, set: &Callback<Session>) -> Html {
    let Some(token) = signed.new_token.clone() else {
        return Html::default();
    };
    let save = {
        let token = token.clone();
        Callback::from(move |()| {
            // Where the browser saves nothing, the token still stands there to be copied.
            let _ = files::save("operator.token", &format!("{token}\n"));
        })
    };
    let put_away = {
        let (signed, set) = (Rc::clone(signed), set.clone());
        Callback::from(move |()| {
            set.emit(Session::In(Rc::new(Signed {
                view: signed.view.clone(),
                new_token: None,
                collector: signed.collector.clone(),
            })));
        })
    };
    html! {
        <section class="card" aria-labelledby="first-token-heading">
            <h2 id="first-token-heading">{ words.text("first-token-heading") }</h2>
            <p role="alert">{ words.text("first-token") }</p>
            { code("first-token", &words.text("sign-in-token"), &token) }
            <div class="bar">
                { button("save-token", "", words.text("save-token"), false, &save) }
                { button("put-token-away", "quiet", words.text("put-token-away"), false, &put_away) }
            </div>
        </section>
    }
}

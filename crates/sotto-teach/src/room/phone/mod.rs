//! The phone's page: joins by a code, and then shows where the class is, with the survey's own widget while answers
//! are taken.

mod code;
mod door;
mod inside;

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::client::Ticket;
use code::{code_of_address, write_code};
use door::Door;
use inside::Inside;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct PhonePageProps {
    /// The words of the site.
    pub words: Messages,
    /// What leads from the page's address to the site's folder and to the collector.
    pub base: &'static str,
}

/// The page: the room of the address, or a field for its code.
#[component]
pub fn PhonePage(props: &PhonePageProps) -> Html {
    let PhonePageProps { words, base } = props;
    let own = use_words(base, "room".to_owned(), words);
    let code = use_state_eq(code_of_address);
    let enter = {
        let code = code.setter();
        Callback::from(move |entered: Option<String>| {
            write_code(entered.as_deref());
            code.set(entered);
        })
    };
    match own {
        Loading::Here(words) => match &*code {
            Some(code) => {
                let ticket = Ticket {
                    code: code.clone(),
                    presenter: None,
                };
                html! { <Inside {words} base={*base} {ticket} {enter}/> }
            }
            None => html! { <Door {words} base={*base} {enter}/> },
        },
        Loading::Failed => html! {
            <p id="trouble" class="card" role="alert">{ words.text("learn-failed") }</p>
        },
        Loading::Coming => Html::default(),
    }
}

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
use code::{code_of, code_of_address, write_code};
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

/// Where the page is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum At {
    /// At the door, with what stands in its field.
    Door(String),
    /// In the room of a code.
    Room(String),
}

impl At {
    /// Where an address leads that has these letters.
    fn of_address(letters: Option<String>) -> Self {
        let letters = letters.unwrap_or_default();
        match code_of(&letters) {
            Some(code) => Self::Room(code),
            None => Self::Door(letters),
        }
    }
}

/// The page: the room of the address, or a field for its code.
#[component]
pub fn PhonePage(props: &PhonePageProps) -> Html {
    let PhonePageProps { words, base } = props;
    let own = use_words(base, "room".to_owned(), words);
    let at = use_state_eq(|| At::of_address(code_of_address()));
    let enter = {
        let at = at.clone();
        Callback::from(move |entered: Option<String>| {
            write_code(entered.as_deref());
            // Who leaves a room finds its code in the field, to mend it.
            at.set(match (entered, &*at) {
                (Some(code), _) => At::Room(code),
                (None, At::Room(code) | At::Door(code)) => At::Door(code.clone()),
            });
        })
    };
    match own {
        Loading::Here(words) => match &*at {
            At::Room(code) => {
                let ticket = Ticket {
                    code: code.clone(),
                    presenter: None,
                };
                html! { <Inside {words} base={*base} {ticket} {enter}/> }
            }
            At::Door(typed) => {
                html! { <Door {words} base={*base} typed={typed.clone()} {enter}/> }
            }
        },
        Loading::Failed => html! {
            <p id="trouble" class="card" role="alert">{ words.text("learn-failed") }</p>
        },
        Loading::Coming => Html::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_too_few_letters_leads_to_the_door() {
        let at = |letters: &str| At::of_address(Some(letters.to_owned()));
        assert_eq!(at("BCDFGH"), At::Room("BCDFGH".to_owned()));
        assert_eq!(at("BCD"), At::Door("BCD".to_owned()));
        assert_eq!(At::of_address(None), At::Door(String::new()));
    }
}

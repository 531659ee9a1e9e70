//! The phone's page: joins by a code, and then shows where the class is, with the survey's own widget while answers
//! are taken.

mod code;
mod door;
mod inside;
mod site_link;

use sotto_ui::{
    Messages,
    site::{Spoken, SpokenFrame},
};
use yew::prelude::*;

use super::{client::Ticket, languages::LANGUAGES};
use code::{code_of, code_of_address, write_code};
use door::Door;
use inside::Inside;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct PhonePageProps {
    /// What leads from the page's address to the site's folder and to the collector.
    pub base: &'static str,
    /// Where the page's content stands, below its name and languages.
    pub place: web_sys::Element,
}

/// The page in one of the languages of a class's phones: that of its address, else that of the room, else the browser's.
#[component]
pub fn PhonePage(props: &PhonePageProps) -> Html {
    let (base, place) = (props.base, props.place.clone());
    let content = Callback::from(move |spoken: Spoken| {
        let Spoken { words, speak } = spoken;
        create_portal(html! { <Content {words} {speak} {base}/> }, place.clone())
    });
    html! {
        <SpokenFrame
            {base}
            title="class-title"
            tagline="class-tagline"
            bundle="phone"
            languages={LANGUAGES}
            {content}
        />
    }
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

#[derive(Properties, PartialEq)]
struct ContentProps {
    words: Messages,
    speak: Callback<Option<String>>,
    base: &'static str,
}

/// The room of the address, or a field for its code.
#[component]
fn Content(props: &ContentProps) -> Html {
    let ContentProps { words, speak, base } = props;
    let at = use_state_eq(|| At::of_address(code_of_address()));
    let enter = {
        let (at, speak) = (at.clone(), speak.clone());
        Callback::from(move |entered: Option<String>| {
            write_code(entered.as_deref());
            speak.emit(None);
            // Who leaves a room finds its code in the field, to mend it.
            at.set(match (entered, &*at) {
                (Some(code), _) => At::Room(code),
                (None, At::Room(code) | At::Door(code)) => At::Door(code.clone()),
            });
        })
    };
    let words = words.clone();
    match &*at {
        At::Room(code) => {
            let ticket = Ticket {
                code: code.clone(),
                presenter: None,
            };
            html! { <Inside {words} base={*base} {ticket} {enter} speak={speak.clone()}/> }
        }
        At::Door(typed) => {
            html! { <Door {words} base={*base} typed={typed.clone()} {enter}/> }
        }
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

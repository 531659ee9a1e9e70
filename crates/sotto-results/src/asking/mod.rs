//! Ask the data: answers added up, and compared with others, among some, in another arm or version. The
//! reply is a sentence with its interval.
//!
//! All is computed in the page, from the results that it has.

mod form;
mod inquiry;
mod sentence;

use std::rc::Rc;

use sotto_survey::{Results, Survey};
use sotto_ui::{Messages, Words, charts::TimesIn};
use yew::prelude::*;

use form::Form;
use inquiry::{Against, Inquiry, Item};

/// A version of a survey with its results.
pub(crate) type Version = Rc<(Survey, Results)>;

/// What the section is given.
#[derive(Properties, PartialEq)]
pub(crate) struct AskingProps {
    pub(crate) words: Messages,
    pub(crate) survey: Rc<Survey>,
    pub(crate) results: Rc<Results>,
    /// Another version that was asked for, once it has arrived: its number, and what it is, or nothing
    /// if it cannot be had.
    pub(crate) other: Option<(u32, Option<Version>)>,
    /// Asks for another version.
    pub(crate) fetch: Callback<u32>,
}

/// The section; nothing where a survey has no answers to ask about.
#[component]
pub(crate) fn Asking(props: &AskingProps) -> Html {
    let words = Words::new(props.words.clone(), props.words.language(), &props.survey);
    let inquiry = use_state(|| None::<Inquiry>);
    let Some(first) = Item::all(&props.survey).first().copied() else {
        return html! {};
    };
    let asked = (*inquiry).clone().unwrap_or_else(|| Inquiry::about(first));
    let choose = {
        let (inquiry, fetch) = (inquiry.setter(), props.fetch.clone());
        Callback::from(move |chosen: Inquiry| {
            if let Against::Version(version) = chosen.against {
                fetch.emit(version);
            }
            inquiry.set(Some(chosen));
        })
    };
    html! {
        <section id="ask" class="card" aria-labelledby="ask-heading">
            <h2 id="ask-heading">{ words.say("ask-heading") }</h2>
            <p>{ words.say("ask-intro") }</p>
            <Form
                words={words.clone()}
                survey={Rc::clone(&props.survey)}
                comparisons={asked.comparisons(&props.survey, &props.results)}
                asked={asked.clone()}
                {choose}
            />
            <div id="ask-answer" role="status">{ reply(props, &asked, &words) }</div>
        </section>
    }
}

fn reply(props: &AskingProps, asked: &Inquiry, words: &Words) -> Html {
    let say = |key| html! { <p>{ words.say(key) }</p> };
    if !asked.is_whole() {
        return say(if asked.first.is_empty() {
            "ask-choose"
        } else {
            "ask-choose-others"
        });
    }
    let mut other = None;
    if let Against::Version(version) = asked.against {
        match &props.other {
            Some((arrived, Some(found))) if *arrived == version => other = Some(Rc::clone(found)),
            Some((arrived, None)) if *arrived == version => return say("ask-no-version"),
            _ => return say("results-looking"),
        }
    }
    let other = other.as_ref().map(|other| (&other.0, &other.1));
    match asked.answer((&props.survey, &props.results), other) {
        Ok(answer) => {
            let times_in = TimesIn::of_confidence(props.results.confidence);
            sentence::answer(&props.survey, asked, answer, times_in, words)
        }
        Err(error) => say(sentence::refusal(&error)),
    }
}

//! The words above the survey, and the survey in its place.

use std::{cell::RefCell, rc::Rc};

use sotto_ui::Messages;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::{
    state::Collector,
    survey_element::{Destination, SentDetail, SurveyElement},
};

/// The survey's element, once it is there, for those who tell it something.
#[derive(Default)]
pub(super) struct SurveyHandle {
    element: RefCell<Option<SurveyElement>>,
    heading: NodeRef,
}

impl SurveyHandle {
    /// Starts the survey over for another person, and takes the visitor there.
    pub(super) fn forget(&self) {
        if let Some(element) = &*self.element.borrow() {
            element.forget();
        }
        if let Some(heading) = self.heading.cast::<HtmlElement>() {
            // Only fails for an element that cannot be focused; this one has a tabindex.
            let _ = heading.focus();
        }
    }
}

impl PartialEq for SurveyHandle {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct SurveySectionProps {
    pub(super) words: Messages,
    /// Outside of what is drawn here.
    pub(super) place: Element,
    /// Its id.
    pub(super) survey: AttrValue,
    /// What the page's address says of arms.
    pub(super) arms: Option<AttrValue>,
    pub(super) collector: Collector,
    pub(super) destination: Option<Destination>,
    pub(super) handle: Rc<SurveyHandle>,
    pub(super) on_sent: Callback<SentDetail>,
}

#[component]
pub(super) fn SurveySection(props: &SurveySectionProps) -> Html {
    let words = &props.words;
    // The element lives as long as its destination; what it calls may change with every drawing.
    let on_sent = use_mut_ref(Callback::noop);
    on_sent.borrow_mut().clone_from(&props.on_sent);
    use_effect_with(props.destination.clone(), {
        let (place, handle) = (props.place.clone(), Rc::clone(&props.handle));
        let (survey, language) = (props.survey.clone(), words.language().to_owned());
        let arms = props.arms.clone();
        move |destination: &Option<Destination>| {
            let element = destination.clone().and_then(|destination| {
                let on_sent = Callback::from(move |detail| {
                    let current = on_sent.borrow().clone();
                    current.emit(detail);
                });
                let named = (&*survey, arms.as_deref());
                SurveyElement::put_into(&place, named, destination, &language, on_sent).ok()
            });
            *handle.element.borrow_mut() = element;
            move || *handle.element.borrow_mut() = None
        }
    });
    use_effect_with(words.language().to_owned(), {
        let handle = Rc::clone(&props.handle);
        move |language: &String| {
            if let Some(element) = &*handle.element.borrow() {
                element.speak(language);
            }
        }
    });
    let collector = match props.collector {
        Collector::Unknown => "unknown",
        Collector::Server => "server",
        Collector::Page => "page",
        Collector::PageInstead => "page-instead",
        Collector::Nobody => "nobody",
    };
    let about_collector = words.text(&format!("collector-{collector}"));
    html! {
        <>
            <h2 id="survey-heading" tabindex="-1" ref={props.handle.heading.clone()}>
                { words.text("survey-heading") }
            </h2>
            <p class="note">{ words.text("survey-note") }</p>
            <p id="collector" class="note" role="status" data-collector={collector}>
                { about_collector }
            </p>
        </>
    }
}

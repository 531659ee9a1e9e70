//! The survey tried with imagined people: what comes of it is shown behind this part of the page.

use std::rc::Rc;

use sotto_ui::Messages;
use yew::prelude::*;

use crate::imagined::ImaginedPeople;

#[derive(Properties, PartialEq)]
pub(super) struct ImaginedProps {
    pub(super) words: Messages,
    /// The survey's file, with placeholders where words are missing.
    pub(super) survey: Rc<str>,
    pub(super) is_unfinished: bool,
    pub(super) respondents: u64,
    /// Who shows them, or no longer.
    pub(super) show: Callback<Option<ImaginedPeople>>,
}

/// The heading of what is shown, as long as it is in view.
#[component]
pub(super) fn Imagined(props: &ImaginedProps) -> Html {
    let has_failed = use_state_eq(|| false);
    let failed = {
        let setter = has_failed.setter();
        use_callback((), move |(), ()| setter.set(true))
    };
    let wanted = ImaginedPeople {
        survey: Rc::clone(&props.survey),
        is_unfinished: props.is_unfinished,
        people: props.respondents,
        language: props.words.language().to_owned(),
        failed,
    };
    use_effect_with((wanted, props.show.clone()), {
        let has_failed = has_failed.setter();
        move |(wanted, show): &(ImaginedPeople, Callback<Option<ImaginedPeople>>)| {
            has_failed.set(false);
            show.emit(Some(wanted.clone()));
        }
    });
    use_effect_with(props.show.clone(), |show| {
        let show = show.clone();
        move || show.emit(None)
    });
    let words = &props.words;
    html! {
        <section class="card" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-imagined") }</h2>
            if *has_failed { <p role="alert" class="warning">{ words.text("imagined-failed") }</p> }
        </section>
    }
}

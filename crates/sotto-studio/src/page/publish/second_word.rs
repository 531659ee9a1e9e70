//! A button whose act is said again before it is done, where there is a reason to.

use sotto_ui::Messages;
use yew::prelude::*;

use super::shown::button;

#[derive(Properties, PartialEq)]
pub(super) struct SecondWordProps {
    pub(super) words: Messages,
    pub(super) id: &'static str,
    pub(super) class: &'static str,
    pub(super) label: String,
    /// Why it is asked again; nothing where it is done at once.
    pub(super) warning: Option<String>,
    pub(super) is_busy: bool,
    pub(super) act: Callback<()>,
}

/// The button, and once it was pressed the warning with a second one.
#[component]
pub(super) fn SecondWord(props: &SecondWordProps) -> Html {
    let SecondWordProps {
        words,
        id,
        class,
        label,
        warning,
        is_busy,
        act,
    } = props;
    let is_asked = use_state_eq(|| false);
    let set = is_asked.setter();
    let press = {
        let (act, set, asks) = (act.clone(), set.clone(), warning.is_some());
        Callback::from(move |()| {
            if asks {
                set.set(true);
            } else {
                act.emit(());
            }
        })
    };
    let again = {
        let (act, set) = (act.clone(), set.clone());
        Callback::from(move |()| {
            set.set(false);
            act.emit(());
        })
    };
    let not = Callback::from(move |()| set.set(false));
    match warning.as_ref().filter(|_| *is_asked) {
        Some(warning) => html! {
            <div class="card warning" id="second-word" role="alert">
                <p>{ warning }</p>
                <div class="bar">
                    { button("publish-anyway", "", words.text("publish-anyway"), *is_busy, &again) }
                    { button("publish-not", "quiet", words.text("publish-not"), *is_busy, &not) }
                </div>
            </div>
        },
        None => button(id, class, label.clone(), *is_busy, &press),
    }
}

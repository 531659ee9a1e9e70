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
    pub(super) warnings: Vec<String>,
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
        warnings,
        is_busy,
        act,
    } = props;
    let is_asked = use_state_eq(|| false);
    let set = is_asked.setter();
    let press = {
        let (act, set, asks) = (act.clone(), set.clone(), !warnings.is_empty());
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
    if *is_asked && !warnings.is_empty() {
        html! {
            <div class="card warning" id="second-word" role="alert">
                { for warnings.iter().map(|warning| html! { <p>{ warning }</p> }) }
                <div class="bar">
                    { button("publish-anyway", "", words.text("publish-anyway"), *is_busy, &again) }
                    { button("publish-not", "quiet", words.text("publish-not"), *is_busy, &not) }
                </div>
            </div>
        }
    } else {
        button(id, class, label.clone(), *is_busy, &press)
    }
}

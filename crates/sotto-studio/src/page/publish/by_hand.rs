//! How the survey gets onto a page without this page's help: a file, a command, and two lines.

use std::rc::Rc;

use sotto_survey::Survey;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{super::fields::line, shown::code};
use crate::{check::check, draft::Draft, publishing::Address};

#[derive(Properties, PartialEq)]
pub(super) struct ByHandProps {
    pub(super) words: Messages,
    pub(super) draft: Rc<Draft>,
    /// Where this page's collector is.
    pub(super) origin: String,
}

/// The steps, with the collector's address filled in.
#[component]
pub(super) fn ByHand(props: &ByHandProps) -> Html {
    let ByHandProps {
        words,
        draft,
        origin,
    } = props;
    let address = use_state_eq(|| origin.clone());
    let set = address.setter();
    let change = Callback::from(move |text: String| set.set(text));
    let checked = check(draft);
    let arms = checked.survey().map(Survey::arms_for_links);
    let at = Address {
        collector: address.trim().trim_end_matches('/'),
        survey: draft.id(),
        arm: arms.iter().flatten().next().map(String::as_str),
    };
    let file = format!("{}.json", at.survey);
    let publish = format!(
        "sotto publish {file} --url {} --token-file designer.token",
        at.collector
    );
    html! {
        <>
            { line("collector", &words.text("collector-address"), &address, "", &change) }
            <ol>
                <li>{ words.fill("embed-save", &[("file", &*file)]) }</li>
                <li>
                    <p>{ words.text("embed-publish") }</p>
                    { code("by-hand-publish", &words.text("embed-publish"), &publish) }
                </li>
                <li>
                    <p>{ words.text("embed-lines") }</p>
                    { code("embed-lines", &words.text("embed-lines"), &at.lines(None)) }
                </li>
                <li>{ words.fill("embed-results", &[("address", &*at.of_results())]) }</li>
            </ol>
        </>
    }
}

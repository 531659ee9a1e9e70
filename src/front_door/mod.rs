//! The site's front door: something to press in the first seconds, and three doors behind it: answer, ask, teach.

mod doors;

use sotto_teach::FirstFlip;
use sotto_ui::Messages;
use yew::prelude::*;

use doors::doors;

/// What the front door is given.
#[derive(Properties, PartialEq)]
pub struct FrontDoorProps {
    /// The words to say it in.
    pub words: Messages,
}

/// The site's first page, below its masthead.
#[component]
pub fn FrontDoor(props: &FrontDoorProps) -> Html {
    html! {
        <>
            <FirstFlip words={props.words.clone()}/>
            { doors(&props.words) }
        </>
    }
}

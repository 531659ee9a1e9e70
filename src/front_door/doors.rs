//! Where the site leads: to whoever wants to answer, to ask, or to teach; and to the documents.

use sotto_ui::Messages;
use yew::prelude::*;

/// A door: the folder that it leads to, the name of its words, and the smaller doors beside it.
struct Door {
    folder: &'static str,
    name: &'static str,
    beside: &'static [(&'static str, &'static str)],
}

const DOORS: [Door; 3] = [
    Door {
        folder: "answer/",
        name: "answer",
        beside: &[],
    },
    Door {
        folder: "studio/",
        name: "studio",
        beside: &[],
    },
    Door {
        folder: "learn/",
        name: "lessons",
        beside: &[("present/", "present"), ("classroom/", "classroom")],
    },
];

/// The doors as cards.
pub(super) fn doors(words: &Messages) -> Html {
    let link = |folder: &str, name: &str, class: &'static str| {
        html! {
            <a id={["to-", name].concat()} {class} href={[folder, "?lang=", words.language()].concat()}>
                { words.text(&["to-", name].concat()) }
            </a>
        }
    };
    let door = |door: Door| {
        let beside = door.beside.iter();
        html! {
            <li class="card">
                <h2>{ link(door.folder, door.name, "door") }</h2>
                <p>{ words.text(&["about-", door.name].concat()) }</p>
                { for beside.map(|(folder, name)| html! { <p>{ link(folder, name, "target") }</p> }) }
            </li>
        }
    };
    html! {
        <nav aria-label={words.text("doors")}>
            <ul class="doors">{ for DOORS.into_iter().map(door) }</ul>
            <p><a id="to-docs" class="target" href="docs/" hreflang="en">{ words.text("to-docs") }</a></p>
        </nav>
    }
}

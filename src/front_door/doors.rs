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
                { behind(door.name) }
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

/// What is behind a door, as a drawing: a phone that answers, a survey that is written, or a class before its picture. The
/// door says the same in words.
fn behind(name: &str) -> Html {
    let drawing = match name {
        "answer" => html! {
            <>
                <rect x="34" y="2" width="28" height="52" rx="4"/>
                <path d="M40 12h16M40 18h10"/>
                <rect class="filled" x="39" y="26" width="18" height="8" rx="2"/>
                <rect x="39" y="38" width="18" height="8" rx="2"/>
            </>
        },
        "studio" => html! {
            <>
                <rect x="22" y="3" width="46" height="50" rx="3"/>
                <path d="M29 13h26M39 25h20M39 34h16M39 43h18"/>
                <circle class="filled" cx="32" cy="25" r="3"/>
                <circle cx="32" cy="34" r="3"/>
                <circle cx="32" cy="43" r="3"/>
                <path d="M86 12 70 40l-2 9 7-6 16-28z"/>
            </>
        },
        _ => html! {
            <>
                <rect x="14" y="2" width="68" height="32" rx="3"/>
                <path class="thick" d="M22 12h36M22 20h22M22 28h30"/>
                { for (0..7).map(pupil) }
            </>
        },
    };
    html! { <svg class="behind" viewBox="0 0 96 56" aria-hidden="true">{ drawing }</svg> }
}

fn pupil(number: u32) -> Html {
    let is_filled = number.is_multiple_of(3);
    html! {
        <circle
            class={is_filled.then_some("filled")}
            cx={(12 + 12 * number).to_string()}
            cy="47"
            r="4"
        />
    }
}

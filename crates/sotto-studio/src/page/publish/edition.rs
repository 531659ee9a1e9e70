//! A new survey, or an edit of one that is published: what it would do, and the button that does it.

use std::rc::Rc;

use sotto_api::{EditChange, EditReport, Phase, Role};
use sotto_survey::{EditClass, ProblemKind};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::{desk::name_of, survey_form::in_hundred},
    acts::Office,
    shown::{button, refusal},
    state::{Found, Known, Lookup},
};
use crate::{
    draft::Draft,
    page::state::Action,
    publishing::{MadeFrom, Refusal},
};

/// What the section is about.
#[derive(Clone, Copy)]
pub(super) struct Edition<'a> {
    pub(super) words: &'a Messages,
    pub(super) draft: &'a Rc<Draft>,
    pub(super) made_from: u32,
    pub(super) is_survey: bool,
    pub(super) known: &'a Known,
    pub(super) office: &'a Office,
}

/// What can be published, and what that would do.
pub(super) fn edition(of: Edition<'_>) -> Html {
    let Edition { words, office, .. } = of;
    match &of.known.lookup {
        Lookup::Asking => html! { <p>{ words.text("asking") }</p> },
        Lookup::Failed(why) => {
            let again = {
                let office = office.clone();
                Callback::from(move |()| office.look())
            };
            html! {
                <>
                    <p role="alert">{ refusal(words, why) }</p>
                    { button("look-again", "quiet", words.text("look-again"), of.known.is_busy, &again) }
                </>
            }
        }
        Lookup::New => new(of),
        Lookup::There(found) => {
            html! { <>{ collects(words, found) }{ next(of, found) }</> }
        }
    }
}

fn new(of: Edition<'_>) -> Html {
    let Edition {
        words,
        draft,
        office,
        ..
    } = of;
    if !office.signed.is(Role::Designer) {
        return html! { <p>{ words.text("may-not-publish") }</p> };
    }
    if !of.is_survey {
        return Html::default();
    }
    let publish = {
        let (office, draft) = (office.clone(), Rc::clone(draft));
        Callback::from(move |()| office.publish(&draft))
    };
    html! {
        <>
            <p>{ words.fill("publish-new", &[("what", draft.id())]) }</p>
            { button("publish", "", words.text("publish"), of.known.is_busy, &publish) }
        </>
    }
}

/// Which version collects, and how much there is.
fn collects(words: &Messages, found: &Found) -> Html {
    let key = match found.view.phase {
        Phase::NotYetOpen => "phase-not-yet-open",
        Phase::Open => "phase-open",
        Phase::Closed => "phase-closed",
        Phase::Full => "phase-full",
    };
    let version = found.view.version.to_string();
    let count = words.decimal(&found.view.submissions.to_string());
    let values = [("version", &*version), ("count", &*count)];
    html! { <p id="collects">{ words.fill(key, &values) }</p> }
}

/// What publishing the draft as the next version would do.
fn next(of: Edition<'_>, found: &Found) -> Html {
    let words = of.words;
    if !of.office.signed.is(Role::Designer) {
        return html! { <p>{ words.text("may-not-publish") }</p> };
    }
    if !of.is_survey {
        return Html::default();
    }
    let Some(trial) = of.known.trial_of(of.draft, of.made_from) else {
        return html! { <p>{ words.text("asking") }</p> };
    };
    match &trial.told {
        Ok(report) if report.changes.is_empty() => {
            html! { <p id="no-changes">{ words.text("no-changes") }</p> }
        }
        Ok(report) => edit(of, report),
        Err(why) if is_meanwhile(why) => meanwhile(of, found),
        Err(why) => html! { <p role="alert">{ refusal(words, why) }</p> },
    }
}

/// Whether another version collects by now.
fn is_meanwhile(why: &Refusal) -> bool {
    why.is(ProblemKind::EditedMeanwhile) || why.is(ProblemKind::VersionConflict)
}

fn edit(of: Edition<'_>, report: &EditReport) -> Html {
    let Edition {
        words,
        draft,
        made_from,
        office,
        ..
    } = of;
    let publish = {
        let (office, draft) = (office.clone(), Rc::clone(draft));
        Callback::from(move |()| office.publish_edit(&draft, made_from))
    };
    let change = |change: &EditChange| {
        let place = place(words, draft, &change.pointer);
        let key = ["change-", &change.kind].concat();
        html! {
            <li>
                <b>{ place }{ words.text("colon") }</b>
                if words.has(&key) {
                    { words.text(&key) }
                } else {
                    <span lang="en">{ &change.sentence }</span>
                }
            </li>
        }
    };
    let class = class_name(report.class);
    let version = report.version.to_string();
    html! {
        <>
            <p id="edit-class" class="verdict" data-class={class}>{ words.text(&["class-", class].concat()) }</p>
            <ul class="changes">{ for report.changes.iter().map(change) }</ul>
            if !report.counts_fit { <p>{ both(words, report) }</p> }
            if report.permitted {
                {
                    button(
                        "publish-edit",
                        "",
                        words.fill("publish-edit", &[("version", &*version)]),
                        of.known.is_busy,
                        &publish,
                    )
                }
            } else {
                <p>{ words.text("close-first") }</p>
            }
        </>
    }
}

/// What a person gives away who answers both versions.
fn both(words: &Messages, report: &EditReport) -> String {
    let guess = in_hundred(words, 1.0 / (1.0 + (-report.epsilon_of_both).exp()));
    words.fill("edit-both", &[("guess", &*guess)])
}

/// The name of a class in messages and in the page.
const fn class_name(class: EditClass) -> &'static str {
    match class {
        EditClass::Words => "words",
        EditClass::Compatible => "compatible",
        EditClass::Structural => "structural",
        EditClass::ForbiddenWhileOpen => "forbidden",
    }
}

/// What a pointer leads to: a question by its number and words, else the survey itself.
fn place(words: &Messages, draft: &Draft, pointer: &str) -> String {
    let question = pointer.strip_prefix("/questions/");
    let question = question.and_then(|rest| rest.split('/').next()?.parse().ok());
    match question {
        Some(index) => name_of(words, draft, index),
        None => words.text("about-survey"),
    }
}

/// Somebody else was first: both are there, and which of them goes on is for people to say.
fn meanwhile(of: Edition<'_>, found: &Found) -> Html {
    let Edition { words, office, .. } = of;
    let (mine, theirs) = (of.made_from.to_string(), found.view.version);
    let values = [("mine", &*mine), ("theirs", &*theirs.to_string())];
    let open = {
        let office = office.clone();
        Callback::from(move |()| office.open_published())
    };
    let compare = {
        let (act, survey) = (office.act.clone(), office.survey.clone());
        Callback::from(move |()| {
            let survey = survey.clone();
            act.emit(Action::Seen(MadeFrom {
                survey,
                version: theirs,
            }));
        })
    };
    let is_busy = of.known.is_busy;
    html! {
        <div id="meanwhile">
            <p role="alert">{ words.fill("meanwhile", &values) }</p>
            <div class="bar">
                { button("compare", "", words.fill("compare", &values), is_busy, &compare) }
                { button("open-theirs", "quiet", words.fill("open-theirs", &values), is_busy, &open) }
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::ChangeKind;

    use super::*;

    #[test]
    fn every_class_and_change_has_a_sentence_in_every_language() {
        for file in [
            include_str!("../../../../../www/messages/studio.en.json"),
            include_str!("../../../../../www/messages/studio.zh-CN.json"),
        ] {
            for kind in ChangeKind::ALL {
                let key = format!("\"change-{}\"", kind.name());
                assert!(file.contains(&key), "{key}");
                let class = format!("\"class-{}\"", class_name(kind.class()));
                assert!(file.contains(&class), "{class}");
            }
        }
    }
}

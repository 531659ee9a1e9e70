//! A new survey, or an edit of one that is published: what it would do, and the button that does it.

use std::rc::Rc;

use sotto_api::{Access, EditChange, EditReport, Phase, Role};
use sotto_survey::{EditClass, ProblemKind, QuestionType};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::{desk::name_of, survey_form::in_hundred},
    acts::Office,
    first_terms,
    second_word::SecondWord,
    shown::{button, refusal},
    state::{Found, Known, Lookup},
    stricter::stopping,
};
use crate::{
    draft::Draft,
    keeping::PinnedPages,
    page::state::Action,
    publishing::{Address, MadeFrom, Refusal, Terms, access_name, lacks_invites, names},
};

/// What the section is about.
#[derive(Clone, Copy)]
pub(super) struct Edition<'a> {
    pub(super) words: &'a Messages,
    /// Where the collector is.
    pub(super) origin: &'a str,
    pub(super) draft: &'a Rc<Draft>,
    pub(super) made_from: Option<&'a MadeFrom>,
    pub(super) is_named: bool,
    pub(super) is_survey: bool,
    /// What has to be said again before it is published.
    pub(super) warnings: &'a [String],
    pub(super) known: &'a Known,
    pub(super) office: &'a Office,
    /// The pages that were given lines with a pin.
    pub(super) pages: &'a PinnedPages,
    /// The settings of a new survey as they are typed, and who is told when they change.
    pub(super) terms: &'a Terms,
    pub(super) set_terms: &'a Callback<Terms>,
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
        Lookup::New => html! {
            <>
                { for of.made_from.map(|gone| {
                    let gone = [("what", &*gone.survey)];
                    html! { <p id="survey-gone">{ words.fill("survey-gone", &gone) }</p> }
                }) }
                { new(of) }
            </>
        },
        Lookup::There(found) => match of.made_from {
            Some(made_from) => {
                html! { <>{ collects(words, found) }{ next(of, made_from.version, found) }</> }
            }
            None => html! { <>{ namesake(of, found) }{ new(of) }</> },
        },
    }
}

fn new(of: Edition<'_>) -> Html {
    let Edition { words, office, .. } = of;
    if !office.signed.is(Role::Designer) {
        return html! { <p>{ words.text("may-not-publish") }</p> };
    }
    if !of.is_survey {
        return Html::default();
    }
    let names = of.names();
    let name = names.first().cloned().unwrap_or_default();
    let publish = of.publishes_new(names);
    html! {
        <>
            { first_terms::form(words, (of.terms, of.draft.gives_own_code()), of.set_terms) }
            <p>{ words.fill("publish-new", &[("what", &*name)]) }</p>
            { of.publish("publish", "", words.text("publish"), publish) }
        </>
    }
}

impl Edition<'_> {
    /// Who publishes the draft as a new survey with the settings that were typed; nobody while one of them is wrong.
    fn publishes_new(&self, names: Vec<String>) -> Callback<()> {
        let (office, draft) = (self.office.clone(), Rc::clone(self.draft));
        let patch = first_terms::patch(self.terms, self.draft.gives_own_code());
        Callback::from(move |()| {
            if let Ok(patch) = &patch {
                office.publish_new(&draft, &names, patch.clone());
            }
        })
    }

    /// The button that publishes, at a second word where one is needed.
    fn publish(
        &self,
        id: &'static str,
        class: &'static str,
        label: String,
        publish: Callback<()>,
    ) -> Html {
        html! {
            <SecondWord
                key={id}
                words={self.words.clone()}
                {id}
                {class}
                {label}
                warnings={self.warnings.to_vec()}
                is_busy={self.known.is_busy}
                act={publish}
            />
        }
    }

    /// The page with the results up to that version, which stay when another collects.
    fn earlier(&self, version: u32) -> String {
        let address = Address {
            collector: self.origin,
            survey: &self.office.survey,
            arm: None,
        };
        format!("{}?through={version}", address.of_results())
    }

    /// The names to publish the draft under as a new survey. One that was chosen is for the first time only.
    fn names(&self) -> Vec<String> {
        let is_chosen = self.is_named && self.made_from.is_none();
        names(self.draft, is_chosen, &self.known.mine)
    }
}

/// A survey that the draft may be an edit of, which nobody but its designer knows.
fn namesake(of: Edition<'_>, found: &Found) -> Html {
    let Edition { words, office, .. } = of;
    let version = found.view.version.to_string();
    let values = [("what", &*found.view.id), ("version", &*version)];
    let act = {
        let (act, made_from) = (office.act.clone(), MadeFrom::named_by(of.draft));
        Callback::from(move |()| act.emit(Action::Seen(made_from.clone())))
    };
    html! {
        <div id="namesake">
            <p>{ words.fill("namesake", &values) }</p>
            { button("is-edit", "quiet", words.fill("is-edit", &values), of.known.is_busy, &act) }
        </div>
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
fn next(of: Edition<'_>, made_from: u32, found: &Found) -> Html {
    let words = of.words;
    if !of.office.signed.is(Role::Designer) {
        return html! { <p>{ words.text("may-not-publish") }</p> };
    }
    if !of.is_survey {
        return Html::default();
    }
    let Some(trial) = of.known.trial_of(of.draft, made_from) else {
        return html! { <p>{ words.text("asking") }</p> };
    };
    match &trial.told {
        Ok(report) if report.changes.is_empty() => {
            html! { <p id="no-changes">{ words.text("no-changes") }</p> }
        }
        Ok(report) => edit(of, (made_from, found), report),
        Err(why) if is_meanwhile(why) => meanwhile(of, made_from, found),
        Err(why) => html! { <p role="alert">{ refusal(words, why) }</p> },
    }
}

/// Whether another version collects by now.
fn is_meanwhile(why: &Refusal) -> bool {
    why.is(ProblemKind::EditedMeanwhile) || why.is(ProblemKind::VersionConflict)
}

fn edit(of: Edition<'_>, (made_from, found): (u32, &Found), report: &EditReport) -> Html {
    let Edition {
        words,
        draft,
        office,
        ..
    } = of;
    let access = access_before(draft, found);
    let publish = {
        let (office, draft) = (office.clone(), Rc::clone(draft));
        Callback::from(move |()| office.publish_edit(&draft, made_from, access))
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
            if !report.counts_fit {
                <p id="starts-at-zero">
                    <b>{ anew(words, draft, (found, report)) }</b>
                    { " " }
                    <a id="earlier-results" href={of.earlier(made_from)} target="_blank" rel="noopener noreferrer">
                        { words.text("earlier-results") }
                    </a>
                </p>
                if !report.goes_on.is_empty() {
                    <p>{ words.text("goes-on-people") }</p>
                }
                <p>{ both(words, report) }</p>
            }
            if report.permitted {
                { stopping(words, of.pages, "edit-stops-pages") }
                { for access.map(|before| takes_invites(words, before)) }
                {
                    of.publish(
                        "publish-edit",
                        "",
                        words.fill(if access.is_some() { "publish-edit-invites" } else { "publish-edit" }, &[("version", &*version)]),
                        publish,
                    )
                }
            } else {
                <p>{ words.text("close-first") }</p>
            }
            { as_new(of) }
        </>
    }
}

/// Who may answer now, if that has to change before the draft can be published: completion codes of people's own take
/// invites.
fn access_before(draft: &Draft, found: &Found) -> Option<Access> {
    let access = found.settings.as_ref()?.access;
    lacks_invites(draft.gives_own_code(), access).then_some(access)
}

/// That publishing changes who may answer.
fn takes_invites(words: &Messages, before: Access) -> Html {
    let called = |access: Access| words.text(&["access-", access_name(access)].concat());
    let (before, after) = (called(before), called(Access::Invites));
    let values = [("before", &*before), ("after", &*after)];
    html! { <p id="edit-takes-invites"><b>{ words.fill("edit-takes-invites", &values) }</b></p> }
}

/// The other way: the survey goes on as it is, and the draft becomes one of its own.
fn as_new(of: Edition<'_>) -> Html {
    let Edition { words, office, .. } = of;
    let names = of.names();
    let name = names.first().cloned().unwrap_or_default();
    let values = [("what", &*office.survey), ("name", &*name)];
    let publish = of.publishes_new(names);
    html! {
        <>
            <p>{ words.fill("publish-as-new-note", &values) }</p>
            { of.publish("publish-as-new", "quiet", words.text("publish-as-new"), publish) }
        </>
    }
}

/// What an edit costs after which not all counts fit: what did not change goes on, if anything; all others begin again.
fn anew(words: &Messages, draft: &Draft, (found, report): (&Found, &EditReport)) -> String {
    let answers = words.decimal(&found.view.submissions.to_string());
    let version = found.view.version.to_string();
    let people = [("answers", &*answers), ("version", &*version)];
    // Linked questions go on together.
    let going: Vec<_> = report
        .goes_on
        .iter()
        .flat_map(|name| name.split('+'))
        .collect();
    if going.is_empty() {
        let questions = words.decimal(&draft.questions().len().to_string());
        return words.fill(
            "starts-at-zero",
            &[&people[..], &[("questions", &*questions)]].concat(),
        );
    }
    let named = |goes_on: bool| {
        let questions = draft.questions().enumerate();
        let reported = questions
            .filter(|(_, one)| one.question_type() != Some(QuestionType::Statement))
            .filter(|(_, one)| going.contains(&one.id()) == goes_on);
        let names = reported.map(|(index, _)| name_of(words, draft, index));
        names.collect::<Vec<_>>().join(" · ")
    };
    let (going, anew) = (named(true), named(false));
    let values = [&people[..], &[("going", &*going), ("anew", &*anew)]].concat();
    words.fill("goes-on", &values)
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
fn meanwhile(of: Edition<'_>, made_from: u32, found: &Found) -> Html {
    let Edition { words, office, .. } = of;
    let (mine, theirs) = (made_from.to_string(), found.view.version);
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

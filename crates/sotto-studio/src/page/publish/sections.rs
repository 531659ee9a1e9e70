//! The part of the page in which a survey is published: its sections, and what is asked of the collector
//! when they come into view.

use std::rc::Rc;

use sotto_api::Role;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    account::Account,
    acts::Office,
    by_hand::ByHand,
    collector::Collector,
    edition::{self, Edition},
    first_terms, gaps,
    hand_out::{self, HandOut},
    session::{self, Session, Signed},
    shown::{refusal, regain_focus},
    state::{Known, Lookup, News, Outcome},
    terms_form::TermsForm,
};
use crate::{
    draft::Draft,
    keeping::PinnedPages,
    page::{state::Action, storage},
    publishing::{MadeFrom, Terms},
    translating::Gap,
};

#[derive(Properties, PartialEq)]
pub(crate) struct PublishProps {
    pub(crate) words: Messages,
    /// What leads from the page's address to the site's folder, and so to the collector.
    pub(crate) base: &'static str,
    pub(crate) draft: Rc<Draft>,
    /// The survey that the draft is an edit of, and the version that it was made from.
    pub(crate) made_from: Option<MadeFrom>,
    /// Whether somebody chose the draft's name in addresses.
    pub(crate) is_named: bool,
    /// Whether the draft is a survey that can be asked.
    pub(crate) is_survey: bool,
    /// What its languages lack.
    pub(crate) gaps: Vec<Gap>,
    /// What has to be said again before it is published, where its figures say next to nothing.
    pub(crate) vague: Option<String>,
    /// What is to be mended where it is not.
    pub(crate) checks: Html,
    pub(crate) session: Session,
    pub(crate) set_session: Callback<Session>,
    pub(crate) act: Callback<Action>,
}

/// The sections, for a draft of one name.
#[component]
pub(crate) fn Publish(props: &PublishProps) -> Html {
    let PublishProps {
        words,
        base,
        draft,
        session,
        set_session,
        ..
    } = props;
    let known = use_reducer_eq(Known::default);
    let tell = {
        let dispatcher = known.dispatcher();
        Callback::from(move |news: News| dispatcher.dispatch(news))
    };
    use_effect_with((), {
        let (base, set) = (*base, set_session.clone());
        let is_asked = *session != Session::Unasked;
        move |()| {
            if !is_asked {
                session::ask(Collector::new(base), set);
            }
        }
    });
    let signed = match session {
        Session::In(signed) => Some(signed),
        _ => None,
    };
    let survey = match &props.made_from {
        Some(made_from) => made_from.survey.clone(),
        // A name that somebody chose may be that of a survey which is there.
        None if props.is_named => draft.id().to_owned(),
        None => String::new(),
    };
    let office = signed.map(|signed| Office {
        signed: Rc::clone(signed),
        survey: survey.clone(),
        tell,
        set_session: set_session.clone(),
        act: props.act.clone(),
    });
    use_effect_with((signed.cloned(), survey.clone()), {
        let office = office.clone();
        move |_: &(Option<Rc<Signed>>, String)| {
            if let Some(office) = office {
                office.look();
            }
        }
    });
    let collects = known.found().map(|found| found.view.version);
    use_effect_with((Rc::clone(draft), props.made_from.clone(), collects), {
        let (office, is_survey) = (office.clone(), props.is_survey);
        move |(draft, made_from, collects): &(Rc<Draft>, Option<MadeFrom>, Option<u32>)| {
            let office = office.filter(|office| office.signed.is(Role::Designer));
            let office = office.filter(|_| is_survey && collects.is_some());
            if let (Some(office), Some(made_from)) = (office, made_from) {
                office.try_edit(Rc::clone(draft), made_from.version);
            }
        }
    });
    // The button that did it may be gone.
    use_effect_with(
        (known.outcome.clone(), props.made_from.clone()),
        |(outcome, _)| {
            if outcome.is_some() {
                regain_focus("edition-heading");
            }
        },
    );
    let pages = use_state_eq(|| storage::pages(&survey));
    use_effect_with(survey.clone(), {
        let pages = pages.setter();
        move |survey: &String| pages.set(storage::pages(survey))
    });
    let set_pages = {
        let (pages, survey) = (pages.setter(), survey.clone());
        Callback::from(move |now: PinnedPages| {
            // What cannot be kept holds until the page is closed.
            let _ = storage::keep_pages(&survey, &now);
            pages.set(now);
        })
    };
    let terms = use_state_eq(first_terms::fresh);
    let set_terms = {
        let setter = terms.setter();
        Callback::from(move |next| setter.set(next))
    };
    let origin = web_sys::window().and_then(|window| window.location().origin().ok());
    let origin = origin.unwrap_or_default();
    html! {
        <section class="publishing" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-embed") }</h2>
            <p role="status" id="publish-said">{ for known.outcome.as_ref().map(|outcome| told(words, outcome)) }</p>
            <Account
                words={words.clone()}
                collector={Collector::new(base)}
                session={session.clone()}
                set={set_session.clone()}
            />
            <section class="card" aria-labelledby="checks-heading">
                <h3 id="checks-heading">{ words.text("checks") }</h3>
                if props.is_survey {
                    <p id="no-faults">{ words.text("no-faults") }</p>
                } else {
                    <p>{ words.text("mend-first") }</p>
                    { props.checks.clone() }
                }
                { gaps::list(words, &props.gaps, &props.act) }
            </section>
            { for office.map(|office| at_the_collector(props, &known, &office, (&*origin, &*pages, &set_pages), (&*terms, &set_terms))) }
            <section class="card embed" aria-labelledby="by-hand-heading">
                <h3 id="by-hand-heading">{ words.text("by-hand") }</h3>
                <details>
                    <summary>{ words.text("by-hand-summary") }</summary>
                    <ByHand words={words.clone()} draft={Rc::clone(draft)} {origin}/>
                </details>
            </section>
        </section>
    }
}

/// What came of the last act, as a sentence.
fn told(words: &Messages, outcome: &Outcome) -> Html {
    match outcome {
        Outcome::Done(key, what) => html! { words.fill(key, &[("what", &**what)]) },
        Outcome::Refused(refused) => {
            html! { <span class="refused">{ refusal(words, refused) }{ " " }{ words.text("nothing-lost") }</span> }
        }
    }
}

/// What only those see who are signed in.
fn at_the_collector(
    props: &PublishProps,
    known: &Known,
    office: &Office,
    (origin, pages, set_pages): (&str, &PinnedPages, &Callback<PinnedPages>),
    (terms, set_terms): (&Terms, &Callback<Terms>),
) -> Html {
    let PublishProps {
        words,
        draft,
        made_from,
        is_named,
        is_survey,
        vague,
        gaps,
        ..
    } = props;
    let missing = gaps.iter().filter(|gap| gap.missing > 0);
    let missing = missing.map(|gap| gaps::sentence(words, gap));
    let warnings: Vec<String> = vague.iter().cloned().chain(missing).collect();
    let edition = Edition {
        words,
        origin,
        pages,
        draft,
        made_from: made_from.as_ref(),
        is_named: *is_named,
        is_survey: *is_survey,
        warnings: &warnings,
        known,
        office,
        terms,
        set_terms,
    };
    let is_busy = known.is_busy;
    html! {
        <>
            <section class="card" aria-labelledby="edition-heading">
                <h3 id="edition-heading" tabindex="-1">{ words.text("edition-heading") }</h3>
                { edition::edition(edition) }
            </section>
            if let (Lookup::There(found), Some(_)) = (&known.lookup, made_from) {
                {
                    hand_out::hand_out(HandOut {
                        words,
                        origin,
                        found,
                        office,
                        is_busy,
                        pages,
                        set_pages,
                    })
                }
                if let Some(settings) = found.settings.clone().filter(|_| office.signed.is(Role::Designer)) {
                    <TermsForm
                        words={words.clone()}
                        settings={settings.clone()}
                        own_codes={found.own_codes}
                        pages={pages.clone()}
                        {is_busy}
                        change={{
                            let office = office.clone();
                            Callback::from(move |patch| office.change_settings(patch))
                        }}
                    />
                    <hand_out::Invites
                        words={words.clone()}
                        access={settings.access}
                        survey={office.survey.clone()}
                        origin={origin.to_owned()}
                        arms={Rc::clone(&found.arms)}
                        made={Rc::clone(&known.invites)}
                        {is_busy}
                        make={{
                            let office = office.clone();
                            Callback::from(move |number| office.invite(number))
                        }}
                    />
                }
            }
        </>
    }
}

//! The page of one survey's results, live from the collector that the page came from.

mod address;
mod imagined;
mod look;
mod progress;
mod take_home;
mod token_form;
mod versions;

use std::{cell::Cell, rc::Rc};

use sotto_api::{VersionView, WantedVersions};
use sotto_survey::{Identifier, Results, Survey};
use sotto_ui::{Messages, Words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{
    Connection, Estimates, LiveNews, LiveSource,
    asking::{Asking, Version},
    crossing::Crossing,
    use_live_results,
};
pub use imagined::{ImaginedResults, ImaginedResultsProps};
use look::{Trouble, look, look_at};
use take_home::TakeHome;
use token_form::TokenForm;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct ResultsPageProps {
    /// The words to say it in.
    pub words: Messages,
    /// What leads from the page's address to the collector.
    pub base: &'static str,
}

/// What the collector is asked for: a survey, for whom, which versions, and how often it was asked.
type Asked = (Rc<Option<Identifier>>, Option<String>, WantedVersions, u32);

/// The results of the survey that the page's address names, or what stands in their way.
#[component]
pub fn ResultsPage(props: &ResultsPageProps) -> Html {
    let ResultsPageProps { words, base } = props;
    let named = use_memo((), |()| address::survey());
    let token = use_state_eq(address::token);
    let wanted = use_state_eq(address::versions);
    let survey = use_state(|| None::<Rc<Survey>>);
    let versions = use_state_eq(|| Rc::new(Vec::<VersionView>::new()));
    let results = use_state(|| None::<Rc<Results>>);
    let trouble = use_state_eq(|| None::<Trouble>);
    let connection = use_state_eq(Connection::default);
    // How often the collector had to be asked why there are no results.
    let looks = use_state(|| 0_u32);
    use_effect_with((Rc::clone(&named), (*token).clone(), *wanted, *looks), {
        let (survey, results, trouble) = (survey.clone(), results.setter(), trouble.setter());
        let (versions, base) = (versions.setter(), *base);
        move |(named, token, wanted, _): &Asked| {
            let (named, token, wanted) = (Rc::clone(named), token.clone(), *wanted);
            let is_wanted = Rc::new(Cell::new(true));
            let is_still_wanted = Rc::clone(&is_wanted);
            spawn_local(async move {
                let looked = look(base, (*named).as_ref(), wanted, token.as_deref()).await;
                // Something else may have been asked for meanwhile.
                if !is_still_wanted.get() {
                    return;
                }
                match looked {
                    Ok(found) => {
                        survey.set(Some(Rc::new(found.survey)));
                        results.set(Some(Rc::new(found.results)));
                        versions.set(Rc::new(found.versions));
                        trouble.set(None);
                    }
                    // What has arrived stays while the collector cannot be asked.
                    Err(Trouble::Failing) if survey.is_some() => {}
                    Err(found) => trouble.set(Some(found)),
                }
            });
            move || is_wanted.set(false)
        }
    });
    let is_shown = survey.is_some() && trouble.is_none();
    let live = named.as_ref().as_ref().filter(|_| is_shown);
    let live = live.map(|id| LiveSource {
        url: format!("{base}api/v1/surveys/{id}/results/live?{}", *wanted),
        token: (*token).clone(),
    });
    let tell = {
        let (connection, results) = (connection.setter(), results.setter());
        let looks = looks.clone();
        Callback::from(move |news| match news {
            LiveNews::Open => connection.set(Connection::Live),
            LiveNews::Lost => connection.set(Connection::Lost),
            LiveNews::Results(newest) => results.set(Some(newest)),
            LiveNews::Closed => {
                connection.set(Connection::Lost);
                looks.set(*looks + 1);
            }
        })
    };
    use_live_results(live, tell);
    let other = use_state(|| None::<(u32, Option<Version>)>);
    let fetch = {
        let (other, base) = (other.setter(), *base);
        let (named, token) = (Rc::clone(&named), (*token).clone());
        Callback::from(move |version| {
            let (other, named, token) = (other.clone(), Rc::clone(&named), token.clone());
            spawn_local(async move {
                let Some(id) = named.as_ref() else { return };
                let alone = WantedVersions::Alone(version);
                let found = look_at(base, id, alone, token.as_deref()).await;
                other.set(Some((version, found.ok().map(Rc::new))));
            });
        })
    };
    let choose = {
        let (wanted, survey, results) = (wanted.setter(), survey.setter(), results.setter());
        // Nothing of the others is shown meanwhile.
        Callback::from(move |chosen| {
            address::remember(chosen);
            survey.set(None);
            results.set(None);
            wanted.set(chosen);
        })
    };
    match (&*trouble, &*survey) {
        (Some(trouble), _) => {
            let name = trouble.name();
            let give = {
                let looks = looks.clone();
                // The same token may be let in the second time.
                Callback::from(move |given| {
                    token.set(Some(given));
                    looks.set(*looks + 1);
                })
            };
            html! {
                <section id="trouble" class="card" data-trouble={name}>
                    <div role="alert">
                        <h2>{ words.text("results-none") }</h2>
                        <p>{ words.text(&["results-", name].concat()) }</p>
                    </div>
                    if trouble.asks_for_token() {
                        <TokenForm words={words.clone()} {give}/>
                    }
                </section>
            }
        }
        (None, None) => html! { <p role="status">{ words.text("results-looking") }</p> },
        (None, Some(survey)) => {
            let title = Words::new(words.clone(), words.language(), survey);
            let title = title.text(survey.title()).to_owned();
            let name = connection.name();
            let picker = versions::picker(&versions, *wanted, &choose, (survey, words));
            html! {
                <>
                <section id="estimates" class="card" aria-labelledby="estimates-heading">
                    <h2 id="estimates-heading">{ title }</h2>
                    <p>{ words.text("estimates-intro") }</p>
                    <p id="connection" class="note" role="status" data-connection={name}>
                        { connection.sentence(results.as_deref(), words) }
                    </p>
                    { for results.as_ref().map(|results| watching(results, &versions, words)) }
                    { picker }
                    <Estimates
                        words={words.clone()}
                        survey={Rc::clone(survey)}
                        results={(*results).clone()}
                        in_depth=true
                    />
                </section>
                if let Some(results) = &*results {
                    <Asking
                        words={words.clone()}
                        survey={Rc::clone(survey)}
                        results={Rc::clone(results)}
                        other={(*other).clone()}
                        {fetch}
                    />
                }
                if let Some(id) = named.as_ref() {
                    <Crossing
                        words={words.clone()}
                        survey={Rc::clone(survey)}
                        {base}
                        id={id.clone()}
                        versions={*wanted}
                        token={(*token).clone()}
                    />
                    <TakeHome
                        words={words.clone()}
                        {base}
                        survey={id.clone()}
                        version={survey.version()}
                        versions={*wanted}
                        token={(*token).clone()}
                        language={language_of_labels(survey, words)}
                    />
                }
                </>
            }
        }
    }
}

/// The page's language, if the survey is written in it.
fn language_of_labels(survey: &Survey, words: &Messages) -> Option<String> {
    let mut languages = survey.languages().iter();
    languages
        .find(|language| *language == words.language())
        .cloned()
}

/// How many people have answered which versions, and how far it is to the next margin.
fn watching(results: &Results, listed: &[VersionView], words: &Messages) -> Html {
    let answered = results.submissions.unwrap_or_default();
    let goal = progress::goal(results, answered).map(|goal| {
        let points = |share: f64, decimals| words.number(share * 100.0, decimals);
        let values = [
            ("now", &*points(goal.now, u8::from(goal.now < 0.1))),
            ("margin", &points(goal.margin, 0)),
            ("reports", &words.whole(goal.answers)),
        ];
        words.fill("progress-goal", &values)
    });
    let shown = if results.minimum_reports > 1 {
        "progress-in-steps"
    } else {
        "progress"
    };
    html! {
        <p id="progress">
            <b>{ words.count(shown, u32::try_from(answered).unwrap_or(u32::MAX)) }</b>
            if let Some(versions) = versions::counted(results, listed, words) {
                { " " }<b>{ versions }{ words.text("results-versions-end") }</b>
            }
            if let Some(goal) = goal { { " " }{ goal } }
        </p>
    }
}

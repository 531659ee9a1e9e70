//! A simulated crowd: its controls, its progress, and what came of it.

use std::{cell::RefCell, rc::Rc};

use sotto_crowd::{CrowdMessage, CrowdNews, CrowdOutcome, CrowdRequest, CrowdWorker, Population};
use sotto_ldp::Deniability;
use sotto_survey::{Question, Survey};
use sotto_ui::{Messages, Words, http};
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{
    BASE,
    crowd_chart::{Category, CrowdChart},
    crowd_settings::{CrowdSettings, DRAWN_AT_ONCE, LEAST, MECHANISMS, MOST},
};

#[derive(Properties, PartialEq)]
pub(super) struct CrowdSectionProps {
    pub(super) words: Messages,
    pub(super) survey: Option<Rc<Survey>>,
    /// Whether there will never be one: then nothing names the categories.
    pub(super) survey_is_missing: bool,
    /// The name of the population that the crowd is made up from.
    pub(super) population: &'static str,
    /// Whether a crowd was asked for elsewhere on the page.
    pub(super) wanted: bool,
}

/// How a simulation stands.
#[derive(Clone, Debug, PartialEq)]
enum Run {
    Idle,
    Loading,
    Running { done: u32, people: u32 },
    Done,
    Stopped,
    NoRandomness,
    NoWorker,
    Refused(String),
}

impl Run {
    const fn is_busy(&self) -> bool {
        matches!(self, Self::Loading | Self::Running { .. })
    }
}

/// A crowd that is over.
#[derive(Clone, PartialEq)]
struct Finished {
    outcome: Rc<CrowdOutcome>,
    seconds: f64,
}

#[component]
pub(super) fn CrowdSection(props: &CrowdSectionProps) -> Html {
    let words = &props.words;
    let settings = use_state_eq(CrowdSettings::default);
    let run = use_state_eq(|| Run::Idle);
    let finished = use_state_eq(|| None::<Finished>);
    let worker = use_mut_ref(|| None::<CrowdWorker>);
    let population = use_population(props.population);
    let categories = match (&props.survey, &*population) {
        (Some(survey), Loaded::Here(population)) => categories(survey, population, words),
        _ => Vec::new(),
    };
    let start = {
        let (settings, run, finished) = (settings.clone(), run.setter(), finished.setter());
        let worker = Rc::clone(&worker);
        let counts: Vec<u64> = categories.iter().map(|category| category.count).collect();
        Callback::from(move |()| {
            let request = settings.people().zip(settings.epsilon());
            if let Some((people, epsilon)) = request {
                let request = CrowdRequest {
                    people,
                    population: counts.clone(),
                    mechanism: settings.mechanism.to_owned(),
                    epsilon,
                    parameters: None,
                    seed: None,
                };
                simulate(request, &worker, &run, finished.clone());
            }
        })
    };
    // Asked for elsewhere, or seen before and changed since: drawn at once, unless that would take long.
    use_effect_with(((*settings).clone(), props.wanted, categories.len()), {
        let (start, was_seen) = (start.clone(), finished.is_some());
        move |(settings, wanted, categories)| {
            let is_quick = settings
                .people()
                .is_some_and(|people| people <= DRAWN_AT_ONCE);
            if (was_seen || *wanted) && is_quick && *categories > 0 {
                start.emit(());
            }
        }
    });
    let stop = {
        let (run, worker) = (run.setter(), Rc::clone(&worker));
        Callback::from(move |()| {
            worker.borrow_mut().take();
            run.set(Run::Stopped);
        })
    };
    let total: u64 = categories.iter().map(|category| category.count).sum();
    let unavailable = props.survey_is_missing || matches!(*population, Loaded::Failed);
    html! {
        <section id="crowd" class="card" aria-labelledby="crowd-heading">
            <h2 id="crowd-heading">{ words.text("crowd-heading") }</h2>
            if unavailable {
                <p id="crowd-unavailable" role="alert">{ words.text("crowd-no-population") }</p>
            } else {
                <p class="crowd-intro">
                    if total > 0 {
                        { words.fill(&["crowd-intro-", props.population].concat(), &[("total", &words.whole(total))]) }
                    }
                </p>
            }
            <Controls
                words={words.clone()}
                settings={(*settings).clone()}
                change={{
                    let settings = settings.setter();
                    Callback::from(move |changed| settings.set(changed))
                }}
                domain_size={u32::try_from(categories.len()).unwrap_or(0)}
                busy={run.is_busy()}
                {start}
                {stop}
            />
            { progress(&run, finished.as_ref(), words) }
            if let Some(finished) = &*finished {
                <CrowdChart
                    words={words.clone()}
                    {categories}
                    outcome={Rc::clone(&finished.outcome)}
                    stale={run.is_busy()}
                />
            }
            <p class="note">{ words.text(&["crowd-source-", props.population].concat()) }</p>
        </section>
    }
}

/// Starts a worker, which replaces the one before.
fn simulate(
    request: CrowdRequest,
    worker: &Rc<RefCell<Option<CrowdWorker>>>,
    run: &UseStateSetter<Run>,
    finished: UseStateSetter<Option<Finished>>,
) {
    let people = request.people;
    let begun = js_sys::Date::now();
    run.set(Run::Loading);
    let tell = {
        let (run, worker) = (run.clone(), Rc::clone(worker));
        move |news| {
            let now = match news {
                CrowdNews::Told(CrowdMessage::Ready) => Run::Loading,
                CrowdNews::Told(CrowdMessage::Progress(done)) => Run::Running { done, people },
                CrowdNews::Told(CrowdMessage::Done(outcome)) => {
                    finished.set(Some(Finished {
                        outcome: Rc::new(outcome),
                        seconds: (js_sys::Date::now() - begun) / 1_000.0,
                    }));
                    Run::Done
                }
                CrowdNews::Told(CrowdMessage::NoRandomness) => Run::NoRandomness,
                CrowdNews::Told(CrowdMessage::Refused(why)) => Run::Refused(why),
                CrowdNews::Broken => Run::NoWorker,
            };
            if !now.is_busy() {
                worker.borrow_mut().take();
            }
            run.set(now);
        }
    };
    let started = CrowdWorker::start(BASE, [request], tell);
    if started.is_err() {
        run.set(Run::NoWorker);
    }
    *worker.borrow_mut() = started.ok();
}

/// Something that is being loaded.
#[derive(PartialEq)]
enum Loaded<T> {
    Coming,
    Here(T),
    Failed,
}

#[hook]
fn use_population(name: &'static str) -> UseStateHandle<Loaded<Population>> {
    let population = use_state_eq(|| Loaded::Coming);
    use_effect_with(name, {
        let population = population.setter();
        move |&name| {
            spawn_local(async move {
                let json = http::get_json(&format!("{BASE}populations/{name}.json")).await;
                let read = json
                    .ok()
                    .and_then(|json| serde_wasm_bindgen::from_value(json).ok());
                population.set(read.map_or(Loaded::Failed, Loaded::Here));
            });
        }
    });
    population
}

/// The counted categories, in the order and with the titles of the survey's question.
fn categories(survey: &Survey, population: &Population, words: &Messages) -> Vec<Category> {
    let question = survey
        .questions()
        .iter()
        .find(|question| *question.id() == population.question);
    let words = Words::new(words.clone(), words.language(), survey);
    question
        .into_iter()
        .flat_map(Question::categories)
        .filter_map(|category| {
            Some(Category {
                id: category.id().to_owned(),
                title: words.category(category),
                count: *population.counts.get(category.id())?,
            })
        })
        .collect()
}

fn progress(run: &Run, finished: Option<&Finished>, words: &Messages) -> Html {
    let status = match run {
        Run::Idle => words.text("crowd-idle"),
        Run::Loading | Run::Running { .. } => words.text("crowd-loading"),
        Run::Done => finished.map_or_else(String::new, |finished| done(finished, words)),
        Run::Stopped => words.text("crowd-stopped"),
        Run::NoRandomness => words.text("crowd-no-randomness"),
        Run::NoWorker => words.text("crowd-no-worker"),
        Run::Refused(why) => words.fill("crowd-refused", &[("reason", why)]),
    };
    let (value, max) = match *run {
        Run::Running { done, people } => (done, people),
        Run::Done => (1, 1),
        _ => (0, 1),
    };
    let counted = match *run {
        Run::Running { done, people } => Some(words.fill(
            "crowd-progress",
            &[
                ("done", &words.whole(done.into())),
                ("people", &words.whole(people.into())),
            ],
        )),
        _ => None,
    };
    html! {
        <div class="progress">
            <progress
                id="crowd-progress"
                value={value.to_string()}
                max={max.to_string()}
                aria-label={words.text("crowd-progress-label")}
            />
            // Every step would be read aloud if it stood in the live region: only the ends do.
            <p class="progress-text">
                <span aria-hidden={run.is_busy().then_some("true")}>{ counted.clone() }</span>
                <span
                    id="crowd-status"
                    role="status"
                    class={classes!(counted.is_some().then_some("visually-hidden"))}
                >
                    { status }
                </span>
            </p>
        </div>
    }
}

fn done(Finished { outcome, seconds }: &Finished, words: &Messages) -> String {
    words.fill(
        "crowd-done",
        &[
            ("people", &words.whole(outcome.people.into())),
            ("seconds", &words.number(*seconds, 1)),
            (
                "mechanism",
                &words.text(&format!("mechanism-name-{}", outcome.mechanism)),
            ),
            ("epsilon", &outcome.epsilon.to_string()),
        ],
    )
}

#[derive(Properties, PartialEq)]
struct ControlsProps {
    words: Messages,
    settings: CrowdSettings,
    change: Callback<CrowdSettings>,
    domain_size: u32,
    busy: bool,
    start: Callback<()>,
    stop: Callback<()>,
}

#[component]
fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps {
        words, settings, ..
    } = props;
    let changed = |change: fn(CrowdSettings, HtmlInputElement) -> CrowdSettings| {
        let settings = settings.clone();
        props.change.reform(move |event: InputEvent| {
            change(settings.clone(), event.target_unchecked_into())
        })
    };
    let valid = settings.people().is_some();
    let bounds = [
        ("least", &*words.whole(LEAST.into())),
        ("most", &*words.whole(MOST.into())),
    ];
    let spoken = settings
        .people()
        .map(|people| words.whole(people.into()))
        .unwrap_or_default();
    let (start, stop) = (props.start.clone(), props.stop.clone());
    let onsubmit = {
        let ready = valid && !props.busy && props.domain_size > 0;
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if ready {
                start.emit(());
            }
        })
    };
    html! {
        <form class="controls" novalidate={true} {onsubmit}>
            <div class="control">
                <label for="crowd-people">{ words.text("crowd-people") }</label>
                <div class="slider">
                    <input
                        id="crowd-people"
                        type="range"
                        min="0"
                        max={CrowdSettings::LAST_PEOPLE_POSITION.to_string()}
                        value={settings.people_position().to_string()}
                        aria-valuetext={spoken}
                        oninput={changed(|settings, input| settings.with_people_position(position(&input)))}
                    />
                    <input
                        id="crowd-people-number"
                        type="number"
                        inputmode="numeric"
                        min={LEAST.to_string()}
                        max={MOST.to_string()}
                        step="1"
                        value={settings.people.clone()}
                        aria-label={words.text("crowd-people-fine")}
                        aria-invalid={(!valid).then_some("true")}
                        aria-describedby="crowd-people-wrong"
                        oninput={changed(|settings, input| CrowdSettings { people: input.value(), ..settings })}
                    />
                </div>
                <p id="crowd-people-wrong" class="wrong" aria-live="polite">
                    if !valid { { words.fill("crowd-people-wrong", &bounds) } }
                </p>
            </div>
            <div class="control">
                <label for="crowd-epsilon">{ words.text("crowd-epsilon") }</label>
                <div class="slider">
                    <input
                        id="crowd-epsilon"
                        type="range"
                        min="0"
                        max={CrowdSettings::LAST_EPSILON_POSITION.to_string()}
                        value={settings.epsilon.to_string()}
                        aria-valuetext={settings.epsilon_text()}
                        aria-describedby="crowd-epsilon-hint crowd-odds"
                        oninput={changed(|settings, input| CrowdSettings { epsilon: position(&input), ..settings })}
                    />
                    <output for="crowd-epsilon">{ settings.epsilon_text() }</output>
                </div>
                <p id="crowd-epsilon-hint" class="note">{ words.text("crowd-epsilon-hint") }</p>
            </div>
            <div class="control control-wide">
                <label for="crowd-mechanism">{ words.text("crowd-mechanism") }</label>
                { mechanisms(settings, &props.change, words) }
            </div>
            <p id="crowd-odds" class="odds">{ odds(settings, props.domain_size, words) }</p>
            <div class="buttons">
                // Not `disabled`: a focused button that is disabled loses the keyboard's place.
                <button
                    id="crowd-start"
                    type="submit"
                    aria-disabled={(props.busy || !valid || props.domain_size == 0).then_some("true")}
                >
                    { words.text("crowd-start") }
                </button>
                <button
                    id="crowd-stop"
                    type="button"
                    class="quiet"
                    aria-disabled={(!props.busy).then_some("true")}
                    onclick={{
                        let busy = props.busy;
                        Callback::from(move |_| if busy { stop.emit(()) })
                    }}
                >
                    { words.text("crowd-stop") }
                </button>
            </div>
        </form>
    }
}

fn position(input: &HtmlInputElement) -> usize {
    input.value().parse().unwrap_or(0)
}

fn mechanisms(
    settings: &CrowdSettings,
    change: &Callback<CrowdSettings>,
    words: &Messages,
) -> Html {
    let onchange = {
        let settings = settings.clone();
        change.reform(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            let chosen = MECHANISMS.into_iter().find(|name| *name == select.value());
            CrowdSettings {
                mechanism: chosen.unwrap_or(settings.mechanism),
                ..settings.clone()
            }
        })
    };
    let option = |name: &'static str| {
        html! {
            <option value={name} selected={name == settings.mechanism}>
                { words.text(&format!("mechanism-{name}")) }
            </option>
        }
    };
    html! { <select id="crowd-mechanism" {onchange}>{ for MECHANISMS.map(option) }</select> }
}

fn odds(settings: &CrowdSettings, domain_size: u32, words: &Messages) -> String {
    let said = |odds: Deniability| {
        words.fill(
            "crowd-odds",
            &[
                ("epsilon", settings.epsilon_text()),
                ("truth", &words.whole(odds.said_by_those_it_is_true_of)),
                ("other", &words.whole(odds.said_by_the_others)),
            ],
        )
    };
    settings
        .deniability(domain_size)
        .map(said)
        .unwrap_or_default()
}

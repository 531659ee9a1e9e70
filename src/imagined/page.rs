//! The results page of imagined people: what they think, a button that draws others, and what comes of it.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use sotto_crowd::rehearsal::{DrawMessage, DrawRequest, Drawn, MOST_IMAGINED, Shape};
use sotto_results::ImaginedResults;
use sotto_survey::{Json, Results, Survey};
use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use wasm_bindgen::JsValue;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::drawing::Drawing;

/// So long nothing has changed before people are drawn, in milliseconds: a number is typed digit by digit.
const PAUSE: u32 = 300;

/// The people who are drawn first; nobody chose them.
const FIRST: u64 = 1;

/// What the page is given.
#[derive(Clone, Properties, PartialEq)]
pub struct ImaginedPageProps {
    /// What leads from the page's address to the site's folder.
    pub base: &'static str,
    /// The language of the page.
    pub language: String,
    /// The survey's file.
    pub survey: Rc<str>,
    /// How many people its designer expects.
    pub people: u64,
    /// Whether placeholders stand where its designer has written nothing yet.
    pub is_unfinished: bool,
}

/// The page, as soon as its words are here.
#[component]
pub fn ImaginedPage(props: &ImaginedPageProps) -> Html {
    let none = use_memo(props.language.clone(), |language| {
        Messages::from_object(language, JsValue::from(js_sys::Object::new()))
    });
    let site = use_words(props.base, "site".to_owned(), &none);
    let common = match &site {
        Loading::Here(words) => words.clone(),
        Loading::Coming | Loading::Failed => (*none).clone(),
    };
    let own = use_words(props.base, "imagined".to_owned(), &common);
    match (site, own) {
        (Loading::Here(_), Loading::Here(words)) => {
            let is_whole = words.has("imagined-draw") && words.has("estimates-intro");
            html! {
                if is_whole {
                    <People
                        {words}
                        base={props.base}
                        survey={Rc::clone(&props.survey)}
                        people={props.people}
                        is_unfinished={props.is_unfinished}
                    />
                }
            }
        }
        // There are no words to say this in but these.
        (Loading::Failed, _) | (_, Loading::Failed) => html! {
            <div class="card" role="alert">
                <p>{ "The texts of this page could not be loaded. Please reload it." }</p>
                <p lang="zh-CN">{ "本页的文字无法加载，请重新加载。" }</p>
            </div>
        },
        _ => Html::default(),
    }
}

/// Which people are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    shape: Shape,
    number: u64,
    /// Whether they are the first, which are typical.
    is_first: bool,
}

const AT_FIRST: Wanted = Wanted {
    shape: Shape::Exponential,
    number: FIRST,
    is_first: true,
};

/// What came of them.
#[derive(Clone, PartialEq)]
struct Came {
    number: u64,
    /// Whether they were chosen to be typical, and are.
    is_typical: bool,
    intervals: (u32, u32),
    survey: Rc<Survey>,
    results: Rc<Results>,
    imagined: Rc<Results>,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// So many have answered.
    Drawing(u32),
    Drawn,
    /// The worker did not start, or broke down.
    Broken,
    /// The survey cannot be answered; why, in English.
    Refused(String),
}

#[derive(Properties, PartialEq)]
struct PeopleProps {
    words: Messages,
    base: &'static str,
    survey: Rc<str>,
    people: u64,
    is_unfinished: bool,
}

#[component]
fn People(props: &PeopleProps) -> Html {
    let PeopleProps {
        words,
        base,
        survey,
        people,
        is_unfinished,
    } = props;
    let count = u32::try_from(*people).unwrap_or(u32::MAX);
    let count = count.clamp(1, MOST_IMAGINED);
    let (wanted, stage, came) = use_people(base, survey, count);
    let is_busy = matches!(*stage, Stage::Drawing(_));
    let draw = {
        let (setter, shape) = (wanted.setter(), wanted.shape);
        let next = came.as_ref().map_or(FIRST, |came| came.number) + 1;
        Callback::from(move |_: MouseEvent| {
            // A second press while they answer asks for nothing more.
            if !is_busy {
                setter.set(Wanted {
                    shape,
                    number: next,
                    is_first: false,
                });
            }
        })
    };
    let choose = {
        let setter = wanted.setter();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            let mut all = Shape::ALL.into_iter();
            if let Some(shape) = all.find(|shape| shape.name() == select.value()) {
                setter.set(Wanted { shape, ..AT_FIRST });
            }
        })
    };
    let option = |shape: Shape| {
        let name = shape.name();
        html! {
            <option value={name} selected={wanted.shape == shape}>
                { words.text(&["imagined-shape-", name].concat()) }
            </option>
        }
    };
    let shown = words.whole(count.into());
    html! {
        <>
        <section class="card imagined" aria-labelledby="imagined-heading">
            <h2 id="imagined-heading">{ words.text("imagined-who") }</h2>
            <p>{ words.fill("imagined-intro", &[("people", &*shown)]) }</p>
            if u64::from(count) < *people {
                <p id="imagined-capped">{ words.fill("imagined-capped", &[("people", &*shown)]) }</p>
            }
            if *is_unfinished {
                <p id="imagined-unfinished">{ words.text("imagined-unfinished") }</p>
            }
            <div class="bar">
                <label for="imagined-shape">{ words.text("imagined-shape") }</label>
                <select id="imagined-shape" onchange={choose}>{ for Shape::ALL.map(option) }</select>
                <button type="button" id="draw-others" aria-disabled={is_busy.then_some("true")} onclick={draw}>
                    { words.text("imagined-draw") }
                </button>
            </div>
            if let Stage::Drawing(done) = *stage {
                <progress id="imagined-progress" max={count.to_string()} value={done.to_string()} aria-label={words.text("imagined-drawing")}/>
            }
            <p role="status" id="imagined-status" data-busy={is_busy.to_string()}>{ said(words, &stage, came.as_ref()) }</p>
            if matches!(*stage, Stage::Broken | Stage::Refused(_)) {
                <p class="warning" role="alert">{ failed(words, &stage) }</p>
            }
            <p class="note">{ words.text("imagined-no-files") }</p>
        </section>
        if let Some(came) = came.as_ref().filter(|_| !matches!(*stage, Stage::Broken | Stage::Refused(_))) {
            <ImaginedResults
                words={words.clone()}
                survey={Rc::clone(&came.survey)}
                results={Rc::clone(&came.results)}
                imagined={Rc::clone(&came.imagined)}
            />
        }
        </>
    }
}

/// The people who are wanted of a survey, how far they are, and what came of the last.
#[hook]
fn use_people(
    base: &'static str,
    survey: &Rc<str>,
    count: u32,
) -> (
    UseStateHandle<Wanted>,
    UseStateHandle<Stage>,
    UseStateHandle<Option<Came>>,
) {
    let wanted = use_state_eq(|| AT_FIRST);
    let stage = use_state_eq(|| Stage::Drawing(0));
    let came = use_state(|| None::<Came>);
    // Another survey or number of people begins with its first.
    let of = use_state_eq(|| (Rc::clone(survey), count));
    use_effect_with((Rc::clone(survey), count), {
        let (of, wanted, setter) = (of.clone(), *wanted, wanted.setter());
        move |now: &(Rc<str>, u32)| {
            if *of != *now {
                of.set(now.clone());
                setter.set(Wanted {
                    shape: wanted.shape,
                    ..AT_FIRST
                });
            }
        }
    });
    use_effect_with((*wanted, (*of).clone()), {
        let (stage, came) = (stage.setter(), came.setter());
        move |(wanted, (survey, people)): &(Wanted, (Rc<str>, u32))| {
            stage.set(Stage::Drawing(0));
            let (wanted, survey, people) = (*wanted, Rc::clone(survey), *people);
            let drawing = Rc::new(std::cell::RefCell::new(None::<Drawing>));
            let pause = Timeout::new(PAUSE, {
                let drawing = Rc::clone(&drawing);
                move || {
                    let request = DrawRequest {
                        survey: survey.to_string(),
                        people,
                        shape: wanted.shape,
                        number: wanted.number,
                        typical: wanted.is_first,
                    };
                    let tell = {
                        let (stage, came) = (stage.clone(), came.clone());
                        move |news| heard(news, (&*survey, wanted), &stage, &came)
                    };
                    match Drawing::start(base, &request, tell) {
                        Ok(started) => *drawing.borrow_mut() = Some(started),
                        Err(_) => stage.set(Stage::Broken),
                    }
                }
            });
            move || {
                drop(pause);
                // What is no longer wanted is drawn no longer.
                drop(drawing.take());
            }
        }
    });
    (wanted, stage, came)
}

/// What the worker says of people of a survey who were wanted.
fn heard(
    news: Option<DrawMessage>,
    (survey, wanted): (&str, Wanted),
    stage: &UseStateSetter<Stage>,
    came: &UseStateSetter<Option<Came>>,
) {
    stage.set(match news {
        None => Stage::Broken,
        Some(DrawMessage::Progress(done)) => Stage::Drawing(done),
        Some(DrawMessage::Refused(why)) => Stage::Refused(why),
        Some(DrawMessage::Done(drawn)) => match read(survey) {
            None => Stage::Broken,
            Some(survey) => {
                let Drawn {
                    number,
                    results,
                    imagined,
                    is_typical,
                    intervals,
                } = *drawn;
                came.set(Some(Came {
                    number,
                    is_typical: wanted.is_first && is_typical,
                    intervals,
                    survey: Rc::new(survey),
                    results: Rc::new(results),
                    imagined: Rc::new(imagined),
                }));
                Stage::Drawn
            }
        },
    });
}

/// The survey, which the worker could read as well.
fn read(survey: &str) -> Option<Survey> {
    let json: Json = serde_json::from_str(survey).ok()?;
    Survey::to_publish(json).ok()
}

/// The outcome, as a screen reader hears it.
fn said(words: &Messages, stage: &Stage, came: Option<&Came>) -> String {
    match (stage, came) {
        (Stage::Drawing(_), None) => words.text("imagined-drawing"),
        (Stage::Drawing(_), Some(_)) => [
            words.text("imagined-drawing"),
            words.text("imagined-before"),
        ]
        .join(" "),
        (Stage::Drawn, Some(came)) => {
            let (count, held) = came.intervals;
            let number = words.whole(came.number);
            let counts = [held, count].map(|count| words.whole(count.into()));
            let values = [
                ("number", &*number),
                ("held", &counts[0]),
                ("count", &counts[1]),
            ];
            if count == 0 {
                return words.fill("imagined-untold", &values);
            }
            let outcome = words.fill("imagined-drawn", &values);
            if came.is_typical {
                [outcome, words.text("imagined-typical")].join(" ")
            } else {
                outcome
            }
        }
        (Stage::Drawn | Stage::Broken | Stage::Refused(_), _) => String::new(),
    }
}

fn failed(words: &Messages, stage: &Stage) -> String {
    match stage {
        Stage::Refused(why) => words.fill("imagined-refused", &[("why", why)]),
        Stage::Broken | Stage::Drawing(_) | Stage::Drawn => words.text("imagined-broken"),
    }
}

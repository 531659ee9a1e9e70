//! How many get a check question right, counted without anybody learning who: whoever has answered it may answer it
//! again in a survey, in the survey's own widget. That scrambles the answer, keeps the copy and sends it, as it does
//! for every respondent; what was pressed in the lesson stays there.
//!
//! Each lesson has a survey of its own, so that nothing joins what a reader sends from several. Where no collector
//! carries it, nothing is said of it.

use gloo_events::EventListener;
use js_sys::{Array, Reflect};
use sotto_ldp::{FrequencyOracle, randomizers::DirectEncoding};
use sotto_ui::http;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, HtmlElement};
use yew::{prelude::*, virtual_dom::VTag};

use crate::words::{Figure, WordsWithFigures};

/// The id of the survey of a lesson's check question.
pub(crate) fn check_survey(lesson: &str) -> String {
    ["lesson-", lesson].concat()
}

/// What stands in JSON under these names.
fn at(json: &JsValue, path: &[&str]) -> Option<JsValue> {
    path.iter().try_fold(json.clone(), |value, name| {
        Reflect::get(&value, &JsValue::from_str(name)).ok()
    })
}

/// The chance that an answer to the survey's question is sent as it is.
fn truth(epsilon: &str, answers: u32) -> Option<f64> {
    let mechanism = DirectEncoding::new(&epsilon.parse().ok()?, answers).ok()?;
    Some(mechanism.support_probabilities().of_truth())
}

/// The same of a survey of one question as a collector gives it.
fn truth_of(survey: &JsValue) -> Option<f64> {
    let epsilon = at(survey, &["epsilon"])?.as_string()?;
    let options = at(survey, &["questions", "0", "options"])?;
    let answers = options.dyn_ref::<Array>()?.length();
    truth(&epsilon, answers)
}

/// How many got it right.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    /// Nothing was heard of it yet.
    Nothing,
    /// The collector cannot be reached.
    Unreached,
    /// Too few have sent a copy.
    Few {
        /// How many are needed.
        minimum: f64,
    },
    /// So many.
    Right {
        /// Copies.
        reports: f64,
        /// The estimated share of right answers.
        share: f64,
        /// Where it lies, 19 times in 20.
        interval: [f64; 2],
    },
}

impl Told {
    /// What the results say of the answer that is right, counted from 1. They are read by the browser: to read all
    /// that results may hold would weigh more than a lesson.
    fn of(results: &JsValue, right: usize) -> Option<Self> {
        let question = at(results, &["questions", "0"])?;
        let number = |path: &[&str]| at(&question, path)?.as_f64();
        let right = right.checked_sub(1)?.to_string();
        let told = |name: &[&str]| number(&[&["categories", &*right], name].concat());
        // It is absent where one copy is enough.
        let minimum = at(results, &["minimum_reports"])?.as_f64();
        Some(Self::from_figures(
            [number(&["reports"])?, minimum.unwrap_or(1.0)],
            told(&["estimate"]),
            [told(&["interval", "0"]), told(&["interval", "1"])],
        ))
    }

    /// What copies, the fewest that are told, share and interval say.
    fn from_figures(
        [reports, minimum]: [f64; 2],
        share: Option<f64>,
        interval: [Option<f64>; 2],
    ) -> Self {
        match (share, interval) {
            (Some(share), [Some(low), Some(high)]) => Self::Right {
                reports,
                share,
                interval: [low, high],
            },
            _ => Self::Few { minimum },
        }
    }

    fn say(self, words: &WordsWithFigures) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Unreached => words.say("count-unreached"),
            Self::Few { minimum } => {
                words.fill("count-few", &[("minimum", Figure::Number(minimum, 0))])
            }
            Self::Right {
                reports,
                share,
                interval: [low, high],
            } => {
                // Noise may take an estimate beyond none or all.
                let possible = |share: f64| Figure::Share(share.clamp(0.0, 1.0), 0);
                words.fill(
                    "count-told",
                    &[
                        ("reports", Figure::Number(reports, 0)),
                        ("share", possible(share)),
                        ("low", possible(low)),
                        ("high", possible(high)),
                    ],
                )
            }
        }
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct CountedProps {
    pub(super) words: WordsWithFigures,
    pub(super) base: &'static str,
    /// The lesson.
    pub(super) id: &'static str,
    /// Which answer is right, counted from 1.
    pub(super) right: usize,
}

/// The offer, once the check question was answered; on request the survey, and how many got it right.
#[component]
pub(super) fn Counted(props: &CountedProps) -> Html {
    let CountedProps { words, right, .. } = props;
    let base = props.base;
    let survey = [base, "api/v1/surveys/", &check_survey(props.id)].concat();
    let truth = use_state_eq(|| None::<f64>);
    let is_open = use_state_eq(|| false);
    let told = use_state_eq(|| Told::Nothing);
    let place = use_node_ref();
    use_effect_with(survey.clone(), {
        let truth = truth.setter();
        move |survey| {
            let survey = survey.clone();
            spawn_local(async move {
                let survey = http::get_json(&survey).await;
                truth.set(survey.ok().and_then(|survey| truth_of(&survey)));
            });
        }
    });
    let hear = {
        let (told, results, right) = (told.setter(), [&survey, "/results"].concat(), *right);
        move || {
            let (told, results) = (told.clone(), results.clone());
            spawn_local(async move {
                let results = http::get_json(&results).await;
                let heard = results.ok().and_then(|results| Told::of(&results, right));
                told.set(heard.unwrap_or(Told::Unreached));
            });
        }
    };
    use_effect_with((*is_open, survey.clone()), {
        let (place, told) = (place.clone(), told.setter());
        move |(is_open, _)| {
            let mut listeners = Vec::new();
            if *is_open {
                // Who has sent a copy before hears of it at once.
                hear();
                let unreached = Callback::from(move |()| told.set(Told::Unreached));
                listeners.extend(define_element(base, unreached));
                if let Some(place) = place.cast::<HtmlElement>() {
                    // The button that had the focus is gone. Only an element that cannot have it refuses.
                    let _ = place.focus();
                    listeners.push(EventListener::new(&place, "sotto-sent", move |_| hear()));
                }
            }
            move || drop(listeners)
        }
    });
    let Some(truth) = *truth else {
        return Html::default();
    };
    let onclick = {
        let is_open = is_open.setter();
        Callback::from(move |_: MouseEvent| is_open.set(true))
    };
    let hundred = |share: f64| Figure::Number(share * 100.0, 0);
    let odds = [("truth", hundred(truth)), ("others", hundred(1.0 - truth))];
    html! {
        <div id="count" class="stack">
            <p>{ words.fill("count-offer", &odds) }</p>
            if !*is_open {
                <p class="buttons">
                    <button id="count-open" type="button" class="quiet" {onclick}>{ words.say("count-open") }</button>
                </p>
            }
            <div ref={place} tabindex="-1">
                if *is_open {
                    { element(survey, base, words.messages().language()) }
                }
            </div>
            <p id="count-told" role="status">{ told.say(words) }</p>
        </div>
    }
}

fn element(survey: String, base: &'static str, language: &str) -> Html {
    let mut widget = VTag::new("sotto-survey");
    widget.add_attribute("src", survey);
    widget.add_attribute("collector", base);
    widget.add_attribute("lang", language.to_owned());
    widget.into()
}

/// Loads what defines `<sotto-survey>`, which nobody needs before; once in a page.
fn define_element(base: &str, failed: Callback<()>) -> Option<EventListener> {
    const ID: &str = "survey-element";
    let document = web_sys::window()?.document()?;
    if document.get_element_by_id(ID).is_some() {
        return None;
    }
    let script = script(&document, &[base, "sotto-survey.js"].concat())?;
    script.set_id(ID);
    let listener = EventListener::once(&script, "error", {
        let script = script.clone();
        move |_| {
            // Another press tries again.
            script.remove();
            failed.emit(());
        }
    });
    document.head()?.append_child(&script).ok()?;
    Some(listener)
}

fn script(document: &Document, address: &str) -> Option<Element> {
    let script = document.create_element("script").ok()?;
    script.set_attribute("type", "module").ok()?;
    script.set_attribute("src", address).ok()?;
    Some(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_answer_is_told_or_that_there_are_too_few() {
        let interval = [Some(0.5), Some(0.9)];
        let right = Told::Right {
            reports: 40.0,
            share: 0.7,
            interval: [0.5, 0.9],
        };
        let told = Told::from_figures([40.0, 20.0], Some(0.7), interval);
        assert_eq!(told, right);
        let told = Told::from_figures([7.0, 20.0], None, [None, None]);
        assert_eq!(told, Told::Few { minimum: 20.0 });
    }

    #[test]
    fn three_answers_at_ln_3_are_sent_as_they_are_six_times_in_ten() {
        assert!((truth("ln 3", 3).unwrap() - 0.6).abs() < 1e-9);
        assert!(truth("much", 3).is_none());
        assert!(truth("ln 3", 0).is_none());
    }
}

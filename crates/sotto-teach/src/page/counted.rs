//! How many get a check question right, counted without anybody learning who: whoever has answered it may answer it
//! again in a survey, in the survey's own widget. That scrambles the answer, keeps the copy and sends it, as it does
//! for every respondent; what was pressed in the lesson stays there.
//!
//! Each lesson has a survey of its own, so that nothing joins what a reader sends from several. Where no collector
//! carries it, nothing is said of it.

use gloo_events::EventListener;
use serde::{Deserialize, de::DeserializeOwned};
use sotto_ldp::{Epsilon, FrequencyOracle, randomizers::DirectEncoding};
use sotto_survey::Results;
use sotto_ui::http;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, HtmlElement};
use yew::{prelude::*, virtual_dom::VTag};

use crate::words::{Figure, WordsWithFigures};

/// The id of the survey of a lesson's check question.
pub(crate) fn check_survey(lesson: &str) -> String {
    ["lesson-", lesson].concat()
}

/// What a collector says of a survey, as far as the odds need it.
#[derive(Deserialize)]
struct Asked {
    questions: Vec<AskedQuestion>,
}

#[derive(Deserialize)]
struct AskedQuestion {
    epsilon: Epsilon,
    options: Vec<serde::de::IgnoredAny>,
}

impl Asked {
    /// The chance that an answer is sent as it is.
    fn truth(&self) -> Option<f64> {
        let question = self.questions.first()?;
        let answers = u32::try_from(question.options.len()).ok()?;
        let mechanism = DirectEncoding::new(&question.epsilon, answers).ok()?;
        Some(mechanism.support_probabilities().of_truth())
    }
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
        minimum: u64,
    },
    /// So many.
    Right {
        /// Copies.
        reports: u64,
        /// The estimated share of right answers.
        share: f64,
        /// Where it lies, 19 times in 20.
        interval: [f64; 2],
    },
}

impl Told {
    /// What the results say of the answer that is right, counted from 1.
    fn of(results: &Results, right: usize) -> Option<Self> {
        let question = results.questions.first()?;
        let category = question.categories.get(right.checked_sub(1)?)?;
        Some(match (category.estimate, category.interval) {
            (Some(share), Some(interval)) => Self::Right {
                reports: question.reports,
                share,
                interval,
            },
            _ => Self::Few {
                minimum: results.minimum_reports,
            },
        })
    }

    fn say(self, words: &WordsWithFigures) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Unreached => words.say("count-unreached"),
            Self::Few { minimum } => {
                words.fill("count-few", &[("minimum", Figure::Whole(minimum))])
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
                        ("reports", Figure::Whole(reports)),
                        ("share", possible(share)),
                        ("low", possible(low)),
                        ("high", possible(high)),
                    ],
                )
            }
        }
    }
}

async fn read<T: DeserializeOwned>(url: String) -> Option<T> {
    let json = http::get_json(&url).await.ok()?;
    serde_wasm_bindgen::from_value(json).ok()
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
                let asked = read::<Asked>(survey).await;
                truth.set(asked.and_then(|asked| asked.truth()));
            });
        }
    });
    let hear = {
        let (told, results, right) = (told.setter(), [&survey, "/results"].concat(), *right);
        move || {
            let (told, results) = (told.clone(), results.clone());
            spawn_local(async move {
                let results = read::<Results>(results).await;
                let heard = results.and_then(|results| Told::of(&results, right));
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

    fn results(reports: u64, right: &str) -> Results {
        let category =
            |id: &str, figures: &str| format!("{{\"id\":\"{id}\",\"count\":1,{figures}}}");
        let told =
            "\"estimate\":0.2,\"standard_error\":0.1,\"interval\":[0.1,0.3],\"consistent\":0.2";
        let categories = [
            category("answer-1", told),
            category("answer-2", right),
            category("answer-3", told),
        ]
        .join(",");
        serde_json::from_str(&format!(
            "{{\"survey\":\"lesson-two-coins\",\"version\":1,\"confidence\":0.95,\"minimum_reports\":20,\
             \"questions\":[{{\"id\":\"check\",\"mechanism\":\"direct-encoding\",\"epsilon\":\"ln 3\",\
             \"epsilon_actual\":1.098613,\"reports\":{reports},\"categories\":[{categories}]}}]}}"
        ))
        .unwrap()
    }

    #[test]
    fn the_right_answer_is_told_or_that_there_are_too_few() {
        let figures =
            "\"estimate\":0.7,\"standard_error\":0.1,\"interval\":[0.5,0.9],\"consistent\":0.7";
        let told = Told::of(&results(40, figures), 2);
        let right = Told::Right {
            reports: 40,
            share: 0.7,
            interval: [0.5, 0.9],
        };
        assert_eq!(told, Some(right));
        let none =
            "\"estimate\":null,\"standard_error\":null,\"interval\":null,\"consistent\":null";
        let told = Told::of(&results(7, none), 2);
        assert_eq!(told, Some(Told::Few { minimum: 20 }));
        assert_eq!(Told::of(&results(7, none), 4), None);
    }

    #[test]
    fn three_answers_at_ln_3_are_sent_as_they_are_six_times_in_ten() {
        let survey = "{\"questions\":[{\"epsilon\":\"ln 3\",\"options\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]}]}";
        let asked: Asked = serde_json::from_str(survey).unwrap();
        assert!((asked.truth().unwrap() - 0.6).abs() < 1e-9);
        let nothing: Asked = serde_json::from_str("{\"questions\":[]}").unwrap();
        assert!(nothing.truth().is_none());
    }
}

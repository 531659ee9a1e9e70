//! The estimates of a survey: of each question a sentence, a picture that also says in words what it shows,
//! and the same figures as a table.

mod arms;
mod crossed;
mod difference;
mod drawn;
mod explanation;
mod figure;
mod found;
mod headline;
mod imagined;
mod joints;
mod matrix;
mod not_asked;
mod numbers;
mod other_draws;
mod prediction;
mod quantiles;
mod quantity;
mod ranking;
mod ratio;
mod reading;
mod scores;
mod secrets;
mod shares;
mod waiting;
mod worked;

use std::rc::Rc;

use sotto_survey::{AnswerShape, Question, QuestionResults, Results, Survey, Whom};
use sotto_ui::{
    Messages, Words,
    charts::{self, Key, TimesIn},
};
use yew::prelude::*;

use crate::saving::{ChartPicture, SaveButtons};
pub(crate) use crossed::crossed;
pub(crate) use difference::difference;
use drawn::{Drawn, Lines, rows, table};
pub(crate) use figure::share_in_words;
use figure::times_in_words;
use prediction::Prediction;
pub(crate) use ratio::ratio;
use waiting::Waiting;

/// What the panel shows.
#[derive(Properties, PartialEq)]
pub struct EstimatesProps {
    /// The survey whose questions are named.
    pub survey: Rc<Survey>,
    /// The newest results; without them, and as long as they tell nothing, charts only keep their places.
    pub results: Option<Rc<Results>>,
    /// The words to say it in.
    pub words: Messages,
    /// Whether each question explains itself to whoever asks and can be saved as a picture, and what would
    /// be predicted from all of them stands below.
    #[prop_or_default]
    pub in_depth: bool,
    /// Where nobody was asked: what is true of the people who were imagined, each figure in the place of its estimate.
    /// Every chart then says of itself that it is imagined, and the truth stands beside what is estimated.
    #[prop_or_default]
    pub imagined: Option<Rc<Results>>,
}

/// The estimates of every question of a survey.
#[component]
pub fn Estimates(props: &EstimatesProps) -> Html {
    let confidence = props.results.as_ref().map_or(0.95, |r| r.confidence);
    let times_in = TimesIn::of_confidence(confidence);
    let whom = props.results.as_ref();
    let whom = whom.map_or_else(|| props.survey.population(), |results| results.population);
    let words = Words::new(props.words.clone(), props.words.language(), &props.survey);
    // Before the results are here it is not known that nobody has answered.
    let minimum = props
        .results
        .as_ref()
        .map(|results| results.minimum_reports);
    let frame = |named: (&str, String), counted: (u64, &[u32]), drawn, truth: Option<Drawn>| {
        let explained = props.in_depth.then_some((times_in, whom));
        let truth = truth.map(|truth| truth.lines);
        let drawn = (drawn, truth);
        frame(named, (counted, minimum), drawn, (explained, &props.words))
    };
    let truth = props.imagined.as_deref();
    let charts = props.survey.questions().iter().filter_map(|question| {
        let results = props
            .results
            .iter()
            .flat_map(|results| &results.questions)
            .find(|results| results.id == *question.id());
        let mut drawn = draw(question, results, times_in, &words)?;
        if let Some(all) = &props.results {
            let score = scores::sentence(&props.survey, all, question, times_in, &props.words);
            drawn.sentences.splice(0..0, score);
        }
        let title = words.text(question.title()).to_owned();
        let reports = results.map_or(0, |results| results.reports);
        let truth = truth.and_then(|truth| {
            let truth = { truth.questions.iter() }.find(|one| one.id == *question.id());
            draw(question, truth, times_in, &words)
        });
        Some(frame(
            (question.id().as_str(), title),
            (reports, results.map_or(&[], |results| &results.versions)),
            drawn,
            truth,
        ))
    });
    let tables = props.survey.joints().iter().map(|joint| {
        let results = props.results.iter().flat_map(|results| &results.joints);
        let results = { results }.find(|results| results.id == joint.name());
        let drawn = joints::joint(&props.survey, joint, results, times_in, &words);
        let title = joints::title(&props.survey, joint, &words);
        let reports = results.map_or(0, |results| results.reports);
        let truth = truth.map(|truth| {
            let truth = { truth.joints.iter() }.find(|one| one.id == joint.name());
            joints::joint(&props.survey, joint, truth, times_in, &words)
        });
        frame((joint.name(), title), (reports, &[]), drawn, truth)
    });
    let together = props.results.iter().flat_map(|all| {
        all.arms.iter().filter_map(|members| {
            let one = arms::arms(&props.survey, all, members, times_in, &words)?;
            let truth = truth.and_then(|truth| {
                let members = { truth.arms.iter() }.find(|one| one.members == members.members)?;
                arms::arms(&props.survey, truth, members, times_in, &words)
            });
            let truth = truth.map(|truth| truth.drawn);
            let counted = (one.reports, &[][..]);
            Some(frame((&one.id, one.title), counted, one.drawn, truth))
        })
    });
    html! {
        <div class="estimates">
            { about(whom, props.results.as_deref(), &props.words) }
            { legend(&props.survey, (times_in, whom), &props.words) }
            { for charts }
            { for tables }
            { for together }
            if let Some(results) = props.results.as_ref().filter(|_| props.in_depth && truth.is_none()) {
                <Prediction
                    survey={Rc::clone(&props.survey)}
                    results={Rc::clone(results)}
                    words={props.words.clone()}
                />
            }
        </div>
    }
}

/// What is known of a question; of one without a report there is nothing.
fn draw(
    question: &Question,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    words: &Words,
) -> Option<Drawn> {
    Some(match question.shape() {
        AnswerShape::None { .. } => return None,
        AnswerShape::Order(ranked) if question.shape().ranked_pairs().is_some() => {
            ranking::ranking(ranked, results, times_in, words)
        }
        AnswerShape::One(_) | AnswerShape::Set(_) | AnswerShape::Order(_) => {
            shares::shares(question, results, times_in, words)
        }
        AnswerShape::Rows(rows) => matrix::matrix(question, rows, results, times_in, words),
        AnswerShape::Numbers(fields) => numbers::numbers(fields, results, times_in, words),
    })
}

/// How many copies are counted; of which versions, where these are not those of the whole survey.
fn copies(reports: u64, versions: &[u32], words: &Messages) -> String {
    let count = words.whole(reports);
    if versions.is_empty() {
        return words.fill("reports", &[("count", &count)]);
    }
    let numbers: Vec<_> = versions.iter().rev().map(u32::to_string).collect();
    let values = [("count", &*count), ("versions", &numbers.join(", "))];
    words.fill("reports-of-versions", &values)
}

/// A figure with its heading; with a confidence it explains itself and can be saved. As long as nothing is
/// known of it, a sentence says what it waits for, in place of all the rest. With the truth of people who were imagined
/// it says that they were, wherever it is read, saved or printed.
fn frame(
    (id, title): (&str, String),
    ((reports, versions), minimum): ((u64, &[u32]), Option<u64>),
    (drawn, truth): (Drawn, Option<Lines>),
    (explained, words): (Option<(TimesIn, Whom)>, &Messages),
) -> Html {
    let heading = format!("estimates-{id}");
    let copies = copies(reports, versions, words);
    let is_imagined = truth.is_some();
    let picture = explained.map(|(times_in, whom)| {
        let notes = vec![
            words.text("legend-reported"),
            interval_in_words(times_in, whom, words),
        ];
        let picture = ChartPicture {
            name: ["sotto-", id].concat(),
            title: title.clone(),
            subtitle: copies.clone(),
            rows: rows(&drawn.lines, times_in, words),
            notes,
        };
        if is_imagined {
            imagined::marked(picture, words)
        } else {
            picture
        }
    });
    let beside = truth.map(|truth| imagined::beside(&title, (&truth, &drawn.lines), words));
    let drawing = if is_imagined {
        imagined::across(drawn.drawing, words)
    } else {
        drawn.drawing
    };
    html! {
        <figure
            key={id.to_owned()}
            class="chart"
            data-question={id.to_owned()}
            aria-labelledby={heading.clone()}
        >
            <div class="chart-head">
                <h3 id={heading}>{ title }</h3>
                <p class="reports">
                    if is_imagined { <b class="imagined-mark">{ words.text("imagined-mark") }</b>{ " " } }
                    { copies }
                </p>
            </div>
            if drawn.lines.are_known() {
                { for drawn.sentences.into_iter().map(|sentence| html! { <p class="headline">{ sentence }</p> }) }
                { drawing }
                <figcaption>
                    if is_imagined { { words.text("imagined-caption") }{ " " } }
                    { drawn.caption }
                    if drawn.says_little {
                        { " " }{ words.text("estimates-few") }
                    }
                </figcaption>
                { for beside }
                if let Some((times_in, _)) = explained {
                    { drawn.explanation.show(times_in, words) }
                }
                if let Some(picture) = picture {
                    <SaveButtons {picture} words={words.clone()}/>
                }
                { table(drawn.lines, words) }
            } else {
                <div class="waiting">
                    if let Some(minimum) = minimum {
                        <p class="headline">
                            { Waiting::with(reports, minimum).sentence(reports, words) }
                        </p>
                    }
                </div>
                { for beside }
            }
        </figure>
    }
}

/// Whom every figure is about.
fn about(whom: Whom, results: Option<&Results>, words: &Messages) -> Html {
    let is_assumed = results.is_some_and(|results| results.population_assumed);
    html! {
        <p class="note" data-population={whom.name()}>
            { words.text(&["population-", whom.name()].concat()) }
            if is_assumed {
                { " " }{ words.text("population-assumed") }
            }
        </p>
    }
}

/// The marks that occur, with their meanings.
fn legend(survey: &Survey, (times_in, whom): (TimesIn, Whom), words: &Messages) -> Html {
    let interval = interval_in_words(times_in, whom, words);
    let key = |class, drawing, text| Key {
        class: Some(class),
        drawing,
        text,
    };
    let estimate = key(
        "key-estimate",
        html! { <rect class="bar-estimate" x="0" y="3" width="28" height="10" rx="2"/> },
        words.text("legend-estimate"),
    );
    let interval = key("key-interval", charts::whisker("3", "25", 8), interval);
    let has_bars = survey
        .questions()
        .iter()
        .any(|question| match question.shape() {
            AnswerShape::One(_) | AnswerShape::Set(_) => true,
            AnswerShape::Order(_) => question.shape().ranked_pairs().is_none(),
            AnswerShape::None { .. } | AnswerShape::Rows(_) | AnswerShape::Numbers(_) => false,
        });
    let reported = has_bars.then(|| {
        let line = charts::reported("14", 16);
        key("key-reported", line, words.text("legend-reported"))
    });
    charts::legend([estimate, interval].into_iter().chain(reported))
}

fn interval_in_words(times_in: TimesIn, whom: Whom, words: &Messages) -> String {
    let (times, of) = times_in_words(times_in, words);
    let key = ["legend-interval-", whom.name()].concat();
    words.fill(&key, &[("times", &*times), ("of", &of)])
}

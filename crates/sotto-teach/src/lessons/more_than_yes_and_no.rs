//! More than yes and no: three ways to encode one of many answers, and which is best when.

use rand::CryptoRng;
use sotto_ldp::{
    Bits, Confidence, Epsilon, Randomizer, ShareEstimator,
    planning::Planner,
    randomizers::{
        DirectEncoding, SummationHistogramEncoding, UnaryEncoding, thresholding_histogram_encoding,
    },
};
use sotto_ui::randomness::generator;
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, press_button, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "more-than-yes-and-no",
    play: |words| html! { <Encoding words={words.clone()}/> },
    figures,
    right: 1,
    minutes: 15,
    after: &["hearing-the-crowd"],
    source: "https://www.usenix.org/conference/usenixsecurity17/technical-sessions/presentation/wang-tianhao",
};

/// How many answers a question has.
const ANSWERS: (u32, u32) = (2, 64);

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// How many people answer.
const PEOPLE: u64 = 1_000;

/// How many components of a report with noise are written out.
const WRITTEN: u32 = 6;

/// A way to encode an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Direct,
    Symmetric,
    Optimized,
    Summation,
    Thresholding,
}

const WAYS: [Way; 5] = [
    Way::Direct,
    Way::Symmetric,
    Way::Optimized,
    Way::Summation,
    Way::Thresholding,
];

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Symmetric => "symmetric",
            Self::Optimized => "optimized",
            Self::Summation => "summation",
            Self::Thresholding => "thresholding",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    answers: u32,
    tenths: u32,
}

impl Question {
    fn epsilon(self) -> Option<Epsilon> {
        Epsilon::from_micros(self.tenths * 100_000).ok()
    }

    fn direct(self) -> Option<DirectEncoding> {
        DirectEncoding::new(&self.epsilon()?, self.answers).ok()
    }

    fn unary(self, way: Way) -> Option<UnaryEncoding> {
        let epsilon = self.epsilon()?;
        let made = match way {
            Way::Symmetric => UnaryEncoding::symmetric(&epsilon, self.answers),
            Way::Optimized => UnaryEncoding::optimized(&epsilon, self.answers),
            Way::Thresholding => {
                let threshold = thresholding_histogram_encoding::best_threshold(&epsilon);
                thresholding_histogram_encoding::with_threshold(&epsilon, threshold, self.answers)
            }
            Way::Direct | Way::Summation => return None,
        };
        made.ok()
    }

    fn summation(self) -> Option<SummationHistogramEncoding> {
        SummationHistogramEncoding::new(&self.epsilon()?, self.answers).ok()
    }

    /// n·Var of an answer that nobody gives.
    fn variance(self, way: Way) -> Option<f64> {
        Some(self.precision(way)?.constant)
    }

    fn precision(self, way: Way) -> Option<sotto_ldp::Precision> {
        let precision = match way {
            Way::Direct => ShareEstimator::precision(&self.direct()?),
            Way::Summation => ShareEstimator::precision(&self.summation()?),
            Way::Symmetric | Way::Optimized | Way::Thresholding => {
                ShareEstimator::precision(&self.unary(way)?)
            }
        };
        precision.ok()
    }

    /// Half of the interval of an answer that one in so many gives.
    fn margin(self, way: Way) -> Option<f64> {
        let planner = Planner::of(self.precision(way)?, Confidence::default());
        let planner = planner.with_share(1.0 / f64::from(self.answers)).ok()?;
        planner.margin(PEOPLE).ok()
    }

    fn best(self) -> Option<Way> {
        let margins = WAYS
            .into_iter()
            .filter_map(|way| Some((way, self.margin(way)?)));
        Some(margins.min_by(|a, b| a.1.total_cmp(&b.1))?.0)
    }

    /// What one device sends for the first answer, in each way.
    fn sent<R: CryptoRng>(self, chance: &mut R) -> Option<Sent> {
        Some(Sent {
            direct: self.direct()?.randomize(0, chance).ok()?,
            symmetric: self.unary(Way::Symmetric)?.randomize(0, chance).ok()?,
            optimized: self.unary(Way::Optimized)?.randomize(0, chance).ok()?,
            summation: {
                let oracle = self.summation()?;
                let bits = oracle.randomize(0, chance).ok()?;
                let steps = oracle.steps();
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "a few thousand steps of noise, to be read"
                )]
                let component = |value| oracle.component(&bits, value) as f64 / steps as f64;
                (0..self.answers.min(WRITTEN)).map(component).collect()
            },
            thresholding: self.unary(Way::Thresholding)?.randomize(0, chance).ok()?,
        })
    }
}

/// Reports of one answer.
#[derive(Clone, Debug, PartialEq)]
struct Sent {
    direct: u32,
    symmetric: Bits,
    optimized: Bits,
    /// The first components.
    summation: Vec<f64>,
    thresholding: Bits,
}

const FIRST: Question = Question {
    answers: 14,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let few = Question {
            answers: 5,
            ..FIRST
        };
        let margin =
            |question: Question, way| Some(Figure::Number(question.margin(way)? * 100.0, 1));
        let variance = |question: Question, way| Some(Figure::Number(question.variance(way)?, 2));
        Some(vec![
            ("people", Figure::Whole(PEOPLE)),
            ("answers", Figure::Whole(FIRST.answers.into())),
            ("few-direct", margin(few, Way::Direct)?),
            ("few-optimized", margin(few, Way::Optimized)?),
            ("many-direct", margin(FIRST, Way::Direct)?),
            ("many-optimized", margin(FIRST, Way::Optimized)?),
            ("many-summation", margin(FIRST, Way::Summation)?),
            ("variance-direct", variance(FIRST, Way::Direct)?),
            ("variance-optimized", variance(FIRST, Way::Optimized)?),
            ("turning", Figure::Number(3.0 * 1_f64.exp() + 2.0, 0)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct EncodingProps {
    words: WordsWithFigures,
}

#[component]
fn Encoding(props: &EncodingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (question, _) = play.now();
    let sent = use_state(|| None::<(u32, Sent)>);
    let send = {
        let sent = sent.setter();
        Callback::from(move |_| {
            let reports = generator()
                .ok()
                .and_then(|mut chance| question.sent(&mut chance));
            sent.set(reports.map(|reports| (question.answers, reports)));
        })
    };
    let (told, reports) = match &*sent {
        Some((answers, sent)) => reports(words, *answers, sent),
        None => (words.say("not-sent"), unsent(words, question.answers)),
    };
    let (margins, caption) = margins(words, question).unwrap_or_default();
    play.show(Playground {
        picture: html! { <>{ reports }{ margins }</> },
        buttons: press_button(words, ["send", "send"], true, send),
        controls: html! {
            <>
                { play.whole(["answers", "number-of-answers"], ANSWERS, question.answers, |question, answers| Question {
                    answers,
                    ..question
                }) }
                { play.epsilon(EPSILON, question.tenths, |question, tenths| Question { tenths, ..question }) }
            </>
        },
        spoken: [told, caption].join(" "),
    })
}

/// What a device sends in one way, as it is drawn and as it is told.
struct Told {
    way: Way,
    /// One cell for each answer: whether it says "yes"; none where numbers are sent.
    cells: Vec<bool>,
    text: String,
}

/// The reports in words, and as bits that are set or not; those that chance has flipped stand out.
fn reports(words: &WordsWithFigures, answers: u32, sent: &Sent) -> (String, Html) {
    let whole = |number: u32| words.messages().whole(number.into());
    let listed = |way, is_set: &dyn Fn(u32) -> bool| {
        let cells: Vec<_> = (0..answers).map(is_set).collect();
        let named = (0..answers).zip(&cells).filter(|(_, is_set)| **is_set);
        let named: Vec<_> = named.map(|(value, _)| whole(value + 1)).collect();
        let text = if named.is_empty() {
            words.say("none-of-them")
        } else {
            named.join(", ")
        };
        Told { way, cells, text }
    };
    let numbers = sent.summation.iter();
    let numbers: Vec<_> = numbers
        .map(|&number| words.messages().number(number, 1))
        .collect();
    let rest = if answers > WRITTEN { " …" } else { "" };
    let all = [
        listed(Way::Direct, &|value| value == sent.direct),
        listed(Way::Symmetric, &|value| sent.symmetric.is_set(value)),
        listed(Way::Optimized, &|value| sent.optimized.is_set(value)),
        Told {
            way: Way::Summation,
            cells: Vec::new(),
            text: [&numbers.join(" · "), rest].concat(),
        },
        listed(Way::Thresholding, &|value| sent.thresholding.is_set(value)),
    ];
    let name = |told: &Told| [&words.say(told.way.name()), ": ", &told.text].concat();
    let told = all.iter().map(name).collect::<Vec<_>>().join(". ");
    (told, cells(words, words.say("sent"), &all))
}

/// What would be sent without chance: the first answer.
fn unsent(words: &WordsWithFigures, answers: u32) -> Html {
    let told = |way| Told {
        way,
        cells: (0..answers).map(|value| value == 0).collect(),
        text: words.messages().whole(1),
    };
    let ways = [
        Way::Direct,
        Way::Symmetric,
        Way::Optimized,
        Way::Thresholding,
    ];
    cells(words, words.say("not-sent"), &ways.map(told))
}

/// A row of cells for each way, the first one for the answer that was chosen.
fn cells(words: &WordsWithFigures, title: String, all: &[Told]) -> Html {
    let cell = |(place, &is_set): (usize, &bool)| {
        let flipped = (is_set != (place == 0)).then_some("flipped");
        html! {
            <rect class={classes!("bit", is_set.then_some("set"), flipped)} x={(place * 12 + 1).to_string()} y="1" width="10" height="10" rx="2"/>
        }
    };
    let row = |told: &Told| {
        let width = told.cells.len() * 12;
        html! {
            <li key={told.way.name()}>
                <span>{ words.say(told.way.name()) }</span>
                if told.cells.is_empty() {
                    <b>{ told.text.clone() }</b>
                } else {
                    <svg class="bits" viewBox={format!("0 0 {width} 12")} preserveAspectRatio="xMinYMid meet" width="100%" height="20" aria-hidden="true">
                        { for told.cells.iter().enumerate().map(cell) }
                    </svg>
                    <span class="visually-hidden">{ told.text.clone() }</span>
                }
            </li>
        }
    };
    html! {
        <figure id="sent-reports" class="picture">
            <p class="picture-title">{ title }</p>
            <ul class="bit-rows">{ for all.iter().map(row) }</ul>
            <figcaption>{ words.say("bits-caption") }</figcaption>
        </figure>
    }
}

/// How sharp each way is, and that in words.
fn margins(words: &WordsWithFigures, question: Question) -> Option<(Html, String)> {
    let margins = WAYS.map(|way| question.margin(way));
    let best = question.best()?;
    let widest = margins
        .iter()
        .flatten()
        .copied()
        .fold(0.0, f64::max)
        .max(1e-9);
    let rows = WAYS.into_iter().zip(margins).filter_map(|(way, margin)| {
        let margin = margin?;
        let (class, key) = if way == best {
            ("bar-estimate", "margin-best")
        } else {
            ("bar-reported", "margin")
        };
        Some(ShareBar {
            id: way.name().to_owned(),
            title: words.say(way.name()),
            marks: vec![bar(class, margin / widest)],
            words: words.fill(key, &[("margin", Figure::Number(margin * 100.0, 1))]),
        })
    });
    let head = ["table-way", "table-margin"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    let caption = words.fill_texts("caption", &[("best", &words.say(best.name()))]);
    let shown = figure(words.say("picture"), picture, caption.clone(), table);
    Some((shown, caption))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(answers: u32, tenths: u32) -> Question {
        Question { answers, tenths }
    }

    /// Wang and others 2017, n·Var at a share of zero.
    #[test]
    fn variances_are_the_published_ones() {
        for (answers, tenths, way, variance) in [
            (4, 10, Way::Direct, 1.5981),
            (16, 10, Way::Direct, 5.6624),
            (16, 10, Way::Symmetric, 3.9177),
            (16, 10, Way::Optimized, 3.6827),
            (16, 10, Way::Thresholding, 4.8072),
            (16, 10, Way::Summation, 8.0),
            (16, 20, Way::Direct, 0.5240),
            (16, 20, Way::Optimized, 0.7241),
            (4, 5, Way::Optimized, 15.6708),
        ] {
            let found = question(answers, tenths).variance(way).unwrap();
            // Summation's noise is discrete, a little below 8/ε².
            assert!(
                (found - variance).abs() < 0.002 * variance,
                "{answers} {tenths} {way:?}: {found}"
            );
        }
    }

    /// Direct encoding is better below 3e^ε + 2 answers: 10 at ε = 1.
    #[test]
    fn few_answers_are_sent_directly() {
        let better = |answers| {
            let asked = question(answers, 10);
            asked.variance(Way::Direct).unwrap() < asked.variance(Way::Optimized).unwrap()
        };
        assert!(better(10) && !better(11));
        assert_eq!(question(5, 10).best(), Some(Way::Direct));
        assert_eq!(question(64, 10).best(), Some(Way::Optimized));
    }
}

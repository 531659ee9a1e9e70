//! A ranking that is reported in pairs: the mean place of each option on the line of all places, the
//! options in that order, and of each pair who puts the one before the other.

use sotto_survey::{QuestionResults, RankedOptions};
use sotto_ui::{
    Words,
    charts::{self, Scale, TimesIn},
};
use yew::prelude::*;

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, LANE, Named},
    headline::headline,
    quantity::Quantity,
};

pub(super) fn ranking(
    ranked: RankedOptions<'_>,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Drawn {
    let words = survey_words.messages();
    let found = results.and_then(|results| results.ranking.as_ref());
    let title = |id: &str| {
        let option = ranked.options.iter().find(|one| one.id.as_str() == id);
        option.map_or_else(String::new, |one| survey_words.text(&one.title).to_owned())
    };
    let range = (1.0, f64::from(ranked.count()));
    let mut lines: Vec<Named> = ranked
        .options
        .iter()
        .map(|option| {
            let id = option.id.as_str();
            let place = found.and_then(|found| found.places.iter().find(|place| place.id == id));
            Named {
                id: id.to_owned(),
                title: title(id),
                quantity: Quantity::between(range),
                figure: place.and_then(|place| place.mean).map(Figure::from),
            }
        })
        .collect();
    let says_little = lines.iter().all(Named::says_little);
    let place = |line: &Named| {
        line.figure
            .map_or(f64::INFINITY, |figure| figure.estimate())
    };
    // What has no figure yet stays behind, as written.
    lines.sort_by(|one, other| place(one).total_cmp(&place(other)));
    let first = lines.first().filter(|first| first.figure.is_some());
    let mut sentences: Vec<_> = first
        .map(|first| headline("headline-ranking", first, times_in, words))
        .into_iter()
        .collect();
    let answered = results
        .and_then(|results| results.answered)
        .map(|answered| Named {
            id: "answered".to_owned(),
            title: words.text("answered"),
            quantity: Quantity::Share,
            figure: Some(answered.into()),
        });
    if let Some(answered) = &answered {
        sentences.push(headline("headline-share", answered, times_in, words));
    }
    lines.extend(answered);
    let rows = lines.iter().map(|line| line.row_in_range(times_in, words));
    let drawing = charts::bars(rows.collect(), LANE);
    let pairs = found.into_iter().flat_map(|found| &found.pairs);
    lines.extend(pairs.map(|pair| {
        let titles = [title(&pair.first), title(&pair.second)];
        let values = [("first", &*titles[0]), ("second", &titles[1])];
        Named {
            id: [&*pair.first, "-", &pair.second].concat(),
            title: words.fill("pair-order", &values),
            quantity: Quantity::Share,
            figure: pair.share.map(Figure::from),
        }
    }));
    Drawn {
        sentences,
        explanation: Explanation::Ranking,
        drawing: html! { { drawing } },
        caption: words.text("ranking-caption"),
        says_little,
        lines: Lines {
            first: "table-figure",
            with_reported: false,
            scale: Scale::between(0.0, 1.0),
            all: lines,
        },
    }
}

//! One number or several: means on the line of what could be answered, the share of those who answered;
//! where the survey asks for it, the distribution with its median and quartiles.

use sotto_survey::{
    BinResults, Calendar, Estimand, MeanResults, NumberFields, QuestionResults, Text,
};
use sotto_ui::{
    Words,
    charts::{self, Bin, Scale, TimesIn},
};
use yew::prelude::*;

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, LANE, Named},
    headline::headline,
    not_asked, quantiles,
    quantity::Quantity,
};

pub(super) fn numbers(
    fields: NumberFields<'_>,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Drawn {
    let words = survey_words.messages();
    let unit = |unit: &Option<Text>| unit.as_ref().map(|unit| survey_words.text(unit).to_owned());
    let mean = |id: &str, title, quantity, mean: Option<MeanResults>| Named {
        id: id.to_owned(),
        title,
        quantity,
        figure: mean.map(Figure::from),
    };
    let mut quantiles = Vec::new();
    let means: Vec<_> = match fields {
        NumberFields::Single(range) => {
            let [quantity, value] = Quantity::of_range(range, survey_words);
            let found = results.and_then(|results| results.mean);
            // The place of lines that will come with the first figures.
            let keep_place = range.estimand == Estimand::Distribution && found.is_none();
            let of_number = results.and_then(|results| results.quantiles.as_deref());
            quantiles = quantiles::lines(of_number, keep_place, &value, words);
            vec![mean("mean", words.text("mean"), quantity, found)]
        }
        NumberFields::Several(fields) => {
            let of_fields = results.and_then(|results| results.fields.as_ref());
            let fields = fields.iter().map(|field| {
                let quantity = Quantity::on(&field.grid, unit(&field.unit));
                let found = of_fields
                    .and_then(|results| results.iter().find(|results| results.id == field.id))
                    .and_then(|results| results.mean);
                let title = survey_words.text(&field.title).to_owned();
                mean(field.id.as_str(), title, quantity, found)
            });
            fields.collect()
        }
    };
    let says_little = means.iter().all(Named::says_little);
    let answered = results.and_then(|results| results.answered);
    let can_be_declined = answered.is_some();
    let answered = answered.map(|answered| Named {
        id: "answered".to_owned(),
        title: words.text("answered"),
        quantity: Quantity::Share,
        figure: Some(answered.into()),
    });
    let median = quantiles.iter().filter(|line| line.id == quantiles::MEDIAN);
    let told = (means.iter().map(|line| ("headline-share", line)))
        .chain(median.map(|line| ("headline-median", line)))
        .chain(answered.iter().map(|line| ("headline-share", line)));
    let known = told.filter(|(_, line)| line.figure.is_some());
    let apart = results.and_then(|results| results.not_asked.as_ref());
    let apart = apart.into_iter();
    let apart = apart.flat_map(|apart| not_asked::sentences(apart, times_in, words));
    let sentences = known.map(|(key, line)| headline(key, line, times_in, words));
    let sentences = sentences.chain(apart).collect();
    let caption = words.text("numbers-caption");
    let caption = if quantiles.is_empty() {
        caption
    } else {
        [caption, words.text("quantiles-caption")].join(" ")
    };
    let caption = if results.is_some_and(withholds_a_mean) {
        [caption, words.text("no-mean")].join(" ")
    } else {
        caption
    };
    let lines = means.into_iter().chain(quantiles).chain(answered);
    let mut lines: Vec<_> = lines.collect();
    let rows = lines.iter().map(|line| line.row_in_range(times_in, words));
    let rows = charts::bars(rows.collect(), LANE);
    let bins = results.and_then(|results| results.distribution.as_deref());
    let bins = bins.unwrap_or_default();
    let drawing = html! {
        <>
            { rows }
            if !bins.is_empty() { { distribution(bins, (fields, times_in), survey_words) } }
        </>
    };
    lines.extend(bins.iter().map(|bin| range(bin, fields, survey_words)));
    let shares = lines.iter().filter(|line| line.quantity == Quantity::Share);
    let shares = shares.filter_map(|line| line.figure);
    let shares: Vec<_> = shares.flat_map(|figure| figure.shares()).collect();
    Drawn {
        sentences,
        explanation: if can_be_declined {
            Explanation::NumbersOfThoseWhoAnswered
        } else {
            Explanation::Numbers
        },
        drawing,
        caption,
        says_little,
        lines: Lines {
            first: "table-figure",
            with_reported: false,
            scale: Scale::holding(shares),
            all: lines,
        },
    }
}

/// Whether a mean is not told because perhaps nobody answered.
fn withholds_a_mean(results: &QuestionResults) -> bool {
    let mut fields = results.fields.iter().flatten();
    results.no_mean.is_some() || fields.any(|field| field.no_mean.is_some())
}

/// An end of a bin, without a unit.
fn end(number: f64, fields: NumberFields<'_>, words: &Words) -> String {
    let calendar = match fields {
        NumberFields::Single(range) => range.calendar,
        NumberFields::Several(_) => None,
    };
    match calendar {
        Some(calendar) => words.messages().moment(calendar, Calendar::whole(number)),
        None => words.number(&number.to_string()),
    }
}

/// The share of those whose number lies in a range.
fn range(bin: &BinResults, fields: NumberFields<'_>, words: &Words) -> Named {
    let [from, to] = [bin.from, bin.to].map(|number| end(number, fields, words));
    Named {
        id: ["from-", &from].concat(),
        title: if from == to {
            from
        } else {
            words.fill("range", &[("from", &from), ("to", &to)])
        },
        quantity: Quantity::Share,
        figure: Some((*bin).into()),
    }
}

fn distribution(
    bins: &[BinResults],
    (fields, times_in): (NumberFields<'_>, TimesIn),
    survey_words: &Words,
) -> Html {
    let words = survey_words.messages();
    let columns = bins.iter().map(|bin| {
        let reading = Figure::from(*bin).reading(&Quantity::Share);
        Bin {
            share: reading.shown,
            interval: reading.interval,
        }
    });
    let columns: Vec<_> = columns.collect();
    let ends = columns.iter();
    let scale = Scale::holding(ends.flat_map(|column| [column.share, column.interval.1]));
    let numbers = [
        bins.first().map(|bin| bin.from),
        bins.last().map(|bin| bin.to),
    ];
    let numbers = numbers.map(|number| end(number.unwrap_or_default(), fields, survey_words));
    let tallest = bins
        .iter()
        .max_by(|one, other| one.estimate.total_cmp(&other.estimate));
    let tallest = tallest.map(|bin| {
        let named = range(bin, fields, survey_words);
        let title = words.fill("distribution-tallest", &[("range", &named.title)]);
        html! { <>{ title }{ " " }{ named.in_words(&(*bin).into(), times_in, words) }</> }
    });
    let top = words.percent(scale.end(), 0);
    html! {
        <div class="distribution">
            <p class="row-title">{ words.text("distribution") }</p>
            { charts::histogram(&columns, scale, numbers) }
            <p class="note">{ for tallest }</p>
            <p class="note">{ words.fill("distribution-caption", &[("end", &top)]) }</p>
        </div>
    }
}

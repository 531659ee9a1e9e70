//! One number or several: means on the line of what could be answered, the share of those who answered,
//! and the distribution where the survey asks for it.

use sotto_ldp::norm_sub;
use sotto_survey::{BinResults, MeanResults, NumberFields, QuestionResults, Text};
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
    let mut lines: Vec<_> = match fields {
        NumberFields::Single(range) => {
            let quantity = Quantity::on(&range.grid, unit(&range.unit));
            let results = results.and_then(|results| results.mean);
            vec![mean("mean", words.text("mean"), quantity, results)]
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
    let says_little = lines.iter().all(Named::says_little);
    if let Some(answered) = results.and_then(|results| results.answered) {
        lines.push(Named {
            id: "answered".to_owned(),
            title: words.text("answered"),
            quantity: Quantity::Share,
            figure: Some(answered.into()),
        });
    }
    let rows = lines.iter().map(|line| {
        let (start, end) = line.quantity.range();
        line.row(Scale::between(start, end), times_in, words)
    });
    let rows = charts::bars(rows.collect(), LANE);
    let bins = results.and_then(|results| results.distribution.as_deref());
    let bins = bins.unwrap_or_default();
    let known = lines.iter().filter(|line| line.figure.is_some());
    let mut sentences: Vec<_> = known
        .map(|line| headline("headline-share", line, times_in, words))
        .collect();
    if let Some(bin) = median(bins) {
        let range = range(bin, survey_words).title;
        let median = words.fill("headline-median", &[("range", &range)]);
        sentences.push(median.into());
    }
    let drawing = html! {
        <>
            { rows }
            if !bins.is_empty() { { distribution(bins, times_in, survey_words) } }
        </>
    };
    lines.extend(bins.iter().map(|bin| range(bin, survey_words)));
    let shares = lines.iter().filter(|line| line.quantity == Quantity::Share);
    let shares = shares.filter_map(|line| line.figure);
    let shares: Vec<_> = shares.flat_map(|figure| figure.shares()).collect();
    Drawn {
        sentences,
        explanation: Explanation::Numbers,
        drawing,
        caption: words.text("numbers-caption"),
        says_little,
        lines: Lines {
            first: "table-figure",
            with_reported: false,
            scale: Scale::holding(shares),
            all: lines,
        },
    }
}

/// The column that half of the answers come up to, once no column is below 0.
fn median(bins: &[BinResults]) -> Option<&BinResults> {
    let shares: Vec<_> = bins.iter().map(|bin| bin.estimate).collect();
    let mut together = 0.0;
    let up_to = norm_sub(&shares).into_iter().map(|share| {
        together += share;
        together
    });
    let reached = bins.iter().zip(up_to).find(|(_, up_to)| *up_to >= 0.5);
    reached.map(|(bin, _)| bin)
}

/// The share of those whose number lies in a range.
fn range(bin: &BinResults, words: &Words) -> Named {
    let [from, to] = [bin.from, bin.to].map(|end| words.number(&end.to_string()));
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

fn distribution(bins: &[BinResults], times_in: TimesIn, survey_words: &Words) -> Html {
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
    let numbers = numbers.map(|end| words.decimal(&end.unwrap_or_default().to_string()));
    let tallest = bins
        .iter()
        .max_by(|one, other| one.estimate.total_cmp(&other.estimate));
    let tallest = tallest.map(|bin| {
        let named = range(bin, survey_words);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_lies_where_half_is_reached() {
        let bins = |shares: &[f64]| -> Vec<BinResults> {
            let numbered = (0..).zip(shares);
            let bins = numbered.map(|(place, &estimate)| BinResults {
                from: f64::from(place),
                to: f64::from(place + 1),
                estimate,
                standard_error: 0.1,
                interval: [estimate - 0.2, estimate + 0.2],
            });
            bins.collect()
        };
        for (shares, from) in [
            (&[0.2, 0.2, 0.2, 0.4][..], Some(2.0)),
            (&[0.6, 0.4], Some(0.0)),
            // Below 0 only by chance: the rest are 1 together once it is cut.
            (&[-0.3, 0.4, 0.9], Some(2.0)),
            (&[], None),
        ] {
            assert_eq!(
                median(&bins(shares)).map(|bin| bin.from),
                from,
                "{shares:?}"
            );
        }
    }
}

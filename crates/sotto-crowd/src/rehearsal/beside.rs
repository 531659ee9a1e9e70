//! Every figure that results tell beside what is true of the people who were imagined.

use sotto_survey::{CategoryResults, MeanResults, QuestionResults, Results, ShareResults};

/// A figure and its truth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    told: Told,
    truth: f64,
}

/// A figure as it is told.
#[derive(Clone, Copy, Debug)]
struct Told {
    estimate: f64,
    /// Nothing of a quantile, which has none.
    standard_error: Option<f64>,
    interval: [f64; 2],
}

impl Beside {
    /// Whether the interval holds the truth.
    pub(super) fn holds(&self) -> bool {
        let [low, high] = self.told.interval;
        (low..=high).contains(&self.truth)
    }

    /// How many standard errors the estimate is off; `None` where it has none.
    pub(super) fn errors_off(&self) -> Option<f64> {
        let error = self.told.standard_error.filter(|&error| error > 0.0)?;
        Some((self.told.estimate - self.truth) / error)
    }
}

/// Those of results and of the truth in the same form; what is not told, or true of nobody, is left out.
pub(super) fn beside(results: &Results, imagined: &Results) -> Vec<Beside> {
    let pairs = all(results).into_iter().zip(all(imagined));
    let pairs = pairs.filter_map(|(told, truth)| {
        let truth = truth?.estimate;
        Some(Beside { told: told?, truth })
    });
    pairs.filter(|one| !one.truth.is_nan()).collect()
}

/// Every figure in an order that results of the same survey share.
fn all(results: &Results) -> Vec<Option<Told>> {
    let questions = results.questions.iter().flat_map(of_question);
    let cells = results.joints.iter().flat_map(|joint| &joint.cells);
    let cells = cells.map(|cell| told(cell.estimate, cell.standard_error, cell.interval));
    let arms = results.arms.iter().flat_map(|arms| &arms.categories);
    let arms = arms.flat_map(|category| {
        let combined = category.combined.iter();
        combined
            .chain(&category.differences)
            .map(|one| Some(share(*one)))
    });
    questions.chain(cells).chain(arms).collect()
}

fn of_question(question: &QuestionResults) -> Vec<Option<Told>> {
    let rows = question.rows.iter().flatten();
    let categories = question.categories.iter();
    let categories = categories.chain(rows.flat_map(|row| &row.categories));
    let categories = categories
        .map(|one: &CategoryResults| told(one.estimate, one.standard_error, one.interval));
    let fields = question
        .fields
        .iter()
        .flatten()
        .map(|field| field.mean.map(mean));
    let number = [question.mean.map(mean), question.answered.map(share)];
    let bins = question.distribution.iter().flatten();
    let bins = bins.map(|bin| {
        told(
            Some(bin.estimate),
            Some(bin.standard_error),
            Some(bin.interval),
        )
    });
    let quantiles = question.quantiles.iter().flatten();
    let quantiles = quantiles.map(|one| {
        Some(Told {
            estimate: one.estimate,
            standard_error: None,
            interval: one.interval,
        })
    });
    let places = question.ranking.iter().flat_map(|ranking| &ranking.places);
    let pairs = question.ranking.iter().flat_map(|ranking| &ranking.pairs);
    categories
        .chain(fields)
        .chain(number)
        .chain(bins)
        .chain(quantiles)
        .chain(places.map(|place| place.mean.map(mean)))
        .chain(pairs.map(|pair| pair.share.map(share)))
        .collect()
}

fn told(
    estimate: Option<f64>,
    standard_error: Option<f64>,
    interval: Option<[f64; 2]>,
) -> Option<Told> {
    Some(Told {
        estimate: estimate?,
        standard_error,
        interval: interval?,
    })
}

const fn mean(mean: MeanResults) -> Told {
    Told {
        estimate: mean.estimate,
        standard_error: Some(mean.standard_error),
        interval: mean.interval,
    }
}

const fn share(share: ShareResults) -> Told {
    Told {
        estimate: share.estimate,
        standard_error: Some(share.standard_error),
        interval: share.interval,
    }
}

//! What is true of the imagined people, in the form of results: each figure in the place of its estimate.

use sotto_survey::{
    AnswerShape, ArmsResults, Categories, CategoryResults, MeanResults, Question, QuestionResults,
    Results, ShareResults, Survey,
};

use super::truth::Truth;

/// The truth of every figure that these results have or wait for. A truth has no interval: both of its ends are
/// itself. What nobody answered stays empty, and what is about mechanisms, not about people, is left out.
pub(super) fn imagined(survey: &Survey, truth: &Truth, results: &Results) -> Results {
    let reported: Vec<_> = survey.reported_questions().collect();
    let mut told = results.clone();
    for results in &mut told.questions {
        let found = reported.iter().position(|one| *one.id() == results.id);
        if let Some((at, question)) = found.and_then(|at| Some((at, *reported.get(at)?))) {
            fill(question, results, Of { truth, at });
        }
    }
    for (index, joint) in told.joints.iter_mut().enumerate() {
        for (at, cell) in joint.cells.iter_mut().enumerate() {
            let share = truth.cell(index, at);
            cell.count = None;
            cell.estimate = share;
            cell.consistent = share;
            cell.standard_error = share.map(|_| 0.0);
            cell.interval = share.map(|share| [share; 2]);
        }
    }
    let questions = &told.questions;
    told.arms = { told.arms.iter() }
        .map(|arms| together(arms, questions))
        .collect();
    told
}

/// The truth of a question, by its place among those that are reported.
#[derive(Clone, Copy)]
struct Of<'a> {
    truth: &'a Truth,
    at: usize,
}

fn fill(question: &Question, results: &mut QuestionResults, of: Of<'_>) {
    let Of { truth, at } = of;
    (results.found, results.secret, results.no_mean) = (None, None, None);
    categories(question, 0, &mut results.categories, of);
    for (row, results) in results.rows.iter_mut().flatten().enumerate() {
        categories(question, row, &mut results.categories, of);
    }
    results.answered = results.answered.and(truth.answered(at)).map(share);
    match question.shape() {
        AnswerShape::Numbers(_) => {
            results.mean = truth
                .mean(at, 0)
                .filter(|_| results.fields.is_none())
                .map(mean);
            for (field, results) in results.fields.iter_mut().flatten().enumerate() {
                results.mean = truth.mean(at, field).map(mean);
                results.no_mean = None;
            }
            for bin in results.distribution.iter_mut().flatten() {
                let share = truth.within(at, [bin.from, bin.to]).unwrap_or_default();
                (bin.estimate, bin.standard_error, bin.interval) = (share, 0.0, [share; 2]);
            }
            for quantile in results.quantiles.iter_mut().flatten() {
                let number = truth.quantile(at, quantile.level).unwrap_or(f64::NAN);
                (quantile.estimate, quantile.interval) = (number, [number; 2]);
            }
        }
        AnswerShape::One(levels @ Categories::Levels { first, .. }) => {
            let levels = (first, levels.count());
            for quantile in results.quantiles.iter_mut().flatten() {
                let level = truth.level(at, levels, quantile.level).unwrap_or(f64::NAN);
                (quantile.estimate, quantile.interval) = (level, [level; 2]);
            }
        }
        AnswerShape::Order(_) => {
            if let Some(ranking) = &mut results.ranking {
                for (option, place) in ranking.places.iter_mut().enumerate() {
                    place.mean = truth.place(at, option).map(mean);
                }
                for (index, pair) in ranking.pairs.iter_mut().enumerate() {
                    pair.share = truth.pair(at, index).map(share);
                }
            }
        }
        AnswerShape::None { .. }
        | AnswerShape::One(_)
        | AnswerShape::Set(_)
        | AnswerShape::Rows(_) => {}
    }
}

fn categories(question: &Question, row: usize, results: &mut [CategoryResults], of: Of<'_>) {
    for category in results {
        let index = question.category_index(&category.id);
        let share = index.and_then(|index| of.truth.share(of.at, row, index as usize));
        category.count = None;
        category.estimate = share;
        category.consistent = share;
        category.standard_error = share.map(|_| 0.0);
        category.interval = share.map(|share| [share; 2]);
    }
}

/// What arms say together, of shares that are true.
fn together(arms: &ArmsResults, questions: &[QuestionResults]) -> ArmsResults {
    let mut told = arms.clone();
    let share_of = |member: usize, id: &str| {
        let member = arms.members.get(member)?;
        let question = questions.iter().find(|one| one.id == *member)?;
        let category = question.categories.iter().find(|one| one.id == id)?;
        category.estimate
    };
    for category in &mut told.categories {
        let shares = (0..arms.members.len()).map(|member| share_of(member, &category.id));
        // Arms are told together once each has reports, and so people.
        let shares: Vec<_> = shares.map(|share| share.unwrap_or(f64::NAN)).collect();
        let first = shares.first().copied().unwrap_or(f64::NAN);
        let count = u32::try_from(shares.len()).unwrap_or(u32::MAX);
        let all = shares.iter().sum::<f64>() / f64::from(count);
        category.combined = category.combined.map(|_| share(all));
        let others = shares.iter().skip(1);
        category.differences = others.map(|other| share(other - first)).collect();
    }
    told
}

const fn mean(estimate: f64) -> MeanResults {
    MeanResults {
        estimate,
        standard_error: 0.0,
        interval: [estimate; 2],
    }
}

const fn share(estimate: f64) -> ShareResults {
    ShareResults {
        estimate,
        standard_error: 0.0,
        interval: [estimate; 2],
    }
}

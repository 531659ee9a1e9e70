//! What arms say together: the mean of their shares, and how much these differ.

use sotto_ldp::{
    Estimate,
    comparison::{difference, mean},
    intervals::IntervalMethod,
};

use crate::counting::results::{ArmResults, ArmsResults, QuestionResults, ShareResults};

/// The arms together; `None` if their categories are not the same, or one has too few reports. Only arms that
/// were drawn, and so evenly, have a mean (`by_link` is for the others): how many were to come by which link
/// nobody has said.
pub(crate) fn together(questions: &[QuestionResults], by_link: bool) -> Option<ArmsResults> {
    let (first, others) = questions.split_first()?;
    let names = |one: &QuestionResults| -> Vec<String> {
        one.categories.iter().map(|one| one.id.clone()).collect()
    };
    let same = names(first);
    if same.is_empty() || others.iter().any(|one| names(one) != same) {
        return None;
    }
    let categories = same.into_iter().enumerate().map(|(index, id)| {
        let shares = questions.iter().map(|question| {
            let category = question.categories.get(index)?;
            let [low, high] = category.interval?;
            Some(Estimate {
                share: category.estimate?,
                standard_error: category.standard_error?,
                interval: (low, high),
            })
        });
        let shares: Vec<_> = shares.collect::<Option<_>>()?;
        let combined = mean(&shares)?;
        let (first, others) = shares.split_first()?;
        // Not everybody is in an arm, so that they are a sample.
        let differences = others.iter().map(|other| {
            let found = difference(other, first, IntervalMethod::Sampled);
            ShareResults {
                estimate: found.difference,
                standard_error: found.standard_error,
                interval: [found.interval.0, found.interval.1],
            }
        });
        Some(ArmResults {
            id,
            combined: (!by_link).then_some(ShareResults {
                estimate: combined.share,
                standard_error: combined.standard_error,
                interval: [combined.interval.0, combined.interval.1],
            }),
            differences: differences.collect(),
        })
    });
    Some(ArmsResults {
        members: questions.iter().map(|one| one.id.clone()).collect(),
        categories: categories.collect::<Option<_>>()?,
    })
}

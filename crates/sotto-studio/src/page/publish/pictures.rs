//! Handing in the pictures of a draft: those of the next version before it is published, those of a new survey right
//! behind it, before anybody is given its address.

use std::collections::BTreeSet;

use super::{
    super::pictures::kept,
    collector::{Asked, Collector},
};
use crate::draft::{Draft, List, QuestionDraft};

/// The hashes of a draft's pictures.
pub(super) fn hashes(draft: &Draft) -> BTreeSet<String> {
    let questions = draft.questions();
    let all = questions.flat_map(|question| {
        let options = question.items(List::Options);
        let options: Vec<_> = options.filter_map(QuestionDraft::picture).collect();
        question.picture().into_iter().chain(options)
    });
    all.map(|picture| picture.hash().to_owned()).collect()
}

/// Hands in those that this browser keeps; the collector has the others, or says that it lacks one.
pub(super) async fn hand_in(
    collector: &Collector,
    survey: &str,
    hashes: BTreeSet<String>,
) -> Asked<()> {
    for hash in hashes {
        if let Some(bytes) = kept(&hash).await {
            collector.keep_picture(survey, &hash, bytes).await?;
        }
    }
    Ok(())
}

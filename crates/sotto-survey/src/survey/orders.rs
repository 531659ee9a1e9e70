//! Whether what is asked can follow every order in which a survey may be shown.

use super::{Page, Survey};
use crate::{
    file::{
        fault::{At, FaultCause},
        list_order::ListOrder,
    },
    terms::{condition::Condition, identifier::Identifier},
};

/// Refuses what no order can follow: pins that name nothing, or where nothing moves, and conditions on
/// what may be shown later, or words with the answer to it. Whoever publishes a survey asks for that; a device would show it all the
/// same.
pub(super) fn check_orders(survey: &Survey, root: &At<'_>) {
    let pages = survey.pages();
    let at = root.key("questions");
    for (index, question) in survey.questions().iter().enumerate() {
        let mut ids = Vec::new();
        question
            .kind()
            .each_movable(&mut |id, _| ids.push(id.clone()));
        check_pins(question.order(), question.pinned(), &ids, &at.index(index));
    }
    for (index, page) in pages.iter().enumerate() {
        let questions = survey.questions().get(page.questions.clone());
        let questions = questions.unwrap_or_default().iter();
        let ids: Vec<_> = questions.map(|question| question.id().clone()).collect();
        let at = root.key("pages");
        check_pins(page.order, &page.pinned, &ids, &at.index(index));
    }
    check_conditions(survey, &pages, &at);
}

fn check_pins(order: Option<ListOrder>, pinned: &[Identifier], ids: &[Identifier], at: &At<'_>) {
    let at = at.key("pinned");
    if order.is_none() && !pinned.is_empty() {
        at.fault(|| FaultCause::PinnedWithoutOrder);
    }
    for (index, id) in pinned.iter().enumerate() {
        if !ids.contains(id) {
            at.index(index)
                .fault(|| FaultCause::UnknownPin(id.to_string()));
        }
    }
}

/// Refuses conditions on what may be shown later, and answers to it in words; `at` is where the questions stand.
fn check_conditions(survey: &Survey, pages: &[Page], at: &At<'_>) {
    let questions = survey.questions();
    let page_of = |index| {
        pages
            .iter()
            .position(|page| page.questions.contains(&index))
    };
    let stays: Vec<bool> = pages.iter().map(|page| page.stays).collect();
    for (index, question) in questions.iter().enumerate() {
        let check = |id: &Identifier, field: &'static str| {
            let other = questions.iter().position(|one| one.id() == id);
            let found = other.and_then(|other| Some((other, page_of(other)?, page_of(index)?)));
            let Some((other, page_of_other, own_page)) = found else {
                return;
            };
            let page = &pages[own_page];
            let comes_first = if page_of_other == own_page {
                let first = page.questions.start;
                let stays = page.staying(questions);
                page.order.is_none() || is_first(&stays, other - first, index - first)
            } else {
                survey.page_order().is_none() || is_first(&stays, page_of_other, own_page)
            };
            if !comes_first {
                let cause = || FaultCause::MayBeAskedLater(id.to_string());
                at.index(index).key(field).fault(cause);
            }
        };
        if let Some(condition) = question.condition() {
            named(condition, &mut |id| check(id, "condition"));
        }
        #[cfg(feature = "whole")]
        if let Some(piping) = question.piping() {
            check(&piping.question, "title");
        }
    }
}

/// Whether one element comes before another whatever is drawn.
fn is_first(stays: &[bool], one: usize, other: usize) -> bool {
    let latest = |index: usize| {
        let moving = stays.iter().rposition(|stays| !stays);
        moving.filter(|_| !stays[index]).unwrap_or(index)
    };
    let earliest = |index: usize| {
        let moving = stays.iter().position(|stays| !stays);
        moving.filter(|_| !stays[index]).unwrap_or(index)
    };
    latest(one) < earliest(other)
}

/// Tells every question that a condition names.
fn named(condition: &Condition, tell: &mut impl FnMut(&Identifier)) {
    match condition {
        Condition::All(conditions) | Condition::Any(conditions) => {
            for condition in conditions {
                named(condition, tell);
            }
        }
        Condition::Not(condition) => named(condition, tell),
        Condition::Is { question, .. } | Condition::Within { question, .. } => tell(question),
    }
}

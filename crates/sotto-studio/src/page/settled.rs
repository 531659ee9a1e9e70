//! Parts of a question's form that are drawn only when something that they show changes: with a key that is typed into
//! its words, most of the form stays as it is, however many questions and options there are.

use std::rc::Rc;

use sotto_survey::Json;
use yew::prelude::*;

use super::desk::{Desk, Faults, OwnedDesk};
use crate::draft::{Draft, List, QuestionDraft, list_of, member};

/// Who shows a part of the form of the question at an index.
type Show = fn(Desk<'_>, usize, QuestionDraft<'_>, FormPart) -> Html;

/// Such a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormPart {
    /// Every place that the question can be moved to.
    Places,
    /// When it is asked.
    Condition,
    /// With which others it is reported, and of which it is a variant.
    Joined,
    /// One element of a list.
    Item(List, usize),
    /// What a list can be filled with at once, and the names of its elements in the data.
    ListTools(List),
}

/// What a part was drawn of. A desk that is kept tells the newest state, also of what was drawn before.
#[derive(Clone)]
struct Drawn {
    draft: Draft,
    /// The languages of the survey, and those of the form.
    languages: [Vec<String>; 2],
    faults: Faults,
}

impl Drawn {
    fn of(desk: Desk<'_>) -> Self {
        let shown = desk.languages();
        Self {
            draft: desk.draft().clone(),
            languages: [
                desk.columns(),
                shown.into_iter().map(str::to_owned).collect(),
            ],
            faults: desk.faults(),
        }
    }
}

#[derive(Properties)]
struct SettledProps {
    desk: OwnedDesk,
    drawn: Drawn,
    /// The question's index.
    index: usize,
    part: FormPart,
    show: Show,
}

impl PartialEq for SettledProps {
    fn eq(&self, other: &Self) -> bool {
        let (one, another) = (self.desk.desk(), other.desk.desk());
        (self.index, self.part) == (other.index, other.part)
            && (one.words, one.act) == (another.words, another.act)
            && shows_same(self.part, self.index, (&self.drawn, &other.drawn))
    }
}

/// The part of a question's form, shown by who shows all of its kind.
pub(super) fn part(desk: Desk<'_>, index: usize, part: FormPart, show: Show) -> Html {
    html! { <Settled desk={desk.owned()} drawn={Drawn::of(desk)} {index} {part} {show}/> }
}

#[component]
fn Settled(props: &SettledProps) -> Html {
    let desk = props.desk.desk();
    let index = props.index;
    let question = desk.draft().question(index);
    question.map_or_else(Html::default, |question| {
        (props.show)(desk, index, question, props.part)
    })
}

/// Whether a part shows the same of both.
fn shows_same(part: FormPart, index: usize, (one, other): (&Drawn, &Drawn)) -> bool {
    let (draft, another) = (&one.draft, &other.draft);
    let count = draft.shared().len();
    let same_count = count == another.shared().len();
    // Names of questions are in the languages of the survey.
    let same_languages = one.languages == other.languages;
    let own = [draft, another].map(|draft| draft.shared().get(index).map(|one| &**one));
    let [Some(mine), Some(others)] = own else {
        return false;
    };
    let same_field = |name: &str| member(mine, name) == member(others, name);
    let same_length =
        |list: List| list_of(mine, list.name()).len() == list_of(others, list.name()).len();
    match part {
        FormPart::Places => same_count,
        FormPart::Condition => {
            same_languages
                && same_field("condition")
                && same_field("type")
                && are_same(draft, another, 0..index)
        }
        FormPart::Joined => {
            let same_head = |name: &str| {
                draft.head().and_then(|head| member(head, name))
                    == another.head().and_then(|head| member(head, name))
            };
            same_languages
                && same_count
                && same_field("type")
                && ["link", "arms", "arms-by-link", "plan"]
                    .into_iter()
                    .all(same_head)
                && are_same(draft, another, 0..index)
                && are_same(draft, another, index + 1..count)
        }
        FormPart::Item(list, item) => {
            let at = |question| list_of(question, list.name()).get(item);
            same_languages
                && same_length(list)
                && same_field("type")
                && at(mine) == at(others)
                && one.faults.are_same(&other.faults)
        }
        FormPart::ListTools(list) => {
            let ids = |question| {
                let items = list_of(question, list.name()).iter();
                items.map(|item: &Json| member(item, "id"))
            };
            same_languages && same_length(list) && ids(mine).eq(ids(others))
        }
    }
}

/// Whether those are the very same questions.
fn are_same(draft: &Draft, other: &Draft, range: std::ops::Range<usize>) -> bool {
    match (draft.shared().get(range.clone()), other.shared().get(range)) {
        (Some(one), Some(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| Rc::ptr_eq(one, other))
        }
        _ => false,
    }
}

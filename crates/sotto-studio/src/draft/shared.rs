//! A survey whose questions are shared among drafts: an edit of one of them copies no other.

use std::rc::Rc;

use sotto_survey::Json;

use super::tree::{list_in, member, remove};

/// An object of JSON, with the elements of its list of questions apart.
#[derive(Clone, Debug)]
pub struct SharedSurvey {
    /// Everything else. Where it has a list of questions, that is empty.
    head: Rc<Json>,
    questions: Vec<Rc<Json>>,
}

impl PartialEq for SharedSurvey {
    /// What is shared is equal without a look at it.
    fn eq(&self, other: &Self) -> bool {
        let is_same = |one: &Rc<Json>, other: &Rc<Json>| Rc::ptr_eq(one, other) || one == other;
        let mut pairs = self.questions.iter().zip(&other.questions);
        self.questions.len() == other.questions.len()
            && is_same(&self.head, &other.head)
            && pairs.all(|(one, other)| is_same(one, other))
    }
}

impl SharedSurvey {
    /// The survey that an object is.
    pub(super) fn of(mut json: Json) -> Self {
        let questions = list_in(&mut json, "questions").map(std::mem::take);
        Self {
            head: Rc::new(json),
            questions: { questions.into_iter().flatten() }.map(Rc::new).collect(),
        }
    }

    /// As one object.
    pub(super) fn whole(&self) -> Json {
        let mut whole = Json::clone(&self.head);
        if let Some(questions) = list_in(&mut whole, "questions") {
            questions.extend(self.questions.iter().map(|one| Json::clone(one)));
        }
        whole
    }

    /// Everything but its questions.
    pub(crate) fn head(&self) -> &Json {
        &self.head
    }

    /// Its questions.
    pub(crate) fn questions(&self) -> &[Rc<Json>] {
        &self.questions
    }

    /// The same after a change that may be of any kind; nothing where it changes nothing.
    pub(crate) fn changed(&self, change: impl FnOnce(&mut Json) -> Option<()>) -> Option<Self> {
        let mut whole = self.whole();
        change(&mut whole)?;
        let mut next = Self::of(whole);
        // What is as it was goes on being shared, also where one more or less stands before it.
        for (index, question) in next.questions.iter_mut().enumerate() {
            let near = [Some(index), index.checked_sub(1), Some(index + 1)];
            let near = near.into_iter().flatten();
            let mut near = near.filter_map(|index| self.questions.get(index));
            if let Some(same) = near.find(|other| ***other == **question) {
                *question = Rc::clone(same);
            }
        }
        Some(next)
    }

    /// The same after a change of the question at that index, which is made in a survey that has no other: there it stands
    /// first.
    pub(crate) fn changed_at(
        &self,
        index: usize,
        change: impl FnOnce(&mut Json) -> Option<()>,
    ) -> Option<Self> {
        let question = Json::clone(self.questions.get(index)?);
        let alone = Json::List(vec![question]);
        let mut survey = Json::Object(vec![("questions".to_owned(), alone)]);
        change(&mut survey)?;
        let question = list_in(&mut survey, "questions")?.pop()?;
        let mut next = self.clone();
        *next.questions.get_mut(index)? = Rc::new(question);
        Some(next)
    }

    /// The same after a change of everything but its questions.
    pub(crate) fn changed_head(
        &self,
        change: impl FnOnce(&mut Json) -> Option<()>,
    ) -> Option<Self> {
        let mut next = self.clone();
        change(Rc::make_mut(&mut next.head))?;
        Some(next)
    }

    /// The same without a field of every question that has it.
    pub(crate) fn without(mut self, name: &str) -> Self {
        for question in &mut self.questions {
            if member(question, name).is_some() {
                remove(Rc::make_mut(question), name);
            }
        }
        self
    }
}

//! Every draft that there was: undo and redo.

mod difference;
mod step;

use std::rc::Rc;

use crate::{
    draft::Draft,
    edit::{Edit, apply, named_by_words},
    translating::Sources,
};

pub use step::{HistoryStep, MomentTexts};

/// So many steps can be undone.
pub(crate) const LONGEST: usize = 500;

/// A draft with what it was before, and what it will be again if what was undone is redone. Whole drafts
/// are held, each once, with what was known of their translations; of what was recalled from an earlier visit only what
/// differs.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// The steps before all that is held whole, from the first.
    recalled_past: Vec<Rc<HistoryStep>>,
    past: Vec<Moment>,
    present: Moment,
    future: Vec<Moment>,
    /// The steps behind all that is held whole, from the last.
    recalled_future: Vec<Rc<HistoryStep>>,
    /// The last edit, while more of the same typing joins it.
    last: Option<Edit>,
    /// How many edits have joined the last step.
    joined: usize,
    /// Whether names in the data follow the words.
    names_by_words: bool,
}

/// A draft at one time.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    draft: Rc<Draft>,
    sources: Rc<Sources>,
}

impl Moment {
    /// As texts.
    fn texts(&self) -> MomentTexts {
        MomentTexts {
            draft: self.draft.written().into_owned(),
            // Texts always become JSON.
            sources: serde_json::to_string(&*self.sources).unwrap_or_default(),
        }
    }

    /// The moment that two texts are; nothing where what is known of translations cannot be read.
    fn of_texts(draft: &str, sources: &str) -> Option<Self> {
        Some(Self {
            draft: Rc::new(Draft::of_text(draft)),
            sources: Rc::new(serde_json::from_str(sources).ok()?),
        })
    }
}

/// The steps of a history as they were recalled, with the moment that they lead to and from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    /// From the first moment to the one that was there.
    pub past: Vec<Rc<HistoryStep>>,
    /// The moment that was there.
    pub present: MomentTexts,
    /// From there to the last moment that can be had back, the last step first.
    pub future: Vec<Rc<HistoryStep>>,
}

/// So many keys are one step at most, of languages that put no spaces between words.
const LONGEST_STEP: usize = 20;

impl History {
    /// Begins with a draft.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self {
            recalled_past: Vec::new(),
            recalled_future: Vec::new(),
            past: Vec::new(),
            present: Moment {
                draft: Rc::new(draft),
                sources: Rc::default(),
            },
            future: Vec::new(),
            last: None,
            joined: 0,
            names_by_words: false,
        }
    }

    /// The same, in which names in the data follow the words or stay as they are.
    #[must_use]
    pub fn naming_by_words(self, names_by_words: bool) -> Self {
        Self {
            names_by_words,
            ..self
        }
    }

    /// The same, in which that is known of what translations were made of.
    #[must_use]
    pub fn knowing(mut self, sources: Sources) -> Self {
        self.present.sources = Rc::new(sources);
        self
    }

    /// The draft as it is.
    #[must_use]
    pub const fn draft(&self) -> &Rc<Draft> {
        &self.present.draft
    }

    /// What its translations were made of.
    #[must_use]
    pub const fn sources(&self) -> &Rc<Sources> {
        &self.present.sources
    }

    /// Makes an edit. One that changes nothing is no step; typing on in the same word of the same field is one.
    #[must_use]
    pub fn with(&self, edit: &Edit) -> Self {
        let now = &self.present;
        let plain = apply(&now.draft, edit);
        let named = if self.names_by_words {
            named_by_words(&now.draft, plain, edit)
        } else {
            plain
        };
        let draft = if named == *now.draft {
            Rc::clone(&now.draft)
        } else {
            Rc::new(named)
        };
        let goes_on = self.joined < LONGEST_STEP
            && self
                .last
                .as_ref()
                .is_some_and(|last| last.goes_on_with(edit));
        // What was typed on the way to a step's end was never there.
        let begun = if goes_on { self.past.last() } else { None };
        let begun = begun.unwrap_or(now);
        let sources = begun.sources.after(edit, &begun.draft, &draft);
        let sources = match sources {
            Some(sources) if sources != *now.sources => Rc::new(sources),
            _ => Rc::clone(&now.sources),
        };
        if Rc::ptr_eq(&draft, &now.draft) && Rc::ptr_eq(&sources, &now.sources) {
            return self.clone();
        }
        let mut history = self.clone();
        history.joined = if goes_on { self.joined + 1 } else { 1 };
        if !goes_on {
            history.past.push(now.clone());
            history.bound();
        }
        history.present = Moment { draft, sources };
        history.future.clear();
        history.recalled_future.clear();
        history.last = Some(edit.clone());
        history
    }

    /// The same, the next edit being a step of its own.
    #[must_use]
    pub fn paused(&self) -> Self {
        Self {
            last: None,
            ..self.clone()
        }
    }

    /// The same with the last step undone.
    #[must_use]
    pub fn undone(&self) -> Self {
        let mut history = self.clone();
        let before = history.past.pop();
        if let Some(before) = before.or_else(|| history.recalled_before()) {
            history.future.push(self.present.clone());
            history.present = before;
        }
        history.last = None;
        history
    }

    /// The same with what was undone last done again.
    #[must_use]
    pub fn redone(&self) -> Self {
        let mut history = self.clone();
        let next = history.future.pop();
        if let Some(next) = next.or_else(|| history.recalled_next()) {
            history.past.push(self.present.clone());
            history.present = next;
        }
        history.last = None;
        history
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty() || !self.recalled_past.is_empty()
    }

    /// Whether there is something to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty() || !self.recalled_future.is_empty()
    }

    /// How many steps lead here, and how many on: another number is another place in it.
    #[must_use]
    pub const fn steps(&self) -> (usize, usize) {
        (
            self.recalled_past.len() + self.past.len(),
            self.recalled_future.len() + self.future.len(),
        )
    }

    /// The same with the steps that led to it before the page was loaded, and those that led on. What was done
    /// meanwhile stands behind them; where the draft is another than it was then, that is one step more.
    #[must_use]
    pub fn recalling(&self, recalled: &Recalled) -> Self {
        let mut history = self.clone();
        let is_new = history.past.is_empty() && history.future.is_empty();
        let first = history.past.first_mut().unwrap_or(&mut history.present);
        let texts = first.texts();
        history.recalled_past.clone_from(&recalled.past);
        if texts.draft == recalled.present.draft {
            // More was known of translations then than is kept with a draft.
            let known = serde_json::from_str(&recalled.present.sources).ok();
            if let Some(known) = known {
                first.sources = Rc::new(known);
            }
            if is_new {
                history.recalled_future.clone_from(&recalled.future);
            }
        } else {
            let step = HistoryStep::between(&recalled.present, &texts);
            history.recalled_past.push(Rc::new(step));
        }
        history.bound();
        history
    }

    /// The steps as they are kept. Those that `known` has are not made again; what it has afterwards are those of now.
    #[must_use]
    pub fn kept(&self, known: &mut KnownSteps) -> Recalled {
        let moments = self.past.iter().chain([&self.present]);
        let moments: Vec<_> = moments.chain(self.future.iter().rev()).collect();
        let here = self.past.len();
        let mut made = KnownSteps::default();
        let pairs = moments.iter().zip(moments.iter().skip(1));
        let mut steps = Vec::with_capacity(moments.len());
        for (one, other) in pairs {
            let found = { known.steps.iter() }.find(|known| known.is_between(one, other));
            let step = if let Some(found) = found {
                Rc::clone(&found.step)
            } else {
                let texts = [one, other].map(|moment| made.texts(known, moment));
                let [one, other] = &texts;
                Rc::new(HistoryStep::between(one, other))
            };
            made.steps.push(KnownStep {
                one: Moment::clone(one),
                other: Moment::clone(other),
                step: Rc::clone(&step),
            });
            steps.push(step);
        }
        let present = made.texts(known, &self.present);
        *known = made;
        let (past, future) = steps.split_at(here.min(steps.len()));
        let past = self.recalled_past.iter().chain(past).cloned().collect();
        let future = future.iter().rev();
        Recalled {
            past,
            present: MomentTexts::clone(&present),
            future: self.recalled_future.iter().chain(future).cloned().collect(),
        }
    }

    /// The moment before, by the step that was recalled. Steps that do not lead to this moment lead nowhere.
    fn recalled_before(&mut self) -> Option<Moment> {
        let step = self.recalled_past.pop()?;
        let found = step.back(&self.present);
        if found.is_none() {
            self.recalled_past.clear();
        }
        found
    }

    /// The next moment, in the same way.
    fn recalled_next(&mut self) -> Option<Moment> {
        let step = self.recalled_future.pop()?;
        let found = step.forth(&self.present);
        if found.is_none() {
            self.recalled_future.clear();
        }
        found
    }

    /// Forgets the first steps where there are too many.
    fn bound(&mut self) {
        let beyond = (self.recalled_past.len() + self.past.len()).saturating_sub(LONGEST);
        let recalled = beyond.min(self.recalled_past.len());
        self.recalled_past.drain(..recalled);
        self.past.drain(..beyond - recalled);
    }
}

/// Steps that were made already, so that they need not be made again.
#[derive(Clone, Debug, Default)]
pub struct KnownSteps {
    steps: Vec<KnownStep>,
    /// The moments that were written last, which the next steps begin with.
    texts: Vec<(Moment, Rc<MomentTexts>)>,
}

impl KnownSteps {
    /// A moment as texts, which are made once.
    fn texts(&mut self, known: &Self, moment: &Moment) -> Rc<MomentTexts> {
        let mut all = self.texts.iter().chain(&known.texts);
        let found = all.find(|(other, _)| other.is(moment));
        let texts = found.map_or_else(|| Rc::new(moment.texts()), |(_, texts)| Rc::clone(texts));
        if !self.texts.iter().any(|(other, _)| other.is(moment)) {
            self.texts.push((moment.clone(), Rc::clone(&texts)));
        }
        texts
    }
}

#[derive(Clone, Debug)]
struct KnownStep {
    one: Moment,
    other: Moment,
    step: Rc<HistoryStep>,
}

impl KnownStep {
    /// Whether it is the step between those very moments.
    fn is_between(&self, one: &Moment, other: &Moment) -> bool {
        self.one.is(one) && self.other.is(other)
    }
}

impl Moment {
    /// Whether it is that very moment.
    fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draft, &other.draft) && Rc::ptr_eq(&self.sources, &other.sources)
    }
}

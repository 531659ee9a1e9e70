//! The draft while it is made, whatever the file's format is.

mod asked;
mod closing;
mod draft;
mod ends;
mod numbers;
mod plan;
mod questions;
mod texts;
mod value;

use std::collections::{BTreeMap, HashSet};

use crate::{
    model::{
        FileKind, FileQuestion,
        condition::{KnownQuestion, WrittenCondition},
    },
    report::{ImportOutcome, Reason, ReportLines},
    words::{FileTexts, PipingStyle, fresh, id_of},
};
use closing::Closing;
use value::DraftValue;

pub(crate) use draft::Made;

/// The most questions of a survey.
const MOST_QUESTIONS: usize = 200;

/// A draft that is being made.
#[derive(Debug)]
pub(crate) struct Builder {
    first: String,
    piping: PipingStyle,
    has_markdown: bool,
    id: Option<String>,
    title: FileTexts,
    description: FileTexts,
    closing: Closing,
    pages: Vec<DraftPage>,
    known: Vec<KnownQuestion>,
    ids: HashSet<String>,
    /// The questions of the draft as the file calls them, in their order.
    places: Vec<DraftPlace>,
    /// How many texts there are in each language.
    languages: BTreeMap<String, usize>,
    /// How many bytes of text the draft may still hold.
    room: usize,
    pub(crate) report: ReportLines,
}

/// A question of the draft, as the file calls it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DraftPlace {
    /// As lines of the report call it.
    pub(crate) names: Vec<String>,
    /// Its id in the draft.
    pub(crate) id: String,
}

/// Questions that stand together.
#[derive(Debug, Default)]
struct DraftPage {
    title: FileTexts,
    is_shuffled: bool,
    questions: Vec<Drafted>,
}

/// A question as it stands in the draft, and its id.
#[derive(Debug)]
struct Drafted {
    id: String,
    /// The question whose answer is put into its words.
    put_in: Option<String>,
    fields: Vec<(&'static str, DraftValue)>,
}

impl Builder {
    pub(crate) fn new(first: &str, piping: PipingStyle) -> Self {
        Self {
            first: first.to_owned(),
            piping,
            has_markdown: false,
            id: None,
            title: FileTexts::new(),
            description: FileTexts::new(),
            closing: Closing::default(),
            pages: Vec::new(),
            known: Vec::new(),
            ids: HashSet::new(),
            places: Vec::new(),
            languages: BTreeMap::new(),
            // As much as a collector takes with a survey.
            room: 4_000_000,
            report: ReportLines::default(),
        }
    }

    /// The program shows Markdown in its texts.
    pub(crate) const fn texts_are_markdown(&mut self) {
        self.has_markdown = true;
    }

    /// The survey's name, from which its id follows where the file has none.
    pub(crate) fn title(&mut self, title: FileTexts) {
        self.title = self.clean("title", title);
    }

    /// What the file calls the survey.
    pub(crate) fn id(&mut self, name: &str) {
        if !name.trim().is_empty() {
            self.id = Some(name.to_owned());
        }
    }

    /// Words before the first question: what there is room for stands below the title, the rest is a
    /// statement on the first page.
    pub(crate) fn introduction(&mut self, what: &str, texts: FileTexts) {
        let texts = self.clean(what, texts);
        if texts.is_empty() {
            return;
        }
        if self.description.is_empty() {
            self.description = texts;
        } else {
            self.say(what, texts, &[]);
        }
    }

    /// From here on questions stand on a page of their own.
    pub(crate) fn page(&mut self, name: &str, title: FileTexts, is_shuffled: bool) {
        let title = self.clean(name, title);
        let is_used = self
            .pages
            .last()
            .is_some_and(|page| !page.questions.is_empty());
        let page = DraftPage {
            title,
            is_shuffled,
            questions: Vec::new(),
        };
        if is_used || self.pages.is_empty() {
            self.pages.push(page);
        } else if let Some(last) = self.pages.last_mut() {
            // Nothing was asked on the one before: what it was called is told.
            if last.title.is_empty() || page.title.is_empty() {
                if page.title.is_empty() {
                    last.is_shuffled = is_shuffled;
                } else {
                    *last = page;
                }
            } else {
                self.leave_out(name, Reason::EmptyPage);
                if let Some(last) = self.pages.last_mut() {
                    *last = page;
                }
            }
        }
    }

    pub(crate) fn note(&mut self, what: &str, outcome: ImportOutcome, reason: Reason) {
        self.report.say(what, outcome, reason);
    }

    pub(crate) fn leave_out(&mut self, what: &str, reason: Reason) {
        self.note(what, ImportOutcome::LeftOut, reason);
    }

    pub(crate) fn change(&mut self, what: &str, reason: Reason) {
        self.note(what, ImportOutcome::Changed, reason);
    }

    /// How many questions stand on the page so far.
    pub(crate) fn on_page(&self) -> usize {
        self.pages.last().map_or(0, |page| page.questions.len())
    }

    /// How many questions there are.
    pub(crate) fn count(&self) -> usize {
        self.pages.iter().map(|page| page.questions.len()).sum()
    }

    /// Words without an answer, such as those that open a group.
    pub(crate) fn statement(&mut self, name: &str, texts: FileTexts, asked: &[WrittenCondition]) {
        let texts = self.clean(name, texts);
        self.say(name, texts, asked);
    }

    fn say(&mut self, name: &str, texts: FileTexts, asked: &[WrittenCondition]) {
        if texts.is_empty() {
            return;
        }
        let mut question = FileQuestion::new(name, texts, FileKind::Statement);
        question.asked = asked.to_vec();
        self.question(question);
    }

    /// A new id that suggests a name.
    fn fresh_id(&mut self, name: &str) -> String {
        let stem = format!("question-{}", self.count() + 1);
        let id = fresh(&id_of(name, &stem), &self.ids);
        self.ids.insert(id.clone());
        id
    }

    fn add(&mut self, drafted: Drafted) {
        if self.pages.is_empty() {
            self.pages.push(DraftPage::default());
        }
        if let Some(page) = self.pages.last_mut() {
            page.questions.push(drafted);
        }
    }
}

//! Texts with figures in them.

use std::rc::Rc;

use sotto_ui::Messages;

/// Figures by the names that stand in braces in the words.
pub(crate) type Figures = Vec<(&'static str, Figure)>;

/// A figure and how it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Figure {
    /// A whole number.
    Whole(u64),
    /// A number with so many decimals.
    Number(f64, u8),
    /// A share as a percentage with so many decimals.
    Share(f64, u8),
}

impl Figure {
    /// The figure as the language writes it.
    pub(crate) fn write(self, messages: &Messages) -> String {
        match self {
            Self::Whole(number) => messages.whole(number),
            Self::Number(number, decimals) => messages.number(number, decimals),
            Self::Share(share, decimals) => messages.percent(share, decimals),
        }
    }
}

/// The words of a lesson or of the classroom in the reader's language, with their figures. Cloning is cheap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WordsWithFigures {
    messages: Messages,
    figures: Rc<Vec<(&'static str, String)>>,
}

impl WordsWithFigures {
    /// The words, all in one bundle, and the figures that they name.
    pub(crate) fn new(messages: Messages, figures: Figures) -> Self {
        let written = |(name, figure): (&'static str, Figure)| (name, figure.write(&messages));
        let figures = figures.into_iter().map(written).collect();
        Self {
            figures: Rc::new(figures),
            messages,
        }
    }

    /// The texts and numbers of the language.
    pub(crate) const fn messages(&self) -> &Messages {
        &self.messages
    }

    /// A text with its figures.
    pub(crate) fn say(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// A text with these figures and those of the whole.
    pub(crate) fn fill(&self, key: &str, figures: &[(&str, Figure)]) -> String {
        let own = figures
            .iter()
            .map(|(name, figure)| (*name, figure.write(&self.messages)));
        let own: Vec<_> = own.collect();
        let texts: Vec<_> = own.iter().map(|(name, text)| (*name, &**text)).collect();
        self.fill_texts(key, &texts)
    }

    /// A text for a number of things, in the form that the language has for so many.
    pub(crate) fn count(&self, key: &str, count: u64) -> String {
        // Beyond that every language counts as it does there.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.messages.count(key, count)
    }

    /// A text with these texts and the figures of the whole.
    pub(crate) fn fill_texts(&self, key: &str, texts: &[(&str, &str)]) -> String {
        let figures = self.figures.iter().map(|(name, text)| (*name, &**text));
        let values: Vec<_> = texts.iter().copied().chain(figures).collect();
        self.messages.fill(key, &values)
    }

    /// The texts `{stem}-1`, `{stem}-2` and so on, as far as there are, below 100.
    pub(crate) fn each(&self, stem: &str) -> Vec<String> {
        (1..100)
            .map(|number| format!("{stem}-{number}"))
            .take_while(|key| self.messages.has(key))
            .map(|key| self.say(&key))
            .collect()
    }
}

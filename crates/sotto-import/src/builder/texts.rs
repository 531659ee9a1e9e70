//! Texts on their way into the draft: without markup, without what was to be put in, and counted.

use super::Builder;
use crate::{
    report::Reason,
    words::{FileTexts, Losses, PipingStyle, plain, unmarked, with_pipes, without_pipes},
};

/// The answer to an earlier question that is put into a question's words.
#[derive(Debug, Default)]
pub(super) struct PutIn {
    /// The question's id in the draft.
    pub(super) question: Option<String>,
    /// As the file writes its place.
    written: String,
    /// The words that stand there without an answer, as far as the file has any.
    words: Option<String>,
}

impl PutIn {
    /// What stands in the draft where there is no answer, in the languages of the words around it.
    pub(super) fn otherwise(&self, title: &FileTexts) -> FileTexts {
        let words = self.words.as_deref().unwrap_or("…");
        let tags = title.keys().cloned();
        tags.map(|tag| (tag, words.to_owned())).collect()
    }
}

impl Builder {
    /// Texts without markup; their languages become the survey's.
    pub(super) fn clean(&mut self, what: &str, texts: FileTexts) -> FileTexts {
        let without = |text: &str, piping| without_pipes(text, piping);
        self.cleaned(what, texts, without)
    }

    /// The same of a question's words, into which the answer to one earlier question is put.
    pub(super) fn clean_with(
        &mut self,
        what: &str,
        texts: FileTexts,
        put_in: &mut PutIn,
    ) -> FileTexts {
        let ids: Vec<_> = { self.known.iter() }
            .filter(|known| known.reads_in_one_way())
            .map(|known| (known.names.clone(), known.id.clone()))
            .collect();
        let place = |text: &str, piping: PipingStyle| {
            with_pipes(text, piping, |inside| {
                let (name, words) = piping.names(inside)?;
                let (_, id) =
                    { ids.iter() }.find(|(names, _)| names.iter().any(|other| other == name))?;
                if put_in.question.get_or_insert_with(|| id.clone()) != id {
                    return None;
                }
                put_in.written = plain(inside).0;
                put_in.words = put_in.words.take().or_else(|| {
                    let words = plain(words?).0;
                    (!words.contains("{answer:")).then_some(words)
                });
                Some(format!("{{answer: {id}}}"))
            })
        };
        self.cleaned(what, texts, place)
    }

    /// Says that an answer is put in.
    pub(super) fn tell_put_in(&mut self, what: &str, put_in: &PutIn) {
        if put_in.question.is_some() {
            self.change(what, Reason::PutIn(put_in.written.clone()));
        }
    }

    fn cleaned(
        &mut self,
        what: &str,
        texts: FileTexts,
        mut place: impl FnMut(&str, PipingStyle) -> (String, Vec<String>),
    ) -> FileTexts {
        let mut clean = FileTexts::new();
        let mut lost = Losses::default();
        let mut piped = Vec::new();
        for (language, text) in texts {
            let (text, found) = place(&text, self.piping);
            let (words, losses) = plain(&text);
            let bare = unmarked(&words).filter(|_| self.has_markdown);
            lost.markup |= bare.is_some();
            let (text, links) = bare.unwrap_or((words, Vec::new()));
            lost.links.extend(links);
            piped.extend(found);
            lost.markup |= losses.markup;
            lost.hidden |= losses.hidden;
            lost.cut |= losses.cut;
            lost.links.extend(losses.links);
            lost.media.extend(losses.media);
            if text.is_empty() {
                continue;
            }
            let Some(room) = self.room.checked_sub(text.len()) else {
                lost.cut = true;
                continue;
            };
            self.room = room;
            *self.languages.entry(language.clone()).or_default() += 1;
            clean.insert(language, text);
        }
        piped.dedup();
        if let Some(first) = piped.into_iter().next() {
            self.change(what, Reason::Piped(first));
        }
        self.tell(what, lost);
        clean
    }

    fn tell(&mut self, what: &str, lost: Losses) {
        if lost.markup {
            self.change(what, Reason::Markup);
        }
        if lost.hidden {
            self.change(what, Reason::Hidden);
        }
        if lost.cut {
            self.change(what, Reason::TooLong);
        }
        for link in lost.links.into_iter().take(3) {
            self.change(what, Reason::Link(crate::report::short(&link)));
        }
        for media in lost.media.into_iter().take(3) {
            self.change(what, Reason::Media(crate::report::short(&media)));
        }
    }
}

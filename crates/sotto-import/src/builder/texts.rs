//! Texts on their way into the draft: without markup, without what was to be put in, and counted.

use super::Builder;
use crate::{
    report::Reason,
    words::{Losses, Texts, plain, without_pipes},
};

impl Builder {
    /// Texts without markup; their languages become the survey's.
    pub(super) fn clean(&mut self, what: &str, texts: Texts) -> Texts {
        let mut clean = Texts::new();
        let mut lost = Losses::default();
        let mut piped = Vec::new();
        for (language, text) in texts {
            let (text, found) = without_pipes(&text, self.piping);
            let (text, losses) = plain(&text);
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

//! What stands behind the last question: closing words, and a way on. There is one end, the same for everybody.

use sotto_survey::WebAddress;

use super::Builder;
use crate::{
    report::{ImportOutcome, Reason, short},
    words::{FileTexts, PipingStyle, in_language, without_pipes},
};

impl Builder {
    /// Words behind the last question. The first that a file has are those that everybody reads.
    pub(crate) fn closing(&mut self, what: &str, texts: FileTexts) {
        if texts.values().all(|text| text.trim().is_empty()) {
            return;
        }
        if !self.closing.text.is_empty() {
            return self.leave_out(what, Reason::OtherEnd);
        }
        let texts = self.same_for_all(what, texts);
        if !texts.is_empty() {
            self.note(what, ImportOutcome::Kept, Reason::Closing);
            self.closing.text = texts;
        }
    }

    /// An address that people are led to from the last page, and what the button there says.
    pub(crate) fn way_on(&mut self, what: &str, title: FileTexts, address: &str) {
        let address = address.trim();
        if address.is_empty() {
            return;
        }
        let Ok(to) = address.parse::<WebAddress>() else {
            return self.leave_out(what, Reason::NoWayOn(short(address)));
        };
        if self.closing.redirect.is_some() {
            return self.leave_out(what, Reason::OtherEnd);
        }
        let title = self.same_for_all(what, title);
        let title = if title.is_empty() {
            in_language(&self.first, to.host())
        } else {
            title
        };
        self.change(what, Reason::WayOn(short(address)));
        self.closing.redirect = Some((title, to));
    }

    /// Words without a place for anything: whatever the file's program, braces are such a place here.
    fn same_for_all(&mut self, what: &str, texts: FileTexts) -> FileTexts {
        let texts = self.clean(what, texts).into_iter();
        let texts: Vec<_> = texts
            .map(|(language, text)| (language, without_pipes(&text, PipingStyle::Brace)))
            .collect();
        let mut piped = texts.iter().flat_map(|(_, (_, found))| found);
        if let Some(first) = piped.next() {
            self.change(what, Reason::Piped(first.clone()));
        }
        let plain = |text: String| text.replace('{', "(").replace('}', ")");
        let texts = texts.into_iter();
        texts
            .map(|(language, (text, _))| (language, plain(text)))
            .collect()
    }
}

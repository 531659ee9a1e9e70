//! Translations as XLIFF 2.0: a unit for each text, whose id is its key.

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

use super::{
    error::TranslationError,
    inline::{InlinePiece, is_held, pieces},
    table::{Progress, TranslationTable, TranslationText},
};

/// The namespace of every version 2.
pub(super) const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:2.0";

/// Writes into memory.
struct Out(Writer<Vec<u8>>);

type XliffResult = Result<(), TranslationError>;

impl Out {
    fn event(&mut self, event: Event<'_>) -> XliffResult {
        let written = self.0.write_event(event);
        written.map_err(|error| TranslationError::Broken {
            key: None,
            reason: error.to_string(),
        })
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> XliffResult {
        let tag = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.event(Event::Start(tag))
    }

    fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> XliffResult {
        let tag = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.event(Event::Empty(tag))
    }

    fn end(&mut self, name: &str) -> XliffResult {
        self.event(Event::End(BytesEnd::new(name)))
    }

    fn words(&mut self, text: &str) -> XliffResult {
        self.event(Event::Text(BytesText::new(text)))
    }

    fn line(&mut self) -> XliffResult {
        self.words("\n")
    }

    /// A text in pieces. `places` are all of the unit, by whose number each is called.
    fn inline(&mut self, name: &str, text: &str, places: &[&str]) -> XliffResult {
        // Spaces and line breaks are the text's own.
        self.start(name, &[("xml:space", "preserve")])?;
        // The same place may stand there several times, each under an id of its own.
        let mut used = vec![false; places.len()];
        for piece in pieces(text) {
            match piece {
                InlinePiece::Words(words) => self.words(words)?,
                InlinePiece::Character(character) => {
                    let hex = format!("{:04X}", u32::from(character));
                    self.empty("cp", &[("hex", &*hex)])?;
                }
                InlinePiece::Place(place) => {
                    let mut free = places.iter().enumerate();
                    let free = free
                        .find(|(index, one)| **one == place && used.get(*index) == Some(&false));
                    if let Some((index, _)) = free
                        && let Some(used) = used.get_mut(index)
                    {
                        *used = true;
                        let (id, data) = ((index + 1).to_string(), format!("d{}", index + 1));
                        self.empty("ph", &[("id", &*id), ("dataRef", &*data), ("disp", place)])?;
                    }
                }
            }
        }
        self.end(name)
    }

    fn note(&mut self, category: &str, text: &str) -> XliffResult {
        let held = |one: char| if is_held(one) { one } else { '\u{fffd}' };
        let text: String = text.chars().map(held).collect();
        self.start("note", &[("category", category)])?;
        self.words(&text)?;
        self.end("note")
    }

    fn unit(&mut self, text: &TranslationText) -> XliffResult {
        self.start("unit", &[("id", &*text.key)])?;
        self.line()?;
        self.start("notes", &[])?;
        self.note("where", &text.place)?;
        if let Some(was) = &text.was {
            self.note("translated-from", was)?;
        }
        self.end("notes")?;
        self.line()?;
        let places = places(&text.source, &text.target);
        if !places.is_empty() {
            self.start("originalData", &[])?;
            for (index, place) in places.iter().enumerate() {
                let id = format!("d{}", index + 1);
                self.start("data", &[("id", &*id)])?;
                self.words(place)?;
                self.end("data")?;
            }
            self.end("originalData")?;
            self.line()?;
        }
        let state: &[(&str, &str)] = match text.progress {
            Progress::Missing => &[("state", "initial")],
            Progress::OutOfDate => &[("state", "initial"), ("subState", "sotto:out-of-date")],
            Progress::Done => &[("state", "translated")],
        };
        self.start("segment", state)?;
        self.line()?;
        self.inline("source", &text.source, &places)?;
        self.line()?;
        if !text.target.is_empty() {
            self.inline("target", &text.target, &places)?;
            self.line()?;
        }
        self.end("segment")?;
        self.line()?;
        self.end("unit")?;
        self.line()
    }
}

/// The places in a text and its translation, each as often as it stands in the one that has it more often.
fn places<'a>(source: &'a str, target: &'a str) -> Vec<&'a str> {
    let in_text = |text: &'a str| -> Vec<&'a str> {
        let pieces = pieces(text).into_iter();
        pieces
            .filter_map(|piece| match piece {
                InlinePiece::Place(place) => Some(place),
                InlinePiece::Words(_) | InlinePiece::Character(_) => None,
            })
            .collect()
    };
    let mut all = in_text(source);
    let mut unmet = all.clone();
    for place in in_text(target) {
        match unmet.iter().position(|one| *one == place) {
            Some(index) => {
                unmet.swap_remove(index);
            }
            None => all.push(place),
        }
    }
    all
}

pub(super) fn written(table: &TranslationTable) -> Result<Vec<u8>, TranslationError> {
    let mut out = Out(Writer::new(Vec::new()));
    out.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    out.line()?;
    let languages = [("srcLang", &*table.source), ("trgLang", &*table.target)];
    let [from, into] = languages;
    out.start(
        "xliff",
        &[("xmlns", NAMESPACE), ("version", "2.0"), from, into],
    )?;
    out.line()?;
    out.start("file", &[("id", "survey"), ("original", &*table.survey)])?;
    out.line()?;
    for text in &table.texts {
        out.unit(text)?;
    }
    out.end("file")?;
    out.line()?;
    out.end("xliff")?;
    out.line()?;
    Ok(out.0.into_inner())
}

//! XML as elements with their attributes, for XLIFF.

use std::fmt::Display;

use quick_xml::{Reader, XmlVersion, events::BytesStart, events::Event};

use super::error::TranslationError;
use crate::bounds::Allowance;

/// No deeper than any XLIFF is.
const DEEPEST: usize = 64;

/// An element, under its name without a prefix.
#[derive(Debug, Default)]
pub(super) struct XmlElement {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) children: Vec<Child>,
}

/// What stands in an element.
#[derive(Debug)]
pub(super) enum Child {
    /// Words.
    Text(String),
    /// Another element.
    Element(XmlElement),
}

impl XmlElement {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        let found = all.find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.name == name)
    }

    fn push(&mut self, words: &str) {
        if let Some(Child::Text(text)) = self.children.last_mut() {
            text.push_str(words);
        } else {
            self.children.push(Child::Text(words.to_owned()));
        }
    }
}

/// What is being read.
struct XmlReading {
    /// The elements that are open; the first holds the whole.
    open: Vec<XmlElement>,
    /// The id of the last unit that began.
    unit: Option<String>,
    room: Allowance,
}

impl XmlReading {
    fn broken(&self, reason: &dyn Display) -> TranslationError {
        TranslationError::Broken {
            key: self.unit.clone(),
            reason: reason.to_string(),
        }
    }

    fn take(&mut self, text: &str) -> Result<(), TranslationError> {
        self.room.take(text).map_err(|_| TranslationError::TooMuch)
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Result<XmlElement, TranslationError> {
        let name = tag.local_name().into_inner().to_owned();
        self.take(&name)?;
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| self.broken(&error))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.broken(&error))?.into_owned();
            self.take(&value)?;
            attributes.push((attribute.key.local_name().into_inner().to_owned(), value));
        }
        let element = XmlElement {
            name,
            attributes,
            children: Vec::new(),
        };
        if element.name == "unit" {
            self.unit = element.attribute("id").map(str::to_owned);
        }
        Ok(element)
    }

    fn text(&mut self, words: &str) -> Result<(), TranslationError> {
        self.take(words)?;
        if let Some(current) = self.open.last_mut() {
            current.push(words);
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), TranslationError> {
        let closed = self.open.pop();
        match (closed, self.open.last_mut()) {
            (Some(closed), Some(parent)) => {
                parent.children.push(Child::Element(closed));
                Ok(())
            }
            _ => Err(self.broken(&"an element ends that did not begin")),
        }
    }
}

/// Reads XML: the one element that holds all others.
///
/// # Errors
/// When it is not well-formed, ends too early, declares entities, or is too deep or too much.
pub(super) fn read(text: &str) -> Result<XmlElement, TranslationError> {
    let mut reader = Reader::from_str(text);
    let mut reading = XmlReading {
        open: vec![XmlElement::default()],
        unit: None,
        room: Allowance::default(),
    };
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            // Only at its end can a tag be without one.
            Err(quick_xml::Error::Syntax(_)) => return Err(TranslationError::Half(reading.unit)),
            Err(error) => return Err(reading.broken(&error)),
        };
        match event {
            Event::Start(tag) => {
                let element = reading.element(&tag)?;
                if reading.open.len() > DEEPEST {
                    return Err(reading.broken(&"its elements are nested too deep"));
                }
                reading.open.push(element);
            }
            Event::Empty(tag) => {
                let element = reading.element(&tag)?;
                if let Some(parent) = reading.open.last_mut() {
                    parent.children.push(Child::Element(element));
                }
            }
            Event::End(_) => reading.close()?,
            Event::Text(part) => reading.text(&part.xml10_content())?,
            Event::CData(part) => reading.text(&part.xml10_content())?,
            Event::GeneralRef(reference) => {
                let number = reference.resolve_char_ref().ok().flatten();
                let known = match &*reference {
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "amp" => Some('&'),
                    "apos" => Some('\''),
                    "quot" => Some('"'),
                    _ => None,
                };
                let Some(one) = number.or(known) else {
                    return Err(
                        reading.broken(&format_args!("it names the entity {}", &*reference))
                    );
                };
                reading.text(one.encode_utf8(&mut [0; 4]))?;
            }
            Event::DocType(_) => return Err(reading.broken(&"it declares a document type")),
            Event::Eof => break,
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
    let whole = reading.open.pop().filter(|_| reading.open.is_empty());
    let Some(whole) = whole else {
        return Err(TranslationError::Half(reading.unit));
    };
    let mut elements = whole.children.into_iter().filter_map(|child| match child {
        Child::Element(element) => Some(element),
        Child::Text(_) => None,
    });
    elements.next().ok_or(TranslationError::Unknown)
}

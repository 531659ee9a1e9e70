//! XML as a tree: elements by their names, in their order; a text stands for an element without others.

use std::{collections::BTreeSet, rc::Rc};

use quick_xml::{Reader, events::Event};

use crate::{
    bounds::Allowance,
    tree::{FileTree, Value},
};

/// No deeper than any survey is.
const DEEPEST: usize = 32;

/// An element that is open.
struct OpenElement {
    name: Rc<str>,
    children: Vec<(Rc<str>, FileTree)>,
    text: String,
}

/// The names of elements, each held once: a file has few, and a million elements of them.
#[derive(Default)]
struct ElementNames(BTreeSet<Rc<str>>);

impl ElementNames {
    fn hold(&mut self, name: &str) -> Rc<str> {
        if let Some(held) = self.0.get(name) {
            return Rc::clone(held);
        }
        let new: Rc<str> = name.into();
        self.0.insert(Rc::clone(&new));
        new
    }
}

/// Reads XML. Attributes are left out: surveys have none that says anything.
///
/// # Errors
/// When it is not well-formed, declares entities, or is too deep or too much.
pub(crate) fn read_xml(text: &str) -> Result<FileTree, String> {
    let mut reader = Reader::from_str(text);
    let mut room = Allowance::default();
    let mut names = ElementNames::default();
    let whole = OpenElement {
        name: "".into(),
        children: Vec::new(),
        text: String::new(),
    };
    let mut open = vec![whole];
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                if open.len() > DEEPEST {
                    return Err("its elements are nested too deep".to_owned());
                }
                let name = tag.name();
                room.take(name.0).map_err(|error| error.to_string())?;
                open.push(OpenElement {
                    name: names.hold(name.0),
                    children: Vec::new(),
                    text: String::new(),
                });
            }
            Event::Empty(tag) => {
                let name = tag.name();
                room.take(name.0).map_err(|error| error.to_string())?;
                if let Some(parent) = open.last_mut() {
                    parent
                        .children
                        .push((names.hold(name.0), FileTree::default()));
                }
            }
            Event::End(_) => {
                let Some(mut closed) = open.pop() else { break };
                // Most elements have one child, and room for four.
                closed.children.shrink_to_fit();
                let Some(parent) = open.last_mut() else {
                    return Err("an element ends that did not begin".to_owned());
                };
                let value = if closed.children.is_empty() {
                    Value::Text(closed.text)
                } else {
                    Value::Object(closed.children)
                };
                parent.children.push((closed.name, value.into()));
            }
            Event::Text(part) => {
                let part: &str = &part;
                room.take(part).map_err(|error| error.to_string())?;
                if let Some(current) = open.last_mut() {
                    current.text.push_str(part);
                }
            }
            Event::CData(part) => {
                let part: &str = &part;
                room.take(part).map_err(|error| error.to_string())?;
                if let Some(current) = open.last_mut() {
                    current.text.push_str(part);
                }
            }
            Event::GeneralRef(reference) => {
                let name: &str = &reference;
                let number = reference.resolve_char_ref().ok().flatten();
                let known = match name {
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "amp" => Some('&'),
                    "apos" => Some('\''),
                    "quot" => Some('"'),
                    _ => None,
                };
                match (number.or(known), open.last_mut()) {
                    (Some(one), Some(current)) => current.text.push(one),
                    _ => return Err(format!("it names an entity that it may not: {name}")),
                }
            }
            Event::DocType(_) => {
                return Err("it declares a document type, which no survey needs".to_owned());
            }
            Event::Eof => break,
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(whole), true) => Ok(Value::Object(whole.children).into()),
        _ => Err("it ends in the middle of an element".to_owned()),
    }
}

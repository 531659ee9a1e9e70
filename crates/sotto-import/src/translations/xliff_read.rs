//! XLIFF 2 as translators' programs save it: in groups, in several segments, with their own marks.

use std::collections::BTreeSet;

use super::{
    error::{TranslationError, TranslationWhy},
    table::{FileText, LeftText, TranslationFile},
    xml::{self, Child, XmlElement},
};

pub(super) fn read(text: &str) -> Result<TranslationFile, TranslationError> {
    let root = xml::read(text)?;
    if root.name != "xliff" {
        return Err(TranslationError::Unknown);
    }
    let version = root.attribute("version").unwrap_or_default();
    if !version.starts_with("2.") {
        return Err(TranslationError::Version(version.to_owned()));
    }
    let language = |name: &str| {
        let tag = root.attribute(name).map(str::to_owned);
        tag.filter(|tag| !tag.is_empty())
            .ok_or(TranslationError::NoLanguage)
    };
    let mut file = TranslationFile {
        survey: { root.named("file") }
            .find_map(|file| Some(file.attribute("original")?.to_owned())),
        source: language("srcLang")?,
        target: language("trgLang")?,
        legacy: None,
        unread: Vec::new(),
        texts: Vec::new(),
        left: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    for part in root.named("file") {
        gather(part, &mut file, &mut seen);
    }
    Ok(file)
}

/// Every unit of a file or a group.
fn gather(holder: &XmlElement, file: &mut TranslationFile, seen: &mut BTreeSet<String>) {
    for element in holder.elements() {
        match &*element.name {
            "group" => gather(element, file, seen),
            "unit" => {
                let key = element.attribute("id").unwrap_or_default().to_owned();
                let read = if key.is_empty() {
                    Err(TranslationWhy::NoKey)
                } else if seen.insert(key.clone()) {
                    unit(element)
                } else {
                    Err(TranslationWhy::Twice)
                };
                match read {
                    Ok((source, target, is_done)) => file.texts.push(FileText {
                        key,
                        source: Some(source),
                        target,
                        is_done,
                    }),
                    Err(why) => file.left.push(LeftText { key, why }),
                }
            }
            _ => {}
        }
    }
}

/// A unit's text, its translation, and whether that is said to be done.
fn unit(unit: &XmlElement) -> Result<(String, String, bool), TranslationWhy> {
    let (mut source, mut target) = (String::new(), String::new());
    let (mut translated, mut missing, mut is_done) = (false, false, true);
    for part in unit.elements() {
        let is_segment = part.name == "segment";
        if !is_segment && part.name != "ignorable" {
            continue;
        }
        let text = |name: &str| part.named(name).next().map(|one| inline(one, unit));
        let original = text("source").unwrap_or_default();
        let said = text("target").filter(|said| !said.is_empty());
        if is_segment {
            translated |= said.is_some();
            missing |= said.is_none() && !original.trim().is_empty();
            is_done &= part.attribute("state") != Some("initial");
        }
        // What stands between segments stays as it is, unless it says otherwise.
        target.push_str(match &said {
            Some(said) => said,
            None if is_segment => "",
            None => &original,
        });
        source.push_str(&original);
    }
    match (translated, missing) {
        (true, true) => Err(TranslationWhy::Partly),
        (true, false) => Ok((source, target, is_done)),
        (false, _) => Ok((source, String::new(), false)),
    }
}

/// The words of a source or target. What a program marks in them has no effect.
fn inline(element: &XmlElement, unit: &XmlElement) -> String {
    let mut text = String::new();
    for child in &element.children {
        match child {
            Child::Text(words) => text.push_str(words),
            Child::Element(element) => match &*element.name {
                "cp" => text.extend(character(element)),
                "ph" => text.push_str(&placed(element, unit)),
                _ => text.push_str(&inline(element, unit)),
            },
        }
    }
    text
}

fn character(cp: &XmlElement) -> Option<char> {
    let hex = u32::from_str_radix(cp.attribute("hex")?, 16).ok()?;
    char::from_u32(hex)
}

/// What a place stands for: the unit's own data, else what it says of itself.
fn placed(ph: &XmlElement, unit: &XmlElement) -> String {
    let wanted = ph.attribute("dataRef");
    let mut data = unit.named("originalData").flat_map(|all| all.named("data"));
    let data = data.find(|data| wanted.is_some() && data.attribute("id") == wanted);
    let said = || ph.attribute("equiv").or_else(|| ph.attribute("disp"));
    match data {
        Some(data) => inline(data, unit),
        None => said().unwrap_or_default().to_owned(),
    }
}

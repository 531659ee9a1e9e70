//! A file as a tree in which nothing can get lost: every value is used, told in words of its own, or left
//! over, and what is left over becomes a line of the report by itself.

mod json;
mod leftovers;

use std::{
    cell::{Cell, OnceCell},
    rc::Rc,
};

pub(crate) use json::read_json;
pub(crate) use leftovers::{Leftover, leftovers};

/// A value of a file, and what became of it.
#[derive(Debug, Default)]
pub(crate) struct FileTree {
    value: Value,
    mark: Cell<TreeMark>,
    /// What it is about, as the researcher calls it.
    owner: OnceCell<Rc<str>>,
}

#[derive(Debug, Default)]
pub(crate) enum Value {
    #[default]
    Nothing,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<FileTree>),
    Object(Vec<(Rc<str>, FileTree)>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TreeMark {
    #[default]
    Unread,
    /// The value itself was used; of a list or an object not what it holds.
    Used,
    /// It is accounted for with all that it holds.
    Told,
}

impl From<Value> for FileTree {
    fn from(value: Value) -> Self {
        Self {
            value,
            ..Self::default()
        }
    }
}

impl FileTree {
    /// A row of a table: its cells under the names of their columns.
    pub(crate) fn row(cells: impl IntoIterator<Item = (Rc<str>, String)>) -> Self {
        let cells = cells.into_iter();
        let cells = cells.map(|(name, cell)| (name, Value::Text(cell).into()));
        Value::Object(cells.collect()).into()
    }

    /// Names what it is about, unless that was said before.
    pub(crate) fn is_about(&self, owner: &str) {
        let owner: Rc<str> = crate::words::short(owner).into();
        // What was said first stays.
        let _ = self.owner.set(owner);
    }

    /// What stands under a key, untouched by the look.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Value::Object(entries) = &self.value else {
            return None;
        };
        let mut entries = entries.iter();
        let found = entries.find(|(name, _)| &**name == key);
        found.map(|(_, value)| value)
    }

    /// The same along several keys.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |tree, key| tree.get(key))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|one| !one.is_empty())
    }

    /// Accounts for it and for all that it holds.
    pub(crate) fn told(&self) {
        self.mark.set(TreeMark::Told);
    }

    /// The same of what stands under these keys.
    pub(crate) fn told_at(&self, keys: &[&str]) {
        for key in keys {
            if let Some(value) = self.get(key) {
                value.told();
            }
        }
    }

    /// The same where one of these words stands there, which say nothing beyond what holds anyway.
    pub(crate) fn told_where(&self, key: &str, words: &[&str]) {
        let value = self.get(key);
        let is_one = value
            .and_then(Self::peek)
            .is_some_and(|word| words.contains(&word.trim()));
        if let Some(value) = value.filter(|_| is_one) {
            value.told();
        }
    }

    fn used(&self) {
        if self.mark.get() == TreeMark::Unread {
            self.mark.set(TreeMark::Used);
        }
    }

    /// Whether it says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.value {
            Value::Nothing => true,
            Value::Text(text) => text.trim().is_empty(),
            Value::List(list) => list.iter().all(Self::is_empty),
            Value::Object(entries) => entries.iter().all(|(_, value)| value.is_empty()),
            Value::Flag(_) | Value::Number(_) => false,
        }
    }

    /// A text.
    pub(crate) fn as_text(&self) -> Option<&str> {
        let Value::Text(text) = &self.value else {
            return None;
        };
        self.used();
        Some(text)
    }

    /// A text, a number or a flag as it is written.
    pub(crate) fn as_word(&self) -> Option<String> {
        let word = self.peek()?;
        self.used();
        Some(word)
    }

    /// The same without using it.
    pub(crate) fn peek(&self) -> Option<String> {
        match &self.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Flag(flag) => Some(flag.to_string()),
            Value::Nothing | Value::List(_) | Value::Object(_) => None,
        }
    }

    /// A number, also one in a text.
    pub(crate) fn as_number(&self) -> Option<f64> {
        let number = match &self.value {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number: &f64| number.is_finite())?;
        self.used();
        Some(number)
    }

    /// A flag in any of the ways in which formats write one.
    pub(crate) fn as_flag(&self) -> Option<bool> {
        let flag = match &self.value {
            Value::Flag(flag) => *flag,
            Value::Number(number) if *number == 0.0 => false,
            Value::Number(_) => true,
            Value::Text(text) => match &*text.trim().to_lowercase() {
                "true" | "true()" | "yes" | "y" | "on" | "1" => true,
                "false" | "false()" | "no" | "n" | "off" | "0" | "" => false,
                _ => return None,
            },
            Value::Nothing => false,
            _ => return None,
        };
        self.used();
        Some(flag)
    }

    /// The elements of a list; the values of an object that stands for one.
    pub(crate) fn elements(&self) -> Vec<&Self> {
        match &self.value {
            Value::List(list) => {
                self.used();
                list.iter().collect()
            }
            Value::Object(entries) => {
                self.used();
                entries.iter().map(|(_, value)| value).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The elements of a list, untouched by the look.
    pub(crate) fn peek_elements(&self) -> &[Self] {
        match &self.value {
            Value::List(list) => list,
            _ => &[],
        }
    }

    /// Every value that stands under a key, which may stand several times, untouched by the look.
    pub(crate) fn each<'a>(&'a self, key: &str, see: &mut impl FnMut(&'a Self)) {
        if let Value::Object(entries) = &self.value {
            for (_, value) in entries.iter().filter(|(name, _)| &**name == key) {
                see(value);
            }
        }
    }

    /// The keys of an object, untouched by the look.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        let entries = match &self.value {
            Value::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(name, _)| &**name)
    }

    /// Whether it was used or told.
    pub(crate) fn is_touched(&self) -> bool {
        self.mark.get() != TreeMark::Unread
    }

    /// The entries of an object.
    pub(crate) fn entries(&self) -> &[(Rc<str>, Self)] {
        match &self.value {
            Value::Object(entries) => {
                self.used();
                entries
            }
            _ => &[],
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self.value, Value::Object(_))
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    pub(crate) fn word(&self, key: &str) -> Option<String> {
        self.get(key)?.as_word()
    }

    /// A word, or nothing as an empty one.
    pub(crate) fn word_or_empty(&self, key: &str) -> String {
        self.word(key).unwrap_or_default()
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_number()
    }

    /// A whole number of things, of which there are not many.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held against the range before"
    )]
    pub(crate) fn count(&self, key: &str) -> Option<u32> {
        const MOST: f64 = 10_000.0;
        let value = self.get(key)?;
        let number: f64 = value.peek()?.trim().parse().ok()?;
        let is_count = number.fract() == 0.0 && (1.0..=MOST).contains(&number);
        is_count.then(|| {
            value.used();
            number as u32
        })
    }

    /// Whether a flag is set.
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Self::as_flag).unwrap_or(false)
    }

    pub(crate) fn list(&self, key: &str) -> Vec<&Self> {
        self.get(key).map(Self::elements).unwrap_or_default()
    }

    /// It as JSON, cut to what a line holds.
    pub(crate) fn shown(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        crate::words::short(&out)
    }

    fn write(&self, out: &mut String) {
        const ENOUGH: usize = 400;
        if out.len() > ENOUGH {
            return;
        }
        match &self.value {
            Value::Nothing => out.push_str("null"),
            Value::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Value::Number(number) => out.push_str(&number.to_string()),
            Value::Text(text) => out.push_str(text.get(..ENOUGH).unwrap_or(text)),
            Value::List(list) => {
                out.push('[');
                for (index, one) in list.iter().enumerate().take(ENOUGH) {
                    out.push_str(if index > 0 { ", " } else { "" });
                    one.write(out);
                }
                out.push(']');
            }
            Value::Object(entries) => {
                out.push('{');
                for (index, (name, one)) in entries.iter().enumerate().take(ENOUGH) {
                    out.push_str(if index > 0 { ", " } else { "" });
                    out.push_str(name.get(..ENOUGH).unwrap_or(name));
                    out.push_str(": ");
                    one.write(out);
                }
                out.push('}');
            }
        }
    }
}

//! What SurveyJS offers to choose from.

use super::SurveyJsReader;
use crate::{
    builder::Builder,
    model::FileItem,
    report::Reason,
    tree::FileTree,
    words::{FileTexts, in_language},
};

impl SurveyJsReader<'_> {
    /// Options, rows or columns: values, or objects with a value, a text and conditions of their own.
    pub(super) fn items(
        &self,
        name: &str,
        list: Option<&FileTree>,
        builder: &mut Builder,
    ) -> Vec<FileItem> {
        let list = list.map(FileTree::elements).unwrap_or_default();
        list.into_iter()
            .filter_map(|one| self.item(name, one, builder))
            .collect()
    }

    fn item(&self, name: &str, one: &FileTree, builder: &mut Builder) -> Option<FileItem> {
        if !one.is_object() {
            let written = one.as_word()?;
            // A value and its words in one text.
            let (value, words) = written.split_once('|').unwrap_or((&written, &written));
            return Some(FileItem::new(value, in_language(&self.first, words)));
        }
        let value = one.word("value").or_else(|| one.word("name"))?;
        let mut texts = self.texts(one.get("text"));
        if texts.is_empty() {
            texts = self.texts(one.get("title"));
        }
        if texts.is_empty() {
            texts = in_language(&self.first, &value);
        }
        for key in ["visibleIf", "enableIf"] {
            if let Some(written) = one.text(key) {
                builder.change(name, Reason::OptionCondition(crate::report::short(written)));
            }
        }
        if let Some(link) = one.get("imageLink").filter(|link| !link.is_empty()) {
            builder.change(name, Reason::Media(link.shown()));
            link.told();
        }
        let mut item = FileItem::new(value, texts);
        item.is_exclusive = one.flag("isExclusive");
        Some(item)
    }

    /// The options of a question that is chosen from, in the order in which they are shown.
    pub(super) fn options(
        &self,
        name: &str,
        element: &FileTree,
        builder: &mut Builder,
    ) -> Vec<FileItem> {
        let mut options = self.items(name, element.get("choices"), builder);
        if let Some(other) = element.text("choicesFromQuestion") {
            let mode = element.word("choicesFromQuestionMode");
            if let Some(mode) = mode.filter(|mode| mode != "all") {
                builder.change(name, Reason::Filter(format!("{other}: {mode}")));
            }
            if let Some(source) = self.by_name.get(other) {
                options.extend(self.items(name, source.get("choices"), builder));
            } else {
                builder.change(name, Reason::Elsewhere(other.to_owned()));
            }
        }
        for key in ["choicesByUrl", "choicesByURL"] {
            if let Some(address) = element.get(key).filter(|address| !address.is_empty()) {
                let shown = address.get("url").and_then(FileTree::peek);
                let shown = shown.unwrap_or_else(|| address.shown());
                builder.change(name, Reason::Elsewhere(crate::report::short(&shown)));
                address.told();
            }
        }
        for key in ["choicesVisibleIf", "choicesEnableIf"] {
            if let Some(written) = element.text(key) {
                builder.change(name, Reason::OptionCondition(crate::report::short(written)));
            }
        }
        options.extend(self.numbered(element));
        self.ordered(&mut options, element);
        options
    }

    /// Options that are numbers of a range.
    fn numbered(&self, element: &FileTree) -> Vec<FileItem> {
        let ends = element
            .number("choicesMin")
            .zip(element.number("choicesMax"));
        let Some((least, most)) = ends else {
            return Vec::new();
        };
        let step = element
            .number("choicesStep")
            .filter(|step| *step > 0.0)
            .unwrap_or(1.0);
        let numbers = std::iter::successors(Some(least), |number| Some(number + step));
        let numbers = numbers.take_while(|number| *number <= most).take(10_000);
        numbers
            .map(|number| {
                let word = number.to_string();
                FileItem::new(word.clone(), in_language(&self.first, &word))
            })
            .collect()
    }

    fn ordered(&self, options: &mut [FileItem], element: &FileTree) {
        let order = element.get("choicesOrder");
        let Some(word) = order.and_then(FileTree::peek) else {
            return;
        };
        let words = |item: &FileItem| item.texts.get(&self.first).cloned().unwrap_or_default();
        match &*word {
            "asc" => options.sort_by_key(words),
            "desc" => {
                options.sort_by_key(words);
                options.reverse();
            }
            // Told by whoever asks `is_shuffled`.
            "none" | "random" => {}
            _ => return,
        }
        if let Some(order) = order {
            order.told();
        }
    }

    /// Options that have a switch of their own, behind the others.
    pub(super) fn special(
        &self,
        name: &str,
        element: &FileTree,
        options: &mut Vec<FileItem>,
        builder: &mut Builder,
    ) -> bool {
        let set = |keys: &[&str]| {
            let set: Vec<bool> = keys.iter().map(|key| element.flag(key)).collect();
            set.contains(&true)
        };
        let words = |key: &str, otherwise: &str| -> FileTexts {
            let texts = self.texts(element.get(key));
            if texts.is_empty() {
                in_language(&self.first, otherwise)
            } else {
                texts
            }
        };
        if set(&["hasNone", "showNoneItem"]) {
            let mut none = FileItem::new("none", words("noneText", "None"));
            none.is_exclusive = true;
            none.stays = true;
            options.push(none);
        }
        if set(&["hasOther", "showOtherItem"]) {
            let mut other = FileItem::new("other", words("otherText", "Other (describe)"));
            other.stays = true;
            options.push(other);
            builder.change(name, Reason::Other);
        }
        if set(&["showDontKnowItem"]) {
            let mut unknown = FileItem::new("dontknow", words("dontKnowText", "Don't know"));
            unknown.is_exclusive = true;
            unknown.stays = true;
            options.push(unknown);
        }
        let refuses = set(&["showRefuseItem"]);
        if refuses {
            element.told_at(&["refuseText"]);
            builder.change(name, Reason::Refuse);
        }
        if set(&["hasComment", "showCommentArea"]) {
            element.told_at(&["commentText", "commentPlaceholder"]);
            builder.change(name, Reason::Comment);
        }
        refuses
    }
}

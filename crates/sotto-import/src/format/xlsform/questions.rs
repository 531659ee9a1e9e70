//! XLSForm's rows that ask something.

use super::{XlsFormReader, constraint, types::Type};
use crate::{
    builder::Builder,
    model::{ChoiceLook, FileItem, FileKind, FileQuestion, Range},
    report::{Reason, Unasked, short},
    tree::FileTree,
    words::{FileTexts, in_language},
};

impl XlsFormReader<'_> {
    pub(super) fn question(
        &mut self,
        row: &FileTree,
        name: &str,
        kind: Type,
        builder: &mut Builder,
    ) {
        let leave_out = |builder: &mut Builder, reason: Reason| {
            row.told();
            builder.leave_out(name, reason);
        };
        let reason = match &kind {
            Type::Text if row.flag("read_only") || row.flag("readonly") => None,
            Type::Text => Some(Reason::FreeText),
            Type::Computed => Some(Reason::Computed),
            Type::Exact(kind) | Type::Device(kind) => Some(Reason::Exact(short(kind))),
            Type::Elsewhere(list) => Some(Reason::Elsewhere(short(list))),
            Type::Other(kind) => Some(Reason::Type(short(kind))),
            Type::BeginGroup | Type::BeginRepeat | Type::End => return,
            _ => None,
        };
        if let Some(reason) = reason {
            return leave_out(builder, reason);
        }
        let appearance = row
            .get("appearance")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        let looks: Vec<&str> = appearance.split_whitespace().collect();
        if looks.contains(&"label") {
            return leave_out(builder, Reason::Unasked(Unasked::Head));
        }
        let mut question =
            FileQuestion::new(name, self.texts(row, "label", builder), FileKind::Statement);
        question.help = self.texts(row, "hint", builder);
        question.asked = self.asked(row);
        question.is_required = ["required", "bind::required"]
            .into_iter()
            .any(|key| row.flag(key));
        Self::media(row, name, builder);
        let parameters = Self::parameters(row, name, &kind, builder);
        question.is_shuffled = parameters.is_shuffled;
        let is_numeric = matches!(kind, Type::Whole | Type::Decimal);
        let step = if kind == Type::Decimal { 0.1 } else { 1.0 };
        let written = ["constraint", "bind::constraint"]
            .into_iter()
            .find_map(|key| row.text(key));
        let rule = written
            .map(|written| constraint::read(written, step))
            .unwrap_or_default();
        if let Some(written) = written.filter(|_| !rule.is_whole) {
            builder.change(name, Reason::Rule(short(written)));
        }
        let is_dropdown = ["minimal", "autocomplete", "search", "quick"]
            .into_iter()
            .take(3)
            .any(|look| looks.iter().any(|one| one.starts_with(look)));
        let look = match () {
            () if looks.contains(&"likert") => ChoiceLook::Likert,
            () if is_dropdown => ChoiceLook::Dropdown,
            () => ChoiceLook::List,
        };
        question.kind = match kind {
            Type::One(list, has_other) => FileKind::Single {
                options: self.options(row, name, &list, has_other, builder),
                look,
            },
            Type::Several(list, has_other) => {
                let mut options = self.options(row, name, &list, has_other, builder);
                for option in &mut options {
                    option.is_exclusive = rule.alone.contains(&option.name);
                }
                FileKind::Multiple {
                    options,
                    least: rule.least,
                    most: rule.most,
                }
            }
            Type::Order(list) => FileKind::Ranking {
                options: self.options(row, name, &list, false, builder),
            },
            Type::Whole | Type::Decimal => FileKind::Number {
                range: Range {
                    min: rule.min,
                    max: rule.max,
                    step: Some(step),
                },
                unit: FileTexts::new(),
                is_slider: false,
            },
            Type::Range => FileKind::Number {
                range: parameters.range,
                unit: FileTexts::new(),
                is_slider: true,
            },
            Type::Acknowledge => {
                if !question.is_required {
                    builder.change(name, Reason::Consent);
                }
                FileKind::Consent
            }
            _ => FileKind::Statement,
        };
        if !is_numeric && (rule.min.is_some() || rule.max.is_some()) {
            builder.change(name, Reason::Rule(short(written.unwrap_or_default())));
        }
        builder.question(question);
    }

    fn options(
        &self,
        row: &FileTree,
        name: &str,
        list: &str,
        has_other: bool,
        builder: &mut Builder,
    ) -> Vec<FileItem> {
        let filter = row.text("choice_filter");
        let mut options: Vec<FileItem> = Vec::new();
        let mut words: std::collections::HashSet<(String, FileTexts)> =
            std::collections::HashSet::new();
        for choice in self.lists.get(list).into_iter().flatten() {
            let value = ["name", "value"]
                .into_iter()
                .find_map(|key| choice.word(key));
            let value = value.unwrap_or_default();
            let texts = self.texts(choice, "label", builder);
            Self::media(choice, name, builder);
            if let Some(filter) = filter {
                // What a filter looks at is told with it.
                for column in choice.keys().filter(|column| filter.contains(*column)) {
                    choice.told_at(&[column]);
                }
            }
            // The same option stands once for each answer that a filter offers it after.
            if words.insert((value.clone(), texts.clone())) || filter.is_none() {
                options.push(FileItem::new(value, texts));
            }
        }
        if let Some(filter) = filter {
            builder.change(name, Reason::Filter(short(filter)));
        }
        if has_other {
            let mut other = FileItem::new("other", in_language("en", "Other"));
            other.stays = true;
            options.push(other);
            builder.change(name, Reason::Other);
            builder.change(name, Reason::ProgramsWords);
        }
        options
    }

    /// Pictures, sounds and films.
    fn media(row: &FileTree, name: &str, builder: &mut Builder) {
        for column in row.keys() {
            let stem = column.strip_prefix("media::").unwrap_or(column);
            let stem = stem.split(':').next().unwrap_or_default().trim();
            if matches!(stem, "image" | "audio" | "video" | "big-image") {
                let file = row.word_or_empty(column);
                builder.change(name, Reason::Media(short(&file)));
            }
        }
    }

    fn parameters(
        row: &FileTree,
        name: &str,
        kind: &Type,
        builder: &mut Builder,
    ) -> CellParameters {
        let mut found = CellParameters::default();
        let written = row.text("parameters").unwrap_or_default();
        let joined = written
            .replace(" =", "=")
            .replace("= ", "=")
            .replace([';', ','], " ");
        for word in joined.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || {
                value
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite())
            };
            let lower = key.to_lowercase();
            match (&*lower, kind) {
                ("start", Type::Range) => found.range.min = number(),
                ("end", Type::Range) => found.range.max = number(),
                ("step", Type::Range) => found.range.step = number(),
                ("randomize", Type::One(..) | Type::Several(..) | Type::Order(_)) => {
                    found.is_shuffled = value.to_lowercase().starts_with("true");
                }
                _ => builder.leave_out(
                    name,
                    Reason::Unused {
                        key: format!("parameters {}", short(key)),
                        value: short(value),
                    },
                ),
            }
        }
        if matches!(kind, Type::Range) {
            // What the program takes where nothing is said.
            let range = &mut found.range;
            range.min = range.min.or(Some(1.0));
            range.max = range.max.or(Some(10.0));
            range.step = range.step.or(Some(1.0));
        }
        found
    }
}

#[derive(Debug, Default)]
struct CellParameters {
    range: Range,
    is_shuffled: bool,
}

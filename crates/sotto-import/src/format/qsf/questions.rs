//! Qualtrics' types of question.

use super::{QsfReader, logic};
use crate::{
    builder::Builder,
    model::{
        ChoiceLook, FileItem, FileKind, FileQuestion, Levels, Range, SeveralField,
        condition::WrittenCondition,
    },
    report::{Reason, short},
    tree::FileTree,
    words::{FileTexts, in_language, language},
};

/// How a question is shown, as far as that is known.
const SELECTORS: &[&str] = &[
    "SAVR", "SAHR", "SACOL", "DL", "SB", "MAVR", "MAHR", "MACOL", "MSB", "NPS", "Likert", "TB",
    "GRB", "SL", "ML", "ESTB", "PW", "HBAR", "HSLIDER", "STAR", "VRTL", "HORZ", "DND", "VH", "HR",
    "TX",
];

impl<'a> QsfReader<'a> {
    pub(super) fn question(&mut self, id: &str, outer: &[WrittenCondition], builder: &mut Builder) {
        let Some(payload) = self.questions.get(id).copied() else {
            if !id.is_empty() {
                builder.leave_out(id, Reason::Flow("a question that is not there".to_owned()));
            }
            return;
        };
        if !self.asked.insert(id.to_owned()) {
            let tag = payload.get("DataExportTag").and_then(FileTree::peek);
            let again = Reason::Flow("the same question once more".to_owned());
            return builder.change(&tag.unwrap_or_else(|| id.to_owned()), again);
        }
        let tag = payload.word("DataExportTag").filter(|tag| !tag.is_empty());
        let name = tag.unwrap_or_else(|| id.to_owned());
        payload.is_about(&name);
        let mut question = FileQuestion::new(
            &name,
            self.texts(payload, &["QuestionText"]),
            FileKind::Statement,
        );
        question.alias = Some(id.to_owned());
        question.asked = outer.to_vec();
        for key in ["DisplayLogic", "InPageDisplayLogic"] {
            question
                .asked
                .extend(logic::asked(payload.get(key), &self.first));
        }
        question.is_required = Self::must(payload);
        question.is_shuffled = shuffled(payload);
        self.of_kind(payload, question, builder);
    }

    /// A text of the question, in every language of it.
    fn texts(&self, payload: &FileTree, path: &[&str]) -> FileTexts {
        let mut texts = FileTexts::new();
        if let Some(text) = payload.at(path).and_then(FileTree::as_word) {
            texts.insert(self.first.clone(), text);
        }
        let translations = payload.get("Language");
        for tag in translations.into_iter().flat_map(FileTree::keys) {
            let translated = translations.and_then(|all| all.get(tag)?.at(path)?.as_word());
            if let Some(text) = translated.filter(|text| !text.trim().is_empty()) {
                texts.entry(language(tag)).or_insert(text);
            }
        }
        texts
    }

    fn must(payload: &FileTree) -> bool {
        let settings = payload.at(&["Validation", "Settings"]);
        let Some(settings) = settings else {
            return false;
        };
        let kind = settings.get("ForceResponseType").and_then(FileTree::peek);
        settings.told_where("ForceResponseType", &["ON", "OFF", "None", ""]);
        settings.told_where("Type", &["None"]);
        let is_forced = settings.flag("ForceResponse");
        is_forced && kind.as_deref() != Some("RequestResponse")
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each type")]
    fn of_kind(&self, payload: &'a FileTree, mut question: FileQuestion, builder: &mut Builder) {
        let name = question.name.clone();
        let kind = payload.word_or_empty("QuestionType");
        let selector = payload.get("Selector").and_then(FileTree::peek);
        let selector = selector.unwrap_or_default();
        payload.told_where("Selector", SELECTORS);
        let sub = payload
            .get("SubSelector")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        payload.told_at(&["QuestionID"]);
        // What it is configured by is told key by key.
        payload.list("Configuration");
        payload.told_where(
            "SubSelector",
            &["TX", "SingleAnswer", "MultipleAnswer", "DL", "DND"],
        );
        let leave_out = |builder: &mut Builder, reason: Reason| {
            payload.told();
            builder.leave_out(&name, reason);
        };
        match (&*kind, &*selector) {
            ("MC", "NPS") => {
                payload.told_at(&["Choices", "ChoiceOrder"]);
                let mut ends = self.column_labels(payload, &name, builder).into_iter();
                question.kind = FileKind::Rating(Levels {
                    to: 10,
                    low: ends.next().unwrap_or_default(),
                    high: ends.next_back().unwrap_or_default(),
                    ..Levels::default()
                });
            }
            ("MC", "MAVR" | "MAHR" | "MACOL" | "MSB") => {
                let (least, most) = Self::bounds(payload, &name, builder);
                let options = self.items(payload, "Choices", "ChoiceOrder", &name, builder);
                question.kind = FileKind::Multiple {
                    options,
                    least,
                    most,
                };
            }
            ("MC", selector) => {
                let options = self.items(payload, "Choices", "ChoiceOrder", &name, builder);
                let look = if matches!(selector, "DL" | "SB") {
                    ChoiceLook::Dropdown
                } else {
                    ChoiceLook::List
                };
                question.kind = FileKind::Single { options, look };
            }
            ("Matrix", "Likert") => {
                let rows = self.items(payload, "Choices", "ChoiceOrder", &name, builder);
                let options = self.items(payload, "Answers", "AnswerOrder", &name, builder);
                if sub == "MultipleAnswer" {
                    return Self::several_in_rows(&question, rows, &options, builder);
                }
                question.kind = FileKind::Matrix { rows, options };
            }
            ("Slider", "STAR") => {
                let count = payload
                    .at(&["Configuration", "StarCount"])
                    .and_then(FileTree::as_number);
                let count = count
                    .filter(|count| (2.0..=100.0).contains(count))
                    .unwrap_or(5.0);
                self.bars(payload, question, (0.0, count), true, builder);
                return;
            }
            ("Slider", _) => {
                let end = |key: &str| {
                    payload
                        .at(&["Configuration", key])
                        .and_then(FileTree::as_number)
                };
                let ends = (
                    end("CSSliderMin").unwrap_or(0.0),
                    end("CSSliderMax").unwrap_or(100.0),
                );
                self.bars(payload, question, ends, false, builder);
                return;
            }
            ("CS", _) => {
                let total = payload
                    .at(&["Validation", "Settings", "ChoiceTotal"])
                    .and_then(FileTree::as_number);
                let max = total.unwrap_or(100.0);
                builder.change(&name, Reason::Rule(format!("the sum is {max}")));
                payload.told_at(&["Validation"]);
                self.bars(payload, question, (0.0, max), false, builder);
                return;
            }
            ("RO", _) => {
                let options = self.items(payload, "Choices", "ChoiceOrder", &name, builder);
                question.kind = FileKind::Ranking { options };
            }
            ("DB", selector) => {
                if let Some(graphics) = payload.get("Graphics").filter(|_| selector == "GRB") {
                    builder.change(&name, Reason::Media(graphics.shown()));
                    payload.told_at(&["Graphics", "GraphicsDescription"]);
                }
            }
            ("TE", "SL" | "ML" | "ESTB" | "PW" | "") => {
                let settings = payload.at(&["Validation", "Settings"]);
                let content = settings.and_then(|one| one.get("ContentType")?.peek());
                if content.as_deref() != Some("ValidNumber") {
                    return leave_out(builder, Reason::FreeText);
                }
                if let Some(settings) = settings {
                    settings.told_at(&["ContentType", "Type"]);
                }
                let valid = settings.and_then(|one| one.get("ValidNumber"));
                let end = |key: &str| valid.and_then(|valid| valid.number(key));
                let decimals = end("NumDecimals").unwrap_or(0.0);
                question.kind = FileKind::Number {
                    range: Range {
                        min: end("Min"),
                        max: end("Max"),
                        step: (decimals >= 1.0).then(|| 0.1_f64.powf(decimals.min(6.0))),
                    },
                    unit: FileTexts::new(),
                    is_slider: false,
                };
            }
            ("TE", _) | ("Matrix", "TE") => return leave_out(builder, Reason::FreeText),
            ("Meta" | "Timing" | "Captcha" | "FileUpload" | "Draw", _) => {
                return leave_out(builder, Reason::Exact(kind));
            }
            _ => return leave_out(builder, Reason::Type(short(&format!("{kind} {selector}")))),
        }
        builder.question(question);
    }

    /// The words above a scale, of which those at its ends have a place.
    fn column_labels(
        &self,
        payload: &FileTree,
        name: &str,
        builder: &mut Builder,
    ) -> Vec<FileTexts> {
        let mut labels = Vec::new();
        for label in payload.list("ColumnLabels") {
            label.told_at(&["IsLabelDefault"]);
            if let Some(words) = label.word("Display").filter(|words| !words.is_empty()) {
                labels.push(in_language(&self.first, &words));
            }
        }
        for middle in labels.iter().skip(1).rev().skip(1) {
            let words = middle.values().next().map(|words| short(words));
            builder.leave_out(name, Reason::Part(words.unwrap_or_default()));
        }
        labels
    }

    /// Several numbers, or one, each in a bar of its own.
    fn bars(
        &self,
        payload: &'a FileTree,
        mut question: FileQuestion,
        (min, max): (f64, f64),
        are_stars: bool,
        builder: &mut Builder,
    ) {
        let name = question.name.clone();
        let bars = self.items(payload, "Choices", "ChoiceOrder", &name, builder);
        let decimals = payload
            .at(&["Configuration", "NumDecimals"])
            .and_then(FileTree::as_number);
        let step = decimals
            .filter(|decimals| *decimals >= 1.0)
            .map(|decimals| 0.1_f64.powf(decimals.min(6.0)));
        let range = Range {
            min: Some(min),
            max: Some(max),
            step: step.or(Some(1.0)),
        };
        question.kind = if bars.len() > 1 {
            let field = |bar: FileItem| SeveralField {
                name: bar.name,
                texts: bar.texts,
                range,
            };
            FileKind::Numbers(bars.into_iter().map(field).collect())
        } else {
            // What stands beside the only bar says what is counted.
            let beside = bars
                .into_iter()
                .next()
                .map(|bar| bar.texts)
                .unwrap_or_default();
            #[expect(clippy::cast_possible_truncation, reason = "at most 100 stars")]
            if are_stars {
                question.help = beside;
                FileKind::Rating(Levels {
                    from: 1,
                    to: max as i32,
                    icons: Some("stars"),
                    ..Levels::default()
                })
            } else {
                FileKind::Number {
                    range,
                    unit: beside,
                    is_slider: true,
                }
            }
        };
        builder.question(question);
    }

    /// Several answers in each row: a question for each.
    fn several_in_rows(
        question: &FileQuestion,
        rows: Vec<FileItem>,
        options: &[FileItem],
        builder: &mut Builder,
    ) {
        builder.change(&question.name, Reason::SeveralInRows);
        for row in rows {
            let mut one = question.clone();
            one.name = format!("{}_{}", question.name, row.name);
            one.alias = question
                .alias
                .as_ref()
                .map(|alias| format!("{alias}.{}", row.name));
            for (tag, text) in &row.texts {
                let whole = one.title.get(tag).map(|title| format!("{title} – {text}"));
                one.title
                    .insert(tag.clone(), whole.unwrap_or_else(|| text.clone()));
            }
            one.kind = FileKind::Multiple {
                options: options.to_vec(),
                least: None,
                most: None,
            };
            builder.question(one);
        }
    }

    /// How many options have to be chosen, and can be.
    fn bounds(payload: &FileTree, name: &str, builder: &mut Builder) -> (Option<u32>, Option<u32>) {
        let Some(settings) = payload.at(&["Validation", "Settings"]) else {
            return (None, None);
        };
        let count = |key: &str| settings.count(key);
        match settings.get("Type").and_then(FileTree::peek).as_deref() {
            Some("ChoiceRange" | "MinChoices" | "MaxChoices" | "MinMaxChoices") => {
                settings.told_at(&["Type"]);
                (count("MinChoices"), count("MaxChoices"))
            }
            Some("None" | "") | None => {
                settings.told_at(&["Type"]);
                (None, None)
            }
            Some(other) => {
                builder.change(name, Reason::Rule(short(other)));
                settings.told_at(&["Type"]);
                (None, None)
            }
        }
    }

    /// Options, rows or columns in the order in which they are shown.
    fn items(
        &self,
        payload: &FileTree,
        field: &str,
        order: &str,
        name: &str,
        builder: &mut Builder,
    ) -> Vec<FileItem> {
        let mut items = Vec::new();
        if field == "Choices" {
            items.extend(self.carried(payload, name, builder));
        }
        let Some(all) = payload.get(field) else {
            return items;
        };
        for key in keys(payload.get(order), all) {
            let Some(choice) = all.get(&key) else {
                continue;
            };
            if let Some(written) = logic::asked(choice.get("DisplayLogic"), &self.first) {
                builder.change(name, Reason::OptionCondition(written.written));
            }
            if choice.flag("TextEntry") {
                builder.change(name, Reason::Other);
                choice.told_at(&[
                    "TextEntrySize",
                    "TextEntryLength",
                    "TextEntryForceResponse",
                    "TextEntryValidation",
                ]);
            }
            if let Some(image) = choice.get("Image").filter(|image| !image.is_empty()) {
                builder.change(name, Reason::Media(image.shown()));
                choice.told_at(&["Image"]);
            }
            let mut item =
                FileItem::new(key.clone(), self.texts(payload, &[field, &key, "Display"]));
            item.is_exclusive = choice.flag("ExclusiveAnswer");
            items.push(item);
        }
        Self::fixed(payload, &mut items);
        items
    }

    /// Options that are those of another question.
    fn carried(&self, payload: &FileTree, name: &str, builder: &mut Builder) -> Vec<FileItem> {
        let dynamic = payload
            .get("DynamicChoices")
            .filter(|dynamic| !dynamic.is_empty());
        let Some(dynamic) = dynamic else {
            return Vec::new();
        };
        let locator = dynamic.get("Locator").and_then(FileTree::peek);
        let locator = locator.unwrap_or_else(|| dynamic.shown());
        dynamic.told();
        builder.change(name, Reason::Filter(short(&locator)));
        let id = locator
            .strip_prefix("q://")
            .and_then(|rest| rest.split('/').next());
        let source = id.and_then(|id| self.questions.get(id));
        let Some((source, all)) = source.and_then(|source| Some((source, source.get("Choices")?)))
        else {
            builder.change(name, Reason::Elsewhere(short(&locator)));
            return Vec::new();
        };
        let carried = keys(source.get("ChoiceOrder"), all).into_iter();
        carried
            .map(|key| {
                FileItem::new(
                    format!("x{key}"),
                    self.texts(source, &["Choices", &key, "Display"]),
                )
            })
            .collect()
    }

    /// Those that keep their position when the others move.
    fn fixed(payload: &FileTree, items: &mut [FileItem]) {
        let fixed = payload.at(&["Randomization", "Advanced", "FixedOrder"]);
        let fixed: Vec<String> = fixed
            .into_iter()
            .flat_map(FileTree::peek_elements)
            .filter_map(FileTree::peek)
            .collect();
        for item in items {
            item.stays = fixed.contains(&item.name);
        }
    }
}

fn shuffled(payload: &FileTree) -> bool {
    let Some(randomization) = payload.get("Randomization").filter(|one| !one.is_empty()) else {
        return false;
    };
    if !randomization.is_object() {
        return false;
    }
    let kind = randomization
        .get("Type")
        .and_then(FileTree::peek)
        .unwrap_or_default();
    match &*kind {
        "All" => {
            randomization.told();
            true
        }
        "None" => {
            randomization.told();
            false
        }
        // Some are fixed, some undisplayed: positions of some kinds have no like.
        "Advanced" => {
            let advanced = randomization.get("Advanced");
            let is_plain = advanced.is_some_and(|one| {
                ["RandomSubSet", "Undisplayed"]
                    .into_iter()
                    .all(|key| !one.has(key))
            });
            if is_plain {
                randomization.told();
            } else {
                randomization.told_at(&["Type"]);
            }
            is_plain
        }
        _ => false,
    }
}

/// The keys of an object in the order that a list gives, of numbers or texts; else by number.
fn keys(order: Option<&FileTree>, all: &FileTree) -> Vec<String> {
    let written = order.map(FileTree::elements).unwrap_or_default();
    let mut keys: Vec<String> = written
        .into_iter()
        .filter(|one| one.peek().is_some_and(|key| all.get(&key).is_some()))
        .filter_map(FileTree::as_word)
        .collect();
    // What the order leaves out is not shown, but for an order that names nothing.
    if keys.is_empty() {
        keys = all.keys().map(str::to_owned).collect();
        keys.sort_by_key(|key| key.parse::<u64>().unwrap_or(u64::MAX));
        if all.is_list() {
            keys.clear();
        }
    }
    keys
}

//! SurveyJS's types of question.

use sotto_survey::Calendar;

use super::{SurveyJsReader, is_random};
use crate::{
    builder::Builder,
    model::{ChoiceLook, FileItem, FileKind, FileQuestion, Levels, Range, SeveralField},
    report::{Reason, short},
    tree::FileTree,
    words::{FileTexts, in_language},
};

impl SurveyJsReader<'_> {
    pub(super) fn of_kind(
        &self,
        kind: &str,
        element: &FileTree,
        mut question: FileQuestion,
        builder: &mut Builder,
    ) {
        let name = question.name.clone();
        let leave_out = |builder: &mut Builder, reason: Reason| {
            element.told();
            builder.leave_out(&name, reason);
        };
        match kind {
            "boolean" => self.boolean(element, question, builder),
            "radiogroup" | "buttongroup" | "buttongroup-question" => {
                self.choice(element, question, Some(ChoiceLook::List), builder);
            }
            "dropdown" => self.choice(element, question, Some(ChoiceLook::Dropdown), builder),
            "checkbox" | "tagbox" => self.choice(element, question, None, builder),
            "imagepicker" => {
                let look = (!element.flag("multiSelect")).then_some(ChoiceLook::List);
                self.choice(element, question, look, builder);
            }
            "ranking" => self.choice_of_order(element, question, builder),
            "rating" => self.rating(element, question, builder),
            "matrix" => {
                let rows = self.items(&name, element.get("rows"), builder);
                let mut options = self.items(&name, element.get("columns"), builder);
                question.declines = self.special(&name, element, &mut options, builder);
                question.is_required |= ["eachRowRequired", "isAllRowRequired"]
                    .into_iter()
                    .any(|key| element.flag(key));
                question.is_shuffled =
                    is_random(element, "rowsOrder") || is_random(element, "rowOrder");
                if rows.is_empty() {
                    // Without rows it is one question.
                    question.kind = FileKind::Single {
                        options,
                        look: ChoiceLook::List,
                    };
                } else {
                    question.kind = FileKind::Matrix { rows, options };
                }
                builder.question(question);
            }
            "matrixdropdown" => self.matrix_of_several(element, &question, builder),
            "slider" => self.slider(element, question, builder),
            "text" => Self::text(element, question, builder),
            "multipletext" => self.several_texts(element, question, builder),
            "html" => {
                question.title = self.texts(element.get("html"));
                builder.question(question);
            }
            "comment" => leave_out(builder, Reason::FreeText),
            "image" => leave_out(
                builder,
                Reason::Media(
                    element
                        .get("imageLink")
                        .map(FileTree::shown)
                        .unwrap_or_default(),
                ),
            ),
            "expression" => leave_out(builder, Reason::Computed),
            "matrixdynamic" | "paneldynamic" => leave_out(builder, Reason::Repeated),
            other => leave_out(builder, Reason::Type(short(other))),
        }
    }

    /// Yes or no, unless the file has words of its own.
    fn boolean(&self, element: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
        // Without words of their own they are only stored: conditions know them, people do not.
        let value = |key: &str, otherwise: &str| {
            let value = element.get(key).and_then(FileTree::peek);
            value.unwrap_or_else(|| otherwise.to_owned())
        };
        let (yes, no) = (value("valueTrue", "true"), value("valueFalse", "false"));
        let (on, off) = self.labels(element);
        if on.is_empty() && off.is_empty() {
            question.kind = FileKind::YesNo { yes, no };
            return builder.question(question);
        }
        element.told_at(&["valueTrue", "valueFalse"]);
        let mut options = vec![
            FileItem::new(no, self.or_words(off, "No")),
            FileItem::new(yes, self.or_words(on, "Yes")),
        ];
        if element.flag("swapOrder") {
            options.reverse();
        }
        question.kind = FileKind::Single {
            options,
            look: ChoiceLook::List,
        };
        builder.question(question);
    }

    fn or_words(&self, texts: FileTexts, otherwise: &str) -> FileTexts {
        if texts.is_empty() {
            in_language(&self.first, otherwise)
        } else {
            texts
        }
    }

    /// A file's own words for yes and for no.
    fn labels(&self, element: &FileTree) -> (FileTexts, FileTexts) {
        let label = |keys: [&str; 2]| -> FileTexts {
            let found = keys.into_iter().find(|key| element.has(key));
            found
                .map(|key| self.texts(element.get(key)))
                .unwrap_or_default()
        };
        (
            label(["labelTrue", "trueLabel"]),
            label(["labelFalse", "falseLabel"]),
        )
    }

    /// One of the options, or, without a look, several.
    fn choice(
        &self,
        element: &FileTree,
        mut question: FileQuestion,
        look: Option<ChoiceLook>,
        builder: &mut Builder,
    ) {
        let name = question.name.clone();
        question.is_shuffled = is_random(element, "choicesOrder");
        let mut options = self.options(&name, element, builder);
        question.declines = self.special(&name, element, &mut options, builder);
        question.kind = if let Some(look) = look {
            FileKind::Single { options, look }
        } else {
            let (least, most) = Self::bounds(element);
            FileKind::Multiple {
                options,
                least,
                most,
            }
        };
        Self::validators(&name, element, builder);
        builder.question(question);
    }

    /// How many options have to be chosen, and can be.
    fn bounds(element: &FileTree) -> (Option<u32>, Option<u32>) {
        let mut least = element.count("minSelectedChoices");
        let mut most = element.count("maxSelectedChoices");
        for validator in element
            .get("validators")
            .into_iter()
            .flat_map(FileTree::peek_elements)
        {
            let is_count =
                validator.get("type").and_then(FileTree::peek).as_deref() == Some("answercount");
            if is_count {
                least = least.or(validator.count("minCount"));
                most = most.or(validator.count("maxCount"));
                validator.told_at(&["type"]);
            }
        }
        (least, most)
    }

    /// What answers are held against besides.
    fn validators(name: &str, element: &FileTree, builder: &mut Builder) {
        for validator in element.list("validators") {
            let kind = validator
                .get("type")
                .and_then(FileTree::peek)
                .unwrap_or_default();
            if !matches!(&*kind, "answercount" | "numeric") {
                builder.change(name, Reason::Rule(validator.shown()));
                validator.told();
            }
        }
    }

    fn choice_of_order(
        &self,
        element: &FileTree,
        mut question: FileQuestion,
        builder: &mut Builder,
    ) {
        let name = question.name.clone();
        question.is_shuffled = is_random(element, "choicesOrder");
        let mut options = self.options(&name, element, builder);
        question.declines = self.special(&name, element, &mut options, builder);
        question.kind = FileKind::Ranking { options };
        builder.question(question);
    }

    fn rating(&self, element: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
        let name = question.name.clone();
        let (low, high) = self.end_words(element);
        let (from, to, step) = rate_ends(element);
        let mut items = self.rate_values(&name, element, builder);
        let is_whole =
            (step - 1.0).abs() < f64::EPSILON && from.fract() == 0.0 && to.fract() == 0.0;
        if items.is_empty() && !is_whole {
            items = self.levels((from, to, step));
        }
        Self::validators(&name, element, builder);
        if items.is_empty() {
            let (Some(from), Some(to)) = (level(from), level(to)) else {
                element.told();
                return builder.leave_out(&name, Reason::TooFewOptions);
            };
            let icons = Self::icons(element);
            question.kind = FileKind::Rating(Levels {
                from,
                to,
                low,
                high,
                icons,
            });
        } else {
            add_end_words(&mut items, low, high);
            question.kind = FileKind::Single {
                options: items,
                look: ChoiceLook::Likert,
            };
        }
        builder.question(question);
    }

    /// The words at the ends of a scale.
    fn end_words(&self, element: &FileTree) -> (FileTexts, FileTexts) {
        let words = |key: &str| self.texts(element.get(key));
        (words("minRateDescription"), words("maxRateDescription"))
    }

    /// The levels that are listed one by one, if they are.
    fn rate_values(&self, name: &str, element: &FileTree, builder: &mut Builder) -> Vec<FileItem> {
        let is_generated = element.get("autoGenerate").and_then(FileTree::as_flag) == Some(true);
        if is_generated {
            return Vec::new();
        }
        self.items(name, element.get("rateValues"), builder)
    }

    /// The levels from one number to another.
    fn levels(&self, (from, to, step): (f64, f64, f64)) -> Vec<FileItem> {
        let levels = std::iter::successors(Some(from), |level| Some(level + step));
        let levels = levels.take_while(|level| *level <= to + 1e-9).take(200);
        let item = |level: f64| {
            let word = level.to_string();
            FileItem::new(word.clone(), in_language(&self.first, &word))
        };
        levels.map(item).collect()
    }

    /// The levels of a column that is a rating: its own, never the options of the other columns.
    fn rated(&self, name: &str, column: &FileTree, builder: &mut Builder) -> Vec<FileItem> {
        let (low, high) = self.end_words(column);
        let mut items = self.rate_values(name, column, builder);
        if items.is_empty() {
            items = self.levels(rate_ends(column));
        }
        add_end_words(&mut items, low, high);
        items
    }

    fn icons(element: &FileTree) -> Option<&'static str> {
        let (key, kind) = ["rateType", "rateDisplayMode"]
            .into_iter()
            .find_map(|key| Some((key, element.get(key)?.peek()?)))?;
        let icons = match &*kind {
            "stars" => "stars",
            "smileys" => "smileys",
            "labels" | "numbers" => "numbers",
            _ => return None,
        };
        element.told_at(&[key]);
        Some(icons)
    }

    /// Columns with answers of their own: a question for each.
    fn matrix_of_several(
        &self,
        element: &FileTree,
        question: &FileQuestion,
        builder: &mut Builder,
    ) {
        let name = question.name.clone();
        let rows = self.items(&name, element.get("rows"), builder);
        let common = self.items(&name, element.get("choices"), builder);
        let common_kind = element
            .word("cellType")
            .unwrap_or_else(|| "dropdown".to_owned());
        let columns = element.list("columns");
        if rows.is_empty() {
            element.told();
            return builder.leave_out(&name, Reason::TooFewOptions);
        }
        let before = builder.count();
        for column in columns {
            let part = column.word("name").unwrap_or_default();
            let whole_name = format!("{name}.{part}");
            let mut options = self.options(&whole_name, column, builder);
            if options.is_empty() {
                options.clone_from(&common);
            }
            let words = self.texts(column.get("title"));
            let words = if words.is_empty() {
                in_language(&self.first, &part)
            } else {
                words
            };
            let kind = column.word("cellType").filter(|kind| kind != "default");
            let kind = kind.unwrap_or_else(|| common_kind.clone());
            let rows = rows.clone();
            let kind = match &*kind {
                "dropdown" | "radiogroup" => FileKind::Matrix { rows, options },
                "rating" => FileKind::Matrix {
                    rows,
                    options: self.rated(&whole_name, column, builder),
                },
                "boolean" => {
                    let (on, off) = self.labels(column);
                    let options = vec![
                        FileItem::new("true", self.or_words(on, "Yes")),
                        FileItem::new("false", self.or_words(off, "No")),
                    ];
                    FileKind::Matrix { rows, options }
                }
                "checkbox" | "tagbox" if options.len() < 2 => {
                    column.told();
                    builder.leave_out(&whole_name, Reason::TooFewOptions);
                    continue;
                }
                "checkbox" | "tagbox" => {
                    builder.change(&whole_name, Reason::SeveralInRows);
                    for row in rows {
                        let kind = FileKind::Multiple {
                            options: options.clone(),
                            least: None,
                            most: None,
                        };
                        let row_name = format!("{whole_name}.{}", row.name);
                        let mut one = Self::like(question, row_name, kind);
                        one.title = joined(&one.title, &row.texts);
                        one.title = joined(&one.title, &words);
                        builder.question(one);
                    }
                    column.told_at(&["isRequired"]);
                    continue;
                }
                "text"
                    if column.get("inputType").and_then(FileTree::peek).as_deref()
                        == Some("number") =>
                {
                    column.told_at(&["inputType"]);
                    let range = range(column);
                    let field = |row: FileItem| SeveralField {
                        name: row.name,
                        texts: row.texts,
                        range,
                    };
                    FileKind::Numbers(rows.into_iter().map(field).collect())
                }
                _ => {
                    column.told();
                    builder.leave_out(&whole_name, Reason::Part(part));
                    continue;
                }
            };
            let mut one = Self::like(question, whole_name, kind);
            one.is_required |= column.flag("isRequired");
            one.title = joined(&one.title, &words);
            builder.question(one);
        }
        // Columns that are left out are told one by one.
        let made = builder.count().saturating_sub(before);
        if made > 1 {
            builder.change(&name, Reason::Divided(made));
        }
    }

    fn slider(&self, element: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
        let range = Range {
            min: Some(element.number("min").unwrap_or(0.0)),
            max: Some(element.number("max").unwrap_or(100.0)),
            step: element.number("step"),
        };
        let kind = element.get("sliderType").and_then(FileTree::peek);
        element.told_where("sliderType", &["single", "range"]);
        question.kind = if kind.as_deref() == Some("range") {
            // Two numbers, from and to.
            builder.change(&question.name, Reason::ProgramsWords);
            let field = |name: &str| SeveralField {
                name: name.to_lowercase(),
                texts: in_language(&self.first, name),
                range,
            };
            FileKind::Numbers(vec![field("From"), field("To")])
        } else {
            FileKind::Number {
                range,
                unit: FileTexts::new(),
                is_slider: true,
            }
        };
        builder.question(question);
    }

    fn text(element: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
        let name = question.name.clone();
        let kind = element.word("inputType").unwrap_or_default();
        match &*kind {
            "number" | "range" => {
                question.kind = FileKind::Number {
                    range: range(element),
                    unit: FileTexts::new(),
                    is_slider: kind == "range",
                };
                Self::validators(&name, element, builder);
                builder.question(question);
            }
            "date" | "datetime" | "datetime-local" | "time" | "month" | "week" | "email"
            | "tel" | "url" => {
                if let Some(moment) = moment(element, &kind) {
                    for end in ["min", "max"] {
                        element.word(end);
                    }
                    question.kind = moment;
                    return builder.question(question);
                }
                element.told();
                builder.leave_out(&name, Reason::Exact(kind));
            }
            _ => {
                element.told();
                builder.leave_out(&name, Reason::FreeText);
            }
        }
    }

    fn several_texts(&self, element: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
        let name = question.name.clone();
        let mut fields = Vec::new();
        for item in element.list("items") {
            let part = item.word("name").unwrap_or_default();
            let kind = item
                .get("inputType")
                .and_then(FileTree::peek)
                .unwrap_or_default();
            if matches!(&*kind, "number" | "range") {
                item.told_at(&["inputType"]);
                let texts = self.texts(item.get("title"));
                question.is_required |= item.flag("isRequired");
                fields.push(SeveralField {
                    texts: if texts.is_empty() {
                        in_language(&self.first, &part)
                    } else {
                        texts
                    },
                    name: part,
                    range: range(item),
                });
            } else {
                item.told();
                builder.change(&name, Reason::Part(short(&part)));
            }
        }
        if fields.is_empty() {
            element.told();
            return builder.leave_out(&name, Reason::FreeText);
        }
        question.kind = FileKind::Numbers(fields);
        builder.question(question);
    }
}

/// From which number to which a rating goes, and by which step.
fn rate_ends(element: &FileTree) -> (f64, f64, f64) {
    let from = element.number("rateMin").unwrap_or(1.0);
    let step = element.number("rateStep");
    let step = step.filter(|step| *step > 0.0).unwrap_or(1.0);
    let count = element.number("rateCount").filter(|count| *count >= 2.0);
    let to = element.number("rateMax");
    let to = to.or(count.map(|count| from + (count - 1.0) * step));
    (from, to.unwrap_or(5.0), step)
}

/// The words at the ends go to the options at the ends.
fn add_end_words(items: &mut [FileItem], low: FileTexts, high: FileTexts) {
    let Some(last) = items.len().checked_sub(1) else {
        return;
    };
    for (index, words) in [(0, low), (last, high)] {
        if let Some(item) = items.get_mut(index) {
            for (tag, word) in words {
                let text = item.texts.entry(tag).or_insert_with(|| item.name.clone());
                *text = format!("{text} – {word}");
            }
        }
    }
}

/// A date, month or time between two of them, if so few can be answered that they are told apart: others name one person
/// among many.
fn moment(element: &FileTree, kind: &str) -> Option<FileKind> {
    const MOST: i64 = 10_001;
    let calendar = Calendar::ALL.iter().find(|one| one.name() == kind)?;
    let [min, max] = ["min", "max"].map(|end| element.get(end).and_then(FileTree::peek));
    let ends = [min?, max?];
    let [first, last] = [calendar.read(&ends[0])?, calendar.read(&ends[1])?];
    let found = last - first + 1;
    (2..=MOST).contains(&found).then_some(FileKind::Moment {
        calendar: *calendar,
        ends,
    })
}

/// The ends of a number, in its own fields or those of its validators.
fn range(element: &FileTree) -> Range {
    let validators = element
        .get("validators")
        .into_iter()
        .flat_map(FileTree::peek_elements);
    let numeric = validators
        .filter(|one| one.get("type").and_then(FileTree::peek).as_deref() == Some("numeric"));
    let mut range = Range {
        min: element.number("min"),
        max: element.number("max"),
        step: element.number("step"),
    };
    for validator in numeric {
        validator.told_at(&["type"]);
        range.min = range.min.or(validator.number("minValue"));
        range.max = range.max.or(validator.number("maxValue"));
    }
    range
}

/// What is asked, and of what.
fn joined(first: &FileTexts, second: &FileTexts) -> FileTexts {
    let mut texts = first.clone();
    for (tag, text) in second {
        let whole = texts.get(tag).map(|first| format!("{first} – {text}"));
        texts.insert(tag.clone(), whole.unwrap_or_else(|| text.clone()));
    }
    texts
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "held against the range before"
)]
fn level(number: f64) -> Option<i32> {
    (number.fract() == 0.0 && (-10_000.0..=10_000.0).contains(&number)).then_some(number as i32)
}

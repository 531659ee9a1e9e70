//! LimeSurvey's types of question, by their letters.

use super::gather::{Block, QuestionPart};
use crate::{
    builder::Builder,
    model::{
        ChoiceLook, FileItem, FileKind, FileQuestion, Levels, Range, SeveralField,
        condition::WrittenCondition,
    },
    report::{Reason, short},
    words::{FileTexts, in_language},
};

pub(super) fn question(
    block: &Block<'_>,
    asked: Vec<WrittenCondition>,
    first: &str,
    builder: &mut Builder,
) {
    let name = block.name.clone();
    let left_out = match &*block.code {
        "S" | "T" | "U" | "Q" | ";" => Some(Reason::FreeText),
        "D" => Some(Reason::Exact("date".to_owned())),
        "*" => Some(Reason::Computed),
        "I" => Some(Reason::Type("I (a switch of languages)".to_owned())),
        "|" => Some(Reason::Type("| (a file)".to_owned())),
        "5" | "A" | "B" | "C" | "E" | "F" | "G" | "H" | "K" | "L" | "M" | "N" | "O" | "P" | "R"
        | "X" | "Y" | "!" | ":" | "1" => None,
        other => Some(Reason::Type(short(other))),
    };
    if let Some(reason) = left_out {
        block.told();
        return builder.leave_out(&name, reason);
    }
    let mut question = FileQuestion::new(&name, block.title.clone(), FileKind::Statement);
    question.help = block.help.clone();
    question.asked = asked;
    // "S" asks once more and lets people go on.
    let mandatory = { block.rows.iter() }
        .find_map(|row| row.get("mandatory")?.peek())
        .unwrap_or_default();
    for row in &block.rows {
        row.told_where("mandatory", &["Y", "N", "S"]);
    }
    question.is_required = mandatory == "Y";
    if mandatory == "S" {
        builder.change(&name, Reason::Rule("mandatory = S".to_owned()));
    }
    for row in &block.rows {
        for key in [
            "other",
            "hidden",
            "random_order",
            "same_default",
            "encrypted",
            "exclude_all_others_auto",
        ] {
            row.told_where(key, &["N", "0"]);
        }
        for key in ["answer_order", "subquestion_order", "parent_order"] {
            row.told_where(key, &["normal"]);
        }
    }
    let is_random = |key: &str| {
        let all = block.rows.iter().filter_map(|row| row.get(key));
        let words = ["1", "random"];
        let random = all.filter(|value| value.peek().is_some_and(|word| words.contains(&&*word)));
        let random: Vec<_> = random.collect();
        for value in &random {
            value.told();
        }
        !random.is_empty()
    };
    let orders = ["random_order", "answer_order", "subquestion_order"].map(is_random);
    question.is_shuffled = orders.contains(&true);
    for part in block.answers.iter().chain(&block.parts) {
        if !matches!(&*part.relevance, "" | "1") {
            builder.change(&name, Reason::OptionCondition(short(&part.relevance)));
        }
    }
    for key in ["array_filter", "array_filter_exclude"] {
        if let Some(filter) = block.word(key) {
            builder.change(&name, Reason::Filter(short(&filter)));
        }
    }
    LimeSurveyReader { block, first }.of_kind(question, builder);
}

struct LimeSurveyReader<'a> {
    block: &'a Block<'a>,
    first: &'a str,
}

impl LimeSurveyReader<'_> {
    fn of_kind(&self, mut question: FileQuestion, builder: &mut Builder) {
        let name = question.name.clone();
        let block = self.block;
        question.kind = match &*block.code {
            "Y" => FileKind::YesNo {
                yes: "Y".to_owned(),
                no: "N".to_owned(),
            },
            "L" | "O" | "!" => {
                let mut options = items(&block.answers, "");
                self.other(&name, &mut options, builder);
                if block.code == "O" {
                    builder.change(&name, Reason::Comment);
                }
                let look = if block.code == "!" {
                    ChoiceLook::Dropdown
                } else {
                    ChoiceLook::List
                };
                FileKind::Single { options, look }
            }
            "G" => FileKind::Single {
                options: Self::fixed(&name, &[("F", "Female"), ("M", "Male")], builder),
                look: ChoiceLook::List,
            },
            "M" | "P" => self.several(&name, builder),
            "5" => FileKind::Rating(Levels {
                from: 1,
                to: 5,
                ..Levels::default()
            }),
            "N" => {
                let is_whole = block.flag("num_value_int_only");
                FileKind::Number {
                    range: self.range(
                        "min_num_value_n",
                        "max_num_value_n",
                        is_whole.then_some(1.0),
                    ),
                    unit: self.beside(),
                    is_slider: false,
                }
            }
            "K" => self.numbers(),
            ":" => return self.numbers_in_rows(question, builder),
            "1" => return self.two_scales(&question, builder),
            "R" => {
                // Newer versions list what is ranked as subquestions.
                let list = if block.answers.is_empty() {
                    &block.parts
                } else {
                    &block.answers
                };
                FileKind::Ranking {
                    options: items(list, ""),
                }
            }
            "X" => FileKind::Statement,
            letter => FileKind::Matrix {
                rows: items(&block.parts, ""),
                options: match letter {
                    "A" => self.levels(5),
                    "B" => self.levels(10),
                    "C" => Self::fixed(
                        &name,
                        &[("Y", "Yes"), ("U", "Uncertain"), ("N", "No")],
                        builder,
                    ),
                    "E" => Self::fixed(
                        &name,
                        &[("I", "Increase"), ("S", "Same"), ("D", "Decrease")],
                        builder,
                    ),
                    _ => items(&block.answers, ""),
                },
            },
        };
        // H shows the answers as rows: what is asked is the same.
        builder.question(question);
    }

    fn several(&self, name: &str, builder: &mut Builder) -> FileKind {
        let block = self.block;
        let mut options = items(&block.parts, "");
        self.other(name, &mut options, builder);
        if block.code == "P" {
            builder.change(name, Reason::Comment);
        }
        let alone = block.word("exclude_all_others").unwrap_or_default();
        let alone: Vec<&str> = alone.split([';', ',']).map(str::trim).collect();
        for unknown in alone.iter().filter(|code| !code.is_empty()) {
            if !options.iter().any(|option| option.name == **unknown) {
                let rule = format!("exclude_all_others: {}", short(unknown));
                builder.change(name, Reason::Rule(rule));
            }
        }
        for option in &mut options {
            option.is_exclusive = alone.contains(&option.name.as_str());
            option.stays |= option.is_exclusive;
        }
        FileKind::Multiple {
            options,
            least: block.count("min_answers"),
            most: block.count("max_answers"),
        }
    }

    /// The option for everything else, whose words are the file's or the program's.
    fn other(&self, name: &str, options: &mut Vec<FileItem>, builder: &mut Builder) {
        if !self.block.flag("other") {
            return;
        }
        builder.change(name, Reason::Other);
        let mut texts = FileTexts::new();
        for row in &self.block.rows {
            let tag = row
                .get("language")
                .and_then(crate::tree::FileTree::peek)
                .filter(|tag| !tag.is_empty());
            let tag = tag.map_or_else(|| self.first.to_owned(), |tag| crate::words::language(&tag));
            if let Some(word) = row
                .word("other_replace_text")
                .filter(|word| !word.is_empty())
            {
                texts.insert(tag, word);
            }
        }
        if texts.is_empty() {
            builder.change(name, Reason::ProgramsWords);
            texts = in_language("en", "Other");
        }
        let mut other = FileItem::new("other", texts);
        other.stays = true;
        options.push(other);
    }

    /// Answers that the program itself has words for.
    fn fixed(name: &str, all: &[(&str, &str)], builder: &mut Builder) -> Vec<FileItem> {
        builder.change(name, Reason::ProgramsWords);
        let item = |(value, text): &(&str, &str)| FileItem::new(*value, in_language("en", text));
        all.iter().map(item).collect()
    }

    fn levels(&self, to: u32) -> Vec<FileItem> {
        let level = |level: u32| {
            FileItem::new(
                level.to_string(),
                in_language(self.first, &level.to_string()),
            )
        };
        (1..=to).map(level).collect()
    }

    fn range(&self, min: &str, max: &str, step: Option<f64>) -> Range {
        Range {
            min: self.block.number(min),
            max: self.block.number(max),
            step,
        }
    }

    /// What stands behind a number.
    fn beside(&self) -> FileTexts {
        self.block
            .word("suffix")
            .map_or_else(FileTexts::new, |suffix| in_language(self.first, &suffix))
    }

    fn numbers(&self) -> FileKind {
        let block = self.block;
        // That it is one is how it looks; which ends it has is not.
        let layouts = block
            .rows
            .iter()
            .filter_map(|row| row.get("slider_layout")?.peek());
        let layouts: Vec<String> = layouts.collect();
        let is_slider = layouts.iter().any(|layout| matches!(&**layout, "1" | "Y"));
        let range = if is_slider {
            let own = self.range("slider_min", "slider_max", block.number("slider_accuracy"));
            Range {
                min: own.min.or(Some(0.0)),
                max: own.max.or(Some(100.0)),
                step: own.step,
            }
        } else {
            let is_whole = block.flag("num_value_int_only");
            self.range(
                "min_num_value_n",
                "max_num_value_n",
                is_whole.then_some(1.0),
            )
        };
        let field = |item: FileItem| SeveralField {
            name: item.name,
            texts: item.texts,
            range,
        };
        FileKind::Numbers(items(&block.parts, "").into_iter().map(field).collect())
    }

    /// A number for each row and column, or a tick.
    fn numbers_in_rows(&self, mut question: FileQuestion, builder: &mut Builder) {
        let block = self.block;
        let name = question.name.clone();
        let (rows, columns) = (items(&block.parts, ""), items(&block.parts, "1"));
        if block.flag("multiflexible_checkbox") {
            builder.change(&name, Reason::SeveralInRows);
            for row in rows {
                let kind = FileKind::Multiple {
                    options: columns.clone(),
                    least: None,
                    most: None,
                };
                let mut one = question.clone();
                one.name = format!("{name}_{}", row.name);
                one.title = joined(&question.title, &row.texts);
                one.kind = kind;
                builder.question(one);
            }
            return;
        }
        let step = block
            .number("multiflexible_step")
            .filter(|step| *step > 0.0);
        let own = self.range("multiflexible_min", "multiflexible_max", step.or(Some(1.0)));
        let range = Range {
            min: own.min.or(Some(if own.max.is_some() { 0.0 } else { 1.0 })),
            max: own.max.or(Some(10.0)),
            step: own.step,
        };
        let fields = rows.iter().flat_map(|row| {
            columns.iter().map(move |column| SeveralField {
                name: format!("{}_{}", row.name, column.name),
                texts: joined(&row.texts, &column.texts),
                range,
            })
        });
        question.kind = FileKind::Numbers(fields.collect());
        builder.question(question);
    }

    /// Two scales beside each other are two tables.
    fn two_scales(&self, question: &FileQuestion, builder: &mut Builder) {
        let block = self.block;
        builder.change(&question.name, Reason::Divided(2));
        for (scale, index) in [("", 0), ("1", 1)] {
            let mut one = question.clone();
            one.name = format!("{}#{index}", question.name);
            let head = [
                "dualscale_headerA",
                "dualscale_headerB",
                "dualscale_headera",
                "dualscale_headerb",
            ];
            let heads = [head.first().zip(head.get(2)), head.get(1).zip(head.get(3))];
            let head = heads.get(index).copied().flatten();
            let head = head.and_then(|(one, other)| block.word(one).or_else(|| block.word(other)));
            if let Some(head) = head {
                one.title = joined(&one.title, &in_language(self.first, &head));
            }
            one.kind = FileKind::Matrix {
                rows: items(&block.parts, ""),
                options: items(&block.answers, scale),
            };
            builder.question(one);
        }
    }
}

/// The parts of one scale.
fn items(parts: &[QuestionPart<'_>], scale: &str) -> Vec<FileItem> {
    let of_scale = parts.iter().filter(|part| part.scale == scale);
    of_scale
        .map(|part| FileItem::new(part.name.clone(), part.texts.clone()))
        .collect()
}

fn joined(first: &FileTexts, second: &FileTexts) -> FileTexts {
    let mut texts = first.clone();
    for (tag, text) in second {
        let whole = texts.get(tag).map(|first| format!("{first} – {text}"));
        texts.insert(tag.clone(), whole.unwrap_or_else(|| text.clone()));
    }
    texts
}
